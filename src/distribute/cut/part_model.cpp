#include "distribute/cut/part_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "distribute/cut/equation_reads.h"
#include "structure/scalar/rewrite.h"

namespace mica::distribute {

namespace {

using structure::Rewriter;
using structure::ScalarEquation;
using structure::ScalarModel;
using structure::Step;

class Extractor {
 public:
  Extractor(const ScalarModel& whole, const CutModel& cut, std::uint32_t part, Store& store)
      : whole_(whole),
        part_(cut.parts[part]),
        store_(store),
        exprs_(store.exprs),
        delays_(DelaysOf(cut, part)),
        rewrite_(store, [this](Expr e) { return Replace(e); }, [this](Expr e) { return Revise(e); }) {}

  ScalarModel Run() {
    Check(whole_.held.empty() && whole_.clocks.empty(), "a model that passes have changed since scalarize");
    for (std::size_t i = 0; i < part_.scalars.size(); ++i) number_[part_.scalars[i]] = ScalarId(i);
    for (std::size_t i = 0; i < delays_.numbers.size(); ++i)
      if (!delays_.numbers[i].is_sent) delay_number_[delays_.numbers[i].delay] = i;
    for (ScalarId id : part_.scalars) made_.Add(whole_.scalars[id], whole_.facts[id]);
    for (std::size_t i = 0; i < delays_.numbers.size(); ++i)
      if (delays_.numbers[i].is_received)
        inputs_[delays_.numbers[i].delay] = made_.AddHiddenInput(WaveInputName(i), store_.types.real());
    AddEquations();
    AddDelays();
    AddSamplers();
    // Last: numbers are complete.
    for (std::size_t i = 0; i < part_.scalars.size(); ++i) Renumber(ScalarId(i));
    made_.has_clocks = whole_.has_clocks;
    return std::move(made_);
  }

 private:
  ScalarId NumberOf(ScalarId id) const {
    if (!id) return {};
    auto found = number_.find(id);
    Check(found != number_.end(), "a part refers to a scalar that it does not have");
    return found->second;
  }

  // What a node becomes without looking inside.
  Expr Replace(Expr e) {
    switch (exprs_.op(e)) {
      case Op::kScalar:
        return exprs_.Scalar(NumberOf(exprs_.scalar(e)), exprs_.type(e));
      case Op::kDelay: {
        auto input = inputs_.find(static_cast<std::uint32_t>(exprs_.payload(e)));
        if (input == inputs_.end()) return {};
        TypeId type = exprs_.type(e);
        std::vector<Expr> args = exprs_.ArgsCopy(e);
        std::uint64_t number = delay_number_.at(input->first);
        args[0] = made_.Ref(input->second, store_);
        for (std::size_t i = 1; i < args.size(); ++i) args[i] = rewrite_(args[i]);
        return exprs_.Make(Op::kDelay, type, args, number);
      }
      default:
        return {};
    }
  }
  // Numbers of delays and distributions, once the arguments are rewritten.
  Expr Revise(Expr e) {
    if (exprs_.op(e) == Op::kDelay)
      return exprs_.Make(Op::kDelay, exprs_.type(e), exprs_.ArgsCopy(e),
                         delay_number_.at(static_cast<std::uint32_t>(exprs_.payload(e))));
    if (exprs_.op(e) != Op::kSpatialDistribution) return e;
    std::uint64_t payload = exprs_.payload(e);
    std::uint64_t number = Distribution(static_cast<std::uint32_t>((payload - 2) / 2));
    return exprs_.Make(Op::kSpatialDistribution, exprs_.type(e), exprs_.ArgsCopy(e), 2 + 2 * number + payload % 2);
  }

  std::uint64_t Distribution(std::uint32_t whole) {
    auto [at, is_new] = distribution_number_.try_emplace(whole, distribution_number_.size());
    if (is_new) distributions_.push_back(whole);
    return at->second;
  }

  std::uint32_t Origin(std::uint32_t whole) {
    auto [at, is_new] = origin_number_.try_emplace(whole, made_.origins.size());
    if (is_new) made_.origins.push_back(whole_.origins[whole]);
    return static_cast<std::uint32_t>(at->second);
  }

  Step Rewritten(Step step) {
    rewrite_.Apply(step);
    RenumberTargets(step);
    return step;
  }
  void RenumberTargets(Step& step) {
    for (ScalarId& target : step.targets) target = NumberOf(target);
    for (Step::Branch& branch : step.branches)
      for (Step& inner : branch.steps) RenumberTargets(inner);
  }

  ScalarEquation Rewritten(ScalarEquation equation) {
    for (Expr* e : {&equation.left, &equation.right, &equation.written_left, &equation.written_right,
                    &equation.when_clock, &equation.active})
      rewrite_.Apply(*e);
    equation.origin = Origin(equation.origin);
    if (!equation.is_equality()) {
      made_.steps.push_back(Rewritten(whole_.steps[equation.step]));
      equation.step = static_cast<std::uint32_t>(made_.steps.size() - 1);
    }
    return equation;
  }

  void AddEquations() {
    for (structure::EquationId id : part_.equations) made_.equations.Add(Rewritten(whole_.equations[id]));
    for (std::uint32_t i : part_.initial_equations)
      made_.initial_equations.push_back(Rewritten(whole_.initial_equations[i]));
    for (std::uint32_t i : part_.parameter_equations)
      made_.parameter_equations.push_back(Rewritten(whole_.parameter_equations[i]));
    for (std::uint32_t i : part_.parameter_checks)
      made_.parameter_checks.push_back(Rewritten(whole_.parameter_checks[i]));
  }

  void AddDelays() {
    for (std::size_t i = 0; i < delays_.numbers.size(); ++i) {
      const PartDelays::Local& local = delays_.numbers[i];
      structure::Delay delay = whole_.delays[local.delay];
      delay.value = local.is_received ? made_.Ref(inputs_.at(local.delay), store_) : rewrite_(delay.value);
      rewrite_.Apply(delay.delay_time);
      rewrite_.Apply(delay.delay_max);
      made_.delays.push_back(delay);
      if (!local.is_sent) continue;
      structure::Scalar sent;
      sent.name = fmt::format("$sent{}", i);
      sent.type = store_.types.real();
      sent.is_hidden = true;
      structure::ScalarFacts facts;
      facts.is_auxiliary = true;
      ScalarId id = made_.Add(std::move(sent), facts);
      ScalarEquation equation;
      equation.left = equation.written_left = made_.Ref(id, store_);
      equation.right = equation.written_right =
          exprs_.Make(Op::kDelay, store_.types.real(), {delay.value, delay.delay_time, delay.delay_max}, i);
      equation.origin = static_cast<std::uint32_t>(made_.origins.size());
      made_.origins.push_back(delay.origin);
      made_.equations.Add(equation);
    }
    for (std::size_t i = 0; i < distributions_.size(); ++i) {
      structure::Distribution d = whole_.distributions[distributions_[i]];
      for (Expr* e : {&d.in0, &d.in1, &d.x, &d.positive}) rewrite_.Apply(*e);
      for (Expr& e : d.points) rewrite_.Apply(e);
      for (Expr& e : d.values) rewrite_.Apply(e);
      made_.distributions.push_back(std::move(d));
    }
  }

  void AddSamplers() {
    for (const structure::Sampler& sampler : whole_.samplers) {
      if (!number_.contains(sampler.flag)) continue;
      structure::Sampler made = sampler;
      rewrite_.Apply(made.start);
      rewrite_.Apply(made.interval);
      made.flag = NumberOf(sampler.flag);
      made_.samplers.push_back(std::move(made));
    }
  }

  void Renumber(ScalarId id) {
    structure::Scalar& scalar = made_.scalars[id];
    scalar.derivative = NumberOf(scalar.derivative);
    scalar.alias_of = NumberOf(scalar.alias_of);
    made_.facts[id].derivative_of = NumberOf(made_.facts[id].derivative_of);
    for (Expr* e : {&scalar.value, &scalar.start, &scalar.nominal, &scalar.min, &scalar.max}) {
      Expr rewritten = rewrite_(*e);
      *e = rewritten;
    }
  }

  const ScalarModel& whole_;
  const Part& part_;
  Store& store_;
  ExprPool& exprs_;
  PartDelays delays_;
  ScalarModel made_;
  std::unordered_map<ScalarId, ScalarId> number_;
  std::unordered_map<std::uint32_t, ScalarId> inputs_;           // by delay that is received
  std::unordered_map<std::uint32_t, std::size_t> delay_number_;  // of those that are read
  std::unordered_map<std::uint32_t, std::size_t> distribution_number_, origin_number_;
  std::vector<std::uint32_t> distributions_;
  Rewriter rewrite_;
};

}  // namespace

PartDelays DelaysOf(const CutModel& cut, std::uint32_t part) {
  PartDelays made;
  const Part& p = cut.parts[part];
  auto wave_of = [&](std::uint32_t delay) {
    auto found = std::ranges::lower_bound(cut.waves, delay, {}, &Wave::delay);
    return found != cut.waves.end() && found->delay == delay ? &*found : nullptr;
  };
  for (std::uint32_t delay : p.delays) {
    const Wave* wave = wave_of(delay);
    made.numbers.push_back({delay, wave && wave->from != part, false});
  }
  for (std::uint32_t delay : p.sent) made.numbers.push_back({delay, false, true});
  return made;
}

std::string WaveInputName(std::size_t number) { return fmt::format("$wave{}", number); }

ScalarModel ExtractPart(const ScalarModel& whole, const CutModel& cut, std::uint32_t part, Store& store) {
  return Extractor(whole, cut, part, store).Run();
}

}  // namespace mica::distribute
