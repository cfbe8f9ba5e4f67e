// From equations to relations between clocks (clock_partitions.h): what clock expressions and conversion operators say,
// and what is wrong with it.
#include <fmt/format.h>

#include "expression/clock.h"
#include "structure/clocks/clock_partitions.h"
#include "structure/codes.h"
#include "structure/values/binding_values.h"

namespace mica::structure {

ClockPartitions::Node ClockPartitions::NodeOfPart(graph::Index element) {
  auto [at, is_new] = node_of_part_.try_emplace(parts_.Find(element), 0);
  if (is_new) at->second = inference_.Add();
  same_method_.Grow(static_cast<graph::Index>(inference_.size()));
  return at->second;
}

void ClockPartitions::Equal(Node a, Node b, EquationId site) {
  inference_.Relate(a, b, 1, 0, static_cast<ClockInference::Site>(site.index()));
  same_method_.Grow(static_cast<graph::Index>(inference_.size()));
  same_method_.Unite(static_cast<graph::Index>(a), static_cast<graph::Index>(b));
}

std::int64_t ClockPartitions::CountOf(Expr e, EquationId site) {
  if (exprs_.op(e) == Op::kInteger) return exprs_.integer(e);
  if (auto value = BindingValues(model_, store_).Number(e)) return static_cast<std::int64_t>(*value);
  context_.sink.Report(kClockNotKnown, SpanOf(site),
                       fmt::format("{} must be known at translation, since clocks are", Text(e)));
  return 1;
}

void ClockPartitions::Convert(Expr conversion, Node from, Node to, EquationId site) {
  auto at = static_cast<ClockInference::Site>(site.index());
  edges_.push_back({from, to});
  if (exprs_.op(conversion) == Op::kNoClock) return inference_.RelateLoosely(from, to, at);
  std::int64_t count = CountOf(exprs_.arg(conversion, 1), site);
  switch (exprs_.op(conversion)) {
    case Op::kSubSample:
      if (count > 0)
        inference_.Relate(from, to, count, 0, at);
      else
        inference_.RelateByOpenFactor(from, to, at);
      break;
    case Op::kSuperSample:
      if (count > 0)
        inference_.Relate(from, to, Rational(1, count), 0, at);
      else
        inference_.RelateByOpenFactor(to, from, at);
      break;
    default: {
      std::int64_t resolution = CountOf(exprs_.arg(conversion, 2), site);
      if (resolution < 1) resolution = 1;
      inference_.Relate(from, to, 1, Rational(exprs_.op(conversion) == Op::kShiftSample ? count : -count, resolution),
                        at);
    }
  }
}

ClockPartitions::Node ClockPartitions::NodeOfConstructor(Expr clock, EquationId site) {
  auto at = static_cast<ClockInference::Site>(site.index());
  std::uint32_t origin = model_.equations[site].origin;
  Node node = inference_.Add();
  same_method_.Grow(static_cast<graph::Index>(inference_.size()));
  Expr first = exprs_.args(clock).empty() ? Expr() : exprs_.arg(clock, 0);
  switch (static_cast<ClockKind>(exprs_.payload(clock))) {
    case ClockKind::kInferred:
      break;
    case ClockKind::kRational: {
      std::int64_t resolution = std::max<std::int64_t>(1, CountOf(exprs_.arg(clock, 1), site));
      bool varies = exprs_.op(first) == Op::kScalar && !model_.is_known(exprs_.scalar(first));
      if (varies) {
        inference_.Fix(node, ticks_.BaseOf(clock, origin), 1, at);
        Equal(node, NodeOfPart(ElementOf(exprs_.scalar(first))), site);
        break;
      }
      std::int64_t counter = CountOf(first, site);
      if (counter > 0) inference_.Fix(node, ClockInference::kSeconds, Rational(counter, resolution), at);
      break;
    }
    case ClockKind::kReal:
      inference_.Fix(node, ticks_.BaseOf(clock, origin), 1, at);
      if (exprs_.op(first) == Op::kScalar && !model_.is_known(exprs_.scalar(first)))
        Equal(node, NodeOfPart(ElementOf(exprs_.scalar(first))), site);
      break;
    case ClockKind::kEvent:
      inference_.Fix(node, ticks_.BaseOf(clock, origin), 1, at);
      break;
    case ClockKind::kSolver: {
      Node of = NodeOfClock(first, site);
      inference_.Relate(of, node, 1, 0, at);
      Expr name = exprs_.arg(clock, 1);
      if (exprs_.op(name) != Op::kString) {
        if (const Value* value =
                exprs_.op(name) == Op::kScalar ? BindingValues(model_, store_).Scalar(exprs_.scalar(name)) : nullptr)
          name = ToExpr(*value, exprs_);
      }
      if (exprs_.op(name) == Op::kString)
        methods_.emplace_back(node, std::string(exprs_.string(name)));
      else
        context_.sink.Report(kClockNotKnown, SpanOf(site),
                             fmt::format("the solver method {} must be known at translation", Text(name)));
    }
  }
  return node;
}

ClockPartitions::Node ClockPartitions::NodeOfClock(Expr clock, EquationId site) {
  switch (exprs_.op(clock)) {
    case Op::kScalar: {
      auto [at, is_new] = node_of_variable_.try_emplace(exprs_.scalar(clock), 0);
      if (is_new) at->second = inference_.Add();
      same_method_.Grow(static_cast<graph::Index>(inference_.size()));
      return at->second;
    }
    case Op::kClockOf:
      return NodeOfConstructor(clock, site);
    case Op::kSubSample:
    case Op::kSuperSample:
    case Op::kShiftSample:
    case Op::kBackSample: {
      Node from = NodeOfClock(exprs_.arg(clock, 0), site), to = inference_.Add();
      same_method_.Grow(static_cast<graph::Index>(inference_.size()));
      Convert(clock, from, to, site);
      return to;
    }
    case Op::kIf:
      if (auto decided = BindingValues(model_, store_).Decide(exprs_.arg(clock, 0)))
        return NodeOfClock(exprs_.arg(clock, *decided ? 1 : 2), site);
      break;
    default:
      break;
  }
  context_.sink.Report(kClockNotKnown, SpanOf(site),
                       fmt::format("which clock {} is must be known at translation", Text(clock)));
  return inference_.Add();
}

void ClockPartitions::Infer() {
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    EquationId id(i);
    const ScalarEquation equation = model_.equations[id];
    if (equation.is_removed) continue;
    if (IsClockEquation(equation)) {
      Equal(NodeOfClock(equation.left, id), NodeOfClock(equation.right, id), id);
      continue;
    }
    if (!IsClocked(id)) continue;
    Node part = NodeOfPart(ElementOf(id));
    if (equation.when_clock) {
      auto [at, is_new] = node_of_clause_.try_emplace(equation.when_clause, 0);
      if (is_new) at->second = NodeOfClock(equation.when_clock, id);
      Equal(at->second, part, id);
    }
    for (Expr conversion : scans_[i].conversions) {
      Expr argument = exprs_.arg(conversion, 0);
      if (exprs_.op(conversion) == Op::kSampleClocked) {
        if (exprs_.args(conversion).size() > 1) Equal(NodeOfClock(exprs_.arg(conversion, 1), id), part, id);
      } else if (exprs_.op(argument) == Op::kScalar && !model_.is_known(exprs_.scalar(argument))) {
        Convert(conversion, NodeOfPart(ElementOf(exprs_.scalar(argument))), part, id);
      }
    }
  }
  inference_.Solve();
}

bool ClockPartitions::ReportConflicts() {
  using Kind = ClockInference::Conflict::Kind;
  for (const ClockInference::Conflict& conflict : inference_.conflicts()) {
    EquationId site(conflict.site), other(conflict.other);
    std::string message;
    switch (conflict.kind) {
      case Kind::kFactor:
        message = fmt::format(
            "the clocks do not agree: here the factor or shift between two clocks is {}, and {} by another way",
            conflict.want.Text(), conflict.have.Text());
        break;
      case Kind::kTwoBases:
        message = "two clocks that cannot be compared meet in one partition";
        break;
      case Kind::kInterval:
        message = fmt::format("the clocks do not agree: this one ticks every {} s, and every {} s follows from others",
                              conflict.have.Text(), conflict.want.Text());
        break;
      case Kind::kNoFactor:
        message = fmt::format(
            "no whole factor leads from one clock to the other: their intervals have the ratio {}, or they do not "
            "start together",
            conflict.have.Text());
        break;
      case Kind::kTooLarge:
        message = "factors of clocks are beyond 64 bits";
        break;
    }
    Diagnostic& d = context_.sink.Report(kClocksDisagree, SpanOf(site), message);
    if (other != site) d.notes.push_back({SpanOf(other), "the other one is here"});
    if (conflict.kind == Kind::kTwoBases)
      d.hint =
          "in one partition there is one Real clock, or one event clock, or rational clocks that are multiples of each "
          "other (specification 16.3.1)";
  }
  return inference_.conflicts().empty();
}

bool ClockPartitions::CheckTimings() {
  bool ok = true;
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    EquationId id(i);
    if (model_.equations[id].is_removed || IsClockEquation(model_.equations[id]) || !IsClocked(id)) continue;
    const ClockInference::Timing& timing = inference_.timing(NodeOfPart(ElementOf(id)));
    if (timing.start < Rational(0)) {
      Diagnostic& d =
          context_.sink.Report(kClockBeforeBase, SpanOf(id),
                               fmt::format("this clock would start {} {} before the clock that it is made from",
                                           (Rational(0) - timing.start).Text(),
                                           timing.base == ClockInference::kSeconds ? "s" : "intervals"));
      d.hint = "backSample can take back what shiftSample has shifted, and no more";
      ok = false;
    } else if (ticks_.IsCounted(timing.base) && (!timing.interval.is_integer() || !timing.start.is_integer())) {
      context_.sink.Report(kClockBetweenEvents, SpanOf(id),
                           fmt::format("this clock would tick {} times as often as an event clock, between its ticks",
                                       (Rational(1) / timing.interval).Text()));
      ok = false;
    }
    if (!ok) return false;  // its neighbours would say the same
  }
  return true;
}

void ClockPartitions::WarnDefaults() {
  for (Node node : inference_.defaults())
    for (const auto& [part, of] : node_of_part_) {
      if (of != node) continue;
      EquationId first;
      for (std::size_t i = 0; i < scans_.size() && !first; ++i)
        if (parts_.Find(ElementOf(EquationId(i))) == part && IsClocked(EquationId(i)) &&
            !IsClockEquation(model_.equations[EquationId(i)]))
          first = EquationId(i);
      if (!first) continue;
      Diagnostic& d = context_.sink.Report(kNoClockGiven, SpanOf(first),
                                           "no clock is given for these equations; they tick every second");
      d.hint = "give a clock to one sample(u, clock), or put an equation under when clock then";
    }
}

}  // namespace mica::structure
