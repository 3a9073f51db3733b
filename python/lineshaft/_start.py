"""Ctrl-C while the command is still being imported: it ends without a traceback, as there is nothing yet to tidy up."""

import signal
import sys
import threading
from pathlib import PurePath

COMMAND = ("lineshaft", "-m")
"""What a program is called while Python imports it: the script's name, or ``-m`` for ``python -m lineshaft``."""


def leave_ctrl_c_to_the_system() -> None:
    """In the command, until ``catch_ctrl_c``. A program that imports the package keeps what it has."""
    program = PurePath(sys.argv[0]).stem if getattr(sys, "argv", None) else ""
    caught = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if program in COMMAND and caught and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def catch_ctrl_c() -> None:
    """From here on Ctrl-C is a ``KeyboardInterrupt``; where it was ignored it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


leave_ctrl_c_to_the_system()
