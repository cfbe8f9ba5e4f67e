// if- and for-equations: which branches are taken and which loops are written out (specification 8.3.2, 8.3.4).
#include <fmt/format.h>
#include <algorithm>
#include <unordered_set>

#include "expression/apply.h"
#include "flat/codes.h"
#include "flat/count.h"
#include "flat/flattener.h"
#include "flat/iterate.h"
#include "syntax/walk.h"

namespace mica::flat {

using instance::Typer;
using instance::VariableKind;

namespace {

bool HasWhen(const syntax::Node& root) {
  std::vector<const syntax::Node*> open{&root};
  while (!open.empty()) {
    const syntax::Node* node = open.back();
    open.pop_back();
    if (node->kind == syntax::NodeKind::kWhenEquation) return true;
    bool is_nest = node->kind == syntax::NodeKind::kIfEquation || node->kind == syntax::NodeKind::kForEquation ||
                   node->kind == syntax::NodeKind::kEquationBranch;
    if (is_nest) syntax::AppendChildren(*node, open);
  }
  return false;
}

// An equation between clocks, or on a clock of its own.
bool IsAboutClocks(const Equation& equation, const Store& store) {
  auto is_clock = [&](Expr e) { return e.valid() && store.types.kind(store.exprs.type(e)) == TypeKind::kClock; };
  if (equation.kind == Equation::Kind::kEqual) return is_clock(equation.left);
  return equation.kind == Equation::Kind::kWhen && is_clock(equation.branches[0].condition);
}

}  // namespace

void Flattener::FlattenIf(Typer& typer, const syntax::IfEquation& equation, std::vector<Equation>& into, bool in_when) {
  Equation made;
  made.kind = Equation::Kind::kIf;
  made.origin = OriginAt(current_, typer.SpanOf(equation));
  // Conditions that are known, or must be because connections, when-equations (8.3.5.2) or the number of equations
  // depend on them, are decided here.
  std::vector<Expr> conditions;
  bool must_decide = HasConnect(equation), has_when = HasWhen(equation), can_decide = true, literal = true,
       is_choice = true;
  for (const syntax::EquationBranch* branch : equation.branches) {
    if (!branch->condition) continue;
    Expr condition = typer.TypeAs(*branch->condition, types().boolean(), "the condition of if");
    if (ops().is_error(condition)) return;
    conditions.push_back(condition);
    can_decide = can_decide && elaboration_.VariabilityOf(condition) <= VariableKind::kParameter;
    literal = literal && exprs().op(condition) == Op::kBoolean;
    is_choice = is_choice && IsChoice(condition);
  }
  bool varies_in_loop = std::ranges::any_of(conditions, [&](Expr condition) { return UsesLoop(condition); });
  bool varies_in_array = std::ranges::any_of(conditions, [&](Expr condition) {
    return elaboration_.UsesIterator(condition, elaboration_.Iterators(current_));
  });
  auto decide = [&]() {
    if (varies_in_loop || (varies_in_array && !loops_.empty())) {
      must_unroll_ = true;  // each round decides for itself
    } else if (varies_in_array) {
      DecideForElements(typer, equation, conditions, into, in_when);
    } else if (std::optional<std::size_t> taken = TakenBranch(typer, equation, conditions);
               taken && *taken < equation.branches.size()) {
      FlattenEquations(typer, equation.branches[*taken]->equations, into, in_when);
    }
  };
  // A choice between variants, made by Boolean, Integer or enumeration parameters, is made now where it can be: what is
  // not taken need not fit.
  bool is_known = is_choice && can_decide && std::ranges::all_of(conditions, [&](Expr condition) {
                    return elaboration_.TryEvaluate(condition).has_value();
                  });
  if (literal || is_known || ((must_decide || has_when) && can_decide)) {
    decide();
    return;
  }
  if (must_decide) {
    sink().Report(kConditionalConnect, made.origin.span,
                  "connect stands under a condition that is not a parameter expression");
    return;
  }
  std::optional<std::int64_t> count;
  bool same = true, has_else = false;
  std::vector<bool> is_wrong;  // a branch in which something was reported
  DiagnosticSink::Transaction attempt(sink());
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    EquationBranch branch;
    if (equation.branches[i]->condition)
      branch.condition = conditions[i];
    else
      has_else = true;
    DiagnosticSink::Mark before = sink().mark();
    FlattenEquations(typer, equation.branches[i]->equations, branch.equations, in_when);
    is_wrong.push_back(sink().HasErrorsSince(before));
    std::int64_t own = CountEquations(branch.equations, store());
    same = same && own == count.value_or(own);
    count = own;
    made.branches.push_back(std::move(branch));
  }
  if (can_decide && attempt.has_errors()) {
    // A branch that is not taken may be wrong for the parameters at hand, with sizes that fit another choice.
    std::size_t taken = 0;
    for (; taken < conditions.size(); ++taken) {
      std::optional<Value> value = elaboration_.TryEvaluate(conditions[taken]);
      if (!value) return;
      if (value->boolean()) break;
    }
    if (taken < is_wrong.size() && is_wrong[taken]) return;
    elaboration_.Withhold(attempt);
    decide();
    return;
  }
  // Which clock there is must be known before clocks are inferred (16.3.2).
  bool about_clocks = std::ranges::any_of(made.branches, [&](const EquationBranch& branch) {
    return std::ranges::any_of(branch.equations, [&](const Equation& e) { return IsAboutClocks(e, store()); });
  });
  if (!in_when && (!same || about_clocks || (!has_else && count.value_or(0) > 0))) {
    if (can_decide) {
      decide();
      return;
    }
    auto& d = sink().Report(kBranchesDiffer, made.origin.span,
                            "the branches of this if-equation have different numbers of equations");
    for (std::size_t i = 0; i < made.branches.size(); ++i)
      d.notes.push_back({typer.SpanOf(*equation.branches[i]),
                         fmt::format("this branch has {}", CountEquations(made.branches[i].equations, store()))});
    if (!has_else) d.hint = "there is no else, which counts as a branch without equations";
    return;
  }
  into.push_back(std::move(made));
}

// The number of branches when none is taken.
std::optional<std::size_t> Flattener::TakenBranch(Typer& typer, const syntax::IfEquation& equation,
                                                  const std::vector<Expr>& conditions) {
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    const syntax::EquationBranch& branch = *equation.branches[i];
    if (!branch.condition) return i;
    std::optional<Value> value = elaboration_.Evaluate(conditions[i], typer.SpanOf(*branch.condition),
                                                       "a condition that decides which equations there are");
    if (!value) return std::nullopt;
    if (value->boolean()) return i;
  }
  return equation.branches.size();
}

void Flattener::DecideForElements(Typer& typer, const syntax::IfEquation& equation, const std::vector<Expr>& conditions,
                                  std::vector<Equation>& into, bool in_when) {
  std::vector<Expr> iterators = elaboration_.Iterators(current_);
  std::vector<std::vector<std::int32_t>> elements;
  std::vector<std::size_t> taken;
  bool ok = true;
  ForEachIndex(elaboration_.AllSizes(current_), [&](std::span<const std::int32_t> at) {
    std::vector<Expr> places, here;
    for (std::int32_t i : at) places.push_back(exprs().Integer(i));
    for (Expr condition : conditions) here.push_back(SubstituteIterators(condition, iterators, places, store()));
    std::optional<std::size_t> branch = ok ? TakenBranch(typer, equation, here) : std::nullopt;
    ok = ok && branch.has_value();
    elements.emplace_back(at.begin(), at.end());
    taken.push_back(branch.value_or(0));
  });
  if (!ok || elements.empty()) return;
  if (std::ranges::all_of(taken, [&](std::size_t branch) { return branch == taken[0]; })) {
    if (taken[0] < equation.branches.size())
      FlattenEquations(typer, equation.branches[taken[0]]->equations, into, in_when);
    return;
  }
  std::vector<std::optional<std::vector<Equation>>> flattened(equation.branches.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (taken[i] >= equation.branches.size()) continue;
    const syntax::EquationBranch& branch = *equation.branches[taken[i]];
    if (pass_ == Pass::kConnections) {
      element_ = elements[i];
      FlattenEquations(typer, branch.equations, into, in_when);
      element_.clear();
      continue;
    }
    if (!flattened[taken[i]]) FlattenEquations(typer, branch.equations, flattened[taken[i]].emplace(), in_when);
    std::vector<Expr> places;
    for (std::int32_t place : elements[i]) places.push_back(exprs().Integer(place));
    for (const Equation& one : *flattened[taken[i]])
      element_equations_.push_back(SubstituteIterators(one, iterators, places, store()));
  }
}

// Whether Real variables have no say in it.
bool Flattener::IsChoice(Expr condition) {
  std::vector<Expr> open{condition};
  std::unordered_set<Expr> seen;
  while (!open.empty()) {
    Expr e = open.back();
    open.pop_back();
    if (!seen.insert(e).second) continue;
    if (exprs().op(e) == Op::kVar && types().kind(types().Element(exprs().type(e))) == TypeKind::kReal) return false;
    for (Expr arg : exprs().args(e)) open.push_back(arg);
  }
  return true;
}

bool Flattener::UsesLoop(Expr e) {
  for (const Loop& loop : loops_)
    if (elaboration_.UsesIterator(e, std::span<const Expr>(&loop.iterator, 1))) return true;
  return false;
}

// The loop written out: a range inside depends on its variable, so that each round has other equations.
void Flattener::Unroll(Typer& typer, const syntax::ForEquation& equation, std::size_t level,
                       std::vector<Equation>& into, bool in_when) {
  if (level == equation.iterators.size()) {
    FlattenEquations(typer, equation.equations, into, in_when);
    return;
  }
  const syntax::Iterator& iterator = *equation.iterators[level];
  Expr range = typer.TypeRange(iterator, equation);
  if (ops().is_error(range)) return;
  if (UsesLoop(range)) {
    must_unroll_ = true;
    return;
  }
  std::optional<Value> known = elaboration_.Evaluate(range, typer.SpanOf(iterator), "the range of a for-equation");
  if (!known) return;
  for (std::size_t i = 0; i < known->count() && !must_unroll_; ++i) {
    Value one = Value::Like(*known, {}, types());
    one.CopyElement(0, *known, i);
    typer.PushIterator(iterator.name, ToExpr(one, exprs()));
    Unroll(typer, equation, level + 1, into, in_when);
    typer.PopIterator();
  }
}

// The rounds of a loop; `range` becomes literal. An Integer range is not written out for that: a loop over a million
// cells costs what one over ten does.
bool Flattener::FindRounds(Expr& range, Span span, Loop& loop) {
  constexpr const char* kWhat = "the range of a for-equation";
  if (exprs().op(range) == Op::kRange && types().kind(types().Element(exprs().type(range))) == TypeKind::kInteger) {
    std::int64_t ends[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      std::optional<Value> end = elaboration_.Evaluate(exprs().arg(range, i), span, kWhat);
      if (!end) return false;
      ends[i] = end->integer();
    }
    auto [first, step, last] = ends;
    std::optional<std::int64_t> count = RangeCount(first, step, last);
    if (count && *count < INT32_MAX) {
      loop.first = first;
      loop.step = step;
      loop.count = static_cast<std::size_t>(*count);
      if (!IsLiteralRange(range, store()) || types().has_unknown_size(exprs().type(range)))
        range = ops().Range(exprs().Integer(first), exprs().Integer(step), exprs().Integer(last), span);
      return true;
    }
  }
  std::optional<Value> known = elaboration_.Evaluate(range, span, kWhat);
  if (!known) return false;
  if (exprs().op(range) != Op::kRange || types().has_unknown_size(exprs().type(range)) ||
      !IsLiteralRange(range, store()))
    range = ToExpr(*known, exprs());
  for (std::size_t i = 0; i < known->count(); ++i) {
    Value one = Value::Like(*known, {}, types());
    one.CopyElement(0, *known, i);
    loop.values.push_back(std::move(one));
  }
  return true;
}

void Flattener::FlattenFor(Typer& typer, const syntax::ForEquation& equation, std::vector<Equation>& into,
                           bool in_when) {
  std::vector<Equation> nest;
  bool ok = true;
  std::size_t pushed = 0;
  DiagnosticSink::Transaction attempt(sink());
  if (loops_.empty()) typer.TakeMetSplit();
  auto mark = connections_.mark();
  for (const syntax::Iterator* iterator : equation.iterators) {
    Equation level;
    level.kind = Equation::Kind::kFor;
    level.origin = OriginAt(current_, typer.SpanOf(equation));
    Expr range = typer.TypeRange(*iterator, equation);
    Loop loop;
    if (!ops().is_error(range)) {
      // Which equations there are depends on the range: it is evaluated.
      if (UsesLoop(range)) {
        must_unroll_ = true;
        ok = false;
      } else if (!FindRounds(range, typer.SpanOf(*iterator), loop)) {
        ok = false;
      }
    } else {
      ok = false;
    }
    level.left = range;
    level.iterator = exprs().NewIterator(iterator->name, ok ? types().Element(exprs().type(range)) : types().integer());
    typer.PushIterator(iterator->name, level.iterator);
    loop.iterator = level.iterator;
    loops_.push_back(std::move(loop));
    ++pushed;
    nest.push_back(std::move(level));
  }
  std::vector<Equation> body;
  if (ok) FlattenEquations(typer, equation.equations, body, in_when);
  for (std::size_t i = 0; i < pushed; ++i) {
    typer.PopIterator();
    loops_.pop_back();
  }
  if (typer.TakeMetSplit()) {
    // Each round has another component, perhaps with other sizes.
    must_unroll_ = true;
    attempt.RollBack();
  }
  if (must_unroll_ && loops_.empty()) {
    must_unroll_ = false;
    connections_.Rewind(mark);
    Unroll(typer, equation, 0, into, in_when);
    return;
  }
  if (!ok || body.empty()) return;
  for (std::size_t i = nest.size(); i-- > 0;) {
    nest[i].branches.push_back({Expr(), std::move(body)});
    body.clear();
    body.push_back(std::move(nest[i]));
  }
  into.push_back(std::move(body[0]));
}

}  // namespace mica::flat
