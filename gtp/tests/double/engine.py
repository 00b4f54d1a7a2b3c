"""A GTP engine that behaves badly on purpose: engine.py MODE [SEED]; MODE may be several with commas between
them, of which the seed chooses one.

It plays points nobody played before that have a neighbour nobody played, so its moves are legal under
any rules, until it is time to misbehave.
"""

import sys
import time

TROUBLE = 3  # the genmove at which it begins
modes = sys.argv[1].split(",")
mode = modes[int(sys.argv[2]) % len(modes)] if len(modes) > 1 else modes[0]
size, played, asked, color = 19, [], 0, ""
if mode == "never":
    print("some weights are missing\n", file=sys.stderr)
    sys.exit(7)


def point(x, y):
    return "ABCDEFGHJKLMNOPQRST"[x] + str(y + 1)


def free(x, y):
    return 0 <= x < size and 0 <= y < size and point(x, y) not in played


def move():
    for y in range(size):
        for x in range(size):
            if free(x, y) and any(free(x + i, y + j) for i, j in [(0, 1), (1, 0), (0, -1), (-1, 0)]):
                return point(x, y)
    return "pass"


def answer(text="", sign="="):
    print(f"{sign} {text}\n", flush=True)


for line in sys.stdin:
    command, *words = line.split()
    if command == "genmove":
        asked, color = asked + 1, words[0]
        if mode == "resign":
            answer("resign")
            continue
        if asked == TROUBLE:
            if mode == "exit":
                print("cannot go on", file=sys.stderr)
                sys.exit(3)
            if mode == "hang":
                time.sleep(1000)
            if mode == "garbage":
                print("Segmentation fault, or so\n", flush=True)
                continue
            if mode == "flood":
                while True:
                    print("= 0123456789" * 1000)
            if mode == "illegal":
                answer(played[0])
                continue
            if mode == "off-board":
                answer("T19")
                continue
        chosen = move()
        played.append(chosen)
        answer(chosen)
    elif command == "play":
        if mode == "refuse" and asked == TROUBLE:
            answer("illegal move", "?")
            continue
        played.append(words[1].upper())
        answer()
    elif command == "boardsize":
        size, played = int(words[0]), []
        answer()
    elif command == "final_score":
        if mode == "claim":
            answer(f"{color[0].upper()}+99.5")
        else:
            answer("cannot score", "?")
    elif command == "name":
        answer("Double")
    elif command == "quit":
        answer()
        break
    elif command == "known_command":
        answer("false")
    elif command in ("version", "clear_board", "komi", "time_settings", "time_left"):
        answer()
    else:
        answer("unknown command", "?")
