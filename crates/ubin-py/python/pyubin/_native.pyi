from collections.abc import Callable, Iterable
from typing import Any, final

__all__ = ["__version__", "Report", "Progress", "PackingStream", "ask", "ask_many", "solutions", "words"]

__version__: str

@final
class Progress:
    """What a search has done so far."""

    @property
    def nodes(self) -> int:
        """Nodes expanded."""

    @property
    def bytes(self) -> int:
        """Bytes held now."""

    @property
    def lower(self) -> int:
        """The length proven necessary so far; 0 when nothing is proven."""

    @property
    def upper(self) -> int | None:
        """The length of the best solution so far."""

    @property
    def puzzles(self) -> int:
        """Puzzles of a batch that are answered."""

    @property
    def seconds(self) -> float:
        """Seconds since the call."""

@final
class Report:
    def json(self) -> str: ...
    def file(self) -> tuple[str, bytes] | None: ...
    def svg(self) -> str | None: ...

@final
class PackingStream:
    def __iter__(self) -> PackingStream: ...
    def __next__(self) -> Report: ...
    def summary(self) -> Report | None: ...
    def close(self) -> None: ...

def ask(verb: str, fields: dict[str, Any], progress: Callable[[Progress], object] | None = None) -> Report: ...
def ask_many(
    verb: str, puzzles: Iterable[Any], fields: dict[str, Any], progress: Callable[[Progress], object] | None = None
) -> list[Report]: ...
def solutions(fields: dict[str, Any]) -> PackingStream: ...
def words() -> str: ...
