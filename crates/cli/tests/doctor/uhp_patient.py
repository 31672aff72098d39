"""A UHP engine with one illness: everything goes to a healthy engine and back, one thing is spoilt."""
import subprocess
import sys
import time

illness = sys.argv[1]
if illness == "mute":
    for _ in sys.stdin:
        pass
    sys.exit()

engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
kept = []
game = b""


def answer():
    lines = []
    while True:
        line = engine.stdout.readline()
        if not line:
            sys.exit(3)
        lines.append(line)
        if line == b"ok\n":
            return lines


def say(lines):
    sys.stdout.buffer.write(b"".join(lines))
    sys.stdout.buffer.flush()


say(answer())
for line in sys.stdin.buffer:
    words = line.split()
    word = words[0] if words else b""
    if illness == "no-crlf" and line.endswith(b"\r\n"):
        say([b"err what is a carriage return?\n", b"ok\n"])
        continue
    if illness == "crash-undo" and word == b"undo":
        sys.stderr.write("I never look back\n")
        sys.exit(7)
    if illness == "late" and line.startswith(b"bestmove time"):
        time.sleep(1.4)
    if illness == "leak" and word == b"newgame":
        kept.append(b"x" * (2 << 20))
    engine.stdin.write(line)
    engine.stdin.flush()
    lines = answer()
    if word == b"validmoves" and not lines[0].startswith(b"err"):
        moves = lines[0].strip().split(b";")
        if illness == "missing" and len(moves) > 20:
            moves.pop(7)
        if illness == "surplus" and len(moves) > 20:
            moves.append(b"wQ")
        lines[0] = b";".join(moves) + b"\n"
    if illness == "accepts-all" and lines[0].startswith(b"invalidmove"):
        lines[0] = game
    if illness == "never-over":
        lines = [part.replace(b"WhiteWins", b"InProgress") for part in lines]
    if illness == "chatty" and word == b"play":
        lines.insert(0, b"hm, interesting\n")
    if word in (b"newgame", b"play", b"undo") and len(lines) > 1:
        game = lines[-2]
    say(lines)
    if word == b"exit":
        break
if illness == "stays":
    time.sleep(60)
