"""One game at a table: who sits where, what a seat sees and may do, undo, saving, going on.

A ``Session`` is what clients play on, in a terminal or a browser. Each seat is held by a person, by a built-in bot or
by nobody. What it hands out for a seat is what that seat may know: views, steps, reasons, and how far it may undo. The
replay, what is saved, and a fork hold everything: they are for whoever runs the table.

    >>> import lineshaft
    >>> game = lineshaft.load_game("railways", players=3)
    >>> session = lineshaft.Session(game, ["person", "greedy", "greedy"], seed=7)
    >>> session.play_on()                           # to the decision of a person
    >>> session.act(0, session.legal_actions(0)[0])
    >>> session.log(0, since=session.ply - 1)       # as seat 0 saw it
"""

from .chairs import NOBODY, PERSON
from .history import CHANCE, Move
from .table import HINT_BOT, Session

__all__ = ["CHANCE", "HINT_BOT", "NOBODY", "PERSON", "Move", "Session"]
