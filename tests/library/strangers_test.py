#!/usr/bin/env python3
"""The tube around a trajectory, references as BuildingsPy keeps them, and what is counted."""
import math
import os
import tempfile
import unittest

import buildingspy
import strangers
import tube


class TubeTest(unittest.TestCase):
    def setUp(self):
        self.reference_times = [k / 100 for k in range(101)]
        self.reference = [math.sin(6 * t) for t in self.reference_times]
        self.times = [k / 1000 for k in range(1001)]

    def outside(self, values):
        return tube.points_outside(self.times, values, self.reference_times, self.reference)

    def test_the_signal_itself_and_half_an_interval_of_delay_agree(self):
        self.assertEqual(self.outside([math.sin(6 * t) for t in self.times]), 0)
        self.assertLessEqual(self.outside([math.sin(6 * (t - 0.0049)) for t in self.times]), 1)  # at the end there is nothing later to see

    def test_more_than_the_width_does_not(self):
        self.assertGreater(self.outside([math.sin(6 * (t - 0.03)) for t in self.times]), 50)
        self.assertEqual(tube.points_outside([0, 1], [5, 5], [0, 1], [5.00004, 5.0]), 0)
        self.assertEqual(tube.points_outside([0, 1], [5, 5], [0, 1], [5.0001, 5.0001]), 2)

    def test_nan_is_outside(self):
        self.assertEqual(tube.points_outside([0, 1], [math.nan, math.nan], [0, 1], [0, 0]), 2)

    def test_a_step_may_lie_anywhere_in_its_interval(self):
        step = lambda at, times: [1.0 if t >= at else 0.0 for t in times]
        self.assertEqual(tube.points_outside(self.times, step(0.503, self.times), self.reference_times, step(0.5, self.reference_times)), 0)
        self.assertEqual(tube.points_outside(self.times, step(0.55, self.times), self.reference_times, step(0.5, self.reference_times)), 5)

    def test_a_share_of_the_points_and_missing_signals(self):
        wanted = {"x": (self.reference_times, [0.0] * 101), "y": (self.reference_times, [0.0] * 101)}
        spikes = [1.0 if t in (0.25, 0.75) else 0.0 for t in self.times]
        self.assertEqual(tube.disagreements((self.times, {"x": spikes}), wanted), ["y is missing"])

    def test_rounding_is_named(self):
        wanted = {"x": (self.reference_times, [1e-12 * t for t in self.reference_times])}
        self.assertEqual(tube.disagreements((self.times, {"x": [0.0] * 1001}), wanted), ["x: 100 of 101 points outside" + tube.NOISE_WORDS])
        self.assertEqual(tube.disagreements((self.times, {"x": [1e-3] * 1001}), wanted), ["x: 101 of 101 points outside"])


class ReferenceTest(unittest.TestCase):
    def test_file_and_script(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "A_B.txt")
            with open(path, "w") as file:
                file.write('last-generated=2024-04-01\nstatistics=\n{\n  "states": "4"\n}\ntime=[0e+00, 4e+00]\nx [1]=[1, 2, 3]\nk=[7, 7]\nold=[0., -1.5]\n')
            self.assertEqual(buildingspy.read_reference(path), {"x[1]": ([0, 2, 4], [1, 2, 3]), "k": ([0, 4], [7, 7]), "old": ([0, 4], [0, -1.5])})
            with open(os.path.join(folder, "B.mos"), "w") as file:
                file.write('// simulateModel("Not.This");\nsimulateModel("A.B", method="dassl",\n  stopTime=24*3600, tolerance=1e-6, resultFile="B");\ncreatePlot(id=1);\n')
                file.write('simulateModel("A.C", startTime=3600, stopTime=7200, numberOfIntervals=0, outputInterval=60);\nsimulateModel("A.D", numberOfIntervals=700);\n')
            self.assertEqual(buildingspy.find_calls(folder), {"A.B": (["--stop-time", "86400.0", "--tolerance", "1e-06"], 0),
                                                              "A.C": (["--start-time", "3600.0", "--stop-time", "7200.0"], 60), "A.D": ([], 700)})

    def test_what_is_not_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            named = "error E8003: the external function start was not found in ModelicaBuildingsEnergyPlus_1, fmilib_shared"
            absent = f'A.mo:1:2: error E6301: table: Not possible to open file "{folder}/Data/a.txt": No such file or directory'
            self.assertTrue(strangers.is_missing(named, folder))
            self.assertFalse(strangers.is_missing("error E8003: the external function sort was not found", folder))
            self.assertTrue(strangers.is_missing(absent, folder))
            self.assertFalse(strangers.is_missing(absent, "/elsewhere"))
            os.mkdir(os.path.join(folder, "Data"))
            open(os.path.join(folder, "Data", "a.txt"), "w").close()
            self.assertFalse(strangers.is_missing(absent, folder))

    def test_a_class_that_the_library_lacks(self):
        with tempfile.TemporaryDirectory() as place:
            folder = os.path.join(place, "Lib 1.2")
            os.makedirs(os.path.join(folder, "Parts"))
            for name, text in {"package.mo": "package Lib package Inside model A end A; end Inside; end Lib;", "Parts/package.mo": "package Parts end Parts;", "Parts/B.mo": "model B end B;",
                               "Single.mo": "package Single package Deep connector C end C; end Deep; end Single;"}.items():
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            lacks = lambda owner, name: strangers.is_missing(f"a.mo:1:1: error E3002: {owner} has no element {name}", folder)
            for owner, there in (("Lib.Inside", "A"), ("Lib.Parts", "B"), ("Lib.Single.Deep", "C")):
                self.assertFalse(lacks(owner, there), owner)  # a fault of Mica is counted
                self.assertTrue(lacks(owner, "Gone"), owner)
            self.assertFalse(lacks("Lib.Inside.A", "x"))  # a model lacks a component: a fault of its user
            self.assertFalse(lacks("Other.Inside", "Gone"))

    def test_shares(self):
        row = {"held_out": "no", "counted": "yes", "stage": "simulate", "verified": "yes", "cause": "", "seconds": "1", "slowest": ""}
        lines = {"A": {**row, "model": "A"}, "B": {**row, "model": "B", "held_out": "yes", "verified": "no"}, "C": {**row, "model": "C", "counted": "no", "stage": "none"}}
        text = strangers.score(lines)
        self.assertIn("2 of 2 (100.0 %) run to the end, 1 of 2 (50.0 %) agree", text[0])
        self.assertIn("1 of 1 (100.0 %) run to the end, 0 of 1 (0.0 %) agree", text[2])
        self.assertIn("1 not counted", text[3])
        lines["B"]["cause"] = "mismatch of rounding: 1 of 2 signals: x: 3 of 101 points outside (rounding; all below 1e-8)"
        self.assertIn("1 of those that do not agree differ in rounding alone (signals below 1e-08 everywhere): 100.0 % of the others agree", strangers.score(lines)[3])


if __name__ == "__main__":
    unittest.main()
