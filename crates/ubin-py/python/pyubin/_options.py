"""The options of every verb: made from the questions of ubin-front by tests/options.rs."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

ChallengeGrade = Literal["easy", "medium", "hard", "wizard"]
Family = Literal["slide", "pack"]
Form = Literal["json", "txt", "svg", "png", "gif", "dot"]
HeuristicName = Literal["hamming", "gaschnig", "manhattan", "linear-conflict", "walking-distance", "pattern"]
MethodName = Literal["auto", "branch-and-bound", "astar", "ida", "bfs", "weighted-astar", "greedy", "beam", "quick", "brute-force", "backtrack", "cover"]
Metric = Literal["single", "multi"]
Notation = Literal["blank", "tile"]
Theme = Literal["light", "dark", "auto"]
Variant = Literal["exact", "drop-seen", "tree", "best-cost"]


class CheckOptions(TypedDict, total=False):
    """Whether a puzzle can be solved, and why."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""


class SolveOptions(TypedDict, total=False):
    """A solution, or all of a packing puzzle."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    heuristic: None | HeuristicName
    """The lower bound of a sliding search. Beam without one has its own score"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    method: None | MethodName
    """How to search; auto by default. brute-force, backtrack and cover are for packing, auto is for both, the others are for sliding"""

    metric: None | Metric
    """What counts as one move: one tile one cell (default), or a whole line that slides"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    notation: None | Notation
    """Write moves as where the blank goes (default), or where the tile goes"""

    order: str | None
    """The order in which moves of the blank are tried, such as ULRD (default ULDR), for the node counts of a paper: ida then counts children one by one"""

    prove: bool
    """Accept only a proven shortest solution, on a board of any size"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""

    variant: None | Variant
    """How duplicates and ties are handled: exact (default), or a course program's way"""

    weight: float | None
    """The weight of weighted-astar, 1 to 1000 (default 1.5)"""

    width: int | None
    """Nodes that beam keeps in a layer (default 1000); a beam that fails is run again twice as wide"""


class SolutionsOptions(TypedDict, total=False):
    """A solution, or all of a packing puzzle."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    limit: int | None
    """With all: stop after this many solutions"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    method: None | MethodName
    """How to search; auto by default. brute-force, backtrack and cover are for packing, auto is for both, the others are for sliding"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""

    unlabelled: bool
    """With all: pieces of one shape are equal, whatever their letters"""


class CountOptions(TypedDict, total=False):
    """The number of solutions."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    distinct: bool
    """Also count those that no symmetry of the puzzle turns into one another: turns and mirror images of the board that carry the set of pieces onto itself, where a mirror image may exchange a piece with its mirror twin"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    limit: int | None
    """Stop after this many solutions"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    method: None | MethodName
    """How to count a packing puzzle"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""

    unlabelled: bool
    """Pieces of one shape are equal, whatever their letters; copies of one piece always are"""


class HintOptions(TypedDict, total=False):
    """The next good move or piece."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    notation: None | Notation
    """Write the move as where the blank goes (default), or where the tile goes"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""


class GenerateOptions(TypedDict, total=False):
    """New puzzles. The fields of the other family are refused."""

    count: int | None
    """How many; 1 by default. Challenges take the next seeds that have one."""

    difficulty: None | ChallengeGrade
    """How hard the challenges are"""

    goal: Any
    """The goal of the boards: blank-last (default), blank-first, spiral, a path or the text itself"""

    length: int | None
    """Boards whose shortest solution has exactly this many moves"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    placed: int | None
    """How many pieces are placed; as few as the draw allows by default"""

    puzzle: str | None
    """The set (default iq): a name, a path, - for standard input, or the text itself"""

    seed: int | None
    """The seed; the same seed gives the same puzzles. Without one, a new seed is drawn."""

    size: str | None
    """Rows and columns of the boards (default 4x4)"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""


class CompareOptions(TypedDict, total=False):
    """Methods side by side."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    each_ms: int | None
    """What each row may take (default: its share of the time limit, at most 10s); the time limit is for the whole"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    heuristics: list[HeuristicName]
    """The heuristics, separated by commas; all that fit the board by default"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    methods: list[MethodName]
    """The methods, separated by commas; all by default"""

    more: Any
    """Further sliding boards with the same goal: the table sums up over all of them."""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""


class TreeOptions(TypedDict, total=False):
    """The search tree as it grew."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    heuristic: None | HeuristicName
    """The lower bound of a sliding search. Beam without one has its own score"""

    max_nodes: int | None
    """Keep the first N nodes, 1 to 10000 (default 200); of a larger tree, also every level in numbers"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    method: None | MethodName
    """How to search; auto by default. brute-force, backtrack and cover are for packing, auto is for both, the others are for sliding"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    order: str | None
    """The order in which moves of the blank are tried, such as ULRD (default ULDR), for the node counts of a paper: ida then counts children one by one"""

    prove: bool
    """Accept only a proven shortest solution, on a board of any size"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""

    variant: None | Variant
    """How duplicates and ties are handled: exact (default), or a course program's way"""

    weight: float | None
    """The weight of weighted-astar, 1 to 1000 (default 1.5)"""

    width: int | None
    """Nodes that beam keeps in a layer (default 1000); a beam that fails is run again twice as wide"""


class RenderOptions(TypedDict, total=False):
    """A picture."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    delay: int | None
    """How long a GIF shows each move or piece, in milliseconds, 20 to 60000 (400 a move, 800 a piece)"""

    format: None | Form
    """`svg` (default), `png` or `gif`."""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    heuristic: None | HeuristicName
    """The lower bound of a sliding search. Beam without one has its own score"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    method: None | MethodName
    """How to search; auto by default. brute-force, backtrack and cover are for packing, auto is for both, the others are for sliding"""

    metric: None | Metric
    """What counts as one move: one tile one cell (default), or a whole line that slides"""

    moves: str | None
    """Draw these moves of a sliding board, such as DRD; they say where the blank goes, or as the notation says"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    notation: None | Notation
    """Write moves as where the blank goes (default), or where the tile goes"""

    order: str | None
    """The order in which moves of the blank are tried, such as ULRD (default ULDR), for the node counts of a paper: ida then counts children one by one"""

    prove: bool
    """Accept only a proven shortest solution, on a board of any size"""

    scale: float | None
    """Pixels for each unit of a picture, 0.1 to 16: 2 for a PNG (or what fits), 1 for a GIF unless given"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    solution: Any | None
    """Draw this solution of a packing board: its rows, or its layers from the top, as `solve` gives them."""

    solve: bool
    """Draw the solution; a GIF always shows it"""

    theme: None | Theme
    """Colours: light, dark, or auto, which follows the viewer of an SVG and is light in pixels"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""

    variant: None | Variant
    """How duplicates and ties are handled: exact (default), or a course program's way"""

    view: str | None
    """From where a pyramid or a box is seen: degrees around it and above it (default 30,35)"""

    weight: float | None
    """The weight of weighted-astar, 1 to 1000 (default 1.5)"""

    width: int | None
    """Nodes that beam keeps in a layer (default 1000); a beam that fails is run again twice as wide"""


class LookOptions(TypedDict, total=False):
    """A picture."""

    delay: int | None
    """How long a GIF shows each move or piece, in milliseconds, 20 to 60000 (400 a move, 800 a piece)"""

    format: None | Form
    """`svg` (default), `png` or `gif`."""

    scale: float | None
    """Pixels for each unit of a picture, 0.1 to 16: 2 for a PNG (or what fits), 1 for a GIF unless given"""

    theme: None | Theme
    """Colours: light, dark, or auto, which follows the viewer of an SVG and is light in pixels"""

    view: str | None
    """From where a pyramid or a box is seen: degrees around it and above it (default 30,35)"""


class VerifyOptions(TypedDict, total=False):
    """Whether an answer is right, checked without the solver."""

    date: str | None
    """The day that the set calendar leaves free, such as 11-16; today by default"""

    goal: Any
    """The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself"""

    memory_limit_bytes: int | None
    """Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less"""

    metric: None | Metric
    """What counts as one move: one tile one cell (default), or a whole line that slides"""

    no_flip: bool
    """Pieces on a flat board may be turned, but not turned over"""

    node_limit: int | None
    """Stop after expanding this many nodes"""

    notation: None | Notation
    """Write moves as where the blank goes (default), or where the tile goes"""

    size: str | None
    """Rows and columns of a board written on one line, such as 3x5"""

    threads: int | None
    """Use this many threads; all cores by default"""

    time_limit_ms: int | None
    """Stop after this time: 500ms, 10s, 2m"""
