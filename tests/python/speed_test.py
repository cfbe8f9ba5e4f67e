"""What a run costs from Python. Measured in processor time, which others on the machine do not change much."""

import pathlib
import sys
import time
import unittest

import numpy as np
from scipy.linalg import expm

import mica

CHAIN = pathlib.Path(__file__).with_name("chain.mo")
RUNS = 10_000
PROCESSORS, SECONDS = 2, 2.0
# What a machine that others use as well may take of the target; the figure itself is printed.
NOISE = 3


def exact(c):
    """The position of the last mass at 1 s."""
    k = c*(np.diag(np.full(5, -2.0)) + np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1))
    a = np.block([[np.zeros((5, 5)), np.eye(5)], [k, -0.5*np.eye(5)]])
    return (expm(a) @ np.eye(10)[0])[4]


class Speed(unittest.TestCase):
    def test_sweep(self):
        m = mica.load(CHAIN)
        m.sweep({"c": [10.0]}, "final(s[5])")
        begin = time.process_time()
        sweep = m.sweep({"c": np.linspace(5, 15, RUNS)}, "final(s[5])")
        used = time.process_time() - begin
        print(f"{RUNS} runs: {used:.2f} s of processors, {sweep.seconds:.2f} s of runs on the clock")
        for k in (0, 5000, RUNS - 1):
            self.assertAlmostEqual(sweep["final(s[5])"][k], exact(sweep["c"][k]), delta=2e-4)
        self.assertLess(used, NOISE*PROCESSORS*SECONDS)

    def test_second_simulate(self):
        m = mica.load(CHAIN)
        m.simulate()
        m.simulate(set={"c": 9.0})
        best = float("inf")
        for k in range(20):
            begin, integration = time.perf_counter(), 0.0
            for i in range(50):
                integration += m.simulate(set={"c": 9.0 + 0.01*i}).statistics["integrate_seconds"]
            best = min(best, (time.perf_counter() - begin)/integration)
        print(f"a call takes {best:.3f} times its integration")
        self.assertLess(best, 1.2*NOISE)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
