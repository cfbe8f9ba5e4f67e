"""`mica realtime`: pace, closed loops with a controller in a process of its own, mistakes. realtime_test.py MICA"""
import json
import math
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))
CONTROLLER = Path(__file__).with_name("controller.py")
INTEGRATOR = """model Integrator "What a controller is to bring to rest"
  input Real u;
  output Real y;
  Real x(start = 1, fixed = true);
equation
  der(x) = u;
  y = x;
end Integrator;
"""
SWITCH = """model Switch "Counts how often it is switched on"
  input Boolean on;
  output Integer count(start = 0, fixed = true);
  output Real x(start = 0, fixed = true);
equation
  der(x) = if on then 1 else 0;
  when on then
    count = pre(count) + 1;
  end when;
end Switch;
"""


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Realtime(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        (self.folder / "integrator.mo").write_text(INTEGRATOR)
        (self.folder / "switch.mo").write_text(SWITCH)

    def call(self, *arguments, code=0):
        process = subprocess.run([MICA, "realtime", "--priority", "0", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(process.returncode, code, f"{arguments}\n{process.stdout}\n{process.stderr}")
        self.assertNotIn("internal error", process.stderr)
        return process

    def stats(self):
        return json.loads((self.folder / "stats.json").read_text())

    def start_controller(self, port, gain):
        controller = subprocess.Popen([sys.executable, "-B", CONTROLLER, str(port), str(gain), self.folder / "log.csv"])
        self.addCleanup(controller.kill)
        return controller

    def log(self):
        return [list(map(float, line.split(","))) for line in (self.folder / "log.csv").read_text().splitlines()]

    def test_loop_in_lockstep_is_exact(self):
        # Explicit Euler with u = -4 y taken at each step: x[k+1] = (1 - 4 h) x[k].
        port = free_port()
        controller = self.start_controller(port, 4)
        self.call("integrator.mo", "--step", "0.01", "--stop-time", "1", "--udp", port, "--lockstep", "--stats", "stats.json", "-o", "exchanged.csv")
        self.assertEqual(controller.wait(timeout=20), 0)
        rows = self.log()
        self.assertEqual([row[0] for row in rows], list(range(101)))
        for step, at, y in rows:
            self.assertAlmostEqual(at, 0.01 * step, 12)
            self.assertAlmostEqual(y, 0.96 ** step, 12)
        # The file has what went over the wire: y of each step, and the input that answered it.
        head, *lines = (self.folder / "exchanged.csv").read_text().splitlines()
        self.assertEqual(head.replace('"', ""), "time,u,y")
        exchanged = [list(map(float, line.split(","))) for line in lines]
        self.assertEqual(len(exchanged), 101)
        for step, (at, u, y) in enumerate(exchanged):
            self.assertAlmostEqual(at, 0.01 * step, 12)
            self.assertAlmostEqual(y, 0.96 ** step, 12)
            self.assertAlmostEqual(u, -4 * 0.96 ** min(step, 99), 12)
        stats = self.stats()
        self.assertFalse(stats["realtime"]["paced"])
        self.assertGreaterEqual(stats["realtime"]["inputs_taken"], 100)
        self.assertEqual(stats["realtime"]["inputs_refused"], 0)

    def test_loop_in_real_time(self):
        # der(x) = -4 x with a sampled controller: e^-2 after half a second, but for the delay of a step or two.
        port = free_port()
        controller = self.start_controller(port, 4)
        begin = time.monotonic()
        text = self.call("integrator.mo", "--step", "0.005", "--stop-time", "1", "--udp", port, "--stats", "stats.json").stdout
        self.assertGreater(time.monotonic() - begin, 0.995)
        self.assertEqual(controller.wait(timeout=20), 0)
        rows = self.log()
        began = next((row[1] for row in rows if row[2] < 1.0), None)
        self.assertIsNotNone(began)
        late = [row for row in rows if row[1] >= began + 0.3]
        self.assertTrue(late, "the controller was late")
        for row in late:
            self.assertAlmostEqual(row[2], math.exp(-4 * (row[1] - began)), delta=0.06)
        self.assertIn("inputs: u", text)
        self.assertIn("outputs: y", text)
        self.assertIn("█", text)
        self.assertIn("µs", text)
        stats = self.stats()
        self.assertTrue(stats["realtime"]["paced"])
        self.assertEqual(sum(row["steps"] for row in stats["realtime"]["histogram"]), 200)
        self.assertEqual(stats["solver"]["steps"], 200)

    def test_scale(self):
        begin = time.monotonic()
        self.call("integrator.mo", "--step", "0.01", "--stop-time", "4", "--scale", "10", "--set", "u=0.5", "--stats", "stats.json")
        passed = time.monotonic() - begin
        self.assertGreater(passed, 0.39)
        self.assertLess(passed, 3.5)

    def test_shared_memory_and_discrete_inputs(self):
        name = f"mica_test_{os.getpid()}"
        model = subprocess.Popen([MICA, "realtime", "switch.mo", "--priority", "0", "--step", "0.01", "--stop-time", "0.05", "--shm", name, "--lockstep", "--quiet",
                                  "--output", "der(x)"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(model.kill)
        path = Path("/dev/shm") / name
        for _ in range(1000):
            if path.exists() and path.stat().st_size > 64 and path.read_bytes()[:8] == b"MICASHM1":
                break
            time.sleep(0.01)
        with open(path, "r+b") as file:
            memory = mmap.mmap(file.fileno(), 0)
        inputs, outputs = struct.unpack_from("=II", memory, 8)
        self.assertEqual((inputs, outputs), (1, 3))
        seen, sequence = [], 0
        for step, on in enumerate([0, 1, 1, 0, 1]):
            while True:  # the outputs of this step, in one piece
                before, = struct.unpack_from("=Q", memory, 24)
                values = struct.unpack_from("=Qd", memory, 32) + struct.unpack_from("=3d", memory, 64)
                after, = struct.unpack_from("=Q", memory, 24)
                if before == after and before % 2 == 0 and before > 0 and values[0] == step:
                    break
                time.sleep(0.001)
            seen.append(values)
            struct.pack_into("=Q", memory, 48, sequence + 1)
            struct.pack_into("=d", memory, 64 + 8 * outputs, on)
            sequence += 2
            struct.pack_into("=Q", memory, 48, sequence)
        self.assertEqual(model.wait(timeout=20), 0, model.stderr.read())
        model.stderr.close()
        self.assertEqual([row[2] for row in seen], [0, 0, 1, 1, 1])
        for row, expected in zip(seen, [0, 0, 0.01, 0.02, 0.02]):
            self.assertAlmostEqual(row[3], expected, 12)
        self.assertEqual([row[4] for row in seen], [0, 0, 1, 1, 0])
        self.assertEqual(struct.unpack_from("=Q", memory, 32)[0], 5)
        self.assertEqual(struct.unpack_from("=d", memory, 64)[0], 2)  # count after the last step
        self.assertEqual(struct.unpack_from("=I", memory, 16)[0], 0)
        self.assertFalse(path.exists())

    def test_ctrl_c_ends_it(self):
        model = subprocess.Popen([MICA, "realtime", "integrator.mo", "--priority", "0", "--step", "0.01", "--endless", "--stats", "stats.json"], cwd=self.folder,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(model.kill)
        while "outputs" not in model.stdout.readline():
            self.assertIsNone(model.poll())
        time.sleep(0.5)
        model.send_signal(signal.SIGINT)
        out, err = model.communicate(timeout=20)
        self.assertEqual(model.returncode, 0, err)
        self.assertIn("the worst", out)
        self.assertGreater(self.stats()["solver"]["steps"], 10)

    def refused(self, *arguments, says, code=2):
        process = self.call(*arguments, code=code)
        self.assertIn(says, process.stderr)

    def test_mistakes(self):
        self.refused("integrator.mo", says="E6401")
        self.refused("integrator.mo", "--step", "0.01", "--method", "cvode", says="E6402")
        self.refused("integrator.mo", "--step", "0.01", "--method", "rk4", says="E6402")
        self.refused("integrator.mo", "--step", "0.01", "--scale", "0", says="E6403")
        self.refused("integrator.mo", "--step", "0.01", "--output", "z", says="E6404")
        self.refused("integrator.mo", "--step", "0.01", "--input", "x", says="E6405")
        self.refused("integrator.mo", "--step", "-1", says="E6010")
        self.refused("integrator.mo", "--step", "0.01", "--peer", "nowhere", "--udp", "0", says="E6407")
        self.refused("integrator.mo", "--step", "0.01", "--udp", "0", "--shm", "a", says="E6408")
        self.refused("integrator.mo", "--step", "0.01", "--lockstep", says="E6411")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("127.0.0.1", 0))
            self.refused("integrator.mo", "--step", "0.01", "--udp", taken.getsockname()[1], says="E6406")
        self.refused("integrator.mo", "--step", "0.01", "-o", "exchanged.txt", says="E7012")
        self.refused("integrator.mo", "--step", "0.01", "-o", "nowhere/exchanged.csv", says="E7010")
        self.refused("nothing.mo", "--step", "0.01", says="error", code=1)


if __name__ == "__main__":
    unittest.main()
