// Models written by hand as model code in C++, with a table of a block model, to test the run stage without most of the
// stages before it. Slots are given out in the order of the calls, so that the functions of the code can name them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "result/memory_writer.h"
#include "run/simulate.h"
#include "structure/block_model.h"
#include "table/model_table.h"

namespace mica::run {

class HandModel {
 public:
  HandModel() : store(names) {
    code.version = MICA_MODEL_CODE_VERSION;
    model.name = "Hand";
  }

  ScalarId Add(const std::string& name, structure::ScalarKind kind, TypeId type) {
    structure::Scalar scalar;
    scalar.name = name;
    scalar.kind = kind;
    scalar.type = type;
    scalar.slot = model.real_slots++;
    return model.scalars.Add(scalar);
  }
  ScalarId AddReal(const std::string& name, structure::ScalarKind kind = structure::ScalarKind::kAlgebraic) {
    return Add(name, kind, store.types.real());
  }
  ScalarId AddBoolean(const std::string& name) {
    return Add(name, structure::ScalarKind::kDiscrete, store.types.boolean());
  }
  ScalarId AddInteger(const std::string& name) {
    return Add(name, structure::ScalarKind::kDiscrete, store.types.integer());
  }
  ScalarId AddDiscrete(const std::string& name) { return AddReal(name, structure::ScalarKind::kDiscrete); }
  ScalarId AddParameter(const std::string& name, double value) {
    ScalarId id = AddReal(name, structure::ScalarKind::kParameter);
    model.scalars[id].value = store.exprs.Real(value);
    return id;
  }
  // Two slots: the state, then its derivative.
  ScalarId AddState(const std::string& name) {
    ScalarId state = AddReal(name, structure::ScalarKind::kState);
    ScalarId derivative = AddReal("der(" + name + ")", structure::ScalarKind::kDerivative);
    model.scalars[state].derivative = derivative;
    model.states.push_back(state);
    return state;
  }
  // A relation between two scalars, with its crossing function (left - right, for the texts).
  structure::HeldId AddHeld(Op op, ScalarId left, double right, bool in_system = false) {
    structure::Held held;
    Expr a = store.exprs.Scalar(left, store.types.real()), b = store.exprs.Real(right);
    held.value = store.exprs.Make(op, store.types.boolean(), {a, b});
    held.in_system = in_system;
    held.crossings.push_back(store.exprs.Make(Op::kSub, store.types.real(), {a, b}));
    return model.held.Add(held);
  }
  // A relation of time alone.
  structure::HeldId AddTimeHeld(Op op, double at) {
    structure::Held held;
    held.value = store.exprs.Make(op, store.types.boolean(), {store.exprs.Time(), store.exprs.Real(at)});
    held.time_event = store.exprs.Real(at);
    return model.held.Add(held);
  }
  ScalarId AddSampler(const std::string& flag) {
    ScalarId id = Add(flag, structure::ScalarKind::kTimeFlag, store.types.boolean());
    model.samplers.push_back({store.exprs.Real(0), store.exprs.Real(1), id, {}});
    return id;
  }
  structure::System& AddSystem(std::initializer_list<ScalarId> unknowns,
                               std::initializer_list<std::pair<int, int>> pattern, bool is_linear,
                               MicaSystemCode functions) {
    structure::System system;
    system.unknowns = unknowns;
    for (auto [row, column] : pattern)
      system.jacobian.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), {}});
    system.is_linear = is_linear;
    systems.push_back(functions);
    return model.systems[model.systems.Add(system)];
  }

  Runnable Finish() {
    code.real_count = model.real_slots;
    code.state_count = static_cast<std::uint32_t>(model.states.size());
    code.held_count = static_cast<std::uint32_t>(model.held.size());
    code.crossing_count = 0;
    for (const structure::Held& held : model.held)
      code.crossing_count += static_cast<std::uint32_t>(held.crossings.size());
    code.system_count = static_cast<std::uint32_t>(model.systems.size());
    code.delay_count = static_cast<std::uint32_t>(model.delays.size());
    code.sampler_count = static_cast<std::uint32_t>(model.samplers.size());
    code.systems = systems.data();
    table.emplace(model, store, flat, sites);
    return {&code, &table->table()};
  }

  NameTable names;
  Store store;
  structure::BlockModel model;
  MicaCode code{};
  std::vector<MicaSystemCode> systems;
  std::vector<table::Site> sites;
  const flat::Model* flat = nullptr;
  std::optional<table::ModelTable> table;
};

// A simulation into memory.
struct Simulated {
  SimulationResult result;
  Trajectory trajectory;
  DiagnosticSink sink;

  // Options that make no plan refuse the run.
  Simulated(HandModel& hand, const SimulationOptions& options, MethodId method = kDefaultMethod) {
    Runnable runnable = hand.Finish();
    MemoryWriter writer;
    std::optional<RunPlan> plan = MakeRunPlan(options, MethodOf(method), ExperimentOf(*runnable.table), sink);
    result.outcome = Outcome::kRefused;
    if (plan) result = Simulate(runnable, *plan, writer, sink);
    trajectory = writer.Take();
  }

  const std::vector<double>& time() const { return trajectory.time; }
  SignalView View(std::string_view name) const { return *trajectory.FindView(name); }
  // The last row at or before `at`.
  double At(std::string_view name, double at) const {
    SignalView view = View(name);
    TimeBracket bracket = Bracket(trajectory.time, at);
    return view[bracket.before] + bracket.share * (view[bracket.after] - view[bracket.before]);
  }
  double Final(std::string_view name) const { return View(name)[trajectory.rows() - 1]; }
  const Diagnostic* Find(std::string_view code) const {
    for (const Diagnostic& diagnostic : sink.all())
      if (diagnostic.code.id() == code) return &diagnostic;
    return nullptr;
  }
  std::string Text() const {
    std::string text;
    SourceMap sources;
    for (const Diagnostic& diagnostic : sink.all()) text += FormatDiagnostic(diagnostic, sources);
    return text;
  }
};

inline SimulationOptions Until(double stop) {
  SimulationOptions options;
  options.start = 0;
  options.stop = stop;
  return options;
}

}  // namespace mica::run
