"""What comes out: an object a verb, read from its report when it is looked at."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import LookOptions

_MEDIA = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
_PUZZLE = ("puzzle", "size", "goal", "no_flip", "date")
_WORDING = ("metric", "notation")


class WrittenReport:
    """A report that was written down, as a pickled answer has it."""

    def __init__(self, told: str) -> None:
        self._told = told

    def json(self) -> str:
        return self._told

    def svg(self) -> None:
        return None


class Answer:
    """The answer to a question.

    ``answer["field"]`` is any field of the report, ``answer.to_dict()`` all of them: those of ``ubin VERB --json``.
    """

    __slots__ = ("_asked", "_facts", "_report")

    def __init__(self, report: _native.Report | WrittenReport, asked: dict[str, Any]) -> None:
        self._report = report
        self._asked = asked
        self._facts: dict[str, Any] | None = None

    def _all(self) -> dict[str, Any]:
        if self._facts is None:
            self._facts = json.loads(self._report.json())
        return self._facts

    def to_dict(self) -> dict[str, Any]:
        """All fields of the report, as a dictionary of your own."""
        facts: dict[str, Any] = json.loads(self._report.json())
        return facts

    def to_json(self) -> str:
        """The report as one line of JSON."""
        return self._report.json()

    def __getitem__(self, field: str) -> Any:
        return self._all()[field]

    def get(self, field: str, default: Any = None) -> Any:
        """A field of the report, or the default where it has none."""
        return self._all().get(field, default)

    @property
    def puzzle(self) -> Any:
        """The puzzle as it was given."""
        return self._asked.get("puzzle")

    @property
    def status(self) -> str | None:
        """``optimal``, ``solved``, ``unsolvable``, ``limit`` or ``interrupted``."""
        return self.get("status")

    @property
    def reason(self) -> str | None:
        """Why there is no solution, in a sentence, where the report has one."""
        return self.get("reason")

    @property
    def nodes(self) -> int:
        """Nodes that were expanded."""
        facts = self._all()
        nodes: int = facts["nodes"] if "nodes" in facts else facts.get("expanded", 0)
        return nodes

    @property
    def time_ms(self) -> float:
        """Milliseconds of the search."""
        time: float = self.get("time_ms", 0.0)
        return time

    def _shown(self) -> list[str]:
        return ["status"]

    def __repr__(self) -> str:
        facts = self._all()
        shown = (f"{name}={facts[name]!r}" for name in self._shown() if facts.get(name) is not None)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (type(self), self._report.json(), self._asked))

    def draw(self, **look: Unpack[LookOptions]) -> Picture:
        """A picture of the puzzle, or of what was found: ``format`` is ``svg`` (unless given), ``png`` or ``gif``."""
        asked = {name: self._asked[name] for name in _PUZZLE if name in self._asked}
        return Picture(_native.ask("render", {**asked, **self._drawn(), **look}))

    def _drawn(self) -> dict[str, Any]:
        return {}

    def _repr_svg_(self) -> str:
        return self.draw().data.decode()


def _unpickled(kind: type[Answer], told: str, asked: dict[str, Any]) -> Answer:
    return kind(WrittenReport(told), asked)


class Solution(Answer):
    """What ``solve`` found."""

    __slots__ = ()

    @property
    def solved(self) -> bool:
        """Whether there is a solution here."""
        return self.get("moves") is not None or self.rows is not None or self.layers is not None

    @property
    def optimal(self) -> bool:
        """Whether the moves are proven shortest."""
        return bool(self.status == "optimal")

    @property
    def moves(self) -> str | None:
        """The moves of a sliding board, such as ``DRD``: where the blank goes."""
        return self.get("moves")

    @property
    def length(self) -> int | None:
        """How many moves there are."""
        return self.get("length")

    @property
    def lower_bound(self) -> int | None:
        """No solution is shorter."""
        return self.get("lower_bound")

    @property
    def rows(self) -> list[str] | None:
        """A flat packing, row by row."""
        return self.get("solution")

    @property
    def layers(self) -> list[list[str]] | None:
        """A packing in space, the top layer first."""
        return self.get("layers")

    def _shown(self) -> list[str]:
        return ["status", "moves", "length", "solution", "layers", "reason"]

    def _drawn(self) -> dict[str, Any]:
        told = {name: self._asked[name] for name in _WORDING if name in self._asked}
        if self.moves is not None:
            return {"moves": self.moves, **told}
        filled = self.rows or self.layers
        return {"solution": filled} if filled else {}


class Verdict(Answer):
    """What ``check`` says."""

    __slots__ = ()

    @property
    def solvable(self) -> bool | None:
        """Whether it can be solved; ``None`` when a limit came before that was known."""
        return self.get("solvable")

    @property
    def kurang(self) -> list[int] | None:
        """KURANG(i) for every tile of a sliding board, the blank last."""
        return self.get("kurang")

    @property
    def x(self) -> int | None:
        """The parity of the blank's distance to its goal cell."""
        return self.get("x")

    @property
    def sum(self) -> int | None:
        """The sum of KURANG plus X: even when the board can be solved."""
        return self.get("sum")

    def _shown(self) -> list[str]:
        return ["solvable", "sum", "reason"]


class Count(Answer):
    """What ``count`` counted. ``int(count)`` is the number of solutions."""

    __slots__ = ()

    @property
    def solutions(self) -> int:
        """The number of solutions; those found so far when it is not complete."""
        number: int = self.get("solutions") or 0
        return number

    @property
    def complete(self) -> bool:
        """Whether that is all of them."""
        return bool(self.get("complete"))

    @property
    def distinct(self) -> int | None:
        """Those that no symmetry turns into one another, where ``distinct`` was asked for."""
        return self.get("distinct")

    def __int__(self) -> int:
        return self.solutions

    def _shown(self) -> list[str]:
        return ["solutions", "complete", "distinct", "length", "reason"]


class Hint(Answer):
    """What ``hint`` advises."""

    __slots__ = ()

    @property
    def move(self) -> str | None:
        """The next move of a sliding board."""
        return self.get("move")

    @property
    def tile(self) -> int | None:
        """The tile that it moves."""
        return self.get("tile")

    @property
    def piece(self) -> str | None:
        """The piece to place next."""
        return self.get("piece")

    @property
    def placement(self) -> list[list[int]] | None:
        """Its cells: layer, row and column, from 1."""
        return self.get("placement")

    def _shown(self) -> list[str]:
        return ["move", "tile", "piece", "placement", "reason"]

    def _drawn(self) -> dict[str, Any]:
        # The board, and the board after the move, with the tile that it moves.
        notation = {"notation": self._asked["notation"]} if "notation" in self._asked else {}
        return {} if self.move is None else {"moves": self.move, **notation}


class Verification(Answer):
    """What ``verify`` says of an answer."""

    __slots__ = ()

    @property
    def valid(self) -> bool:
        """Whether the answer is right."""
        return bool(self.get("valid"))

    @property
    def proves(self) -> list[str]:
        """What it proves, as codes."""
        codes: list[str] = self["proves"]
        return codes

    def __bool__(self) -> bool:
        return self.valid

    def _shown(self) -> list[str]:
        return ["valid", "verdict", "reason"]


class Puzzles(Answer):
    """What ``generate`` made: a sequence of texts, which every verb takes."""

    __slots__ = ("_texts",)

    def __init__(self, report: _native.Report | WrittenReport, asked: dict[str, Any]) -> None:
        super().__init__(report, asked)
        facts = self._all()
        if "boards" in facts:
            columns = facts["cols"]
            self._texts = [_board_text(made["board"], columns) for made in facts["boards"]]
        else:
            self._texts = [made["text"] for made in facts.get("challenges", [facts])]

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __getitem__(self, place: Any) -> Any:
        """The text at a place, or a field of the report by its name."""
        return super().__getitem__(place) if isinstance(place, str) else self._texts[place]

    @property
    def seed(self) -> int:
        """The seed that makes them again."""
        seed: int = super().__getitem__("seed")
        return seed

    def __repr__(self) -> str:
        return f"Puzzles({self._texts!r}, seed={self.seed})"

    def draw(self, **look: Unpack[LookOptions]) -> Picture:
        """A picture of the first puzzle."""
        if not self._texts:
            raise ValueError(self.reason or "no puzzle was made")
        goal = {"goal": self._asked["goal"]} if "goal" in self._asked else {}
        return Picture(_native.ask("render", {"puzzle": self._texts[0], **goal, **look}))


def _board_text(tiles: list[int], columns: int) -> str:
    rows = (tiles[at : at + columns] for at in range(0, len(tiles), columns))
    return "\n".join(" ".join(str(tile) for tile in row) for row in rows)


class Comparison(Answer):
    """What ``compare`` measured: a row a method. In a notebook it is a table and its chart."""

    __slots__ = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row a method, which `pandas.DataFrame` takes."""
        facts = self._all()
        rows: list[dict[str, Any]] = facts["rows"] if facts["puzzle"] == "slide" else facts["methods"]
        return rows

    def __repr__(self) -> str:
        return f"Comparison({len(self.rows)} rows)"

    def _repr_svg_(self) -> str:
        return self._report.svg() or ""

    def _repr_html_(self) -> str:
        """The table."""
        names = [name for name in self.rows[0] if name != "why"] if self.rows else []
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        rows = ([f"<td>{html.escape(str(row.get(name, '')))}</td>" for name in names] for row in self.rows)
        body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Tree(Answer):
    """What ``tree`` recorded: the first nodes of a search, as they grew."""

    __slots__ = ()

    @property
    def tree(self) -> list[dict[str, Any]]:
        """The nodes."""
        nodes: list[dict[str, Any]] = self["tree"]
        return nodes

    def __repr__(self) -> str:
        return f"Tree({len(self.tree)} of {self['made']} nodes)"

    def _repr_svg_(self) -> str:
        return self._report.svg() or ""


class Picture:
    """A picture, a graph or a text, as bytes."""

    __slots__ = ("data", "format")

    data: bytes
    """The bytes of the file."""
    format: str
    """``svg``, ``png``, ``gif``, ``dot`` or ``txt``."""

    def __init__(self, report: _native.Report) -> None:
        file = report.file()
        assert file is not None, "a picture has bytes"
        self.format, self.data = file

    def save(self, path: str | Path) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.data)

    def __repr__(self) -> str:
        return f"Picture({self.format}, {len(self.data)} bytes)"

    def __str__(self) -> str:
        return self.data.decode() if self.format in ("svg", "dot", "txt") else repr(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        if self.format == "svg":
            return {_MEDIA["svg"]: self.data.decode()}
        if self.format in _MEDIA:
            import base64

            return {_MEDIA[self.format]: base64.b64encode(self.data).decode()}
        return {"text/plain": self.data.decode()}


class Solutions(Iterator[Solution]):
    """All solutions of a packing puzzle, searched for as they are taken.

    When the iteration has ended, ``status`` and ``complete`` say whether that was all of them. ``close()``, or leaving a ``with`` block, ends the search.
    """

    def __init__(self, stream: _native.PackingStream, asked: dict[str, Any]) -> None:
        self._stream = stream
        self._asked = asked

    def __next__(self) -> Solution:
        return Solution(next(self._stream), self._asked)

    def _summary(self, field: str) -> Any:
        report = self._stream.summary()
        return json.loads(report.json()).get(field) if report else None

    @property
    def status(self) -> str | None:
        """How the search ended; ``None`` before that."""
        return self._summary("status")

    @property
    def complete(self) -> bool | None:
        """Whether all solutions were found; ``None`` while it is not known."""
        return self._summary("complete")

    def close(self) -> None:
        """Ends the search."""
        self._stream.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
