"""Tile puzzles, solved: sliding boards and packing boards.

A puzzle is text (rows separated by ``/`` or line ends, or the name of a set such as ``iq``), a `pathlib.Path` of a file, a list of rows, or a numpy array; 0 is the blank. Options are those of the command ``ubin``, by the names that its JSON has:
``solve(board, method="ida", time_limit_ms=1000)``.

>>> import pyubin
>>> pyubin.solve([[1, 2, 3], [4, 5, 6], [0, 7, 8]]).moves
'RR'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._answers import (
    Answer,
    Comparison,
    Count,
    Hint,
    Picture,
    Puzzles,
    Solution,
    Solutions,
    Tree,
    Verdict,
    Verification,
)
from ._native import Progress, __version__
from ._refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal, Protocol

    from typing_extensions import Unpack

    from ._options import (
        CheckOptions,
        CompareOptions,
        CountOptions,
        GenerateOptions,
        HintOptions,
        RenderOptions,
        SolutionsOptions,
        SolveOptions,
        TreeOptions,
        VerifyOptions,
    )

    class SupportsToList(Protocol):
        """An array."""

        def tolist(self) -> Any: ...

    Row = Union[Sequence[Union[int, str, None]], str]
    Puzzle = Union[str, Path, Sequence[Row], Sequence[int], SupportsToList]
    Watch = Callable[[Progress], object]

__all__ = [
    "Answer",
    "Comparison",
    "Count",
    "Hint",
    "Picture",
    "Progress",
    "Puzzles",
    "Refusal",
    "Solution",
    "Solutions",
    "Tree",
    "Verdict",
    "Verification",
    "__version__",
    "ask",
    "check",
    "check_many",
    "compare",
    "count",
    "generate",
    "hint",
    "render",
    "solutions",
    "solve",
    "solve_many",
    "tree",
    "verify",
    "words",
]


def solve(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[SolveOptions]) -> Solution:
    """Finds a solution: of a sliding board of up to 16 cells a proven shortest one.

    ``progress`` is called with a `Progress` about fifty times a second, and stops the search by returning ``False``: then, as at a limit, the solution has what is known. Ctrl-C raises ``KeyboardInterrupt``.
    """
    asked = {"puzzle": puzzle, **options}
    return Solution(_native.ask("solve", asked, progress), asked)


def solve_many(
    puzzles: Iterable[Puzzle], *, progress: Watch | None = None, **options: Unpack[SolveOptions]
) -> list[Solution]:
    """Solves many puzzles in one call, on all cores, in their order. A time limit is each puzzle's own.

    All are read before the first is solved: a `Refusal` says by its ``index`` which one is wrong. ``progress`` is told how many ``puzzles`` are answered, at the end all of them.
    """
    puzzles = _listed(puzzles)
    reports = _native.ask_many("solve", puzzles, dict(options), progress)
    return [Solution(report, {"puzzle": puzzle, **options}) for puzzle, report in zip(puzzles, reports)]


def check(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[CheckOptions]) -> Verdict:
    """Says whether a puzzle can be solved, and why."""
    asked = {"puzzle": puzzle, **options}
    return Verdict(_native.ask("check", asked, progress), asked)


def check_many(
    puzzles: Iterable[Puzzle], *, progress: Watch | None = None, **options: Unpack[CheckOptions]
) -> list[Verdict]:
    """Checks many puzzles in one call, as `solve_many` solves them."""
    puzzles = _listed(puzzles)
    reports = _native.ask_many("check", puzzles, dict(options), progress)
    return [Verdict(report, {"puzzle": puzzle, **options}) for puzzle, report in zip(puzzles, reports)]


def count(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[CountOptions]) -> Count:
    """Counts solutions: the shortest ones of a sliding board, all of a packing puzzle."""
    asked = {"puzzle": puzzle, **options}
    return Count(_native.ask("count", asked, progress), asked)


def hint(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[HintOptions]) -> Hint:
    """Gives the next good move, or one piece that some solution has there."""
    asked = {"puzzle": puzzle, **options}
    return Hint(_native.ask("hint", asked, progress), asked)


def generate(
    family: Literal["slide", "pack"], *, progress: Watch | None = None, **options: Unpack[GenerateOptions]
) -> Puzzles:
    """Makes puzzles; the same seed makes the same ones."""
    asked = {"family": family, **options}
    return Puzzles(_native.ask("generate", asked, progress), asked)


def compare(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[CompareOptions]) -> Comparison:
    """Runs several methods side by side."""
    asked = {"puzzle": puzzle, **options}
    return Comparison(_native.ask("compare", asked, progress), asked)


def tree(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[TreeOptions]) -> Tree:
    """Records the first nodes of a search tree as it grows."""
    asked = {"puzzle": puzzle, **options}
    return Tree(_native.ask("tree", asked, progress), asked)


def render(puzzle: Puzzle, *, progress: Watch | None = None, **options: Unpack[RenderOptions]) -> Picture:
    """Draws a puzzle, or with ``solve=True`` its solution: ``format`` is ``svg`` (unless given), ``png`` or ``gif``."""
    return Picture(_native.ask("render", {"puzzle": puzzle, **options}, progress))


def verify(
    puzzle: Puzzle, answer: Solution | str | list[str] | dict[str, Any], **options: Unpack[VerifyOptions]
) -> Verification:
    """Checks an answer without the solver, and says what it proves: a `Solution`, moves such as ``DRD``, or a packing."""
    given = answer.to_dict() if isinstance(answer, Answer) else answer
    if isinstance(given, list):
        given = "\n".join(given) + "\n"
    asked = {"puzzle": puzzle, **options}
    return Verification(_native.ask("verify", {**asked, "answer": given}), asked)


def solutions(puzzle: Puzzle, **options: Unpack[SolutionsOptions]) -> Solutions:
    """All solutions of a packing puzzle, found as you take them.

    >>> sum(1 for _ in pyubin.solutions("pentominoes 3x20"))
    8
    """
    asked = {"puzzle": puzzle, **options}
    return Solutions(_native.solutions(asked), asked)


def ask(verb: str, **fields: Any) -> Any:
    """Asks any question that the server and the page can ask, by its verb and fields; the report as plain data, a picture as bytes.

    >>> pyubin.ask("model", puzzle="1 2/3 -")["cols"]
    2
    """
    report = _native.ask(verb, fields)
    file = report.file()
    return file[1] if file else json.loads(report.json())


def words() -> dict[str, list[str]]:
    """The words that fields take, by field, such as those of ``method``."""
    words: dict[str, list[str]] = {}
    for entry in json.loads(_native.words()):
        known = words.setdefault(entry["set"], [])
        known.extend(word["name"] for word in entry["words"] if word["name"] not in known)
    return words


def _listed(puzzles: Iterable[Puzzle]) -> Sequence[Puzzle]:
    """Puzzles that can be gone through twice."""
    return puzzles if isinstance(puzzles, Sequence) else list(puzzles)
