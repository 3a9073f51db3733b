"""Random data files: each can be played, they differ, and a good part of what is tried is kept."""

from __future__ import annotations

import pytest

import lineshaft
from lineshaft import reference
from lineshaft.proof.random_data import engine_refusal, random_data, shipped_tree
from lineshaft.proof.toml_writer import dump
from lineshaft.reference.toml_text import parse

GAMES = lineshaft.games()
FILES = 12
LEAST_ACCEPTED = 0.15
"""Of the changes that are tried."""


@pytest.mark.parametrize("name", GAMES)
def test_random_files_can_be_played_and_differ(name: str) -> None:
    files = [random_data(name, seed) for seed in range(FILES)]
    assert len({file.text for file in files}) > FILES / 2
    tried, kept = sum(file.tried for file in files), sum(file.kept for file in files)
    assert LEAST_ACCEPTED < kept / tried < 1, f"{kept} of {tried} changes were kept"
    assert sum(len(file.refused) for file in files) == tried - kept
    for file in files:
        assert engine_refusal(name, file.text) is None
        assert file.kept == 0 or lineshaft.data_differences(name, file.text)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_file(name: str) -> None:
    assert random_data(name, 5) == random_data(name, 5)
    assert random_data(name, 5).text != random_data(name, 6).text


@pytest.mark.parametrize("name", GAMES)
def test_a_file_written_anew_says_the_same(name: str) -> None:
    text = dump(shipped_tree(name))
    assert parse(text) == parse(lineshaft.load_game(name).data_text)
    assert lineshaft.data_differences(name, text) == []


@pytest.mark.parametrize("name", GAMES)
def test_refused_files_are_refused_in_the_same_words_by_both(name: str) -> None:
    refused = [refusal for seed in range(3) for refusal in random_data(name, seed).refused]
    for text, variant, players, sentence in refused[:4]:
        with pytest.raises(lineshaft.InvalidData) as raised:
            reference.load_game(name, players, variant, None, text)
        assert raised.value.message == sentence
