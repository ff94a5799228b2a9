"""Types of answers and frames, named after the methods that give them."""

from .generated.types import *  # noqa: F403
