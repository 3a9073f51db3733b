"""``python -m lineshaft.cli`` is the ``lineshaft`` command."""

from .main import main

main()
