"""Work of several calls, written once for both clients."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

T = TypeVar("T")

Steps: TypeAlias = "Generator[Callable[[Any], Any], Any, T]"
"""Yields what it asks of a client, is sent each answer, and returns what it makes of them."""


def run(client: Any, steps: Steps[T]) -> T:
    """Asks one after the other, with the client that waits."""
    try:
        ask = next(steps)
        while True:
            try:
                answer = ask(client)
            except Exception as error:
                ask = steps.throw(error)
            else:
                ask = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def run_async(client: Any, steps: Steps[T]) -> T:
    """The same with the client that is awaited."""
    try:
        ask = next(steps)
        while True:
            try:
                answer = await ask(client)
            except Exception as error:
                ask = steps.throw(error)
            else:
                ask = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result
