"""Measures what the package costs beside the search: python bench.py [PATH OF THE COMMAND]. Install a wheel of the dist profile first."""

import os
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
    """The best of five: other work on the machine only adds."""

    def once():
        start = time.perf_counter()
        for _ in range(times):
            call()
        return (time.perf_counter() - start) / times * 1e6

    call()
    return min(once() for _ in range(5))


def interrupted():
    """Milliseconds from a signal to the exception."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.2, send).start()
    try:
        pyubin.solve(HARD, method="ida", heuristic="hamming")
    except KeyboardInterrupt:
        return (time.perf_counter() - sent[0]) * 1000
    raise AssertionError("the search ended before the signal")


def batch(command):
    """Seconds for 10,000 15-puzzles: in one call, and by the command."""
    boards = list(pyubin.generate("slide", count=10_000, seed=1))
    pyubin.solve_many(boards)
    start = time.perf_counter()
    found = pyubin.solve_many(boards)
    print(f"10,000 15-puzzles in one call: {time.perf_counter() - start:.2f} s, {sum(s.length for s in found)} moves")
    if command:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(board.replace("\n", " ") for board in boards) + "\n")
            file.flush()
            start = time.perf_counter()
            subprocess.run([command, "solve", file.name, "--batch"], check=True, stdout=subprocess.DEVNULL)
            print(f"by the command: {time.perf_counter() - start:.2f} s")


def main():
    print(f"check: {microseconds(lambda: pyubin.check(TRIVIAL), 2000):.1f} us")
    print(f"trivial solve: {microseconds(lambda: pyubin.solve(TRIVIAL), 2000):.1f} us")
    print(f"trivial solve, its moves: {microseconds(lambda: pyubin.solve(TRIVIAL).moves, 2000):.1f} us")
    many = [TRIVIAL] * 5000
    print(f"check_many: {microseconds(lambda: pyubin.check_many(many), 1) / len(many):.1f} us a board")
    print(f"solve_many, 3 nodes each: {microseconds(lambda: pyubin.solve_many(many), 1) / len(many):.1f} us a board")
    waits = [interrupted() for _ in range(10)]
    print(f"from Ctrl-C to the exception: {statistics.median(waits):.0f} ms, at most {max(waits):.0f} ms")
    batch(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
