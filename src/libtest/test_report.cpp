#include "libtest/test_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libtest/report_frame.h"
#include "plot/html_escape.h"
#include "plot/page_frame.h"

namespace mica {

namespace {

constexpr TestVerdict kVerdicts[] = {TestVerdict::kVerified, TestVerdict::kRuns,   TestVerdict::kMismatch,
                                     TestVerdict::kTooSlow,  TestVerdict::kFailed, TestVerdict::kWrong,
                                     TestVerdict::kFault};

// For a CSS class and a filter: no blanks.
std::string ClassName(TestVerdict verdict) {
  return verdict == TestVerdict::kTooSlow ? "slow" : std::string(Spelling(verdict));
}

std::string Row(const ModelTest& test) {
  std::string out = fmt::format(
      "<details class=\"{}\" data-name=\"{}\"><summary><b>{}</b><span class=\"verdict\">{}</span><span "
      "class=\"n\">{}</span><span class=\"n\">{}</span>"
      "<span class=\"n\">{}</span><span class=\"n\">{:.2f} s</span><i>{}</i></summary>\n",
      ClassName(test.verdict), EscapeHtml(test.model), EscapeHtml(test.model), Spelling(test.verdict), test.unknowns,
      test.states, test.evaluations, test.seconds, EscapeHtml(test.cause));
  for (const std::string& sketch : test.sketches) out += sketch;
  if (!test.messages.empty()) out += fmt::format("<pre>{}</pre>", EscapeHtml(test.messages));
  return out + "</details>\n";
}

}  // namespace

std::string TestSummary(const LibraryTest& test) {
  std::string out = test.package + ":";
  const char* separator = " ";
  for (TestVerdict verdict : kVerdicts) {
    std::size_t count = test.Count(verdict);
    if (count == 0) continue;
    out += fmt::format("{}{} {}", separator, count, Spelling(verdict));
    separator = ", ";
  }
  if (test.models.size() < test.examples)
    out += fmt::format("{}{} not begun", separator, test.examples - test.models.size());
  return out + fmt::format("; in {:.3g} s", test.seconds);
}

std::string TestReportPage(const LibraryTest& test) {
  std::string chips, rows;
  for (TestVerdict verdict : kVerdicts)
    if (std::size_t count = test.Count(verdict))
      chips += fmt::format("<button type=\"button\" class=\"{0}\" data-verdict=\"{0}\">{1} {2}</button>\n",
                           ClassName(verdict), count, Spelling(verdict));
  // What needs a look comes first.
  for (bool good : {false, true})
    for (const ModelTest& each : test.models)
      if (IsGood(each.verdict) == good) rows += Row(each);
  const FramePart parts[] = {{"<!--TITLE-->", EscapeHtml(test.package)},
                             {"<!--SUMMARY-->", EscapeHtml(TestSummary(test))},
                             {"<!--CHIPS-->", chips},
                             {"<!--ROWS-->", rows}};
  return FillFrame(WithPolicy(kTestReportFrame), parts);
}

std::string TestReportJson(const LibraryTest& test) {
  nlohmann::ordered_json report = {{"package", test.package}, {"examples", test.examples}, {"seconds", test.seconds}};
  for (TestVerdict verdict : kVerdicts) report["verdicts"][std::string(Spelling(verdict))] = test.Count(verdict);
  report["models"] = nlohmann::ordered_json::array();
  for (const ModelTest& each : test.models)
    report["models"].push_back({{"model", each.model},
                                {"verdict", Spelling(each.verdict)},
                                {"cause", each.cause},
                                {"seconds", each.seconds},
                                {"unknowns", each.unknowns},
                                {"states", each.states},
                                {"steps", each.steps},
                                {"fevals", each.evaluations},
                                {"events", each.events},
                                {"peak_rss_mb", each.peak_megabytes}});
  return report.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mica
