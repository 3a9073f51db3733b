"""Builds the wheel with maturin, without the paths of the machine that builds it in the shipped library.

A panic's message names the source file that it stands in: those of crates and of Rust's own library would be named by
where this machine keeps them. (Cargo's ``trim-paths`` will do the same once it is stable.)
"""

import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # what a build front end asks for, handed on as it is
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ARGUMENTS = "MATURIN_PEP517_ARGS"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """maturin's, with the names of this machine's folders mapped to others."""
    given = os.environ.get(ARGUMENTS, "")
    flags = [f"--remap-path-prefix={folder}={name}" for folder, name in folders().items()]
    os.environ[ARGUMENTS] = f"{given} --config {shlex.quote(f'build.rustflags={json.dumps(flags)}')}".strip()
    try:
        name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        os.environ[ARGUMENTS] = given
    return name


def folders() -> dict[Path, str]:
    """The folders outside this tree that sources are compiled from, and what they are called instead."""
    cargo = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    root = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    return {cargo / "registry/src": "crates", Path(root) / "lib/rustlib/src/rust": "rust"}
