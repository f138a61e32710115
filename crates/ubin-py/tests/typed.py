"""What a type checker must accept, and refuse: `warn_unused_ignores` is on, so an error that is not there is one."""

from pathlib import Path

import pyubin

moves: str | None = pyubin.solve([[1, 2], [3, 0]], method="ida", time_limit_ms=1000).moves
length: int | None = pyubin.solve("1 2/3 -", heuristic="manhattan").length
counted: int = int(pyubin.count("iq", distinct=True))
rows: list[str] | None = next(pyubin.solutions("iq", limit=3)).rows
boards: list[str] = list(pyubin.generate("slide", size="3x3", count=2))
lengths: list[int | None] = [solution.length for solution in pyubin.solve_many(boards)]
pyubin.check(Path("board.txt"))
data: bytes = pyubin.solve("1 2/3 -").draw(format="png", scale=2).data
pyubin.solve("1 2/3 -", progress=lambda progress: progress.nodes < 1000)
pyubin.solve("1 2/3 -", method="magic")  # type: ignore[arg-type]
pyubin.solve("1 2/3 -", depth=3)  # type: ignore[call-arg]
pyubin.solve("1 2/3 -").movse  # type: ignore[attr-defined]
