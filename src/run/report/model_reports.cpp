#include "run/report/model_reports.h"

#include <fmt/format.h>

#include "run/codes.h"

namespace mica::run {

const MicaSite* ModelReports::FindSite(std::uint32_t site) const {
  return site < runnable_.table->sites_count ? &runnable_.table->sites[site] : nullptr;
}

int ModelReports::Raise(MicaReportKind kind, std::uint32_t site, const char* message, double time) {
  RaisedReport report{kind, site, message ? message : "", time};
  switch (kind) {
    case MICA_REPORT_WARNING:
    case MICA_REPORT_OPEN: {
      if (!accepted_) return MICA_OK;
      Warning& warning = warnings_[site];
      if (warning.count++ == 0) {
        warning.message = kind == MICA_REPORT_OPEN ? "nothing determines " + report.message : report.message;
        DiagnosticNote note = Describe(report);
        sink_.Report(kind == MICA_REPORT_OPEN ? kOpenEquation : kAssertionWarning, note.span, std::move(note.message));
      }
      return MICA_OK;
    }
    case MICA_REPORT_TERMINATE:
      // The pass goes on: the event is completed before the simulation ends.
      if (accepted_ && !terminated_) terminated_ = std::move(report);
      return MICA_OK;
    case MICA_REPORT_ERROR:
    case MICA_REPORT_DIVISION:
      break;
  }
  failure_ = std::move(report);
  return MICA_FAILED;
}

void ModelReports::Say(const char* text) {
  if (messages_ >= kMostMessages) return;
  std::string message = text ? text : "";
  while (!message.empty() && message.back() == '\n') message.pop_back();
  DiagnosticSink::Mark before = sink_.mark();
  sink_.Report(kModelMessage, {}, "the model says: " + message);
  if (!sink_.Since(before).empty() && ++messages_ == kMostMessages)
    sink_.Report(kModelMessage, {}, "the model says more; no further messages are shown");
}

DiagnosticNote ModelReports::Describe(const RaisedReport& report) const {
  const MicaSite* site = FindSite(report.site);
  const MicaModelTable& t = *runnable_.table;
  std::string component = site ? ComponentText(t, site->origin) : std::string();
  Span span = site ? SpanOf(t, site->origin) : Span();
  std::string_view text = site ? Text(t, site->text) : std::string_view();
  std::string at = fmt::format("at time = {}", NumberText(report.time));
  if (report.kind == MICA_REPORT_DIVISION) {
    std::string_view what = !text.empty() ? text : std::string_view(report.message);
    return {span, fmt::format("{}division by zero in '{}' {}", component, what, at)};
  }
  if (report.kind == MICA_REPORT_OPEN)
    return {span, fmt::format("{}nothing determines {} {}: '{}' is 0/0, and the variable keeps its value", component,
                              report.message, at, text)};
  std::string_view level = report.kind == MICA_REPORT_WARNING ? "assertion (warning)" : "assertion";
  if (text.empty()) return {span, fmt::format("{}{} failed {}: {}", component, level, at, report.message)};
  return {span, fmt::format("{}{} '{}' failed {}: {}", component, level, text, at, report.message)};
}

bool ModelReports::ReportFailure() const {
  if (!failure_) return false;
  DiagnosticNote note = Describe(*failure_);
  if (failure_->kind == MICA_REPORT_DIVISION)
    sink_.Report(kDivisionByZero, note.span, std::move(note.message));
  else
    sink_.Report(kAssertionFailed, note.span, std::move(note.message));
  return true;
}

void ModelReports::ReportRepeats() {
  for (const auto& [site, warning] : warnings_) {
    if (warning.count < 2) continue;
    const MicaSite* place = FindSite(site);
    sink_.Report(kRepeatedWarnings, place ? SpanOf(*runnable_.table, place->origin) : Span(),
                 fmt::format("this warning came {} times in all: {}", warning.count, warning.message));
  }
  warnings_.clear();
}

}  // namespace mica::run
