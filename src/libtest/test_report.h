// The outcome of `mica test` to read: a page with a line for each model, what it said and what differs drawn below, and
// the same numbers as JSON.
#pragma once

#include <string>

#include "libtest/library_test.h"

namespace mica {

// One file that needs nothing else.
std::string TestReportPage(const LibraryTest& test);

// {"package", "seconds", "verdicts": {"verified": …}, "models": [{"model", "verdict", "cause", "seconds", …}]}
std::string TestReportJson(const LibraryTest& test);

// 'Modelica: 467 verified, 12 run, 3 mismatch, …; in 310 s'.
std::string TestSummary(const LibraryTest& test);

}  // namespace mica
