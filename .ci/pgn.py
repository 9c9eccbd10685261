#!/usr/bin/env python3
"""Tests PGN export against python-chess, and value by value.

    pgn.py trees COUNT SEED               prints random game trees in the styles of many programs
    pgn.py lichess COUNT SEED             prints games in the layout of the Lichess database
    pgn.py read FILE EXPORTED NOTES       compares what python-chess reads from both; NOTES is the standard error of export
    pgn.py values FILE EXPORTED           compares every tag, move, glyph, command and comment without a PGN library

The same seed prints the same games. The comparisons print a count for each kind of difference and fail if one is not 0.
"""
import io
import logging
import random
import re
import sys
from collections import Counter

import chess
import chess.pgn

WORDS = ["a quiet move", "100 % sure", "\"really\" \\ ; [but why]", "(or not)", "Grünfeld’s idea – 1.e4!", "%odd signs", "1-0",
         "see game 12.", "$5 a head", "x" * 90, "Лучше", "…", "a < b & c", "[ %clk", "e.g. Nf3 Nc6"]
UNBROKEN = "\x01"
NAGS = ["$1", "$2", "$3", "$4", "$5", "$6", "$10", "$14", "$146", "$255", "$0"]
FENS = ["8/P6k/8/8/8/8/p6K/8 w - - 0 1", "8/PPP4k/8/8/8/8/4Kppp/8 b - - 3 77", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 2", "4k3/8/8/8/8/8/4P3/Q3K3 b - - 99 150"]


def command(rng, board):
    side = rng.choice("GRYB")
    square = chess.square_name(rng.randrange(64))
    return rng.choice([
        f"[%clk {rng.randrange(3)}:{rng.randrange(60):02}:{rng.randrange(60):02}]",
        f"[%clk 0:00:{rng.randrange(60):02}.{rng.randrange(1, 10)}]",
        f"[%emt 0:00:{rng.randrange(60):02}]",
        f"[%eval {rng.uniform(-9, 9):.2f}]",
        f"[%eval {rng.uniform(-200, 200):.2f},{rng.randrange(1, 60)}]",
        f"[%eval #{rng.choice([-9, -1, 1, 2, 30])}]",
        f"[%csl {side}{square}]",
        f"[%cal {side}{square}{chess.square_name((rng.randrange(64)))}]",
        "[%tqu \"En\",\"a\"]", "[%mdl 64]", "[%unknown_thing 1, 2]",
    ])


def comment(rng, board):
    names, parts = set(), []
    for _ in range(rng.randrange(3)):
        one = command(rng, board)
        # A move has one clock and one evaluation.
        if (name := one[2:5]) not in names:
            names.add(name)
            parts.append(one)
    parts += rng.sample(WORDS, rng.randrange(3))
    if rng.random() < 0.2:
        rng.shuffle(parts)
    space = rng.choice([" ", " ", "\n"])
    inside = space.join(parts)
    # A comment to the end of the line, which is not broken: its spaces are marked until the lines are.
    if rng.random() < 0.05:
        return "; ".replace(" ", UNBROKEN) + UNBROKEN.join(inside.split()) + "\n"
    return rng.choice(["{%s}", "{ %s }"]) % inside


class Tree:
    """The text of one random game with variations."""

    def __init__(self, rng):
        self.rng, self.out, self.left = rng, [], rng.randrange(2, 45)
        self.numbers = rng.choice(["standard", "standard", "none", "white", "every"])
        self.rich = rng.choice([0.0, 0.2, 0.6])

    def comments(self, board, chance):
        while self.rng.random() < chance:
            self.out.append(comment(self.rng, board))

    def move(self, board, first):
        rng, number = self.rng, board.fullmove_number
        legal = list(board.legal_moves)
        null = not board.is_check() and rng.random() < 0.02
        special = [move for move in legal if move.promotion or board.is_en_passant(move) or board.is_castling(move)]
        move = chess.Move.null() if null else rng.choice(special if special and rng.random() < 0.7 else legal)
        if self.numbers == "every" or self.numbers != "none" and (board.turn or first and self.numbers == "standard"):
            dots = "." if board.turn else rng.choice(["...", "…"]) if self.numbers == "every" else "..."
            self.out.append(f"{number}{dots}" + rng.choice(["", " "]))
        san = rng.choice(["--", "Z0"]) if null else board.san(move)
        glyph = rng.choice(["!", "?", "!!", "??", "!?", "?!"]) if rng.random() < self.rich / 3 else ""
        self.out.append(san + glyph)
        board.push(move)
        if not glyph and rng.random() < self.rich / 2:
            self.out += rng.sample(NAGS, rng.randrange(1, 3))
        self.comments(board, self.rich)

    def line(self, board, depth, length):
        first = True
        while length > 0 and self.left > 0 and any(board.legal_moves):
            before = board.copy()
            self.move(board, first)
            self.left, length, first = self.left - 1, length - 1, False
            while depth < 5 and self.left > 0 and self.rng.random() < 0.15:
                self.out.append("(")
                self.comments(before, self.rich / 2)
                self.line(before.copy(), depth + 1, self.rng.randrange(1, 12))
                self.out.append(")")
                self.comments(board, self.rich / 3)
                first = True


def quoted(text):
    return text.replace("\\", "\\\\").replace("\"", "\\\"")


def chess960(rng):
    """A start position of Chess960 or double Chess960, with fewer pieces, so that castling is often legal."""
    board, other = (chess.Board.from_chess960_pos(rng.randrange(960)) for _ in "wb")
    if rng.random() < 0.5:
        for square in chess.SquareSet(chess.BB_RANK_8):
            board.set_piece_at(square, other.piece_at(square))
    for square in chess.SquareSet(chess.BB_BACKRANKS & ~board.rooks & ~board.kings):
        if rng.random() < 0.6:
            board.remove_piece_at(square)
    board.castling_rights = board.rooks
    return board


def tree(number, seed):
    rng = random.Random(f"{seed}/{number}")
    board, tags = chess.Board(), [("Event", f"tree {number}")]
    texts = ["?", "", "Doe, \"Jay\" \\ J.", "Żółć – Łódź", "a]b", "long " * 40 + "end", "https://lichess.org/abcd1234", "x {y} (z) ; %"]
    result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    for name in ["Site", "Date", "Round", "White", "Black"]:
        if rng.random() < 0.8:
            tags.append((name, rng.choice(texts)))
    tags.append(("Result", result))
    for name in ["WhiteElo", "Some_Tag", "_x", "UTCDate", "Annotator", "TimeControl", "BlackTitle", "My_Own_Value", "PlyCount", "ECO",
                 "Termination", "WhiteClock", "Variant"]:
        values = {"WhiteElo": ["2712", "-", "?"], "TimeControl": ["600+0", "40/7200:3600", "-", "?", "180+2"], "PlyCount": ["99999x"],
                  "Termination": ["Normal", "Time forfeit", "Rules infraction", "White won by resignation"],
                  "Variant": ["Standard", "From Position"]}
        if rng.random() < 0.25 and not name.startswith("_"):
            tags.append((name, rng.choice(values.get(name, texts))))
    if rng.random() < 0.3:
        board = chess.Board(rng.choice(FENS))
        tags += [("SetUp", "1"), ("FEN", board.fen(en_passant="fen"))]
    if number % 5 == 0:
        board = chess960(rng)
        tags = [(name, value) for name, value in tags if name not in ("Variant", "SetUp", "FEN")]
        fen = rng.choice([board.fen, board.shredder_fen])()
        tags += [("Variant", rng.choice(["Chess960", "Fischerandom"])), ("SetUp", "1"), ("FEN", fen)]
    head, tail = tags[:1], tags[1:]
    if rng.random() < 0.3:
        rng.shuffle(tail)
    game = Tree(rng)
    game.comments(board, 0.2)
    game.line(board, 0, 60)
    text = " ".join(game.out).replace("( ", rng.choice(["(", "( "])).replace(" )", rng.choice([")", " )"])) + f" {result}"
    if rng.random() < 0.7:
        text = wrapped(text, rng.choice([40, 80, 200]))
    # python-chess ends a game at a blank line.
    text = re.sub(r"\n\s*\n", "\n", text.replace(UNBROKEN, " "))
    lines = [f'[{name} "{quoted(value)}"]' for name, value in head + tail]
    return "\n".join(lines) + "\n\n" + text + "\n\n"


def wrapped(text, width):
    lines, line = [], ""
    for word in text.split(" "):
        # A percent sign at the start of a line hides the line, a semicolon too in python-chess.
        if line and len(line) + len(word) > width and not word.startswith(("%", ";", "[")) and word:
            lines.append(line)
            line = word
        else:
            line += (" " if line else "") + word
    return "\n".join(lines + [line])


def lichess(number, seed):
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choice(["Rated Blitz game", "Rated Bullet tournament https://lichess.org/tournament/yc1WW2Ox", "Casual correspondence game"])
    evaluated, board = rng.random() < 0.4, chess.Board()
    control = rng.choice(["180+0", "600+0", "15+0", "1800+30", "-"])
    clocks = [180.0, 180.0]
    out = []
    for ply in range(rng.randrange(0, 120)):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        number_text = f"{board.fullmove_number}." if board.turn else f"{board.fullmove_number}..."
        glyph = rng.choice(["", "", "", "?", "??", "?!"]) if evaluated else ""
        san, turn = board.san(move), board.turn
        board.push(move)
        values = []
        if evaluated and any(board.legal_moves):
            mate = rng.random() < 0.1
            values.append(f"[%eval #{rng.choice([-20, -3, -1, 1, 2, 12])}]" if mate else f"[%eval {rng.uniform(-12, 12):.2f}]")
        if control != "-":
            clocks[turn] = max(0.0, clocks[turn] - rng.randrange(5))
            values.append(f"[%clk 0:{int(clocks[turn]) // 60:02}:{int(clocks[turn]) % 60:02}]")
        words = f" {rng.choice(['(0.35 → -1.2) Mistake. Nf3 was best.', 'Blunder. Qd4 was best.', 'Checkmate is now unavoidable.'])}" \
            if glyph and rng.random() < 0.3 else ""
        note = f" {{ {' '.join(values)}{words} }}" if values else ""
        out.append((f"{number_text} " if board.turn is chess.BLACK or values else "") + san + glyph + note)
    result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    rating = rng.randrange(600, 3200)
    tags = [("Event", kind), ("Site", f"https://lichess.org/{rng.getrandbits(40):08x}"), ("Date", "2025.05.01"), ("Round", "-"),
            ("White", f"player_{rng.randrange(99999)}"), ("Black", f"Other-{rng.randrange(99999)}"), ("Result", result),
            ("UTCDate", "2025.05.01"), ("UTCTime", "00:00:12"), ("WhiteElo", str(rating)), ("BlackElo", rng.choice(["?", str(rating + 7)])),
            ("WhiteRatingDiff", rng.choice(["+8", "-7", "+0"])), ("BlackRatingDiff", "-6")]
    if rng.random() < 0.1:
        tags.append(("WhiteTitle", rng.choice(["BOT", "GM", "WFM"])))
    tags += [("ECO", "C41"), ("Opening", "Philidor Defense: " + "Nimzowitsch Variation, " * rng.randrange(6) + "with 3. Nc3"),
             ("TimeControl", control), ("Termination", rng.choice(["Normal", "Time forfeit", "Abandoned", "Rules infraction", "Unterminated"]))]
    return "\n".join(f'[{name} "{value}"]' for name, value in tags) + "\n\n" + " ".join(out + [result]).strip() + "\n\n"


def plain(text):
    """Commands and text of a comment; an arrow or square is a value of its own, and PGN has no braces inside comments."""
    found = []
    for name, value in re.findall(r"\[%(\w+)\s*([^\[\]]*)\]", text):
        values = value.split(",") if name in ("csl", "cal") else [value]
        found += [f"{name} {' '.join(value.split())}" for value in values]
    words = re.sub(r"\[%\w+\s*[^\[\]]*\]", " ", text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
    return sorted(found), " ".join(words.split())


def with_braces(text):
    """The text with brace comments in place of comments to the end of the line, which python-chess leaves out."""
    part = re.compile(r"^\[[^\n]*|^%[^\n]*|\{[^}]*\}|;[^\n]*", re.MULTILINE)

    def brace(found):
        comment = found.group()
        return "{" + comment[1:].replace("{", "(").replace("}", ")") + "}" if comment.startswith(";") else comment
    return part.sub(brace, text)


def games(path):
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        text = io.StringIO(with_braces(file.read()))
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def same_tree(left, right):
    """The kinds of differences between two games."""
    kinds = Counter()
    for name, value in left.headers.items():
        kinds[f"tag {name}"] += right.headers.get(name) != value
    extra = set(right.headers) - set(left.headers)
    # A game from another position has both tags.
    kinds["tags added"] += len(extra - {"SetUp"})
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        kinds["moves"] += [node.move for node in a.variations] != [node.move for node in b.variations]
        kinds["comments"] += plain(a.comment) != plain(b.comment)
        kinds["comments before a line"] += plain(a.starting_comment) != plain(b.starting_comment)
        kinds["glyphs"] += a.nags != b.nags
        todo += zip(a.variations, b.variations)
    return +kinds


# What python-chess does not read in games of tests/data/oddities.pgn, and does not report.
READ_LESS = {"Windows lines": "moves behind a blank line", "old Macintosh lines": "comments by semicolon",
             "Latin-1": "bytes that are not UTF-8", "glyphs of every kind": "+- as a glyph"}


def read(original, exported, notes):
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    noted = {int(number) for number in re.findall(r"game (\d+), line", open(notes, encoding="utf-8").read())}
    total, with_note, failed = Counter(), 0, []
    lefts, rights = list(games(original)), list(games(exported))
    if len(lefts) != len(rights):
        # python-chess ends a game at a blank line among its moves.
        found = {}
        for game in lefts:
            found.setdefault(game.headers["Event"], game)
        lefts = [found[game.headers["Event"]] for game in rights]
    for number, (left, right) in enumerate(zip(lefts, rights), 1):
        kinds = same_tree(left, right)
        kinds += {"errors": len(right.errors)} if len(right.errors) > len(left.errors) else {}
        name = left.headers.get("Event", "")
        if kinds and name in READ_LESS:
            print(f"{original}, game {number} ({name}): python-chess does not read {READ_LESS[name]}")
        elif kinds and (number in noted or left.errors):
            with_note += 1
        elif kinds:
            total += kinds
            failed.append(f"{original}, game {number} ({name}): {dict(kinds)}")
    print("".join(f"{line}\n" for line in failed[:10]), end="")
    print(f"python-chess {chess.__version__}: {original}: {len(rights)} games, {with_note} differ and have a note, "
          f"{len(failed)} differ without one: {dict(total)}")
    return not failed


TOKEN = re.compile(r"\{([^}]*)\}|;([^\n]*)|(\$\d+)|([()])|(1-0|0-1|1/2-1/2|\*)(?=\s|$|\))|(\d+\.+|\d+(?=\s))|([!?]+)|([^\s(){};$!?]+)")
GLYPHS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}


def parts(path):
    """Tags and values of each game, by the grammar alone: kind -> list in order of occurrence."""
    text = open(path, encoding="utf-8-sig").read()
    for game in re.split(r"\n\s*\n(?=\[Event )", text.strip()):
        kinds = {"tags": [], "moves": [], "glyphs": [], "comments": [], "result": []}
        head, _, body = game.partition("\n\n")
        kinds["tags"] = sorted(line.strip() for line in head.splitlines())
        for inside, rest, nag, bracket, result, _, sign, move in TOKEN.findall(body):
            if inside or rest:
                commands, words = plain(inside or rest)
                for one in commands:
                    kinds.setdefault(one.split()[0], []).append((len(kinds["moves"]), one))
                if words:
                    kinds["comments"].append((len(kinds["moves"]), words))
            elif nag or sign:
                kinds["glyphs"].append((len(kinds["moves"]), nag or GLYPHS[sign]))
            elif result:
                kinds["result"].append(result)
            elif move or bracket:
                kinds["moves"].append(move or bracket)
        yield kinds


def values(original, exported):
    count, compared, found = Counter(), Counter(), list(zip(parts(original), parts(exported), strict=True))
    for number, (left, right) in enumerate(found, 1):
        for kind in sorted(set(left) | set(right)):
            compared[kind] += len(left.get(kind, []))
            if (a := left.get(kind, [])) != (b := right.get(kind, [])):
                if sum(count.values()) < 10:
                    print(f"{original}, game {number}, {kind}: {[x for x in a if x not in b][:3]} became {[x for x in b if x not in a][:3]}")
                count[kind] += max(len([x for x in a if x not in b]), len([x for x in b if x not in a]), 1)
    print(f"{original}: {len(found)} games")
    for kind in compared:
        print(f"  {kind}: {compared[kind]} compared, {count[kind]} different")
    return not count


def main():
    task, *rest = sys.argv[1:]
    if task in ("trees", "lichess"):
        make = {"trees": tree, "lichess": lichess}[task]
        for number in range(1, int(rest[0]) + 1):
            sys.stdout.write(make(number, rest[1]))
        return 0
    return 0 if {"read": read, "values": values}[task](*rest) else 1


sys.exit(main())
