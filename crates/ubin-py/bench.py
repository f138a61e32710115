"""Measures what the package costs beside the search: python bench.py [PATH OF THE COMMAND]. The command should be of the same build.

Costs are CPU time of the process, all its threads together, the best of five: other work on the machine does not count.
"""

import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import pyubin

TRIVIAL = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12"
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def microseconds(call, times):
    """CPU time of a call, the best of five."""

    def once():
        start = time.process_time()
        for _ in range(times):
            call()
        return (time.process_time() - start) / times * 1e6

    call()
    return min(once() for _ in range(5))


def interrupted(call):
    """Milliseconds from a signal to the exception."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.2, send).start()
    try:
        call()
    except KeyboardInterrupt:
        return (time.perf_counter() - sent[0]) * 1000
    raise AssertionError("the search ended before the signal")


def seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def batch(command):
    """10,000 15-puzzles: in one call, and by the command, which has the same tables in its cache."""
    boards = list(pyubin.generate("slide", count=10_000, seed=1))
    pyubin.solve_many(boards)
    start, used = time.perf_counter(), seconds(resource.RUSAGE_SELF)
    found = pyubin.solve_many(boards)
    clock, used = time.perf_counter() - start, seconds(resource.RUSAGE_SELF) - used
    print(f"10,000 15-puzzles in one call: {used:.2f} s of CPU, {clock:.2f} s, {sum(s.length for s in found)} moves")
    if command:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(board.replace("\n", " ") for board in boards) + "\n")
            file.flush()
            start, used = time.perf_counter(), seconds(resource.RUSAGE_CHILDREN)
            subprocess.run([command, "solve", file.name, "--batch"], check=True, stdout=subprocess.DEVNULL)
            clock, used = time.perf_counter() - start, seconds(resource.RUSAGE_CHILDREN) - used
            print(f"by the command: {used:.2f} s of CPU, {clock:.2f} s")


def main():
    print(f"check: {microseconds(lambda: pyubin.check(TRIVIAL), 2000):.1f} us")
    print(f"trivial solve: {microseconds(lambda: pyubin.solve(TRIVIAL), 2000):.1f} us")
    print(f"trivial solve, its moves: {microseconds(lambda: pyubin.solve(TRIVIAL).moves, 2000):.1f} us")
    many = [TRIVIAL] * 5000
    rows = [[int(tile) for tile in row.replace("-", "0").split()] for row in TRIVIAL.split("/")]
    print(f"trivial solve of rows of numbers: {microseconds(lambda: pyubin.solve(rows), 2000):.1f} us")
    print(f"check_many: {microseconds(lambda: pyubin.check_many(many), 1) / len(many):.1f} us a board")
    print(f"solve_many, 3 nodes each: {microseconds(lambda: pyubin.solve_many(many), 1) / len(many):.1f} us a board")
    millions = [TRIVIAL] * 2_000_000
    calls = {
        "solve": lambda: pyubin.solve(HARD, method="ida", heuristic="hamming"),
        "count": lambda: pyubin.count("pentominoes 8x8", method="cover"),
        "check_many": lambda: pyubin.check_many(millions),
    }
    for name, call in calls.items():
        waits = [interrupted(call) for _ in range(10)]
        print(f"from Ctrl-C to the exception, {name}: {statistics.median(waits):.0f} ms, at most {max(waits):.0f} ms")
    batch(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
