# make play      build the package into .venv, then let bots play a thousand games
# make test      the tests of the engine and of the package but for the long ones, on a build that is quick to make
# make test-all  every test: make test, then the long ones
# make test-browser  whole games in Chromium, which must be there: in PATH, or named by LINESHAFT_CHROMIUM
# make check     formatting, lints, types
# make test-frameworks  the tests with Stable-Baselines3, RLlib, TorchRL, Tianshou, mctx, in an environment of their own: it brings gigabytes
# make bench     the speed of each game
# make clean     remove what was built
#
# VENV names another virtual environment, PACKAGE a wheel to install in place of this folder, PYTHON another Python,
# JOBS how many processes run the tests of the package.

PYTHON ?= python3
VENV ?= .venv
PACKAGE ?= .
JOBS ?= auto

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

SOURCES := pyproject.toml Cargo.toml Cargo.lock packaging/description.md $(shell find rust python cli -type f -not -path '*/__pycache__/*')
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Processes that share the cores measure nothing: benches are run by themselves.
PYTEST := $(BIN)/python -m pytest -p no:benchmark --numprocesses $(JOBS) --dist worksteal

.PHONY: setup play test test-all test-browser test-frameworks frameworks check bench clean

setup: $(VENV)/released

play: $(VENV)/released
	$(BIN)/lineshaft selfplay railways --games 1000 --bots greedy,random

test: $(VENV)/developed
	if cargo nextest --version > /dev/null 2>&1; then cargo nextest run --locked; else cargo test --locked; fi
	$(PYTEST) -m "not long"

test-all: test
	cargo test --locked --doc
	$(PYTEST) -m long

test-browser: $(VENV)/developed
	$(PYTEST) tests/browser

test-frameworks:
	$(MAKE) VENV=$(VENV)-frameworks frameworks

frameworks: $(BIN)/python
	MATURIN_PEP517_ARGS="--profile dev" $(PIP) install "$(PACKAGE)[dev,rllib,sb3]" mctx tianshou torchrl
	$(BIN)/python -m pytest tests/frameworks

check: $(VENV)/developed
	cargo fmt --all --check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	$(BIN)/mypy
	$(BIN)/mypy --explicit-package-bases tests benches
	$(BIN)/python -m mypy.stubtest lineshaft._engine

bench: $(VENV)/released
	$(BIN)/lineshaft bench

clean:
	cargo clean
	rm -rf $(VENV) $(VENV)-frameworks .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks dist

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("Lineshaft needs Python 3.11 or newer: name one, as in make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

# The environment holds one build: for speed (released), or the one that shares what cargo builds for its tests (developed).
$(VENV)/released: $(BIN)/python $(SOURCES)
	$(PIP) install "$(PACKAGE)[rich]"
	rm -f $(VENV)/developed
	touch $@

$(VENV)/developed: $(BIN)/python $(SOURCES)
	MATURIN_PEP517_ARGS="--profile dev" $(PIP) install "$(PACKAGE)[dev]"
	rm -f $(VENV)/released
	touch $@
