"""Limits, Ctrl-C, threads, progress, batches. No test asserts a time: those that wait would hang instead of failing."""

import os
import signal
import subprocess
import sys
import threading

import numpy
import pytest

import pyubin

#: Needs 80 moves; nothing here solves it in the time that a test takes.
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
SLOW = {"method": "ida", "heuristic": "hamming"}


def test_limits_hold_and_tell_what_is_known():
    solution = pyubin.solve(HARD, node_limit=1000, **SLOW)
    assert (solution.status, solution.nodes, solution.optimal) == ("limit", 1000, False)
    assert pyubin.solve(HARD, time_limit_ms=50, **SLOW).status == "limit"
    count = pyubin.count("pentominoes 6x10", method="cover", node_limit=1000)
    assert not count.complete


@pytest.mark.parametrize(
    "call",
    [
        f"pyubin.solve({HARD!r}, method='ida', heuristic='hamming')",
        "pyubin.count('pentominoes 8x8', method='cover')",
        "pyubin.count('pentominoes 8x8', method='cover', threads=2)",
        f"pyubin.solve_many([{HARD!r}] * 40, method='ida', heuristic='hamming')",
        "sum(1 for _ in pyubin.solutions('pentominoes 8x8', method='cover'))",
        f"pyubin.compare({HARD!r}, methods=['ida'], heuristics=['hamming'], each_ms=10**9)",
    ],
    ids=["solve", "count", "threads", "many", "solutions", "compare"],
)
def test_an_interrupt_ends_a_search(call):
    # The signal comes from a thread once the search is under way: without a look at it, the program never ends.
    # Who starts a program in the background may have it ignore the signal: here it is listened to.
    program = f"""
import os, pyubin, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert ended.stdout.strip() == "interrupted", ended.stderr


def test_progress_is_told_and_may_stop_the_search():
    told = []

    def watch(progress):
        told.append(progress.nodes)
        return len(told) < 3

    solution = pyubin.solve(HARD, progress=watch, **SLOW)
    assert len(told) == 3 and told == sorted(told) and told[-1] > 0
    assert (solution.status, solution.optimal) == ("interrupted", False)


def test_what_progress_raises_ends_the_search():
    def watch(progress):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        pyubin.solve(HARD, progress=watch, **SLOW)


def test_progress_of_a_batch_counts_puzzles():
    seen = []

    def watch(progress):
        seen.append(progress.puzzles)
        return len(seen) < 2

    solutions = pyubin.solve_many([HARD] * 40, progress=watch, **SLOW)
    assert len(solutions) == 40 and {solution.status for solution in solutions} == {"interrupted"}


def test_progress_of_a_batch_ends_with_all_of_them():
    seen = []
    pyubin.solve_many(["1 2/- 3"] * 40, progress=lambda progress: seen.append(progress.puzzles))
    assert seen[-1] == 40


def test_other_threads_run_while_a_search_does():
    # The search ends when the other thread says so: were the lock held, it could not.
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    solution = pyubin.solve(HARD, progress=lambda _: not stop.is_set(), **SLOW)
    assert solution.status == "interrupted"


def test_threads_of_python_ask_at_once():
    boards = pyubin.generate("slide", size="3x3", count=40, seed=5)
    alone = [pyubin.solve(board).moves for board in boards]
    found = {}

    def work(first):
        for place in range(first, len(boards), 4):
            found[place] = pyubin.solve(boards[place]).moves

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[place] for place in range(len(boards))] == alone


def test_a_batch_answers_as_single_calls_do():
    boards = list(pyubin.generate("slide", size="3x3", count=200, seed=7))
    many = pyubin.solve_many(boards)
    one_by_one = [pyubin.solve(board) for board in boards]
    assert [(s.moves, s.nodes) for s in many] == [(s.moves, s.nodes) for s in one_by_one]
    assert [v.solvable for v in pyubin.check_many(boards + ["2 1/3 -"])] == [True] * 200 + [False]
    assert [s.rows for s in pyubin.solve_many(["2 2 2/DEFAULT/AA/BB"] * 3)] == [["AA", "BB"]] * 3
    assert pyubin.solve_many([]) == []


def test_threads_change_no_answer():
    boards = pyubin.generate("slide", count=20, seed=11)
    counts = [[(s.moves, s.nodes) for s in pyubin.solve_many(boards, threads=n)] for n in (1, 2, 5)]
    assert counts[0] == counts[1] == counts[2]


def test_arrays_of_boards_go_in_whole():
    boards = numpy.array([[[1, 2], [0, 3]], [[1, 0], [3, 2]]])
    assert [s.moves for s in pyubin.solve_many(boards)] == ["R", "D"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_forked_process_can_ask():
    pyubin.solve("1 2 3/4 5 6/- 7 8")
    child = os.fork()
    if child == 0:
        os._exit(0 if pyubin.solve("1 2 3/4 5 6/- 7 8").moves == "RR" else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_timer_signal_is_handled_while_a_search_runs():
    if not hasattr(signal, "setitimer"):
        pytest.skip("there are no timers on this system")
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        solution = pyubin.solve(HARD, progress=lambda _: not rang, **SLOW)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rang and solution.status == "interrupted"
