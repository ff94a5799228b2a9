"""Crosstape for Python: history, live streams and trees of four prediction and perpetual markets.

>>> from crosstape import Crosstape
>>> Crosstape().get_quote("hl-BTC")["price"]["last"]  # doctest: +SKIP
"""

import typing

from .errors import (
    CrosstapeError,
    LocalError,
    NetworkError,
    NewerTreeError,
    NoAnswerError,
    ServiceError,
    StreamEndedError,
    StreamSilentError,
    UnreadableAnswerError,
)
from .generated import errors as _codes
from .generated.errors import *  # noqa: F403
from .history import AsyncHistory, History
from .ohlcv import Bar, Ohlcv
from .pair import Pair, PairRow
from .recorded import Recorded
from .tree import Table, Tree, open_tree

if typing.TYPE_CHECKING:
    from .async_client import AsyncCrosstape
    from .client import Crosstape
    from .streams import AsyncStream, Frame, Reconnecting, Resync, Stream

__version__ = "2.0.0"

# Type checkers take what is named here for the names of the package.
__all__ = [
    "AsyncCrosstape",
    "AsyncHistory",
    "AsyncStream",
    "Bar",
    "Crosstape",
    "CrosstapeError",
    "Frame",
    "History",
    "LocalError",
    "NetworkError",
    "NewerTreeError",
    "NoAnswerError",
    "Ohlcv",
    "Pair",
    "PairRow",
    "Reconnecting",
    "Recorded",
    "Resync",
    "ServiceError",
    "Stream",
    "StreamEndedError",
    "StreamSilentError",
    "Table",
    "Tree",
    "UnreadableAnswerError",
    "open_tree",
]
__all__ += _codes.__all__

_OVER_HTTP = {
    "AsyncCrosstape": "async_client",
    "AsyncStream": "streams",
    "Crosstape": "client",
    "Frame": "streams",
    "Reconnecting": "streams",
    "Resync": "streams",
    "Stream": "streams",
}
"""Modules of the names that need httpx. Files of a tree and of the tape are read without it."""


def __getattr__(name: str) -> typing.Any:
    if name not in _OVER_HTTP:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_OVER_HTTP[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
