"""What cannot be answered, and why."""

from __future__ import annotations

import json
from typing import Any


class Refusal(ValueError):
    """Something in a question that the caller can mend.

    Its text shows the place of a mistake, with a caret. ``code`` is the kind of refusal and stays the same within a version; ``mistake`` is finer; ``values`` are those of the sentence.
    """

    code: str
    """The kind: ``bad-puzzle``, ``bad-goal``, ``bad-option``, ``unknown-field``, ``limit``, ..."""
    mistake: str | None
    """The mistake itself: ``tile-twice``, ``other-family``, ..."""
    field: str | None
    """The field that does not fit."""
    line: int | None
    """The line of a mistake in a text, from 1."""
    column: int | None
    """Its column, from 1."""
    values: dict[str, Any]
    """The values of the sentence."""
    index: int | None
    """The place of the puzzle among many, from 0."""

    def __init__(self, told: str, index: int | None = None) -> None:
        error = json.loads(told)["error"]
        shown = error["snippet"] or error["message"]
        super().__init__(shown if index is None else f"puzzle {index}: {shown}")
        self.code = error["code"]
        self.mistake = error["mistake"]
        self.field = error["field"]
        self.line = error["line"]
        self.column = error["column"]
        self.values = error["values"]
        self.index = index
        self._told = told

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, int | None]]:
        return (Refusal, (self._told, self.index))
