#include "run/events/relation_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/codes.h"

namespace mica::run {

RelationCheck::RelationCheck(Instance& instance, const CrossingWatch& watch, double tolerance, DiagnosticSink& sink)
    : instance_(instance), watch_(watch), tolerance_(tolerance), sink_(sink), g_(watch.size()) {
  const MicaModelTable& t = instance.table();
  for (std::uint32_t i = 0; i < t.relations_count; ++i) {
    const MicaRelation& relation = t.relations[i];
    if (relation.true_side != 0) relations_.push_back({i, relation.crossings.first, relation.true_side > 0});
  }
  // Not those of initialization, which are other equations.
  for (std::uint32_t system : List(t, t.solved_systems))
    if (instance.code().systems[system].discrete)
      mixed_.push_back({system, List(t, t.systems[system].discrete_scalars)});
  wrong_.reserve(relations_.size());
  reals_.reserve(instance.reals().size());
  held_.reserve(instance.held().size());
  strings_.reserve(instance.code().string_count);
  std::size_t most = 1;
  for (const MicaSystem& system : Systems(t)) most = std::max<std::size_t>(most, system.unknowns.count);
  residuals_.resize(most);
}

double RelationCheck::Contradiction(const Relation& relation, double g) const {
  return (instance_.held()[relation.held] != 0) == relation.is_true_above ? -g : g;
}

double RelationCheck::Allowed(const Relation& relation, Moment moment) const {
  double bands = kBands * watch_.band(relation.crossing);
  return moment == Moment::kOutput ? std::max(bands, tolerance_ * watch_.side_size(relation.crossing)) : bands;
}

class RelationCheck::Probe final : public SystemHost {
 public:
  Probe(Instance& instance, std::span<double> residuals) : instance_(instance), residuals_(residuals) {}
  Status Solve(std::uint32_t system) override {
    const MicaSystemCode& code = instance_.code().systems[system];
    MicaInstance& raw = instance_.raw();
    bool good = (!code.discrete || code.discrete(&raw) == MICA_OK) && code.residual(&raw, residuals_.data()) == MICA_OK;
    return good ? Status::kOk : Status::kFailed;
  }

 private:
  Instance& instance_;
  std::span<double> residuals_;  // enough for every system
};

void RelationCheck::FindRead() {
  MicaInstance& raw = instance_.raw();
  reals_.assign(instance_.reals().begin(), instance_.reals().end());
  held_.assign(instance_.held().begin(), instance_.held().end());
  strings_.assign(raw.strings, raw.strings + instance_.code().string_count);
  Probe probe(instance_, residuals_);
  SystemHost* host = instance_.ExchangeSystemHost(&probe);
  raw.event = 1;
  Status status = instance_.Event();
  raw.event = 0;
  instance_.ExchangeSystemHost(host);
  (void)instance_.ApplyReinits();
  instance_.reports().ClearFailure();
  std::erase_if(wrong_, [&](const Relation& relation) {
    bool is_read = instance_.held()[relation.held] != held_[relation.held] || status != Status::kOk;
    if (!is_read) held_[relation.held] = held_[relation.held] != 0 ? 0 : 1;
    return !is_read;
  });
  std::ranges::copy(reals_, instance_.reals().begin());
  std::ranges::copy(held_, instance_.held().begin());
  std::ranges::copy(strings_, raw.strings);
}

bool RelationCheck::Passes(std::span<const double> g, Moment moment) {
  wrong_.clear();
  for (const Relation& relation : relations_)
    if (Contradiction(relation, g[relation.crossing]) > Allowed(relation, moment)) wrong_.push_back(relation);
  if (wrong_.empty()) return true;
  FindRead();
  for (const Relation& relation : wrong_) Report(relation, g[relation.crossing], moment);
  return wrong_.empty();
}

bool RelationCheck::AfterEvent(std::span<const double> g) {
  return Passes(g, Moment::kEvent) && PassesDiscrete(Moment::kEvent);
}

bool RelationCheck::AtOutput() {
  bool passes = relations_.empty() || instance_.Crossings(g_) != Status::kOk || Passes(g_, Moment::kOutput);
  return passes && PassesDiscrete(Moment::kOutput);
}

bool RelationCheck::PassesDiscrete(Moment moment) {
  MicaInstance& raw = instance_.raw();
  bool passes = true;
  for (const MixedPart& part : mixed_) {
    reals_.assign(instance_.reals().begin(), instance_.reals().end());
    held_.assign(instance_.held().begin(), instance_.held().end());
    raw.event = 1;
    ++raw.solving_held;
    bool good = instance_.code().systems[part.system].discrete(&raw) == MICA_OK;
    --raw.solving_held;
    raw.event = 0;
    for (std::uint32_t id : part.discrete) {
      double is = reals_[instance_.table().scalars[id].slot], should = instance_.value(id);
      if (!good || is == should) continue;
      ReportDiscrete(id, is, should, moment);
      passes = false;
    }
    std::ranges::copy(reals_, instance_.reals().begin());
    std::ranges::copy(held_, instance_.held().begin());
  }
  return passes;
}

void RelationCheck::Report(const Relation& relation, double g, Moment moment) {
  const MicaModelTable& t = instance_.table();
  const MicaRelation& held = t.relations[relation.held];
  const ModelWords* words = instance_.runnable().words;
  std::string sides;
  for (int side : {0, 1}) {
    std::uint32_t node = side == 0 ? held.left : held.right;
    bool is_literal = (held.flags & (side == 0 ? MICA_RELATION_LITERAL_LEFT : MICA_RELATION_LITERAL_RIGHT)) != 0;
    if (!words || is_literal || node == MICA_NONE) continue;
    sides += fmt::format("{}{} = {}", sides.empty() ? "" : ", ", words->SideText(relation.held, side),
                         NumberText(mica_formula_value(&t, node, &instance_.raw())));
  }
  if (sides.empty())
    sides = fmt::format("its left side is {} by {}", g > 0 ? "larger" : "smaller", NumberText(std::abs(g)));
  bool is_true = instance_.held()[relation.held] != 0;
  Diagnostic& error = sink_.Report(
      kRelationContradicts, SpanOf(t, held.origin),
      fmt::format("{} counts as {} at time = {}, but {}: {}", RelationText(t, relation.held),
                  is_true ? "true" : "false", NumberText(instance_.time()), sides,
                  moment == Moment::kOutput ? "it changed without an event" : "the event found no values that agree"));
  error.hint = moment == Moment::kOutput ? "a change that lasts less than a tenth of an output interval can go "
                                           "unnoticed: ask for more output points (--intervals)"
                                         : "the equations may have no consistent solution here; pre() of the "
                                           "condition, or a hysteresis, breaks the loop";
}

void RelationCheck::ReportDiscrete(std::uint32_t scalar, double is, double should, Moment moment) {
  const ModelWords* words = instance_.runnable().words;
  StepWords step = words ? words->StepOf(scalar, Section::kDynamics).value_or(StepWords()) : StepWords();
  bool is_output = moment == Moment::kOutput;
  Diagnostic& error = sink_.Report(
      kRelationContradicts, step.span,
      fmt::format("{}{} is {} {} time = {}, but its equation gives {}: {}", step.component,
                  NameOf(instance_.table(), scalar), NumberText(is), is_output ? "at" : "after the event at",
                  NumberText(instance_.time()), NumberText(should),
                  is_output ? "it changed without an event" : "the event found no values that agree"));
  error.hint = is_output ? "what a function or noEvent() makes of a continuous variable has no events: compare the "
                           "variable itself, as in b = x < 0"
                         : "the equations may have no consistent solution here; pre() of the condition, or a "
                           "hysteresis, breaks the loop";
}

}  // namespace mica::run
