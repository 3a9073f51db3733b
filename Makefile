# make play   build the package into .venv, then let bots play a thousand games
# make test   all tests, of the engine and of the package
# make check  formatting, lints, types
# make bench  the speed of each game
# make clean  remove what was built
#
# VENV names another virtual environment, PACKAGE a wheel to install in place of this folder, PYTHON another Python.

PYTHON ?= python3
VENV ?= .venv
PACKAGE ?= .

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

SOURCES := pyproject.toml Cargo.toml Cargo.lock README.md $(shell find rust python cli -type f -not -path '*/__pycache__/*')
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: setup play test check bench clean

setup: $(VENV)/installed

play: $(VENV)/installed
	$(BIN)/lineshaft selfplay railways --games 1000 --bots greedy,random

test: $(VENV)/developed
	if cargo nextest --version > /dev/null 2>&1; then cargo nextest run --locked && cargo test --locked --doc; else cargo test --locked; fi
	$(BIN)/python -m pytest

check: $(VENV)/developed
	cargo fmt --all --check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	$(BIN)/mypy
	$(BIN)/mypy --explicit-package-bases tests benches
	$(BIN)/python -m mypy.stubtest lineshaft._engine

bench: $(VENV)/installed
	$(BIN)/lineshaft bench

clean:
	cargo clean
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks dist

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("Lineshaft needs Python 3.11 or newer: name one, as in make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(PIP) install "$(PACKAGE)[rich]"
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(PIP) install "$(PACKAGE)[dev]"
	touch $@
