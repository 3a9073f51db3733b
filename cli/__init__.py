"""The command line, for people: ``lineshaft games``, ``selfplay``, ``parity`` and ``bench``.

No rule of any game is here. The commands ask :mod:`lineshaft` and show what it answers.
"""
