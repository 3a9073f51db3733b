"""Fails if the library in a wheel names a folder of the machine that built it: ``python look_into_wheel.py WHEEL``."""

import sys
import zipfile
from pathlib import Path

from backend import folders

wheel = zipfile.ZipFile(sys.argv[1])
library = wheel.read(next(name for name in wheel.namelist() if "/_engine." in name and not name.endswith(".pyi")))
private = [str(folder) for folder in (*folders(), Path.home()) if len(folder.parts) > 1]
found = [folder for folder in private if folder.encode() in library]
if b"crates/" not in library or found:
    sys.exit(f"{sys.argv[1]}: the library names {found or 'no crate at all'}")
