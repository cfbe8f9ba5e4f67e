#include "structure/text/block_model_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <span>
#include <utility>

#include "structure/clocks/rational.h"
#include "structure/scalar/scalar_model.h"
#include "structure/sort/step_use.h"
#include "structure/systems/lagged_reads.h"
#include "structure/values/gain_steps.h"

namespace mica::structure {

std::string_view ScalarKindText(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::kConstant:
      return "constant";
    case ScalarKind::kParameter:
      return "parameter";
    case ScalarKind::kInput:
      return "input";
    case ScalarKind::kState:
      return "state";
    case ScalarKind::kDerivative:
      return "derivative";
    case ScalarKind::kAlgebraic:
      return "algebraic";
    case ScalarKind::kDiscrete:
      return "discrete";
    case ScalarKind::kTimeFlag:
      return "flag";
    case ScalarKind::kObject:
      return "object";
  }
  return "";
}

namespace {

class Writer {
 public:
  Writer(const IdVector<ScalarId, Scalar>& scalars, const IdVector<SystemId, System>& systems, const Store& store,
         const SourceMap& sources)
      : scalars_(scalars), systems_(systems), store_(store), sources_(sources), names_(scalars) {}

  // Formulas that many inlined functions make up are shown as far as a reader follows.
  static constexpr std::size_t kLongestFormula = 400;
  std::string Text(Expr e) const { return e ? ExprText(e, store_, names_, kLongestFormula) : std::string("?"); }
  std::string Targets(const Step& step) const {
    std::string text;
    for (std::size_t i = 0; i < step.targets.size(); ++i)
      text += (i == 0 ? "" : ", ") + (step.targets[i] ? scalars_[step.targets[i]].name : std::string());
    return text;
  }
  std::string From(const flat::Origin& origin) const {
    std::string text = OriginText(origin, store_, sources_);
    return text.empty() ? text : "  // " + text;
  }

  void Add(const Step& step, int indent) {
    std::string pad(static_cast<std::size_t>(indent), ' ');
    switch (step.kind) {
      case Step::Kind::kAssign:
        Line(pad + Targets(step) + " := " + Text(step.value), step.origin);
        if (step.keeps_if_open) Line(pad + "  lagged, the value of before, where this is 0/0: " + Targets(step), {});
        break;
      case Step::Kind::kCall:
        Line(fmt::format("{}({}) := {}", pad, Targets(step), Text(step.value)), step.origin);
        break;
      case Step::Kind::kAlgorithm:
        Line(fmt::format("{}algorithm for {}", pad, Targets(step)), step.origin);
        text_ += StatementsText(step.statements, store_, names_, indent + 2);
        break;
      case Step::Kind::kSolve:
        AddSystem(step, indent);
        break;
      case Step::Kind::kWhen:
        for (std::size_t b = 0; b < step.branches.size(); ++b) {
          std::string word = b == 0 ? "when" : "elsewhen";
          Line(fmt::format("{}{} {}", pad, word, Text(step.branches[b].trigger)),
               b == 0 ? step.origin : flat::Origin());
          for (const Step& inner : step.branches[b].steps) Add(inner, indent + 2);
        }
        break;
      case Step::Kind::kReinit:
        Line(fmt::format("{}reinit({}, {})", pad, Targets(step), Text(step.value)), step.origin);
        break;
      case Step::Kind::kAssert:
        Line(fmt::format("{}assert({}, {}){}", pad, Text(step.condition), Text(step.message),
                         step.value        ? " with level " + Text(step.value)
                         : step.level == 1 ? " as warning"
                                           : ""),
             step.origin);
        break;
      case Step::Kind::kTerminate:
        Line(fmt::format("{}terminate({})", pad, Text(step.value)), step.origin);
        break;
      case Step::Kind::kEffect:
        Line(pad + Text(step.value), step.origin);
        break;
    }
  }

  void AddSystem(const Step& step, int indent) {
    std::string pad(static_cast<std::size_t>(indent), ' ');
    Check(systems_.contains(step.system), "a step names a system that is not there");
    const System& system = systems_[step.system];
    std::string kind = system.discrete.empty() ? "" : "mixed ";
    kind += system.is_linear ? "linear" : "nonlinear";
    std::string jacobian = system.unknowns.empty()                           ? ""
                           : system.jacobian.empty()                         ? ", Jacobian by differences"
                           : system.jacobian_changes == ChangesWith::kNever  ? ", constant Jacobian"
                           : system.jacobian_changes == ChangesWith::kEvents ? ", Jacobian changes at events"
                                                                             : "";
    Line(fmt::format("{}{} system {} of size {}, torn to {}{}", pad, kind, step.system.index() + 1,
                     system.size_before_tearing, system.unknowns.size(), jacobian),
         {});
    std::string unknowns;
    for (ScalarId id : system.unknowns) unknowns += (unknowns.empty() ? "" : ", ") + scalars_[id].name;
    if (!unknowns.empty()) Line(fmt::format("{}  iterate on {}", pad, unknowns), {});
    for (const Step& inner : system.inner) Add(inner, indent + 2);
    for (std::size_t r = 0; r < system.residuals.size(); ++r)
      Line(fmt::format("{}  0 = {}", pad, Text(system.residuals[r])), system.origins[r]);
    if (!system.discrete.empty()) Line(pad + "  until these change no more", {});
    std::vector<std::vector<ScalarId>> lagged = LaggedReads(system.discrete, store_);
    for (std::size_t i = 0; i < system.discrete.size(); ++i) {
      Add(system.discrete[i], indent + 4);
      std::string names;
      for (ScalarId id : lagged[i]) names += (names.empty() ? "" : ", ") + scalars_[id].name;
      if (!names.empty()) Line(fmt::format("{}      lagged, from the round before: {}", pad, names), {});
    }
  }

  void Line(std::string line, const flat::Origin& origin) { text_ += line + From(origin) + "\n"; }
  std::string& text() { return text_; }

 private:
  const IdVector<ScalarId, Scalar>& scalars_;
  const IdVector<SystemId, System>& systems_;
  const Store& store_;
  const SourceMap& sources_;
  ScalarNames names_;
  std::string text_;
};

std::string Sizes(const std::vector<std::int64_t>& sizes) {
  std::string text;
  for (std::int64_t size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text.empty() ? "none" : text;
}

}  // namespace

std::string StepText(const Step& step, const IdVector<ScalarId, Scalar>& scalars,
                     const IdVector<SystemId, System>& systems, const Store& store, const SourceMap& sources,
                     int indent) {
  Writer writer(scalars, systems, store, sources);
  writer.Add(step, indent);
  std::string text = std::move(writer.text());
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string BlockModelText(const BlockModel& model, const Store& store, const SourceMap& sources) {
  Writer writer(model.scalars, model.systems, store, sources);
  std::string& text = writer.text();
  text += fmt::format("model {}\n  {} unknowns, {} equations, {} states, {} aliases\n", model.name,
                      model.counts.unknowns, model.counts.equations, model.counts.states, model.counts.aliases);
  text += fmt::format("  linear systems after tearing: {}; nonlinear: {}; mixed: {}\n", Sizes(model.counts.linear),
                      Sizes(model.counts.nonlinear), model.counts.mixed);
  auto names_of = [&](ScalarKind kind) {
    std::string names;
    for (const Scalar& scalar : model.scalars)
      if (scalar.kind == kind && !scalar.alias_of && !scalar.is_hidden)
        names += (names.empty() ? "" : ", ") + scalar.name;
    return names;
  };
  if (std::string inputs = names_of(ScalarKind::kInput); !inputs.empty()) text += "\ninputs\n  " + inputs + "\n";
  std::string states = names_of(ScalarKind::kState);
  if (!states.empty() || !model.state_sets.empty()) text += "\nstates\n";
  if (!states.empty()) text += "  " + states + "\n";
  for (const StateSet& set : model.state_sets) {
    std::string names;
    for (ScalarId id : set.variables) names += (names.empty() ? "" : ", ") + model.scalars[id].name;
    text += fmt::format("  {} of {}, chosen while running\n", set.states.size(), names);
  }
  if (!model.partition.states.empty()) text += "\nmixed-mode integration: " + PartitionText(model.partition);
  bool has_alias = false;
  for (const Scalar& scalar : model.scalars) {
    if (!scalar.alias_of || scalar.is_hidden) continue;
    if (!std::exchange(has_alias, true)) text += "\naliases\n";
    text += fmt::format("  {} = {}{}\n", scalar.name, scalar.alias_sign < 0 ? "-" : "",
                        model.scalars[scalar.alias_of].name);
  }
  auto section = [&](std::string_view title, std::span<const Step> steps) {
    if (steps.empty()) return;
    text += fmt::format("\n{}\n", title);
    for (const Step& step : steps) writer.Add(step, 2);
  };
  section("parameters", model.parameters);
  section("initialization", model.initial);
  // Runs of steps with the same use, as code is made from them.
  for (std::span<const Step> rest(model.dynamics); !rest.empty();) {
    constexpr std::string_view kTitles[] = {"dynamics, once for each time", "dynamics, at events", "dynamics",
                                            "dynamics, to watch for events", "outputs"};
    StepUse use = UseOf(rest[0]);
    std::size_t count = 1;
    while (count < rest.size() && UseOf(rest[count]) == use) ++count;
    section(kTitles[static_cast<int>(use)], rest.first(count));
    rest = rest.subspan(count);
  }
  std::span<const Step> stage(model.stage);
  section("stage of an implicit method, once for each gain", stage.first(GainStepCount(model)));
  section("stage of an implicit method", stage.subspan(GainStepCount(model)));
  section("at the end", model.when_terminal);
  if (!model.held.empty()) text += "\nevents\n";
  for (const Held& held : model.held) {
    std::string how = held.time_event ? " at time " + writer.Text(held.time_event) : std::string();
    for (std::size_t i = 0; i < held.crossings.size(); ++i)
      how += (i == 0 ? " when it crosses: " : "; ") + writer.Text(held.crossings[i]);
    writer.Line("  " + writer.Text(held.value) + how, held.origin);
  }
  for (const Sampler& sampler : model.samplers) {
    if (store.exprs.op(sampler.start) != Op::kTime) {
      writer.Line(fmt::format("  {} at {} every {}", model.scalars[sampler.flag].name, writer.Text(sampler.start),
                              writer.Text(sampler.interval)),
                  sampler.origin);
      continue;
    }
    // In units of the interval, from the start of the simulation on.
    auto ticks = [&](std::int64_t count) { return Rational(count, sampler.denominator).Text(); };
    writer.Line(fmt::format("  {} at {} every {}, in units of {} s", model.scalars[sampler.flag].name,
                            ticks(sampler.first), ticks(sampler.step), writer.Text(sampler.interval)),
                sampler.origin);
  }
  for (const Delay& delay : model.delays)
    writer.Line(fmt::format("  delay of {} by {}", writer.Text(delay.value), writer.Text(delay.delay_time)),
                delay.origin);
  for (const Distribution& distribution : model.distributions)
    writer.Line(fmt::format("  distribution between {} and {}, moved by {}", writer.Text(distribution.in0),
                            writer.Text(distribution.in1), writer.Text(distribution.x)),
                distribution.origin);
  if (!model.initialization.activated_starts.empty() || !model.initialization.notes.empty()) text += "\nnotes\n";
  for (ScalarId id : model.initialization.activated_starts)
    text += fmt::format("  start value of {} used as initial condition\n", model.scalars[id].name);
  for (const std::string& note : model.initialization.notes) text += "  " + note + "\n";
  return std::move(text);
}

}  // namespace mica::structure
