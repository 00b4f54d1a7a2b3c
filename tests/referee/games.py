#!/usr/bin/env python3
"""Whole games over GTP, with a referee that trusts neither player.

One game against GNU Go under `chinese`, and one game of the program against itself under each of the
four rule systems that make a square (what is counted, by whether extra moves are given back). The
referee is a third copy of the program: it checks every move, counts every finished game by all
methods, and writes the record. Needs only Python's standard library.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

SELF_PLAY = ["living-stones", "tang", "point-counting", "point-counting-art"]
LIVING_METHODS = ["full-board", "equal-paths", "equal-stones", "equal-phantoms"]
AREA_METHODS = ["area", "equal-stones-area"]
MOVE_LIMIT = 400


class GtpError(Exception):
    """An answer that begins with `?`, or an engine that went away."""


class Engine:
    """A program that speaks GTP."""

    def __init__(self, *command):
        self.command = [str(word) for word in command]
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *words):
        """Sends a command and returns its answer without the `=`."""
        line = " ".join(str(word) for word in words)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while True:
            read = self.process.stdout.readline()
            if not read:
                raise GtpError(f"{self.command[0]} went away at `{line}`")
            if read.strip():
                answer.append(read.rstrip("\n"))
            elif answer:
                break
        text = "\n".join(answer)
        if not text.startswith("="):
            raise GtpError(f"{self.command[0]}: `{line}` was answered `{text}`")
        return text[1:].strip()

    def close(self):
        """Quits; an engine that does not is killed."""
        try:
            self.process.stdin.write("quit\n")
            self.process.stdin.close()
            self.process.wait(timeout=10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


def play(referee, players, first):
    """Plays until two passes in a row, a resignation or an end; returns the number of moves."""
    color, passes = first, 0
    for number in range(MOVE_LIMIT):
        move = players[color].ask("genmove", color)
        if move.lower() == "resign":
            return number
        referee.ask("play", color, move)
        other = "white" if color == "black" else "black"
        if players[other] is not players[color]:
            players[other].ask("play", color, move)
        passes = passes + 1 if move.lower() == "pass" else 0
        if passes == 2 or referee.ask("dunhuang-game_state").startswith("ended"):
            return number + 1
        color = other
    raise GtpError(f"no end after {MOVE_LIMIT} moves")


def count(referee):
    """Counts the finished game by every method; the four ways must agree, and so must both of area."""
    results = {m: referee.ask("dunhuang-count", m).split()[0] for m in LIVING_METHODS + AREA_METHODS}
    for methods in (LIVING_METHODS, AREA_METHODS):
        found = {results[m] for m in methods}
        if len(found) != 1:
            raise GtpError(f"the methods disagree: {results}")
    return results


def game(program, rules, size, opponent, record):
    """One game; `opponent` is a GTP command, or None for the program itself. Returns a line on it."""
    ours = Engine(program, "--rules", rules, "--size", size, "--playouts", 300, "--seed", 7)
    theirs = Engine(*opponent) if opponent else ours
    referee = Engine(program, "--rules", rules, "--size", size, "--playouts", 1, "--extensions")
    try:
        komi = referee.ask("get_komi")
        if opponent:
            theirs.ask("boardsize", size)
            theirs.ask("komi", komi)
            theirs.ask("clear_board")
        first = "white" if "first: white" in referee.ask("dunhuang-rules").lower() else "black"
        players = {first: ours, "white" if first == "black" else "black": theirs}
        moves = play(referee, players, first)
        results = count(referee)
        score = referee.ask("final_score")
        text = referee.ask("printsgf")
        record.write_text(text + "\n")
        again = Engine(program, "--rules", rules, "--size", size)
        again.ask("loadsgf", record)
        if again.ask("showboard") and again.ask("list_stones", "black") != referee.ask("list_stones", "black"):
            raise GtpError("the record does not lead to the same position")
        again.close()
        return f"{moves} moves, {score}; living {results['full-board']}, area {results['area']}"
    finally:
        for engine in {ours, theirs, referee}:
            engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the dunhuang program")
    parser.add_argument("--out", help="folder for the records (default: a temporary one)")
    arguments = parser.parse_args()
    out = pathlib.Path(arguments.out or tempfile.mkdtemp(prefix="dunhuang-games-"))
    out.mkdir(parents=True, exist_ok=True)

    gnugo = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    games = [("gnugo", "chinese", [gnugo, "--mode", "gtp", "--level", 1, "--chinese-rules"])]
    games += [(rules, rules, None) for rules in SELF_PLAY]
    passed = failed = 0
    for name, rules, opponent in games:
        try:
            if opponent and not gnugo:
                raise GtpError("gnugo is not installed")
            line = game(arguments.program, rules, 9, opponent, out / f"{name}.sgf")
            print(f"{name}: {line}", flush=True)
            passed += 1
        except (GtpError, OSError) as error:
            print(f"{name}: FAILED: {error}", flush=True)
            failed += 1
    if not arguments.out:
        shutil.rmtree(out)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
