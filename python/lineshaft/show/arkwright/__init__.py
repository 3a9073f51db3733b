"""How a position of Arkwright: The Card Game looks.

Text is drawn by ``board`` and ``choices``, the picture by ``picture``. Both ask ``data`` what names stand for and what
follows from the file, and ``words`` what is going on.
"""
