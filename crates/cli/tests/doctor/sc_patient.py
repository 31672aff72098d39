"""A Software-Challenge client that dies of messages it does not know; otherwise a healthy one behind a wire."""
import os
import socket
import subprocess
import sys
import threading

host, port, code, program = sys.argv[1:5]
door = socket.create_server(("127.0.0.1", 0))
client = subprocess.Popen([program, "connect", "127.0.0.1:%d" % door.getsockname()[1], "--reservation", code, "--bot", "greedy"])
inner, _ = door.accept()
outer = socket.create_connection((host, int(port)))


def lead(source, target):
    while data := source.recv(65536):
        if b"schwarm.unknown" in data:
            sys.stderr.write("what is that?\n")
            sys.stderr.flush()
            os._exit(5)
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)


threading.Thread(target=lead, args=(inner, outer), daemon=True).start()
lead(outer, inner)
sys.exit(client.wait())
