"""Every verb, with every kind of puzzle that goes in."""

import json
import pickle

import numpy
import pytest

import pyubin

BOARD = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12"
ROWS = [[1, 2, 3, 4], [5, 6, 0, 8], [9, 10, 7, 11], [13, 14, 15, 12]]
PACKING = "2 3 2/DEFAULT/AAA/A/BB"


@pytest.mark.parametrize(
    "puzzle",
    [
        BOARD,
        ROWS,
        [tuple(row) for row in ROWS],
        sum(ROWS, []),
        [[tile or None for tile in row] for row in ROWS],
        ["1 2 3 4", "5 6 - 8", "9 10 7 11", "13 14 15 12"],
        numpy.array(ROWS),
        numpy.array(ROWS, dtype=numpy.uint8),
        numpy.array(ROWS, dtype=float),
        numpy.array([[tile or numpy.nan for tile in row] for row in ROWS]),
        [float(tile) for tile in sum(ROWS, [])],
        numpy.array(ROWS).flatten(),
        list(numpy.array(ROWS).flatten()),
        [list(row) for row in numpy.array(ROWS)],
    ],
    ids=["text", "rows", "tuples", "flat", "none", "lines", "array", "bytes", "floats", "nan", "flat-floats", "flat-array", "numbers", "number-rows"],
)
def test_a_board_goes_in_as_text_rows_or_an_array(puzzle):
    solution = pyubin.solve(puzzle)
    assert (solution.moves, solution.length, solution.optimal, solution.nodes) == ("DRD", 3, True, 3)
    assert solution.solved and solution.status == "optimal" and solution.lower_bound == 3
    assert pyubin.check(puzzle).solvable


class Frame:
    """A data frame: going through it gives the names of its columns."""

    def __iter__(self):
        return iter(range(4))

    def to_numpy(self):
        return numpy.array(ROWS)


def test_a_data_frame_goes_in_by_its_rows():
    assert pyubin.solve(Frame()).moves == "DRD"


def test_a_file_goes_in_by_its_path(tmp_path):
    board, packing = tmp_path / "board.txt", tmp_path / "packing.txt"
    board.write_text(BOARD.replace("/", "\n"))
    packing.write_text("2 3 2\nDEFAULT\nAAA\nA\nBB\n")
    assert [solution.solved for solution in pyubin.solve_many([board, packing])] == [True, True]
    assert pyubin.solve(board).moves == "DRD"
    with pytest.raises(FileNotFoundError):
        pyubin.solve(tmp_path / "none.txt")


def test_a_report_is_the_json_of_the_command():
    solution = pyubin.solve(BOARD)
    facts = solution.to_dict()
    assert facts == json.loads(solution.to_json())
    assert list(facts)[:4] == ["puzzle", "rows", "cols", "board"]
    assert solution["expanded"] == facts["expanded"] and solution.get("nothing") is None
    assert "DRD" in repr(solution)


def test_check_counts_kurang():
    verdict = pyubin.check("1 3 4 15/2 - 5 12/7 6 11 14/8 9 10 13")
    assert (verdict.solvable, verdict.sum, verdict.x) == (False, 37, 0)
    assert verdict.kurang == [0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 3, 6, 0, 4, 11, 10]
    assert pyubin.check("5 5 4/DEFAULT/AA/A/BB/CCC/ C/DDD/D").reason == "the pieces cover 13 cells, the board has 25"


def test_goals_may_be_rows():
    goal = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert pyubin.solve([[1, 0, 2], [3, 4, 5], [6, 7, 8]], goal=goal).moves == "L"
    assert pyubin.solve("1 0 2/3 4 5/6 7 8", goal="blank-first").moves == "L"


def test_packing():
    solution = pyubin.solve(PACKING)
    assert solution.solved and solution.rows == ["AAA", "ABB"] and solution.moves is None
    assert pyubin.solve(["2 3 2", "DEFAULT", "AAA", "A", "BB"]).rows == solution.rows
    count = pyubin.count("pentominoes 6x10", distinct=True)
    assert (int(count), count.distinct, count.complete) == (9356, 2339, True)
    assert pyubin.hint(PACKING).piece in "AB"
    assert pyubin.solve("soma").layers is not None
    impossible = pyubin.solve("5 5 4/DEFAULT/AA/A/BB/CCC/ C/DDD/D")
    assert impossible.status == "unsolvable" and not impossible.solved and impossible.reason


def test_solutions_are_lazy_and_say_how_they_ended():
    found = pyubin.solutions("pentominoes 3x20")
    assert found.status is None
    boards = [tuple(solution.rows) for solution in found]
    assert len(set(boards)) == 8
    assert (found.status, found.complete) == ("solved", True)
    # IQ has millions: the first comes before the rest is searched for, and the rest never is.
    with pyubin.solutions("iq") as many:
        first = next(many)
        assert len(first.rows) == 5
    assert list(many) == []
    limited = pyubin.solutions("pentominoes 6x10", node_limit=200)
    assert len(list(limited)) < 9356
    assert (limited.status, limited.complete) == ("limit", False)


def test_generate_is_a_sequence_of_puzzles():
    made = pyubin.generate("slide", size="3x3", count=3, seed=1)
    assert len(made) == 3 and made.seed == 1 and made[numpy.int64(1)] == made[-2]
    assert list(made) == list(pyubin.generate("slide", size="3x3", count=3, seed=1))
    assert all(pyubin.solve(board).optimal for board in made)
    assert pyubin.generate("slide", size="3x3", length=31, seed=1)[0] == "6 4 7\n8 5 0\n3 2 1"
    challenge = pyubin.generate("pack", seed=1)
    assert int(pyubin.count(challenge[0])) == 1


def test_compare_and_tree_have_rows_and_nodes():
    comparison = pyubin.compare("7 2 4/5 - 6/8 3 1", goal="blank-first", methods=["astar"], heuristics=["hamming"])
    assert [(row["method"], row["expanded"]) for row in comparison.rows] == [("astar", 31935)]
    assert comparison._repr_svg_().startswith("<svg") and "<td>astar</td>" in comparison._repr_html_()
    tree = pyubin.tree("1 2 3/4 5 6/- 7 8", max_nodes=3)
    assert len(tree.tree) == 3 and tree._repr_svg_().startswith("<svg")


def test_answers_draw_themselves(tmp_path):
    for answer in [pyubin.solve(BOARD), pyubin.check(BOARD), pyubin.hint(BOARD), pyubin.solve(PACKING)]:
        assert answer._repr_svg_().startswith("<svg")
    assert pyubin.generate("slide", seed=3)._repr_svg_().startswith("<svg")
    assert "1 move" in pyubin.hint(BOARD)._repr_svg_(), "a hint shows its move"
    assert "1 move" in pyubin.hint(BOARD, notation="tile")._repr_svg_()
    with pyubin.solutions("soma") as found:
        assert next(found)._repr_svg_().startswith("<svg")
    picture = pyubin.solve(BOARD).draw(format="gif", delay=100)
    assert picture.data.startswith(b"GIF89a") and "image/gif" in picture._repr_mimebundle_()
    picture = pyubin.render(BOARD, format="png", scale=1)
    picture.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "text" in str(pyubin.render(BOARD))


def test_verify_needs_no_solver():
    assert pyubin.verify("1 2 3/4 5 6/- 7 8", "RR").proves == ["goal", "shortest"]
    assert pyubin.verify(BOARD, pyubin.solve(BOARD))
    assert pyubin.verify(PACKING, ["AAA", "ABB"])
    wrong = pyubin.verify("1 2 3/4 5 6/- 7 8", "UU")
    assert not wrong and wrong.reason


def test_any_question_can_be_asked():
    assert pyubin.ask("model", puzzle="1 2/3 -")["board"] == [1, 2, 3, 0]
    assert pyubin.ask("render", puzzle="1 2/3 -").startswith(b"<svg")
    assert "ida" in pyubin.words()["method"] and "cover" in pyubin.words()["method"]


def test_answers_can_be_pickled():
    solution = pickle.loads(pickle.dumps(pyubin.solve(BOARD)))
    assert solution.moves == "DRD" and solution._repr_svg_().startswith("<svg")
    with pytest.raises(pyubin.Refusal) as refused:
        pyubin.solve("1 2/2 -")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.code, str(again)) == (refused.value.code, str(refused.value))
