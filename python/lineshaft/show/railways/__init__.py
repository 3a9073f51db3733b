"""How a position of Railways of the World looks.

Text is drawn by ``board`` and ``choices``, the picture by ``picture``. Both ask ``data`` what names stand for, and
``words`` what is going on.
"""
