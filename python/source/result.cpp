// Results of runs: NumPy arrays that lie over the columns of a trajectory, without copies.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <deque>

#include "model.h"
#include "result/result_reader.h"
#include "session/values/result_recorder.h"

namespace mica::python {

namespace {

using Column = nb::ndarray<nb::numpy, const double, nb::ndim<1>, nb::device::cpu>;

class Result {
 public:
  Trajectory data;
  run::SimulationResult run;
  std::vector<Report> reports;

  const Signal* Find(const std::string& name) const {
    SignalId id = data.signals.Find(name);
    return id.valid() ? &data.signals[id] : nullptr;
  }

  // The values of minus a signal that is stored: computed once.
  const std::vector<double>& Negated(const Signal& signal) {
    auto [place, is_new] = negated_.try_emplace(signal.slot);
    if (is_new)
      for (double value : data.columns[signal.slot]) place->second.push_back(-value);
    return place->second;
  }

 private:
  std::map<std::uint32_t, std::vector<double>> negated_;
};

Column ArrayOf(nb::handle owner, const double* first, std::size_t rows, std::int64_t stride) {
  return Column(first, {rows}, owner, {stride});
}

Column Get(nb::handle handle, const std::string& name) {
  auto& self = nb::cast<Result&>(handle);
  if (const Signal* signal = self.Find(name)) {
    if (signal->constant()) {
      if (!signal->negated) return ArrayOf(handle, &self.data.constants[signal->slot], self.data.rows(), 0);
      auto* value = new double(-self.data.constants[signal->slot]);
      nb::capsule owner(value, [](void* p) noexcept { delete static_cast<double*>(p); });
      return Column(value, {self.data.rows()}, owner, {0});
    }
    const std::vector<double>& column = signal->negated ? self.Negated(*signal) : self.data.columns[signal->slot];
    return ArrayOf(handle, column.data(), column.size(), 1);
  }
  if (name == "time" || name == "Time") return ArrayOf(handle, self.data.time.data(), self.data.rows(), 1);
  std::string_view nearest = self.data.signals.Nearest(name);
  std::string message = fmt::format("the result has no variable '{}'", name);
  if (!nearest.empty()) message += fmt::format("; did you mean '{}'?", nearest);
  throw nb::key_error(message.c_str());
}

nb::object Simulate(Model& self, const Asked& asked) {
  Thrown thrown;
  SimulationRequest request = self.RequestOf(asked, &thrown);
  auto result = std::make_unique<Result>();
  DiagnosticSink sink;
  std::vector<Report> reports;
  Outcome outcome = self.Try(
      [&](Interrupt& interrupt) {
        thrown.interrupt = &interrupt;
        study::ModelRuns* runs = self.RunsFor(request);
        if (!runs) return Outcome::kCallWrong;
        ResultRecorder recorder(request, sink);
        if (!recorder.ok()) return Outcome::kCallWrong;
        using Rows = study::ModelRuns::Rows;
        Outcome ended = runs->Simulate(request.options, asked.events ? Rows::kAll : Rows::kGrid, recorder.writer(),
                                       result->run, sink, {}, interrupt.token());
        SimulationReport report;
        if (result->run.initialized) recorder.Hand(report);
        if (report.trajectory) result->data = std::move(*report.trajectory);
        for (const Diagnostic& each : sink.all()) self.session().sink().Report(each);
        return ended;
      },
      reports);
  // What a function of the user raised goes to the user as it is.
  request = {};
  thrown.Rethrow();
  if (outcome == Outcome::kCancelled) RaiseInterrupt();
  result->reports = reports;
  bool has_rows = result->run.initialized && result->data.rows() > 0;
  nb::object wrapped = nb::cast(result.release(), nb::rv_policy::take_ownership);
  if (outcome != Outcome::kDone) Raise(outcome, std::move(reports), has_rows ? wrapped : nb::none());
  return wrapped;
}

nb::object Read(const std::string& path) {
  auto result = std::make_unique<Result>();
  DiagnosticSink sink;
  SourceMap sources;
  mica::Result<Trajectory> data = ReadResult(path, sink);
  if (!data) Raise(Outcome::kCallWrong, Describe(sink.all(), sources));
  result->data = std::move(*data);
  return nb::cast(result.release(), nb::rv_policy::take_ownership);
}

nb::dict Statistics(const Result& self) {
  const run::SimulationStatistics& s = self.run.statistics;
  nb::dict all;
  all["method"] = s.method;
  all["steps"] = s.steps;
  all["fevals"] = s.fevals;
  all["jacobians"] = s.jacobians;
  all["state_events"] = s.state_events;
  all["time_events"] = s.time_events;
  all["rows"] = s.rows;
  all["initialize_seconds"] = s.initialize_seconds;
  all["integrate_seconds"] = s.integrate_seconds;
  return all;
}

void StartFrom(Asked& asked, const Result& result, std::optional<double> time) {
  if (result.data.rows() == 0) throw nb::value_error("the result to start from has no rows");
  double first = result.data.time.front(), last = result.data.time.back();
  double at = time.value_or(last);
  if (at < first || at > last)
    throw nb::value_error(fmt::format("the result to start from goes from {} to {}", first, last).c_str());
  asked.initial = std::make_shared<run::InitialPoint>(run::InitialPoint{"the result", result.data, at});
}

}  // namespace

void BindResult(nb::module_& module) {
  nb::class_<Result>(module, "Result")
      .def("column", [](nb::handle_t<Result> self, const std::string& name) { return Get(self, name); })
      .def("has", [](const Result& self, const std::string& name) { return self.Find(name) != nullptr; })
      .def_prop_ro("names",
                   [](const Result& self) {
                     std::vector<std::string> names;
                     for (const Signal& signal : self.data.signals.signals()) names.push_back(signal.name);
                     return names;
                   })
      .def("is_constant",
           [](const Result& self, const std::string& name) {
             const Signal* signal = self.Find(name);
             return signal && signal->constant();
           })
      .def("unit",
           [](const Result& self, const std::string& name) {
             const Signal* signal = self.Find(name);
             return signal ? signal->unit : std::string();
           })
      .def("description",
           [](const Result& self, const std::string& name) {
             const Signal* signal = self.Find(name);
             return signal ? signal->description : std::string();
           })
      .def_prop_ro("rows", [](const Result& self) { return self.data.rows(); })
      .def_prop_ro("end_time", [](const Result& self) { return self.run.time; })
      .def_prop_ro("terminated", [](const Result& self) { return self.run.outcome == run::Outcome::kTerminated; })
      .def_prop_ro("reason", [](const Result& self) { return self.run.reason; })
      .def_ro("diagnostics", &Result::reports)
      .def_prop_ro("statistics", &Statistics);
  module.def("simulate", &Simulate, nb::arg("model"), nb::arg("asked"));
  module.def("read", &Read, nb::arg("path"));
  module.def("start_from", &StartFrom, nb::arg("asked"), nb::arg("result"), nb::arg("time").none());
}

}  // namespace mica::python
