// Run stage: what the model says while it runs (the specification, 8.3.7 assert, 8.3.8 terminate). Compiled code
// reports through the host; this class sorts the reports by consequence.
//
// - A warning counts only at accepted points: trial evaluations of an integrator or a Newton iteration may pass through
// values that
//   the trajectory never takes. It is shown once for each site, with the first time, and counted.
// - An error or a division by zero makes the evaluation fail. Whoever asked for it may try elsewhere; the last failure
// is kept, so that
//   it can be reported if no other way is found.
// - terminate() at an accepted point ends the simulation normally, once the event has been completed.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "run/runnable.h"

namespace mica::run {

struct RaisedReport {
  MicaReportKind kind = MICA_REPORT_ERROR;
  std::uint32_t site = 0;
  std::string message;
  double time = 0;
};

class ModelReports {
 public:
  ModelReports(const Runnable& runnable, DiagnosticSink& sink) : runnable_(runnable), sink_(sink) {}

  // The status that model code passes on.
  int Raise(MicaReportKind kind, std::uint32_t site, const char* message, double time);

  // ModelicaMessage of external functions: a note, repeated ones once, at most kMostMessages.
  void Say(const char* text);
  static constexpr std::size_t kMostMessages = 200;

  void SetAccepted(bool accepted) { accepted_ = accepted; }
  bool accepted() const { return accepted_; }

  const std::optional<RaisedReport>& failure() const { return failure_; }
  void ClearFailure() { failure_.reset(); }
  const std::optional<RaisedReport>& terminated() const { return terminated_; }

  // The failure in words, with expression, component and time: for the note of a larger report.
  DiagnosticNote Describe(const RaisedReport& report) const;
  // An error of its own from the last failure, if there is one (E6301 assertion, E6302 division). Tells whether there
  // was.
  bool ReportFailure() const;
  // How often warnings came again; at the end of a run.
  void ReportRepeats();

 private:
  struct Warning {
    std::string message;
    std::size_t count = 0;
  };
  const MicaSite* FindSite(std::uint32_t site) const;

  const Runnable& runnable_;
  DiagnosticSink& sink_;
  bool accepted_ = false;
  std::size_t messages_ = 0;
  std::optional<RaisedReport> failure_, terminated_;
  std::map<std::uint32_t, Warning> warnings_;  // by site
};

}  // namespace mica::run
