#include "run/report/model_fault.h"

#include <csignal>

#include <fmt/format.h>

#include "run/codes.h"
#include "runtime/foreign/external_guard.h"

namespace mica::run {

namespace {

thread_local ModelCodeFrame* innermost = nullptr;

// External calls that are left without coming to their end are over: while their frames are still there.
[[noreturn]] void Leave(ModelCodeFrame& frame) {
  if (MicaExternalFrame* call = mica_external_frame(); call && call != frame.external) frame.fault.site = call->site;
  while (mica_external_frame() && mica_external_frame() != frame.external) mica_external_leave(mica_external_frame());
  std::longjmp(frame.back, 1);
}

}  // namespace

std::string_view SignalText(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "touched memory that is not there";
    case SIGFPE:
      return "met an arithmetic fault";
    case SIGILL:
      return "met an instruction that this processor does not know";
    default:
      return "gave up (abort)";
  }
}

void EnterModelCode(ModelCodeFrame& frame) {
  frame.outer = innermost;
  frame.external = mica_external_frame();
  innermost = &frame;
}

void ExitModelCode(ModelCodeFrame& frame) { innermost = frame.outer; }

HostCode::HostCode() : frame_(innermost) {
  if (!frame_) return;
  before_ = frame_->in_host;
  frame_->in_host = true;
}

HostCode::~HostCode() {
  if (frame_) frame_->in_host = before_;
}

void LeaveModelCode(int signal, bool is_stack) {
  ModelCodeFrame* frame = innermost;
  if (!frame || (frame->in_host && !is_stack)) return;
  frame->fault.kind = is_stack ? ModelFault::Kind::kStack : ModelFault::Kind::kSignal;
  frame->fault.signal = signal;
  Leave(*frame);
}

void LeaveModelCodeForMemory(std::size_t bytes) {
  ModelCodeFrame* frame = innermost;
  if (!frame) return;
  frame->fault.kind = ModelFault::Kind::kMemory;
  frame->fault.bytes = bytes;
  Leave(*frame);
}

void LeaveModelCodeForExit() {
  ModelCodeFrame* frame = innermost;
  if (!frame || frame->in_host) return;
  frame->fault.kind = ModelFault::Kind::kExit;
  Leave(*frame);
}

void ReportModelFault(const ModelFault& fault, double time, const Runnable& runnable, DiagnosticSink& sink) {
  const MicaModelTable& table = *runnable.table;
  const MicaSite* site = fault.site && *fault.site < table.sites_count ? &table.sites[*fault.site] : nullptr;
  Span span = site ? SpanOf(table, site->origin) : Span();
  std::string_view text = site ? Text(table, site->text) : std::string_view();
  std::string called = text.empty() ? std::string() : fmt::format("{}: ", text),
              at = fmt::format("at time = {}", NumberText(time));
  if (fault.kind == ModelFault::Kind::kStack) {
    std::string names = runnable.words ? runnable.words->RecursiveFunctions() : std::string();
    std::string what = names.empty() ? "a function of the model uses more memory for its calls than there is"
                                     : fmt::format("the recursion of {} is too deep", names);
    sink.Report(kFunctionFailed, span, fmt::format("{}{} {}", called, what, at)).hint =
        "a function that calls itself must come to an end";
  } else if (fault.kind == ModelFault::Kind::kMemory) {
    sink.Report(kFunctionFailed, span,
                fmt::format("{}a function of the model requires {} GB for an array {}, and there is not enough memory",
                            called, (fault.bytes + 999'999'999) / 1'000'000'000, at));
  } else {
    std::string_view what =
        fault.kind == ModelFault::Kind::kExit ? "ended the program (exit)" : SignalText(fault.signal);
    sink.Report(kFunctionFailed, span,
                fmt::format("{}{} {} {}", called, site ? "the external function" : "a function of the model", what, at))
        .hint = "an external function runs in the process of the simulation: what it does there is its own";
  }
}

}  // namespace mica::run
