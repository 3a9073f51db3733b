"""Masked PPO in plain NumPy on one ``Batch``: two players of Railways of the World: The Card Game.

One layer of hidden units with two heads, for the policy and for the value, learns one seat against a built-in bot that
plays inside the batch; its reward is the change of the margin. Run it on one core::

    OPENBLAS_NUM_THREADS=1 python docs/examples/ppo.py --csv ppo.csv --svg ppo.svg
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import lineshaft

SLOTS, LENGTH = 256, 64  # a rollout
HIDDEN, EPOCHS, ROWS = 128, 3, 2048  # the network; passes over a rollout, in pieces of so many rows
DISCOUNT, TRACE, CLIP = 0.995, 0.95, 0.2
RATE, ENTROPY, SCALE = 1e-3, 0.01, 0.05  # of learning; of the entropy's share; of rewards, which are points

Network = dict[str, np.ndarray]


class Row(NamedTuple):
    """How the policy plays, its best action always, after so many steps and seconds of learning (CPU time)."""

    steps: int
    seconds: float
    wins: float
    own: float
    other: float


class Rollout(NamedTuple):
    """What was seen and done, a row a decision."""

    seen: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    logp: np.ndarray
    value: np.ndarray
    reward: np.ndarray
    over: np.ndarray

    @classmethod
    def of(cls, entries: int, actions: int) -> Rollout:
        """Empty arrays; a step of the batch writes the first two in place."""
        shape = (LENGTH, SLOTS)
        seen, mask = np.empty((*shape, entries), np.float32), np.empty((*shape, actions), np.bool_)
        return cls(seen, mask, np.empty(shape, np.int32), *(np.empty(shape, np.float32) for _ in range(4)))


def new_network(entries: int, actions: int, random: np.random.Generator) -> Network:
    """Small weights; a policy that starts out uniform."""
    first = random.standard_normal((entries, HIDDEN)) / np.sqrt(entries * 0.05)  # about one entry in twenty is not 0
    heads = random.standard_normal((HIDDEN, actions + 1)) * 0.01
    parts = {"w1": first, "b1": np.zeros(HIDDEN), "w2": heads, "b2": np.zeros(actions + 1)}
    return {name: part.astype(np.float32) for name, part in parts.items()}


def forward(net: Network, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hidden units, logits of all actions, value."""
    hidden = np.maximum(seen @ net["w1"] + net["b1"], 0)
    out = hidden @ net["w2"] + net["b2"]
    return hidden, np.ascontiguousarray(out[:, :-1]), out[:, -1]


def collect(batch: lineshaft.Batch, step: lineshaft.Step, net: Network, rollout: Rollout) -> np.ndarray:
    """Fills a rollout from where the batch stands; the value of where it then stands."""
    players, rows = batch.game.num_players, np.arange(SLOTS)
    for t in range(LENGTH):
        rollout.seen[t], rollout.mask[t] = step.observation, step.action_mask
        _, logits, rollout.value[t] = forward(net, step.observation)
        batch.sample(logits, out=rollout.action[t], logp=rollout.logp[t])
        seats = -step.game.astype(np.int64) % players  # of learner="rotate"
        batch.step(rollout.action[t], out=step)
        rollout.reward[t] = step.reward[rows, seats] * SCALE
        rollout.over[t] = step.terminated
    return forward(net, step.observation)[2]


def advantages(rollout: Rollout, last: np.ndarray) -> np.ndarray:
    """How much better each decision went than its value said (GAE)."""
    found, running, following = np.empty_like(rollout.value), np.zeros(SLOTS, np.float32), last
    for t in reversed(range(LENGTH)):
        goes_on = 1 - rollout.over[t]
        surprise = rollout.reward[t] + DISCOUNT * goes_on * following - rollout.value[t]
        found[t] = running = surprise + DISCOUNT * TRACE * goes_on * running
        following = rollout.value[t]
    return found


def gradient(net: Network, part: Rollout, gain: np.ndarray, target: np.ndarray) -> Network:
    """Of PPO's clipped loss, less the entropy's share, plus the squared error of the value."""
    hidden, logits, value = forward(net, part.seen)
    rows = np.arange(len(gain))
    logits = np.where(part.mask, logits, np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    logp = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    share = np.exp(logp)
    ratio = np.exp(logp[rows, part.action] - part.logp)
    counts = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = -gain * ratio * counts
    out = np.empty((len(gain), share.shape[1] + 1), np.float32)
    entropy = -(share * np.where(part.mask, logp, 0)).sum(axis=1, keepdims=True)
    out[:, :-1] = -pull[:, None] * share + ENTROPY * share * (np.where(part.mask, logp, 0) + entropy)
    out[rows, part.action] += pull
    out[:, -1] = value - target
    out /= len(gain)
    below = (out @ net["w2"].T) * (hidden > 0)
    return {"w1": part.seen.T @ below, "b1": below.sum(axis=0), "w2": hidden.T @ out, "b2": out.sum(axis=0)}


class Adam:
    """The usual optimizer, with gradients cut to length 0.5."""

    def __init__(self, net: Network) -> None:
        self.count = 0
        self.mean = {name: np.zeros_like(part) for name, part in net.items()}
        self.square = {name: np.zeros_like(part) for name, part in net.items()}

    def move(self, net: Network, slope: Network, rate: float) -> None:
        """One step of the network down a slope, in place."""
        self.count += 1
        length = np.sqrt(sum(float((part * part).sum()) for part in slope.values()))
        cut = np.float32(min(1.0, 0.5 / (length + 1e-8)))
        rate *= np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for name, part in slope.items():
            self.mean[name] += np.float32(0.1) * (part * cut - self.mean[name])
            self.square[name] += np.float32(0.001) * ((part * cut) ** 2 - self.square[name])
            net[name] -= np.float32(rate) * self.mean[name] / (np.sqrt(self.square[name]) + np.float32(1e-5))


def improve(
    net: Network, adam: Adam, rollout: Rollout, last: np.ndarray, rate: float, random: np.random.Generator
) -> None:
    """Some passes over a rollout."""
    gain = advantages(rollout, last).ravel()
    flat = Rollout(*(part.reshape(LENGTH * SLOTS, *part.shape[2:]) for part in rollout))
    target = gain + flat.value
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in np.split(random.permutation(len(gain)), len(gain) // ROWS):
            part = Rollout(*(field[rows] for field in flat))
            adam.move(net, gradient(net, part, gain[rows], target[rows]), rate)


def evaluate(net: Network, game: lineshaft.Game, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """Games won (shared ones count by share), own points, the opponent's, from both seats in turn."""
    batch = lineshaft.Batch(game, games, seed, opponents=opponent, learner="rotate")
    step = batch.look()
    while (step.player >= 0).any():
        logits = forward(net, step.observation)[1]
        batch.step(batch.sample(logits, mode="argmax"), out=step)
    seats = np.arange(games) % 2  # -i % 2
    rows, scores, returns = np.arange(games), batch.scores(), batch.returns()
    own, other = scores[rows, seats].mean(), scores[rows, 1 - seats].mean()
    return float(returns[rows, seats].mean()) + 0.5, float(own), float(other)


def train(steps: int, opponent: str, seed: int, games: int, every: int) -> Iterator[tuple[Row, Network]]:
    """Learns for so many steps; now and then how it plays by then, against the same bot with other seeds."""
    game, random = lineshaft.load_game("railways", players=2), np.random.default_rng(seed)
    batch = lineshaft.Batch(
        game, SLOTS, seed, autoreset="same_step", opponents=opponent, learner="rotate", reward="margin"
    )
    step = batch.look()
    entries, actions = game.observation_shape[0], game.num_actions
    net, rollout = new_network(entries, actions, random), Rollout.of(entries, actions)
    adam, start, spent = Adam(net), time.process_time(), 0.0
    rounds = max(1, -(-steps // (SLOTS * LENGTH)))
    for done in range(rounds + 1):
        if done % every == 0 or done == rounds:
            spent += time.process_time() - start
            yield Row(done * SLOTS * LENGTH, spent, *evaluate(net, game, opponent, games, seed + 1)), net
            start = time.process_time()
        if done < rounds:
            last = collect(batch, step, net, rollout)
            improve(net, adam, rollout, last, RATE * (1 - done / rounds), random)


def draw(rows: list[Row], opponent: str) -> str:
    """The learning curve as SVG: points of the learner and of the bot, over steps."""
    width, height, left, bottom, most = 640, 320, 48, 280, max(max(row.own, row.other) for row in rows) * 1.1

    def place(steps: float, points: float) -> str:
        return f"{left + steps / rows[-1].steps * (width - left - 90):.1f},{bottom - points / most * (bottom - 20):.1f}"

    def line(values: list[float], colour: str, name: str) -> str:
        marks = [place(row.steps, value) for row, value in zip(rows, values, strict=True)]
        x, y = marks[-1].split(",")
        return (
            f'<polyline points="{" ".join(marks)}" fill="none" stroke="{colour}" stroke-width="2"/>\n'
            f'<text x="{float(x) + 6:.1f}" y="{float(y) + 4:.1f}" fill="{colour}">{name}</text>\n'
        )

    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">\n',
        f'<g font-size="12">\n<rect width="{width}" height="{height}" fill="white"/>\n',
        f'<text x="{left}" y="14">points a game against {opponent}; {rows[-1].seconds:.0f} s of one core</text>\n',
    ]
    for points in range(0, int(most), 20):
        x, y = place(0, points).split(",")
        end = place(rows[-1].steps, points).split(",")[0]
        text.append(f'<path d="M{x} {y}H{end}" stroke="#ddd"/>\n<text x="20" y="{float(y) + 4:.1f}">{points}</text>\n')
    for steps in range(0, rows[-1].steps + 1, max(10_000, round(rows[-1].steps // 4, -4))):
        x = place(steps, 0).split(",")[0]
        text.append(f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{steps / 1e6:.2f} M</text>\n')
    text.append(f'<text x="{left}" y="{bottom + 36}">decisions of the learner</text>\n')
    text.append(line([row.own for row in rows], "#0b6", "PPO"))
    text.append(line([row.other for row in rows], "#b33", "the bot"))
    return "".join(text) + "</g>\n</svg>\n"


def main() -> None:
    """Trains, prints how it goes, and writes it down."""
    parser = argparse.ArgumentParser(description="masked PPO on a batch of Railways")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--opponent", default="greedy:epsilon=0.5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=512, help="of each evaluation")
    parser.add_argument("--every", type=int, default=4, help="rollouts between evaluations")
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--svg", type=Path)
    chosen = parser.parse_args()
    found = []
    for row, net in train(chosen.steps, chosen.opponent, chosen.seed, chosen.games, chosen.every):
        print("{:>9,} steps {:6.1f} s  won {:.3f}  {:.1f} : {:.1f}".format(*row), flush=True)
        found.append((row, net))
    rows, net = [row for row, _ in found], found[-1][1]
    game = lineshaft.load_game("railways", players=2)
    for bot in ("random", chosen.opponent, "greedy"):
        print(
            "{}: won {:.3f}, {:.1f} : {:.1f}".format(bot, *evaluate(net, game, bot, 2 * chosen.games, chosen.seed + 2))
        )
    if chosen.csv:
        with chosen.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Row._fields)
            writer.writerows((row.steps, *(round(number, 3) for number in row[1:])) for row in rows)
    if chosen.svg:
        chosen.svg.write_text(draw(rows, chosen.opponent), encoding="utf-8")


if __name__ == "__main__":
    main()
