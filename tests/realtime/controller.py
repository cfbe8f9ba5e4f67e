"""A controller outside: u = -gain*y for each datagram of outputs, until the last one. controller.py PORT GAIN LOG

It speaks first, so that the model learns where it is, with a step that never is; answers carry the step that they answer. A line 'step,time,y…' is written
for each datagram it got.
"""
import socket
import struct
import sys

HEAD = struct.Struct("=4sHHQdII")
OUTPUTS, INPUTS, LAST = 1, 2, 3


def inputs(step, values):
    return HEAD.pack(b"MICA", 1, INPUTS, step, 0.0, len(values), 0) + struct.pack(f"={len(values)}d", *values)


def main(port, gain, log):
    channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    channel.bind(("127.0.0.1", 0))
    channel.settimeout(0.05)
    model = ("127.0.0.1", port)
    heard = False
    with open(log, "w") as lines:
        for _ in range(100000):
            if not heard:
                channel.sendto(inputs(2**64 - 1, [0.0]), model)
            try:
                data, _ = channel.recvfrom(65536)
            except (TimeoutError, ConnectionRefusedError):
                continue
            magic, version, kind, step, time, count, _ = HEAD.unpack_from(data)
            if magic != b"MICA" or version != 1 or len(data) != HEAD.size + 8 * count:
                sys.exit("a datagram of another layout")
            heard = True
            values = struct.unpack_from(f"={count}d", data, HEAD.size)
            lines.write(",".join([str(step), repr(time), *map(repr, values)]) + "\n")
            if kind == LAST:
                return
            channel.sendto(inputs(step, [-gain * values[0]]), model)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3])
