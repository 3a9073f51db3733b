"""``lineshaft bots``: what can play, and what can be said of it."""

from __future__ import annotations

import click

import lineshaft

from .output import Column, say_json, show_table
from .parameters import JSON


@click.command(
    epilog="""\b
Examples:
  lineshaft bots
  lineshaft bots --json"""
)
@JSON
def bots(as_json: bool) -> None:
    """List the bots with their parameters, which --bots takes by name: greedy:epsilon=0.3"""
    kinds = lineshaft.bots()
    if as_json:
        rows = [
            {**kind._asdict(), "parameters": [parameter._asdict() for parameter in kind.parameters]} for kind in kinds
        ]
        say_json({"format": "lineshaft-bots/1", "bots": rows})
        return
    show_table(
        "Bots (--bots BOT,BOT,...)",
        [Column("bot"), Column("what it does"), Column("what it looks at")],
        [[kind.name, kind.summary, kind.sees] for kind in kinds],
    )
    headings = ("bot", "parameter", "default", "allowed", "what it is")
    show_table(
        "Parameters (--bots BOT:PARAMETER=VALUE,...)",
        [Column(heading) for heading in headings],
        [[kind.name, p.name, p.default, p.allowed, p.summary] for kind in kinds for p in kind.parameters],
    )
