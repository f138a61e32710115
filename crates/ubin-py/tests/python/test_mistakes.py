"""What is refused, and how it is told."""

import re
import warnings

import pytest

import pyubin


def test_a_mistake_is_a_value_error_with_a_caret():
    with pytest.raises(ValueError) as refused:
        pyubin.solve("1 2 3/4 5 5/7 8 -")
    error = refused.value
    assert isinstance(error, pyubin.Refusal)
    assert (error.code, error.mistake, error.field, error.line) == ("bad-puzzle", "tile-twice", "puzzle", 1)
    assert "^" in str(error) and "1 2 3/4 5 5/7 8 -" in str(error)


def test_a_mistake_in_rows_names_the_row():
    with pytest.raises(pyubin.Refusal) as refused:
        pyubin.check([[1, 2, 3], [4, 5, 5], [7, 8, 0]])
    assert refused.value.line == 2 and "4 5 5" in str(refused.value)
    with pytest.raises(pyubin.Refusal, match="1000000"):
        pyubin.check([[1, 2], [3, 10**30]])


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"depth": 3}, "unknown-field", "depth"),
        ({"method": "magic"}, "bad-option", "method"),
        ({"heuristic": 3}, "bad-option", "heuristic"),
        ({"goal": "1 2/3 3"}, "bad-goal", "goal"),
        ({"no_flip": True}, "bad-option", "no_flip"),
        ({"weight": -1.0, "method": "weighted-astar"}, "bad-option", "weight"),
        ({"node_limit": -1}, "bad-option", "node_limit"),
    ],
)
def test_options_are_refused_by_their_names(fields, code, field):
    with pytest.raises(pyubin.Refusal) as refused:
        pyubin.solve("1 2 3/4 5 6/- 7 8", **fields)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert not re.search(r"--\w", str(refused.value)), "a message speaks of fields, not of flags"


@pytest.mark.parametrize("puzzle", [3, 1.5, None, b"1 2/3 -", {"a": 1}, object(), [[1.5, 2.5]], [[[1]]]])
def test_what_is_no_puzzle_is_refused(puzzle):
    with pytest.raises((TypeError, ValueError)):
        pyubin.solve(puzzle)


def test_a_batch_names_the_puzzle():
    with pytest.raises(pyubin.Refusal) as refused:
        pyubin.solve_many(["1 2/3 -", "1 2/- 3", "1 1/2 -", "5"])
    assert refused.value.index == 2 and str(refused.value).startswith("puzzle 2: ")
    with pytest.raises(TypeError):
        pyubin.solve_many("1 2/3 -")


def test_solutions_of_a_sliding_board_are_refused_at_once():
    with pytest.raises(pyubin.Refusal):
        pyubin.solutions("1 2/3 -")
    with pytest.raises(pyubin.Refusal) as refused:
        pyubin.solutions("2 2 2/DEFAULT/AA/BB/PLACED/AB/..")
    assert refused.value.code == "bad-puzzle"


def test_what_is_odd_about_a_text_is_a_warning():
    with pytest.warns(UserWarning, match="parts"):
        pyubin.check("2 3 2/DEFAULT/A A/BBB/B")


def test_a_refused_answer_is_no_crash():
    with pytest.raises(pyubin.Refusal):
        pyubin.verify("1 2 3/4 5 6/- 7 8", "{")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not pyubin.verify("1 2 3/4 5 6/- 7 8", "")
