#include "call.h"

#include <fcntl.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace mica::python {

std::vector<Report> Describe(std::span<const Diagnostic> diagnostics, const SourceMap& sources) {
  std::vector<Report> reports;
  for (const Diagnostic& each : diagnostics) {
    Report report;
    report.code = each.code.id();
    report.severity = each.severity() == Severity::kError     ? "error"
                      : each.severity() == Severity::kWarning ? "warning"
                                                              : "note";
    report.message = each.message;
    report.hint = each.hint;
    report.text = FormatDiagnostic(each, sources);
    for (const DiagnosticNote& note : each.notes) report.notes.push_back(note.message);
    if (each.span.valid()) {
      report.file = sources.path(each.span.file);
      LineColumn place = sources.Locate(each.span.file, each.span.begin);
      report.line = place.line;
      report.column = place.column;
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

void Raise(Outcome outcome, std::vector<Report> reports, nb::object result) {
  const char* name = "InternalError";
  switch (outcome) {
    case Outcome::kModelWrong:
      name = "ModelError";
      break;
    case Outcome::kCallWrong:
      name = "CallError";
      break;
    case Outcome::kFailed:
      name = "SimulationError";
      break;
    case Outcome::kCancelled:
      RaiseInterrupt();
    default:
      break;
  }
  nb::object type = nb::module_::import_("mica.errors").attr(name);
  nb::object error = type(nb::cast(std::move(reports)), std::move(result));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

void RaiseInterrupt() {
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

namespace {

// A handler of signals knows nothing but what is global. It writes a byte; a thread that waits for it requests the
// stop, since that is nothing for a handler to do.
std::atomic<int> write_end = -1;
std::mutex current_mutex;
std::stop_source* current = nullptr;
std::once_flag listener_once;

extern "C" void OnInterrupt(int) {
  char byte = 1;
  int end = write_end.load();
  if (end >= 0) (void)!write(end, &byte, 1);
}

void StartListener() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  write_end = ends[1];
  std::thread([from = ends[0]] {
    char byte = 0;
    while (read(from, &byte, 1) == 1) {
      std::lock_guard lock(current_mutex);
      if (current) current->request_stop();
    }
  }).detach();
  // A child has no such thread: Ctrl-C is what Python makes of it there.
  pthread_atfork(nullptr, nullptr, [] { write_end = -1; });
}

}  // namespace

struct Interrupt::State {
  struct sigaction before{};
};

Interrupt::Interrupt() {
  if (getpid() != gettid()) return;
  std::call_once(listener_once, StartListener);
  if (write_end < 0) return;
  {
    std::lock_guard lock(current_mutex);
    if (current) return;  // a call inside a call: the outer one listens
    current = &source_;
  }
  state_ = std::make_unique<State>();
  struct sigaction action{};
  action.sa_handler = OnInterrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &state_->before);
}

Interrupt::~Interrupt() {
  if (!state_) return;
  sigaction(SIGINT, &state_->before, nullptr);
  std::lock_guard lock(current_mutex);
  current = nullptr;
}

void BindCall(nb::module_& module) {
  nb::class_<Report>(module, "Diagnostic", "What Mica reports: a code, a place and a message.")
      .def_ro("code", &Report::code, "The code, such as 'E3101'; docs/diagnostics explains each.")
      .def_ro("severity", &Report::severity, "'error', 'warning' or 'note'.")
      .def_ro("message", &Report::message)
      .def_ro("file", &Report::file, "The file, or '' where it is about no place in a text.")
      .def_ro("line", &Report::line, "From 1, or 0.")
      .def_ro("column", &Report::column, "From 1, or 0.")
      .def_ro("hint", &Report::hint, "What to do about it, or ''.")
      .def_ro("notes", &Report::notes)
      .def("__str__", [](const Report& self) { return self.text; })
      .def("__repr__",
           [](const Report& self) { return "<" + self.severity + " " + self.code + ": " + self.message + ">"; });
}

}  // namespace mica::python
