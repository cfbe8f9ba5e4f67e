// From a block model to the lowered program. The steps of the dynamics are lowered once: runs of steps that are needed
// by the same entry points become routines, and each entry point calls those it needs, in order.
#include "code/lower/lower_model.h"

#include <algorithm>
#include <limits>

#include "code/lower/lowering.h"
#include "structure/sort/step_use.h"
#include "structure/values/gain_steps.h"

namespace mica::code {

using structure::BlockModel;
using structure::Scalar;
using structure::ScalarKind;
using structure::Step;
using structure::StepUse;
using structure::System;

namespace {

using Unit = std::function<void(Lowering&)>;

class ModelLowering {
 public:
  ModelLowering(const BlockModel& model, const Store& store, ExternalLibraries* externals, const LowerOptions& options,
                Program& program, DiagnosticSink& sink, const std::vector<std::uint32_t>* objects_alone)
      : model_(model),
        options_(options),
        objects_alone_(objects_alone),
        program_(program),
        context_(store, &model, program, externals, sink) {
    context_.kernels_for_externals = options.kernels_for_externals;
    context_.resource_address = options.resource_address;
  }

  void Run();

 private:
  // The parts where the value of a slot is another one than that they were run for, which stands in the slot `done`.
  RoutineId WhenChanged(const char* name, std::span<const RoutineId> parts, const std::function<Reg(Builder&)>& value,
                        ScalarId done);

  std::vector<RoutineId> Cut(const std::string& name, Tier tier, bool has_array, std::span<const Unit> units);
  RoutineId Entry(const std::string& name, Tier tier, bool has_array, std::span<const RoutineId> parts);
  RoutineId Section(const std::string& name, Tier tier, bool has_array, std::span<const Unit> units) {
    return Entry(name, tier, has_array, Cut(name, tier, has_array, units));
  }
  std::vector<Unit> StepUnits(std::span<const Step> steps) const;
  void LowerDynamics();
  void LowerStage();
  void LowerAttributes();
  void LowerLists();
  void LowerSystems();
  void LowerDestroy();
  bool IsWanted(const Scalar& scalar) const;
  void AddTable(Lowering& lowering, std::span<const SlotArray> arrays,
                const std::vector<std::pair<std::uint32_t, double>>& cells);
  RoutineId Guard(RoutineId entry);

  const BlockModel& model_;
  const LowerOptions& options_;
  const std::vector<std::uint32_t>* objects_alone_;
  Program& program_;
  Context context_;
};

RoutineId ModelLowering::WhenChanged(const char* name, std::span<const RoutineId> parts,
                                     const std::function<Reg(Builder&)>& value, ScalarId done) {
  std::uint32_t slot = model_.scalars[done].slot;
  RoutineId guarded = context_.NewRoutine(name, Tier::kHot);
  Builder b(program_, guarded);
  Reg now = value(b);
  b.If(b.Compare(Code::kNotEqual, b.LoadSlot(SlotArray::kReals, slot), now));
  for (RoutineId part : parts) b.CallRoutine(part, {});
  b.StoreSlot(SlotArray::kReals, slot, now);
  b.EndIf();
  return guarded;
}

std::vector<RoutineId> ModelLowering::Cut(const std::string& name, Tier tier, bool has_array,
                                          std::span<const Unit> units) {
  std::vector<RoutineId> parts;
  std::unique_ptr<Lowering> lowering;
  for (const Unit& unit : units) {
    if (!lowering || lowering->builder().size() > options_.longest_routine) {
      parts.push_back(context_.NewRoutine(name + "." + std::to_string(parts.size() + 1), tier));
      if (has_array) program_.routines[parts.back()].parameters = {Kind::kPointer};
      lowering = std::make_unique<Lowering>(context_, parts.back());
    }
    unit(*lowering);
  }
  return parts;
}

RoutineId ModelLowering::Entry(const std::string& name, Tier tier, bool has_array, std::span<const RoutineId> parts) {
  if (parts.size() == 1) return parts[0];
  RoutineId entry = context_.NewRoutine(name, tier);
  if (has_array) program_.routines[entry].parameters = {Kind::kPointer};
  Builder builder(program_, entry);
  std::vector<Reg> args;
  if (has_array) args.push_back(builder.Parameter(0));
  for (RoutineId part : parts) {
    bool takes_array = !program_.routines[part].parameters.empty();
    builder.CallRoutine(part, takes_array ? std::span<const Reg>(args) : std::span<const Reg>());
  }
  return entry;
}

std::vector<Unit> ModelLowering::StepUnits(std::span<const Step> steps) const {
  std::vector<Unit> units;
  for (const Step& step : steps) units.push_back([&step](Lowering& lowering) { lowering.LowerStep(step); });
  return units;
}

// Constants become data: loops over pairs of slot and value instead of one store each.
void ModelLowering::AddTable(Lowering& lowering, std::span<const SlotArray> arrays,
                             const std::vector<std::pair<std::uint32_t, double>>& cells) {
  if (cells.empty()) return;
  Builder& b = lowering.builder();
  Table slots{Kind::kInt, {}}, values{Kind::kReal, {}};
  for (auto [slot, value] : cells) {
    slots.cells.push_back(slot);
    values.cells.push_back(std::bit_cast<std::uint64_t>(value));
  }
  Reg slot_table = b.TablePointer(std::move(slots)), value_table = b.TablePointer(std::move(values));
  LocalId counter = b.NewLocal(Kind::kInt);
  b.Set(counter, b.Int(0));
  b.Loop();
  Reg k = b.Get(counter);
  b.BreakUnless(b.Compare(Code::kLess, k, b.Int(static_cast<std::int64_t>(cells.size()))));
  Reg slot = b.Load(Kind::kInt, slot_table, k), value = b.Load(Kind::kReal, value_table, k);
  for (SlotArray array : arrays) b.Store(b.SlotAddress(array, 0), slot, value);
  b.Set(counter, b.Add(k, b.Int(1)));
  b.EndLoop();
}

// An external object that the section `parameters` makes.
bool ModelLowering::IsWanted(const Scalar& scalar) const {
  return context_.types.kind(scalar.type) == TypeKind::kExternalObject &&
         (!objects_alone_ || std::ranges::find(*objects_alone_, scalar.slot) != objects_alone_->end());
}

void ModelLowering::LowerAttributes() {
  const ExprPool& pool = context_.pool;
  using Cells = std::vector<std::pair<std::uint32_t, double>>;
  Cells start, nominal, lowest, highest, constants;
  std::vector<Unit> units, constant_units;
  std::vector<bool> is_assigned(model_.scalars.size(), false);  // by a step of the section `parameters`
  for (const Step& step : model_.parameters)
    for (ScalarId target : step.targets)
      if (target.valid()) is_assigned[target.index()] = true;
  for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
    ScalarId id(i);
    const Scalar& scalar = model_.scalars[id];
    if (scalar.alias_of.valid() || context_.types.kind(scalar.type) == TypeKind::kExternalObject) continue;
    bool is_text = context_.types.kind(scalar.type) == TypeKind::kString;
    auto literal = [&](Expr e) -> std::optional<double> {
      if (!e.valid() || is_text) return std::nullopt;
      if (auto number = pool.number(e)) return number;
      if (pool.op(e) == Op::kBoolean || pool.op(e) == Op::kEnumLiteral) return static_cast<double>(pool.integer(e));
      return std::nullopt;
    };
    if (scalar.kind == ScalarKind::kConstant && scalar.value.valid()) {
      if (auto value = literal(scalar.value))
        constants.emplace_back(scalar.slot, *value);
      else if (pool.is_literal(scalar.value))
        constant_units.push_back([&scalar](Lowering& lowering) {
          Reg text = lowering.LowerScalar(scalar.value, Kind::kText);
          lowering.builder().StoreSlot(SlotArray::kStrings, scalar.slot, text);
        });
      continue;
    }
    auto attribute = [&](Expr e, Cells& cells, SlotArray array) {
      if (!e.valid() || is_text) return;
      if (auto value = literal(e)) return cells.emplace_back(scalar.slot, *value), void();
      units.push_back([e, &scalar, array](Lowering& lowering) {
        lowering.builder().StoreSlot(array, scalar.slot, lowering.LowerScalar(e, Kind::kReal));
      });
    };
    attribute(scalar.nominal, nominal, SlotArray::kNominal);
    attribute(scalar.min, lowest, SlotArray::kMin);
    attribute(scalar.max, highest, SlotArray::kMax);
    if (scalar.kind == ScalarKind::kParameter && (scalar.value.valid() || is_assigned[i])) continue;
    if (is_text) {
      units.push_back([&scalar](Lowering& lowering) {
        Builder& b = lowering.builder();
        Reg text = scalar.start.valid() ? b.Kernel("mica_keep", {lowering.LowerScalar(scalar.start, Kind::kText)})
                                        : b.Text("");
        b.StoreSlot(SlotArray::kStrings, scalar.slot, text);
        b.StoreSlot(SlotArray::kPreStrings, scalar.slot, text);
      });
    } else if (!scalar.start.valid() || literal(scalar.start)) {
      // An enumeration without a start value starts at its first literal.
      double none = context_.types.kind(scalar.type) == TypeKind::kEnumeration ? 1 : 0;
      start.emplace_back(scalar.slot, scalar.start.valid() ? *literal(scalar.start) : none);
    } else {
      units.push_back([&scalar](Lowering& lowering) {
        Reg value = lowering.LowerScalar(scalar.start, Kind::kReal);
        lowering.builder().StoreSlot(SlotArray::kReals, scalar.slot, value);
        lowering.builder().StoreSlot(SlotArray::kPre, scalar.slot, value);
      });
    }
  }
  units.insert(units.begin(), [&](Lowering& lowering) {
    Builder& b = lowering.builder();
    constexpr double kLargest = std::numeric_limits<double>::max();
    LocalId counter = b.NewLocal(Kind::kInt);
    b.Set(counter, b.Int(0));
    b.Loop();
    Reg k = b.Get(counter);
    b.BreakUnless(b.Compare(Code::kLess, k, b.Int(model_.real_slots)));
    b.Store(b.SlotAddress(SlotArray::kNominal, 0), k, b.Real(1));
    b.Store(b.SlotAddress(SlotArray::kMin, 0), k, b.Real(-kLargest));
    b.Store(b.SlotAddress(SlotArray::kMax, 0), k, b.Real(kLargest));
    b.Set(counter, b.Add(k, b.Int(1)));
    b.EndLoop();
    constexpr SlotArray kStart[] = {SlotArray::kReals, SlotArray::kPre}, kNominal[] = {SlotArray::kNominal},
                        kMin[] = {SlotArray::kMin}, kMax[] = {SlotArray::kMax};
    AddTable(lowering, kStart, start);
    AddTable(lowering, kNominal, nominal);
    AddTable(lowering, kMin, lowest);
    AddTable(lowering, kMax, highest);
  });
  program_.attributes = Section("attributes", Tier::kOnce, false, units);

  constant_units.insert(constant_units.begin(), [&](Lowering& lowering) {
    constexpr SlotArray kReals[] = {SlotArray::kReals};
    AddTable(lowering, kReals, constants);
  });
  if (objects_alone_) {
    std::vector<Step> makers;
    for (const Step& step : model_.parameters)
      if (std::ranges::any_of(step.targets, [&](ScalarId id) { return id.valid() && IsWanted(model_.scalars[id]); }))
        makers.push_back(step);
    program_.parameters = Section("parameters", Tier::kOnce, false, StepUnits(makers));
    return;
  }
  std::vector<Unit> steps = StepUnits(model_.parameters);
  constant_units.insert(constant_units.end(), steps.begin(), steps.end());
  program_.parameters = Section("parameters", Tier::kOnce, false, constant_units);
}

// What is computed at events only stands in event() alone. Between events the order of the rest is free of the discrete
// steps that separate them, so that derivatives() first does what changes with time, unless it was done for this time,
// then what changes with the states.
void ModelLowering::LowerDynamics() {
  std::vector<RoutineId> all, timed, derivatives, crossings, outputs;
  for (std::size_t first = 0; first < model_.dynamics.size();) {
    StepUse use = UseOf(model_.dynamics[first]);
    std::size_t last = first;
    while (last < model_.dynamics.size() && UseOf(model_.dynamics[last]) == use) ++last;
    constexpr const char* kNames[] = {"timed", "event", "derivatives", "crossings", "outputs"};
    std::string name = std::string(kNames[static_cast<int>(use)]) + "." + std::to_string(all.size() + 1);
    std::vector<Unit> units = StepUnits(std::span(model_.dynamics).subspan(first, last - first));
    for (RoutineId part : Cut(name, Tier::kHot, false, units)) {
      all.push_back(part);
      if (use == StepUse::kTimed) timed.push_back(part);
      if (use == StepUse::kDerivatives) derivatives.push_back(part);
      if (use == StepUse::kCrossings) crossings.push_back(part);
      if (use == StepUse::kCrossings || use == StepUse::kOutputs) outputs.push_back(part);
    }
    first = last;
  }
  auto time = [](Builder& b) { return b.Field(InstanceField::kTime); };
  if (!timed.empty()) derivatives.insert(derivatives.begin(), WhenChanged("timed", timed, time, model_.steps_time));
  program_.derivatives = Entry("derivatives", Tier::kHot, false, derivatives);
  program_.outputs = Entry("outputs", Tier::kHot, false, outputs);
  std::vector<Unit> terminal = StepUnits(model_.when_terminal);
  if (!terminal.empty()) {
    std::vector<RoutineId> parts = Cut("terminal", Tier::kOnce, false, terminal);
    RoutineId guarded = context_.NewRoutine("terminal", Tier::kOnce);
    Builder b(program_, guarded);
    b.If(b.Field(InstanceField::kTerminal));
    for (RoutineId part : parts) b.CallRoutine(part, {});
    b.EndIf();
    all.push_back(guarded);
  }
  program_.event = Entry("event", Tier::kHot, false, all);

  std::vector<Unit> watched;
  std::uint32_t count = 0;
  for (const structure::Held& held : model_.held) {
    for (Expr crossing : held.crossings) {
      watched.push_back([crossing, count, &held](Lowering& lowering) {
        lowering.SetOrigin(held.origin);
        Builder& b = lowering.builder();
        b.Store(b.Parameter(0), b.Int(count), lowering.LowerScalar(crossing, Kind::kReal));
      });
      ++count;
    }
  }
  program_.crossing_count = count;
  for (RoutineId part : Cut("watch", Tier::kHot, true, watched)) crossings.push_back(part);
  // An entry of its own: it has a parameter that the parts shared with event() lack.
  RoutineId none = context_.NewRoutine("no_steps", Tier::kOnce);
  if (crossings.size() < 2) crossings.insert(crossings.begin(), 2 - crossings.size(), none);
  program_.crossings = Entry("crossings", Tier::kHot, true, crossings);
}

void ModelLowering::LowerStage() {
  std::span<const Step> steps(model_.stage);
  std::size_t of_gain = structure::GainStepCount(model_);
  std::vector<RoutineId> parts = Cut("stage", Tier::kHot, false, StepUnits(steps.subspan(of_gain)));
  if (of_gain > 0) {
    auto gain = [&](Builder& b) { return b.LoadSlot(SlotArray::kReals, model_.scalars[model_.stage_gain].slot); };
    std::vector<RoutineId> factors = Cut("gain", Tier::kHot, false, StepUnits(steps.first(of_gain)));
    parts.insert(parts.begin(), WhenChanged("gain", factors, gain, model_.steps_gain));
  }
  program_.stage = Entry("stage", Tier::kHot, false, parts);
}

void ModelLowering::LowerLists() {
  std::vector<Unit> times, samplers, delays, distributions;
  for (std::size_t i = 0; i < model_.held.size(); ++i) {
    const structure::Held& held = model_.held[structure::HeldId(i)];
    times.push_back([&held, i](Lowering& lowering) {
      Builder& b = lowering.builder();
      lowering.SetOrigin(held.origin);
      Reg never = b.Real(std::numeric_limits<double>::infinity()), time = never;
      if (held.time_event.valid()) {
        time = lowering.LowerScalar(held.time_event, Kind::kReal);
        time = b.Select(b.Compare(Code::kLess, b.Field(InstanceField::kTime), time), time, never);
      }
      b.Store(b.Parameter(0), b.Int(static_cast<std::int64_t>(i)), time);
    });
  }
  auto list = [](std::vector<Unit>& units, std::size_t place, Expr e, const flat::Origin& origin) {
    units.push_back([e, place, &origin](Lowering& lowering) {
      Builder& b = lowering.builder();
      lowering.SetOrigin(origin);
      b.Store(b.Parameter(0), b.Int(static_cast<std::int64_t>(place)), lowering.LowerScalar(e, Kind::kReal));
    });
  };
  for (std::size_t i = 0; i < model_.samplers.size(); ++i) {
    list(samplers, 2 * i, model_.samplers[i].start, model_.samplers[i].origin);
    list(samplers, 2 * i + 1, model_.samplers[i].interval, model_.samplers[i].origin);
  }
  for (std::size_t i = 0; i < model_.delays.size(); ++i) {
    const structure::Delay& delay = model_.delays[i];
    list(delays, 3 * i, delay.value, delay.origin);
    list(delays, 3 * i + 1, delay.delay_time, delay.origin);
    list(delays, 3 * i + 2, delay.delay_max.valid() ? delay.delay_max : delay.delay_time, delay.origin);
  }
  std::size_t place = 0;
  for (const structure::Distribution& distribution : model_.distributions) {
    for (Expr e : {distribution.in0, distribution.in1, distribution.x, distribution.positive})
      list(distributions, place++, e, distribution.origin);
    for (Expr e : distribution.points) list(distributions, place++, e, distribution.origin);
    for (Expr e : distribution.values) list(distributions, place++, e, distribution.origin);
  }
  program_.time_events = Section("time_events", Tier::kOnce, true, times);
  program_.samplers = Section("samplers", Tier::kOnce, true, samplers);
  program_.delays = Section("delays", Tier::kHot, true, delays);
  program_.distributions = Section("distributions", Tier::kHot, true, distributions);
}

void ModelLowering::LowerSystems() {
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const System& system = model_.systems[structure::SystemId(s)];
    std::string name = "system" + std::to_string(s + 1);
    static const flat::Origin kNowhere;
    auto origin = [&system](std::size_t row) -> const flat::Origin& {
      return row < system.origins.size() ? system.origins[row] : kNowhere;
    };
    std::vector<Unit> residual = StepUnits(system.inner), jacobian = StepUnits(system.slopes);
    for (std::size_t i = 0; i < system.residuals.size(); ++i)
      residual.push_back([&system, i, origin](Lowering& lowering) {
        Builder& b = lowering.builder();
        lowering.SetOrigin(origin(i));
        b.Store(b.Parameter(0), b.Int(static_cast<std::int64_t>(i)),
                lowering.LowerScalar(system.residuals[i], Kind::kReal));
      });
    for (std::size_t i = 0; i < system.jacobian.size(); ++i)
      jacobian.push_back([&system, i, origin](Lowering& lowering) {
        Builder& b = lowering.builder();
        lowering.SetOrigin(origin(system.jacobian[i].row));
        b.Store(b.Parameter(0), b.Int(static_cast<std::int64_t>(i)),
                lowering.LowerScalar(system.jacobian[i].value, Kind::kReal));
      });
    SystemRoutines routines;
    routines.residual = Section(name + ".residual", Tier::kHot, true, residual);
    routines.jacobian = Section(name + ".jacobian", Tier::kHot, true, jacobian);
    if (!system.discrete.empty())
      routines.discrete = Section(name + ".discrete", Tier::kHot, false, StepUnits(system.discrete));
    program_.systems.push_back(routines);
  }
}

// Objects are destructed in the reverse of the order in which they were made, and only those that are there.
void ModelLowering::LowerDestroy() {
  std::vector<Unit> units;
  for (std::size_t i = model_.scalars.size(); i-- > 0;) {
    const Scalar& scalar = model_.scalars[ScalarId(i)];
    if (scalar.alias_of.valid() || context_.types.kind(scalar.type) != TypeKind::kExternalObject) continue;
    if (!IsWanted(scalar)) continue;
    FunctionId destructor = context_.types.object(scalar.type).destructor;
    units.push_back([&scalar, destructor](Lowering& lowering) {
      Builder& b = lowering.builder();
      Reg object = b.LoadSlot(SlotArray::kObjects, scalar.slot);
      b.If(b.Compare(Code::kNotEqual, object, b.Null()));
      b.StoreSlot(SlotArray::kObjects, scalar.slot, b.Null());
      Term argument = Term::Of(object);
      if (destructor.valid()) lowering.Call(destructor, std::span(&argument, 1), {});
      b.EndIf();
    });
  }
  program_.destroy = Section("destroy", Tier::kOnce, false, units);
}

// An entry point that may run foreign code runs it inside a frame that errors of foreign code come back to.
RoutineId ModelLowering::Guard(RoutineId entry) {
  if (!entry.valid() || !program_.routines[entry].calls_external) return entry;
  bool has_array = !program_.routines[entry].parameters.empty();
  RoutineId guard = context_.NewRoutine(program_.routines[entry].name + ".guarded", program_.routines[entry].tier);
  program_.routines[guard].parameters = program_.routines[entry].parameters;
  program_.routines[guard].calls_external = true;
  Builder b(program_, guard);
  if (has_array)
    b.Kernel("mica_guarded_array", {b.CodePointer(entry), b.Parameter(0)});
  else
    b.Kernel("mica_guarded", {b.CodePointer(entry)});
  return guard;
}

void ModelLowering::Run() {
  program_.name = model_.name;
  program_.real_count = model_.real_slots;
  program_.string_count = model_.string_slots;
  program_.object_count = model_.object_slots;
  program_.state_count = static_cast<std::uint32_t>(model_.states.size());
  program_.held_count = static_cast<std::uint32_t>(model_.held.size());
  program_.delay_count = static_cast<std::uint32_t>(model_.delays.size());
  program_.sampler_count = static_cast<std::uint32_t>(model_.samplers.size());
  program_.distribution_count = static_cast<std::uint32_t>(model_.distributions.size());
  context_.AddSite("", {});  // site 0: nowhere in particular
  bool is_whole = !options_.continuous_only;
  if (is_whole) {
    LowerAttributes();
    program_.initial = Section("initial", Tier::kOnce, false, StepUnits(model_.initial));
  }
  LowerDynamics();
  LowerStage();
  if (is_whole) LowerLists();
  LowerSystems();
  if (is_whole) LowerDestroy();
  context_.LowerPendingFunctions();
  program_.MarkExternal();
  for (RoutineId* entry :
       {&program_.parameters, &program_.attributes, &program_.initial, &program_.derivatives, &program_.stage,
        &program_.outputs, &program_.event, &program_.crossings, &program_.time_events, &program_.samplers,
        &program_.delays, &program_.distributions, &program_.destroy})
    *entry = Guard(*entry);
  for (SystemRoutines& system : program_.systems)
    for (RoutineId* entry : {&system.residual, &system.jacobian, &system.discrete}) *entry = Guard(*entry);
}

}  // namespace

Program LowerModel(const BlockModel& model, const Store& store, ExternalLibraries* externals,
                   const LowerOptions& options, DiagnosticSink& sink, const std::vector<std::uint32_t>* objects_alone) {
  Program program;
  ModelLowering(model, store, externals, options, program, sink, objects_alone).Run();
  return program;
}

}  // namespace mica::code
