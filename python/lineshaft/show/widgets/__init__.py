"""How a position of Widget's Workshop looks.

Text is drawn by ``board`` and ``choices``, the picture by ``picture``. Both ask ``data`` what names stand for,
``words`` what is going on, and ``outline`` how parts lie on the table.
"""
