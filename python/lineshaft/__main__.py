"""``python -m lineshaft`` is the ``lineshaft`` command."""

from .cli.main import main

main()
