"""A line bot with one illness; otherwise it plays the first legal move."""
import json
import sys
import time

illness = sys.argv[1]
known = {"hello", "version", "game", "options", "sides", "side", "players", "clock", "settings", "id", "turn",
         "position", "board", "moves", "legal", "time_ms", "increment_ms", "depth", "nodes", "end"}
kept = []
ended = 0


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if illness == "narrow" and set(message) - known:
        sys.exit("what is " + ", ".join(set(message) - known) + "?")
    if "hello" in message:
        if illness == "leak":
            kept.append("x" * (2 << 20))
        if illness == "only-one" and ended:
            continue
        if illness != "nameless":
            say({"name": "patient"})
    elif "legal" in message:
        answer = {"move": message["legal"][0], "id": message["id"]}
        if illness == "mute" or (illness == "only-one" and ended):
            continue
        if illness == "illegal" and message["turn"] > 8:
            answer["move"] = "xyzzy"
        if illness == "wrong-id":
            answer["id"] += 1
        if illness == "slow" and message["time_ms"] and message["time_ms"] <= 250:
            time.sleep(0.3)
        if illness == "noisy":
            print("I think I will play", answer["move"], flush=True)
        if illness == "dies-late" and message["turn"] > 30:
            raise ValueError("no such depth")
        say(answer)
        if illness == "twice":
            say(answer)
    elif "end" in message:
        ended += 1
        if illness == "crash-end" and message["end"]["termination"] == "adjudication":
            sys.exit(4)
if illness == "stays":
    time.sleep(60)
