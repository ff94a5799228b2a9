"""Crosstape for Python: history, live streams and trees of four prediction and perpetual markets.

>>> from crosstape import Crosstape
>>> Crosstape().get_quote("hl-BTC")["price"]["last"]  # doctest: +SKIP
"""

from .async_client import AsyncCrosstape
from .client import Crosstape
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
from .streams import AsyncStream, Frame, Reconnecting, Resync, Stream
from .tree import Table, Tree, open_tree

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
