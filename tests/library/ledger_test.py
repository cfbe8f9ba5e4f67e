#!/usr/bin/env python3
"""The ledger tells a fall from an improvement, keeps what was not measured, and finds the cases of a compliance library."""
import os
import tempfile
import unittest

import compliance
from ledger import BETTER, WORSE, Ledger, coarse
from program import shorten

COLUMNS = ("model", "stage", "accepted", "cause", "seconds")


class LedgerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "ledger.csv")
        with open(self.path, "w") as file:
            file.write("model,stage,accepted,cause,seconds\nB,flat,no,E1,0.3\nA,simulate,yes,,2\n")

    def open(self):
        return Ledger(self.path, COLUMNS, ("accepted",), {"stage": ("none", "flat", "simulate")})

    def test_a_fall_and_an_improvement_are_told(self):
        changes = self.open().changes({"A": {"stage": "flat", "accepted": "yes", "cause": "E2 x"}, "B": {"accepted": "yes"}})
        self.assertEqual(changes, [("A", WORSE, "stage simulate -> flat (E2 x)"), ("B", BETTER, "accepted no -> yes")])

    def test_what_is_not_measured_stays_and_what_fell_is_kept(self):
        ledger = self.open()
        ledger.merge({"A": {"model": "A", "accepted": "no"}, "B": {"model": "B", "accepted": "yes", "cause": ""}}, keep={"A"})
        ledger.write()
        with open(self.path) as file:
            self.assertEqual(file.read(), "model,stage,accepted,cause,seconds\nA,simulate,yes,,2\nB,flat,yes,,0.3\n")

    def test_seconds_do_not_churn(self):
        ledger = self.open()
        ledger.merge({"A": {"model": "A", "seconds": "4"}, "B": {"model": "B", "seconds": "3"}}, keep=())
        self.assertEqual((ledger.lines["A"]["seconds"], ledger.lines["B"]["seconds"]), ("2", "3"))
        self.assertEqual([coarse(s) for s in (0.01, 0.34, 1.7, 14)], ["0.1", "0.3", "2", "10"])

    def test_a_cause_is_without_what_changes(self):
        self.assertEqual(shorten("a.b.c[3] is 3.25, not a connector"), "… is #; not a connector")


class CasesTest(unittest.TestCase):
    def test_cases_are_named_by_the_classes_around_them(self):
        text = """within L.M;
package P
  type T = Real; // model Comment
  model 'a"b' "model String" end 'a"b';
  function f = g(h = function k(x = 1));
  model Case
    model extends Inner end Inner;
    Real x = if true then 1 else 2;
  equation
    if true then
    end if;
    annotation (__ModelicaAssociation(TestCase(shouldPass = false, section = {"4.6", "5.1"})));
  end Case;
end P;
"""
        self.assertEqual(compliance.cases_of(text), {"L.M.P.Case": ("reject", "4.6 5.1")})


if __name__ == "__main__":
    unittest.main()
