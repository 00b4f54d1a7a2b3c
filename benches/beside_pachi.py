#!/usr/bin/env python3
"""Playouts a second in the tree from the empty board, beside Pachi: one thread each, and two of ours.

usage: beside_pachi.py DUNHUANG PACHI [TURNS]

The programs take turns, so that the machine's moods fall on all alike; a search of 500 playouts, the
fewest that Pachi makes, is taken off with the start-up. PACHI, the program, is run in its own folder. Means over the turns are printed last.
"""

import os
import subprocess
import sys
import time

FEWEST = 500
SIZES = {9: (40_000, 20_000), 13: (20_000, 10_000), 19: (10_000, 5_000)}


def seconds(command, commands, folder=None):
    began = time.monotonic()
    ran = subprocess.run(command, input=commands, text=True, capture_output=True, cwd=folder)
    if ran.returncode or not any(line.startswith("= ") and len(line) > 2 for line in ran.stdout.splitlines()):
        sys.exit(f"{command[0]} played no move: {ran.stderr[-300:]}")
    return time.monotonic() - began


def ours(program, size, playouts, threads):
    options = f"gtp --rules chinese --seed 3 --threads {threads} --playouts {playouts} --size {size}"
    return seconds([program, *options.split()], "genmove b\nquit\n")


def pachi(program, size, playouts):
    options = f"--nodcnn -d 0 -s 3 -r chinese -t ={playouts} threads=1,pondering=0,max_tree_size=512"
    commands = f"boardsize {size}\nclear_board\nkomi 7.5\ngenmove b\nquit\n"
    return seconds([program, *options.split()], commands, os.path.dirname(program))


def speed(run, playouts):
    return (playouts - FEWEST) / (run(playouts) - run(FEWEST))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    dunhuang, peer = map(os.path.abspath, sys.argv[1:3])
    turns = int(sys.argv[3]) if len(sys.argv) == 4 else 3
    for size, (many, few) in SIZES.items():
        rows = []
        for _ in range(turns):
            rows.append((
                speed(lambda n: ours(dunhuang, size, n, 1), many),
                speed(lambda n: ours(dunhuang, size, n, 2), 2 * many),
                speed(lambda n: pachi(peer, size, n), few),
            ))
        one, two, other = (sum(column) / turns for column in zip(*rows))
        ratios = [row[0] / row[2] for row in rows]
        print(f"{size}x{size}: {one:.0f} a second, two threads {two:.0f} ({two / one:.2f} times), Pachi {other:.0f}; "
              f"{one / other:.2f} times Pachi ({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


if __name__ == "__main__":
    main()
