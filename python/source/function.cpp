// A model as functions for other people's solvers, and a run that is driven step by step.
#include <fmt/format.h>
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <unordered_map>

#include "model.h"
#include "run/simulate.h"
#include "run/table_view.h"
#include "study/point/model_point.h"

namespace mica::python {

namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Array = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

Array NewArray(std::vector<double> values) {
  auto* held = new std::vector<double>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Array(held->data(), {held->size()}, owner);
}

std::span<const double> SpanOf(const Vector& vector) { return {vector.data(), vector.size()}; }

// The plan and the code of a run that starts by hand. Raises what is wrong.
struct Prepared {
  const run::Runnable* runnable = nullptr;
  run::RunPlan plan;
};

Prepared Prepare(Model& model, const Asked& asked) {
  Prepared prepared;
  SimulationRequest request = model.RequestOf(asked);
  model.Call([&](Interrupt&) {
    study::ModelRuns* runs = model.RunsFor(request);
    if (!runs) return Outcome::kCallWrong;
    std::size_t variant = 0;
    Outcome outcome = runs->Prepare(request.options.overrides, variant);
    if (outcome != Outcome::kDone) return outcome;
    std::optional<run::RunPlan> plan = runs->PlanOf(variant, request.options, model.session().sink());
    if (!plan) return Outcome::kCallWrong;
    prepared.runnable = &runs->runnable(variant);
    prepared.plan = std::move(*plan);
    return Outcome::kDone;
  });
  return prepared;
}

class Function {
 public:
  Function(nb::object model, const Asked& asked, const std::vector<std::string>& outputs)
      : owner_(std::move(model)), model_(nb::cast<Model&>(owner_)) {
    Prepared prepared = Prepare(model_, asked);
    runnable_ = *prepared.runnable;
    point_ = std::make_unique<study::ModelPoint>(runnable_, std::move(prepared.plan), outputs);
    bool started = false;
    model_.Call([&](Interrupt&) {
      model_.session().Guard("initializing the model", [&] { started = point_->Start(); });
      return Outcome::kDone;
    });
    if (!started) Fail();
    const study::LinearShape& shape = point_->shape();
    x0.resize(shape.states.size());
    point_->GetStates(x0);
    u0.resize(shape.inputs.size());
    point_->GetInputs(u0);
    t0 = point_->time();
  }

  Array Derivatives(double time, const Vector& states, const std::optional<Vector>& inputs) {
    Move(time, states, inputs);
    std::vector<double> values(x0.size());
    if (!point_->Derivatives(values)) Fail();
    return NewArray(std::move(values));
  }
  Array Outputs(double time, const Vector& states, const std::optional<Vector>& inputs) {
    Move(time, states, inputs);
    std::vector<double> values(point_->shape().outputs.size());
    if (!point_->Outputs(values)) Fail();
    return NewArray(std::move(values));
  }
  Array Events(double time, const Vector& states, const std::optional<Vector>& inputs) {
    Move(time, states, inputs);
    std::vector<double> values(point_->event_count());
    if (!point_->Events(values)) Fail();
    return NewArray(std::move(values));
  }
  Eigen::MatrixXd Jacobian(double time, const Vector& states, const std::optional<Vector>& inputs) {
    Move(time, states, inputs);
    Eigen::MatrixXd all;
    if (!point_->Jacobian(all)) Fail();
    return all;
  }
  Array Settle(double time, const Vector& states, const std::optional<Vector>& inputs) {
    Move(time, states, inputs);
    if (!point_->Settle()) Fail();
    std::vector<double> values(x0.size());
    point_->GetStates(values);
    return NewArray(std::move(values));
  }

  std::vector<std::string> StateNames() const { return point_->NamesOf(point_->shape().states); }
  std::vector<std::string> InputNames() const { return point_->NamesOf(point_->shape().inputs); }
  std::vector<std::string> OutputNames() const { return point_->NamesOf(point_->shape().outputs); }
  std::size_t event_count() const { return point_->event_count(); }

  std::vector<double> x0, u0;
  double t0 = 0;

 private:
  void Move(double time, const Vector& states, const std::optional<Vector>& inputs) {
    if (states.size() != x0.size())
      throw nb::value_error(
          fmt::format("the model has {} states, and {} were given", x0.size(), states.size()).c_str());
    if (inputs && inputs->size() != u0.size())
      throw nb::value_error(
          fmt::format("the model has {} inputs, and {} were given", u0.size(), inputs->size()).c_str());
    point_->Move(time, SpanOf(states), inputs ? SpanOf(*inputs) : std::span<const double>(u0));
  }
  [[noreturn]] void Fail() { Raise(Outcome::kFailed, Describe(point_->sink().all(), model_.session().sources())); }

  nb::object owner_;
  Model& model_;
  run::Runnable runnable_;
  std::unique_ptr<study::ModelPoint> point_;
};

class Simulator {
 public:
  Simulator(nb::object model, const Asked& asked) : owner_(std::move(model)), model_(nb::cast<Model&>(owner_)) {
    Prepared prepared = Prepare(model_, asked);
    runnable_ = *prepared.runnable;
    stop_ = prepared.plan.stop;
    run_ = run::MakeSilentRun(runnable_, std::move(prepared.plan), sink_);
    Go([&](Interrupt&) { return run_->Begin(), run_->going(); });
    const MicaModelTable& t = *runnable_.table;
    for (std::uint32_t i = 0; i < t.scalars_count; ++i) scalars_.emplace(run::NameOf(t, i), i);
  }

  double Get(const std::string& name) {
    if (name == "time") return run_->time();
    return run_->instance().value(Find(name));
  }
  Array GetMany(const std::vector<std::string>& names) {
    std::vector<double> values;
    for (const std::string& name : names) values.push_back(Get(name));
    return NewArray(std::move(values));
  }

  void Set(const std::vector<std::pair<std::string, double>>& values) {
    const MicaModelTable& t = *runnable_.table;
    std::vector<std::pair<std::uint32_t, double>> places;
    for (const auto& [name, value] : values) {
      const MicaScalar& scalar = t.scalars[Find(name)];
      const MicaScalar& owner = t.scalars[scalar.owner];
      if (owner.kind != MICA_KIND_INPUT && owner.kind != MICA_KIND_STATE)
        throw nb::value_error(fmt::format("{} is neither an input nor a state: equations determine it", name).c_str());
      places.emplace_back(owner.slot, scalar.sign * value);
    }
    Go([&](Interrupt&) {
      return run_->Change([&](run::Instance& instance) {
        for (const auto& [slot, value] : places) instance.SetReal(slot, value);
      });
    });
  }

  void Advance(double time) {
    if (!(time >= run_->time()))
      throw nb::value_error(fmt::format("the run stands at {} and cannot go back to {}", run_->time(), time).c_str());
    if (time > stop_)
      throw nb::value_error(fmt::format("the run goes to {} at most: start it with another stop_time", stop_).c_str());
    Go([&](Interrupt& interrupt) { return run_->AdvanceTo(time, interrupt.token()); });
  }

  std::vector<std::byte> Save() { return run_->Save(); }
  void Restore(const std::vector<std::byte>& state) {
    is_terminated_ = false;
    Go([&](Interrupt&) { return run_->Restore(state); });
  }

  double time() { return run_->time(); }
  double stop() const { return stop_; }
  bool is_terminated() const { return is_terminated_; }

 private:
  std::uint32_t Find(const std::string& name) const {
    auto found = scalars_.find(name);
    if (found == scalars_.end() || run::IsString(runnable_.table->scalars[found->second]))
      throw nb::key_error(fmt::format("the model has no variable '{}'", name).c_str());
    return found->second;
  }

  // Errors of the run are raised; an end by terminate() is not one.
  void Go(const std::function<bool(Interrupt&)>& work) {
    if (is_terminated_) return;
    sink_.Clear();
    bool going = false, stopped = false;
    std::string problem;
    {
      nb::gil_scoped_release release;
      Interrupt interrupt;
      try {
        going = work(interrupt);
      } catch (const std::exception& error) {
        problem = error.what();
      }
      stopped = interrupt.stopped();
    }
    if (stopped) RaiseInterrupt();
    is_terminated_ = !going && run_->result().outcome == run::Outcome::kTerminated;
    if (going || is_terminated_) return;
    std::vector<Report> reports = Describe(sink_.all(), model_.session().sources());
    if (reports.empty()) {
      Report report;
      report.code = "E9001", report.severity = "error";
      report.message = report.text = problem.empty() ? run_->result().reason : problem;
      reports.push_back(std::move(report));
    }
    Raise(problem.empty() ? Outcome::kFailed : Outcome::kFault, std::move(reports));
  }

  nb::object owner_;
  Model& model_;
  run::Runnable runnable_;
  DiagnosticSink sink_;
  std::unique_ptr<run::DrivenRun> run_;
  std::unordered_map<std::string_view, std::uint32_t> scalars_;
  double stop_ = 0;
  bool is_terminated_ = false;
};

struct SavedState {
  std::vector<std::byte> bytes;
  const Simulator* of = nullptr;
};

}  // namespace

void BindFunction(nb::module_& module) {
  nb::class_<Function>(module, "Function")
      .def(nb::init<nb::object, const Asked&, const std::vector<std::string>&>(), nb::arg("model"), nb::arg("asked"),
           nb::arg("outputs"))
      .def("derivatives", &Function::Derivatives, nb::arg("t"), nb::arg("x"), nb::arg("u").none() = nb::none())
      .def("outputs", &Function::Outputs, nb::arg("t"), nb::arg("x"), nb::arg("u").none() = nb::none())
      .def("events", &Function::Events, nb::arg("t"), nb::arg("x"), nb::arg("u").none() = nb::none())
      .def("jacobian", &Function::Jacobian, nb::arg("t"), nb::arg("x"), nb::arg("u").none() = nb::none())
      .def("settle", &Function::Settle, nb::arg("t"), nb::arg("x"), nb::arg("u").none() = nb::none())
      .def_prop_ro("state_names", &Function::StateNames)
      .def_prop_ro("input_names", &Function::InputNames)
      .def_prop_ro("output_names", &Function::OutputNames)
      .def_prop_ro("event_count", &Function::event_count)
      .def_prop_ro(
          "x0", [](const Function& self) { return NewArray(self.x0); }, nb::rv_policy::move)
      .def_prop_ro(
          "u0", [](const Function& self) { return NewArray(self.u0); }, nb::rv_policy::move)
      .def_ro("t0", &Function::t0);
  nb::class_<SavedState>(module, "SavedState", "A point of a stepwise run, to go back to.");
  nb::class_<Simulator>(module, "Simulator")
      .def(nb::init<nb::object, const Asked&>(), nb::arg("model"), nb::arg("asked"))
      .def("get", &Simulator::Get, nb::arg("name"))
      .def("get_many", &Simulator::GetMany, nb::arg("names"))
      .def("set", &Simulator::Set, nb::arg("values"))
      .def("advance", &Simulator::Advance, nb::arg("time"))
      .def("save", [](Simulator& self) { return SavedState{self.Save(), &self}; })
      .def("restore",
           [](Simulator& self, const SavedState& state) {
             if (state.of != &self) throw nb::value_error("the state was saved by another run");
             self.Restore(state.bytes);
           })
      .def_prop_ro("time", &Simulator::time)
      .def_prop_ro("stop_time", &Simulator::stop)
      .def_prop_ro("terminated", &Simulator::is_terminated);
}

}  // namespace mica::python
