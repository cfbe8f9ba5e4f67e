#include "structure/clocks/clock_partitions.h"

#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"

namespace mica::structure {

bool ClockPartitions::IsClockEquation(const ScalarEquation& equation) const {
  return equation.is_equality() && store_.types.kind(exprs_.type(equation.left)) == TypeKind::kClock;
}

bool ClockPartitions::Find() {
  DiagnosticSink::Mark before = context_.sink.mark();
  NormaliseClockConversions(context_);
  Partition();
  MarkAll();
  if (!CheckMarks()) return false;
  Infer();
  if (context_.sink.HasErrorsSince(before) || !ReportConflicts() || !CheckTimings()) return false;
  AssignClocks();
  return true;
}

void ClockPartitions::Partition() {
  scalar_count_ = model_.scalars.size();
  auto count = static_cast<graph::Index>(scalar_count_ + model_.equations.size());
  wholes_.Grow(count);
  parts_.Grow(count);
  auto unite = [&](graph::Index a, graph::Index b) {
    wholes_.Unite(a, b);
    parts_.Unite(a, b);
  };
  ClockScanner scanner(model_, store_);
  for (std::size_t i = 0; i < scalar_count_; ++i)
    if (ScalarId base = model_.facts[ScalarId(i)].derivative_of) unite(ElementOf(ScalarId(i)), ElementOf(base));
  for (std::size_t i = 0; i < model_.equations.size(); ++i) {
    EquationId id(i);
    scans_.push_back(model_.equations[id].is_removed ? ClockScan() : scanner.Scan(model_.equations[id]));
    for (ScalarId scalar : scans_[i].incidence) unite(ElementOf(id), ElementOf(scalar));
    for (Expr conversion : scans_[i].conversions) {
      Expr argument = exprs_.arg(conversion, 0);
      bool stays = exprs_.op(conversion) != Op::kSampleClocked && exprs_.op(conversion) != Op::kHold;
      if (stays && exprs_.op(argument) == Op::kScalar && !model_.is_known(exprs_.scalar(argument)))
        wholes_.Unite(ElementOf(id), ElementOf(exprs_.scalar(argument)));
    }
  }
}

void ClockPartitions::MarkElement(std::vector<std::optional<Mark>>& marks, graph::Index element, EquationId equation,
                                  Expr because) {
  auto& mark = marks[static_cast<std::size_t>(wholes_.Find(element))];
  if (!mark) mark = Mark{equation, because};
}

void ClockPartitions::MarkAll() {
  clocked_.resize(static_cast<std::size_t>(wholes_.count()));
  unclocked_.resize(clocked_.size());
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    EquationId id(i);
    const ScalarEquation& equation = model_.equations[id];
    if (equation.is_removed || IsClockEquation(equation)) continue;
    if (equation.when_clock) MarkElement(clocked_, ElementOf(id), id, equation.when_clock);
    if (scans_[i].clocked_by) MarkElement(clocked_, ElementOf(id), id, scans_[i].clocked_by);
    for (Expr conversion : scans_[i].conversions) {
      Expr argument = exprs_.arg(conversion, 0);
      bool is_variable = exprs_.op(argument) == Op::kScalar && !model_.is_known(exprs_.scalar(argument));
      graph::Index of = is_variable ? ElementOf(exprs_.scalar(argument)) : 0;
      switch (exprs_.op(conversion)) {
        case Op::kSampleClocked:
          MarkElement(clocked_, ElementOf(id), id, conversion);
          if (is_variable) MarkElement(unclocked_, of, id, conversion);
          break;
        case Op::kHold:
          MarkElement(unclocked_, ElementOf(id), id, conversion);
          if (is_variable) MarkElement(clocked_, of, id, conversion);
          break;
        default:
          MarkElement(clocked_, ElementOf(id), id, conversion);
      }
    }
  }
}

bool ClockPartitions::CheckMarks() {
  bool ok = true;
  for (std::size_t root = 0; root < clocked_.size(); ++root) {
    if (!clocked_[root] || !unclocked_[root]) continue;
    ok = false;
    const Mark &clocked = *clocked_[root], &unclocked = *unclocked_[root];
    Expr argument = exprs_.arg(unclocked.because, 0);
    Diagnostic& d = context_.sink.Report(
        kClockedAndUnclocked, SpanOf(unclocked.equation),
        exprs_.op(unclocked.because) == Op::kHold
            ? fmt::format("clocked and unclocked equations are mixed: hold({}) gives a value that is not clocked",
                          Text(argument))
            : fmt::format(
                  "clocked and unclocked equations are mixed: {} is sampled, but stands in clocked equations itself",
                  Text(argument)));
    ExplainClocked(clocked.equation, d);
    d.hint =
        "sample(u) brings a value into clocked equations, hold(x) takes one out; between clocks there are subSample, "
        "superSample and shiftSample";
  }
  return ok;
}

void ClockPartitions::ExplainClocked(EquationId id, Diagnostic& diagnostic) {
  const auto& mark = clocked_[static_cast<std::size_t>(wholes_.Find(ElementOf(id)))];
  if (!mark) return;
  bool is_clock = store_.types.kind(exprs_.type(mark->because)) == TypeKind::kClock;
  diagnostic.notes.push_back({SpanOf(mark->equation), fmt::format("these equations are clocked because of {}{}",
                                                                  is_clock ? "when " : "", Text(mark->because))});
}

void ClockPartitions::AssignClocks() {
  clock_of_.assign(model_.equations.size(), kNoClock);
  std::size_t equation_count = scans_.size();
  for (std::size_t i = 0; i < equation_count; ++i) {
    EquationId id(i);
    ScalarEquation& equation = model_.equations[id];
    if (equation.is_removed) continue;
    if (IsClockEquation(equation)) {
      equation.is_removed = true;
      continue;
    }
    if (!IsClocked(id)) continue;
    std::uint32_t origin = equation.origin;
    std::uint32_t clock = ticks_.ClockOf(inference_.timing(NodeOfPart(ElementOf(id))), origin);
    clock_of_[i] = clock;
    model_.equations[id].clock = clock;
    for (ScalarId scalar : scans_[i].incidence)
      for (; scalar; scalar = model_.facts[scalar].derivative_of) {
        model_.facts[scalar].clock = clock;
        model_.facts[scalar].variability = flat::Variability::kDiscrete;
        model_.scalars[scalar].kind = ScalarKind::kDiscrete;
      }
  }
  for (std::size_t i = 0; i < scalar_count_; ++i) {
    Scalar& scalar = model_.scalars[ScalarId(i)];
    if (store_.types.kind(scalar.type) != TypeKind::kClock) continue;
    // A clock has no value: it is not part of what is computed.
    scalar.kind = ScalarKind::kConstant;
    scalar.type = store_.types.boolean();
    scalar.value = exprs_.Boolean(false);
    scalar.is_hidden = true;
  }
}

ClockPartitions::Method ClockPartitions::MethodOf(EquationId id) {
  // The sets of clocks that are one clock with one method, joined through conversions as long as no method is met
  // (16.8.5).
  std::vector<graph::Index> open{same_method_.Find(static_cast<graph::Index>(NodeOfPart(ElementOf(id))))}, seen = open;
  Method method;
  while (!open.empty()) {
    graph::Index set = open.back();
    open.pop_back();
    bool has_method = false;
    for (const auto& [node, name] : methods_) {
      if (same_method_.Find(static_cast<graph::Index>(node)) != set || name.empty()) continue;
      has_method = true;
      if (method.name.empty())
        method.name = name;
      else if (method.name != name)
        method.conflicting = name;
    }
    if (has_method) continue;
    for (const Edge& edge : edges_) {
      graph::Index a = same_method_.Find(static_cast<graph::Index>(edge.from)),
                   b = same_method_.Find(static_cast<graph::Index>(edge.to));
      if (a != set && b != set) continue;
      graph::Index other = a == set ? b : a;
      if (std::ranges::find(seen, other) != seen.end()) continue;
      seen.push_back(other);
      open.push_back(other);
    }
  }
  return method;
}

}  // namespace mica::structure
