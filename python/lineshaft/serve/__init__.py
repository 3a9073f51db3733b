"""The games in a browser: tables to sit at, as pages, pictures and forms.

A server keeps its tables in a folder. Browsers get pages, made anew for whoever looks: what a seat, or a spectator, may
know, and never a state, a seed or a replay. Whoever sits at a table is known by a secret in a cookie; a seat for
somebody else is given by an invitation, which is good once.

It needs Starlette and uvicorn: ``pip install "lineshaft[serve]"``. ``lineshaft serve`` is its command.
"""

from .app import make_app
from .guard import Limits
from .server import Server
from .tables import Tables

__all__ = ["Limits", "Server", "Tables", "make_app"]
