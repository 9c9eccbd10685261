#!/usr/bin/env python3
"""windows-screen.py PROGRAM HOME   starts the Windows program in wine's console, resizes it, plays a move, and quits.

wine 8 passes the escape sequences on as text and breaks its lines, so only words are looked for, not where they stand.
"""

import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import sys
import termios
import time

program, home = sys.argv[1], pathlib.Path(sys.argv[2]) / "screen"
home.mkdir(parents=True)
child, terminal = pty.fork()
if child == 0:
    os.environ["LUCENA_HOME"] = "Z:" + str(home.resolve())
    os.environ.pop("TERM", None)
    os.execvp("wine", ["wine", program])


def resize(columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def read(seconds):
    """What the program writes until it pauses for half a second, without escape sequences and the breaks of lines."""
    end, found = time.time() + seconds, b""
    while time.time() < end and select.select([terminal], [], [], 0.5 if found else seconds)[0]:
        try:
            found += os.read(terminal, 1 << 16)
        except OSError:
            break
    text = found.replace(b"\r\r\n", b"").decode(errors="replace")
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", text)


def expect(what, keys, words, seconds=60):
    os.write(terminal, keys)
    end, text = time.time() + seconds, ""
    while words not in " ".join(text.split()):
        assert time.time() < end, f"{what}: no {words!r} in {text[-3000:]!r}"
        text += read(5)
    print(f"screen: {what}: {words!r}")


resize(100, 34)
expect("start", b"", "Welcome to Lucena")
expect("a key", b"\x1b", "you and Lucena")
expect("a game for two", b"\x1b[C\t\tnone\r", "a new game")
expect("a move", b"d4\r", "Black to move")
resize(80, 24)
expect("a smaller console", b"e5\r", "White to move")
expect("quit", b"\x11", "Quit Lucena?")
os.write(terminal, b"y")
read(5)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert status == 0, f"exit code {status}"
[game] = (home / "games").glob("*.pgn")
moves = re.sub(r"\{.*?\}|\d+\.+", "", game.read_text().split("\n\n")[1]).split()
assert moves == ["d4", "e5", "*"], moves
print(f"screen: exit code 0, and {game.name} has the moves")
