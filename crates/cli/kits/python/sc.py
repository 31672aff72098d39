"""{{name}}: a client of the Software-Challenge for {{game}}. You need not change this file.

It joins a server, reads the XML messages, and answers each request with a move.
The thinking is in thinking.py, the rules are in rules.py.

    python3 bot.py [--host HOST] [--port PORT] [--reservation CODE]
"""
import argparse
import socket
import xml.etree.ElementTree as ET

from rules import Rules
from thinking import Turn, choose

GAME = "{{rules}}"  # whose rules we think by
GAME_TYPE = "{{gametype}}"  # how the server calls it
SECONDS = 1.8  # the server waits for two seconds; some time is lost on the way


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-h", "--host", default="127.0.0.1")
    parser.add_argument("-p", "--port", type=int, default=13050)
    parser.add_argument("-r", "--reservation")
    args = parser.parse_args()

    rules = Rules()
    with socket.create_connection((args.host, args.port)) as server:
        if args.reservation:
            join = ET.Element("joinPrepared", reservationCode=args.reservation)
        else:
            join = ET.Element("join", gameType=GAME_TYPE)
        server.sendall(b"<protocol>" + ET.tostring(join))
        state, room = None, ""
        for message in messages(server):
            data = message.find("data")
            kind = "" if data is None else data.get("class", "")
            if message.tag == "joined":
                room = message.get("roomId")
            elif message.tag == "errorpacket" or kind == "error":
                print("the server complains:", (message if data is None else data).get("message"))
            elif kind == "memento":
                state = data.find("state")
            elif kind.lower().endswith("moverequest"):
                answer = ET.Element("room", roomId=room)
                answer.append(write_move(think(rules, state), state))
                server.sendall(ET.tostring(answer))
            elif kind == "result":
                winner = data.find("winner")
                print("the game is over:", "a draw" if winner is None else f"winner {dict(winner.attrib)}")
                break
            elif message.tag == "left":
                print("the game was broken off")
                break
        server.sendall(b"</protocol>")


def messages(server):
    """The messages of the server, each an XML element inside of <protocol>."""
    parser, depth = ET.XMLPullParser(["start", "end"]), 0
    while data := server.recv(65536):
        parser.feed(data)
        if hasattr(parser, "flush"):
            parser.flush()  # newer versions of Python would wait for more
        for event, element in parser.read_events():
            depth += 1 if event == "start" else -1
            if event == "end" and depth == 1:
                yield element


def think(rules, state):
    """The move for a state of the server."""
    answer = rules.ask(game=GAME, position=read_state(state))
    return choose(Turn(answer["to_move"], answer["position"], answer["legal"], answer["turn"], SECONDS))


def side_and_turn(state):
    turn = int(state.get("turn"))
    return f"{'rb'[turn % 2]} {turn}"


# [[piranhas-2019]]
def read_state(state):
    """The position text of the server's state; see thinking.py."""
    letters = {"EMPTY": ".", "RED": "r", "BLUE": "b", "OBSTRUCTED": "O"}
    rows = [["."] * 10 for _ in range(10)]
    for field in state.iter("field"):
        rows[int(field.get("y"))][int(field.get("x"))] = letters[field.get("state")]
    return "/".join("".join(row) for row in reversed(rows)) + " " + side_and_turn(state)
# [[/]]
# [[piranhas-2026]]
def read_state(state):
    """The position text of the server's state; see thinking.py."""
    letters = {"EMPTY": ".", "SQUID": "O"}
    letters.update(ONE_S="1", ONE_M="2", ONE_L="3", TWO_S="a", TWO_M="b", TWO_L="c")
    rows = ["".join(letters[field.text] for field in row.iter("field")) for row in state.iter("row")]
    union = {None: "-", "ONE": "r", "TWO": "b"}[state.get("firstUnion")]
    return "/".join(reversed(rows)) + f" {side_and_turn(state)} {union}"
# [[/]]
# [[piranhas]]


DIRECTIONS = {
    (0, 1): "UP", (1, 1): "UP_RIGHT", (1, 0): "RIGHT", (1, -1): "DOWN_RIGHT",
    (0, -1): "DOWN", (-1, -1): "DOWN_LEFT", (-1, 0): "LEFT", (-1, 1): "UP_LEFT",
}


def write_move(move, _state):
    """A move like "a4-c4" as the server wants it: a square and a direction."""
    x, y, to_x, to_y = ord(move[0]) - ord("a"), int(move[1]), ord(move[3]) - ord("a"), int(move[4])
    sign = lambda number: (number > 0) - (number < 0)
    direction = DIRECTIONS[sign(to_x - x), sign(to_y - y)]
    # [[/]]
    # [[piranhas-2019]]
    return ET.Element("data", {"class": "move", "x": str(x), "y": str(y), "direction": direction})
    # [[/]]
    # [[piranhas-2026]]
    data = ET.Element("data", {"class": "move"})
    ET.SubElement(data, "from", x=str(x), y=str(y))
    ET.SubElement(data, "direction").text = direction
    return data
# [[/]]
# [[hive-2020]]
KINDS = {"BEE": "Q", "SPIDER": "S", "GRASSHOPPER": "G", "BEETLE": "B", "ANT": "A"}


def read_state(state):
    """The position text of the server's state; see thinking.py."""
    cells = []
    for field in state.find("board").iter("field"):
        content = "#" if field.get("isObstructed") == "true" else ""
        for piece in field.iter("piece"):
            letter = KINDS[piece.get("type")]
            content += letter if piece.get("owner") == "RED" else letter.lower()
        if content:
            cells.append(f"{field.get('x')},{field.get('y')}={content}")
    return " ".join(cells + ["|", side_and_turn(state)])


def write_move(move, state):
    """A move like "A@2,-1", "1,-3>2,-3" or "pass" as the server wants it."""
    if move == "pass":
        return ET.Element("data", {"class": "skipmove"})
    if "@" in move:
        letter, target = move.split("@")
        data = ET.Element("data", {"class": "setmove"})
        kind = next(kind for kind in KINDS if KINDS[kind] == letter)
        ET.SubElement(data, "piece", owner=state.get("currentPlayerColor"), type=kind)
    else:
        start, target = move.split(">")
        data = ET.Element("data", {"class": "dragmove"})
        ET.SubElement(data, "start", cell(start))
    ET.SubElement(data, "destination", cell(target))
    return data


def cell(text):
    x, y = map(int, text.split(","))
    return {"x": str(x), "y": str(y), "z": str(-x - y)}
# [[/]]
# [[ostseeschach]]
KINDS = {"Herzmuschel": "H", "Moewe": "M", "Seestern": "S", "Robbe": "R"}


def read_state(state):
    """The position text of the server's state; see thinking.py. The server calls the row x and the column y."""
    rows = [["."] * 8 for _ in range(8)]
    for entry in state.find("board").iter("entry"):
        at, piece = entry.find("coordinates"), entry.find("piece")
        letter = KINDS[piece.get("type")]
        letter = letter if piece.get("team") == "ONE" else letter.lower()
        height = piece.get("count")
        rows[int(at.get("x"))][int(at.get("y"))] = letter + (height if height != "1" else "")
    ambers = {"ONE": "0", "TWO": "0"}
    for entry in state.find("ambers").iter("entry"):
        ambers[entry.find("team").text] = entry.find("int").text
    board = "/".join("".join(row) for row in reversed(rows))
    return f"{board} {side_and_turn(state)} {ambers['ONE']}:{ambers['TWO']}"


def write_move(move, _state):
    """A move like "b1-c3" as the server wants it."""
    data = ET.Element("data", {"class": "move"})
    for name, square in zip(["from", "to"], move.split("-")):
        ET.SubElement(data, name, x=str(int(square[1]) - 1), y=str(ord(square[0]) - ord("a")))
    return data
# [[/]]


if __name__ == "__main__":
    main()
