// Equations of the flat model: arrays and records element by element, for-equations unrolled, if-equations as
// if-expressions (scalarizer.h).
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>

#include "structure/codes.h"
#include "structure/scalar/call_outputs.h"
#include "structure/scalar/scalarizer.h"
#include "structure/values/binding_values.h"
#include "symbolic/sized.h"
#include "symbolic/visit.h"

namespace mica::structure {

std::uint32_t Scalarizer::AddOrigin(const flat::Origin& origin) {
  model_.origins.push_back(origin);
  return static_cast<std::uint32_t>(model_.origins.size() - 1);
}

void Scalarizer::AddEquations(const std::vector<flat::Equation>& equations, bool is_initial) {
  Pieces pieces;
  for (const flat::Equation& equation : equations) {
    pieces.clear();
    Convert(equation, pieces);
    for (const Piece& piece : pieces) Put(piece, is_initial);
  }
}

void Scalarizer::Put(const Piece& piece, bool is_initial) {
  ScalarEquation equation;
  equation.origin = piece.origin;
  equation.when_clock = piece.when_clock;
  equation.when_clause = piece.when_clause;
  equation.active = piece.active;
  if (piece.step) {
    equation.step = static_cast<std::uint32_t>(model_.steps.size());
    model_.steps.push_back(*piece.step);
  } else {
    equation.left = equation.written_left = piece.left;
    equation.right = equation.written_right = piece.right;
  }
  if (is_initial)
    model_.initial_equations.push_back(equation);
  else
    model_.equations.Add(equation);
}

void Scalarizer::Convert(const flat::Equation& equation, Pieces& out) {
  scalars_.SetOrigin(AddOrigin(equation.origin));
  using Kind = flat::Equation::Kind;
  switch (equation.kind) {
    case Kind::kEqual:
      return ConvertEqual(equation.left, equation.right, out);
    case Kind::kTupleEqual:
      return ConvertTuple(equation, out);
    case Kind::kFor:
      return ConvertFor(equation, out);
    case Kind::kIf:
      return ConvertIf(equation, out);
    case Kind::kWhen:
      return ConvertWhen(equation, out);
    case Kind::kState:
      return ConvertState(equation, out);
    case Kind::kAssert:
    case Kind::kTerminate:
    case Kind::kCall:
      return ConvertCheck(equation, out);
    case Kind::kReinit:
      context_.sink.Report(kReinitOutsideWhenClause, equation.origin.span, "reinit stands outside a when-clause");
      return;
  }
}

std::vector<std::int32_t> Scalarizer::SizesOf(Expr e) const {
  Sizes sizes = store_.types.sizes(exprs_.type(e));
  return {sizes.begin(), sizes.end()};
}

void Scalarizer::ConvertEqual(Expr left, Expr right, Pieces& out) {
  std::vector<std::int32_t> left_sizes = SizesOf(left), right_sizes = SizesOf(right);
  left = scalars_.Inlined(symbolic::Sized(store_, left, right_sizes));
  right = scalars_.Inlined(symbolic::Sized(store_, right, left_sizes));
  bool is_scalar =
      store_.types.is_scalar(exprs_.type(left)) && store_.types.kind(exprs_.type(left)) != TypeKind::kRecord;
  is_scalar = is_scalar || scalars_.in_branch();  // there calls stay in the expressions
  if (!is_scalar && exprs_.op(right) == Op::kCall && ConvertCallEqual(left, right, out)) return;
  if (!is_scalar && exprs_.op(left) == Op::kCall && ConvertCallEqual(right, left, out)) return;
  auto lefts = scalars_.Items(left);
  auto rights = lefts ? scalars_.Items(right) : std::nullopt;
  if (!lefts || !rights) return;
  if (lefts->size() != rights->size()) {
    context_.sink.Report(
        kElementCountsDiffer, model_.origins[scalars_.origin()].span,
        fmt::format("the sides of the equation have {} and {} elements", lefts->size(), rights->size()));
    return;
  }
  for (std::size_t i = 0; i < lefts->size(); ++i) out.push_back({(*lefts)[i], (*rights)[i], {}, scalars_.origin()});
}

std::optional<std::vector<ScalarId>> Scalarizer::TargetScalars(std::span<const Expr> targets, Expr call,
                                                               Pieces& equalities) {
  std::vector<TypeId> parts;
  TypeId type = exprs_.type(call);
  if (store_.types.kind(type) == TypeKind::kTuple)
    parts.assign(store_.types[type].parts.begin(), store_.types[type].parts.end());
  else
    parts = {type};
  std::vector<ScalarId> result;
  std::set<ScalarId> seen;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p >= targets.size() || !targets[p]) {
      result.resize(result.size() + static_cast<std::size_t>(store_.types.ScalarCount(parts[p])));
      continue;
    }
    auto items = scalars_.Items(targets[p]);
    if (!items) return std::nullopt;
    for (Expr item : *items) {
      bool is_unknown = exprs_.op(item) == Op::kScalar &&
                        (!model_.is_known(exprs_.scalar(item)) ||
                         (scalars_.is_initial() && model_.facts[exprs_.scalar(item)].solved_initially));
      bool is_plain =
          is_unknown && !model_.facts[exprs_.scalar(item)].derivative_of && seen.insert(exprs_.scalar(item)).second;
      if (is_plain) {
        result.push_back(exprs_.scalar(item));
        continue;
      }
      ScalarId auxiliary = scalars_.NewAuxiliary(fmt::format("$output{}", model_.scalars.size()), exprs_.type(item));
      result.push_back(auxiliary);
      equalities.push_back({item, model_.Ref(auxiliary, store_), {}, scalars_.origin()});
    }
  }
  return result;
}

bool Scalarizer::ConvertCallEqual(Expr target, Expr call, Pieces& out) {
  Expr whole = scalars_.PlainWhole(call);
  if (!whole || exprs_.op(whole) != Op::kCall || store_.types.has_unknown_size(exprs_.type(whole))) return false;
  Pieces equalities;
  auto targets = TargetScalars(std::span(&target, 1), whole, equalities);
  if (!targets) return true;  // reported
  std::vector<Expr> outputs;
  for (ScalarId id : *targets) outputs.push_back(model_.Ref(id, store_));
  if (outputs.size() != ScalarItems(whole, store_).size()) return false;
  scalars_.RememberCall(whole, outputs);
  Step step;
  step.kind = Step::Kind::kCall;
  step.value = whole;
  step.targets = std::move(*targets);
  out.push_back({{}, {}, std::move(step), scalars_.origin()});
  out.insert(out.end(), equalities.begin(), equalities.end());
  return true;
}

void Scalarizer::ConvertTuple(const flat::Equation& equation, Pieces& out) {
  if (auto outputs = scalars_.InlinedOutputs(equation.right)) {
    for (std::size_t i = 0; i < equation.targets.size() && i < outputs->size(); ++i)
      if (equation.targets[i]) ConvertEqual(equation.targets[i], (*outputs)[i], out);
    return;
  }
  if (scalars_.in_branch()) {
    symbolic::Algebra algebra(store_);
    std::vector<TypeId> parts(store_.types[exprs_.type(equation.right)].parts.begin(),
                              store_.types[exprs_.type(equation.right)].parts.end());
    for (std::size_t i = 0; i < equation.targets.size(); ++i)
      if (equation.targets[i]) ConvertEqual(equation.targets[i], algebra.TupleItem(equation.right, i, parts[i]), out);
    return;
  }
  Expr whole = scalars_.PlainWhole(equation.right);
  if (!whole) return;
  Pieces equalities;
  auto targets = TargetScalars(equation.targets, whole, equalities);
  if (!targets) return;
  Step step;
  step.kind = Step::Kind::kCall;
  step.value = whole;
  step.targets = std::move(*targets);
  out.push_back({{}, {}, std::move(step), scalars_.origin()});
  out.insert(out.end(), equalities.begin(), equalities.end());
}

std::optional<std::vector<Expr>> Scalarizer::RangeValues(Expr range) {
  auto values = scalars_.PlainItems(range);
  if (!values) return std::nullopt;
  for (Expr value : *values)
    if (!exprs_.is_literal(value)) {
      context_.sink.Report(kUnknownForRange, model_.origins[scalars_.origin()].span,
                           "the range of this for-equation is not known when the model is translated");
      return std::nullopt;
    }
  return values;
}

flat::Equation Scalarizer::Substituted(const flat::Equation& equation, symbolic::Substitution& values) const {
  flat::Equation result = equation;
  auto apply = [&](Expr& e) {
    if (e) e = values.Apply(e);
  };
  apply(result.left);
  apply(result.right);
  for (Expr& target : result.targets) apply(target);
  for (flat::EquationBranch& branch : result.branches) {
    apply(branch.condition);
    for (flat::Equation& inner : branch.equations) inner = Substituted(inner, values);
  }
  return result;
}

void Scalarizer::ConvertFor(const flat::Equation& equation, Pieces& out) {
  auto values = RangeValues(equation.left);
  if (!values) return;
  for (Expr value : *values) {
    symbolic::Substitution one(store_);
    one.Set(equation.iterator, value);
    for (const flat::Equation& inner : equation.branches[0].equations) Convert(Substituted(inner, one), out);
  }
}

bool Scalarizer::HasWideCall(const flat::Equation& equation) {
  auto is_wide = [&](Expr e) {
    if (exprs_.op(e) != Op::kCall) return false;
    TypeId type = exprs_.type(e);
    return !store_.types.is_scalar(type) || store_.types.kind(type) == TypeKind::kRecord ||
           store_.types.kind(type) == TypeKind::kTuple;
  };
  symbolic::Contains has(exprs_, is_wide);
  auto in = [&](Expr e) { return e && has(e); };
  if (in(equation.left) || in(equation.right) || std::ranges::any_of(equation.targets, in)) return true;
  return std::ranges::any_of(equation.branches, [&](const flat::EquationBranch& branch) {
    return in(branch.condition) ||
           std::ranges::any_of(branch.equations, [&](const flat::Equation& inner) { return HasWideCall(inner); });
  });
}

void Scalarizer::ConvertIf(const flat::Equation& equation, Pieces& out) {
  std::uint32_t origin = scalars_.origin();
  std::vector<Expr> conditions;
  std::vector<const flat::EquationBranch*> taken;  // those that may be
  for (const flat::EquationBranch& branch : equation.branches) {
    Expr condition;
    if (branch.condition) {
      condition = scalars_.Scalar(branch.condition);
      if (!condition) return;
      if (exprs_.op(condition) == Op::kBoolean && !exprs_.boolean(condition)) continue;
      if (exprs_.op(condition) == Op::kBoolean) condition = {};
    }
    conditions.push_back(condition);
    taken.push_back(&branch);
    if (!condition) break;
  }
  if (taken.empty()) return;
  // A call that gives more than a scalar is made by an equation of its own, unless it stands in a branch: there it
  // would be made whatever the condition, with arguments that the function may not be made for. Where parameters
  // decide, there are no branches.
  bool has_wide_call = std::ranges::any_of(taken, [&](const flat::EquationBranch* branch) {
    return std::ranges::any_of(branch->equations, [&](const flat::Equation& inner) { return HasWideCall(inner); });
  });
  std::optional<std::size_t> chosen = !conditions[0]  ? std::optional<std::size_t>(0)
                                      : has_wide_call ? ChosenBranch(conditions)
                                                      : std::nullopt;
  if (chosen) {
    for (const flat::Equation& inner : taken[*chosen]->equations) Convert(inner, out);
    scalars_.SetOrigin(origin);
    return;
  }
  std::vector<Pieces> branches;
  bool around = scalars_.SetInBranch(true);
  for (const flat::EquationBranch* branch : taken) {
    Pieces pieces;
    for (const flat::Equation& inner : branch->equations) Convert(inner, pieces);
    branches.push_back(std::move(pieces));
  }
  scalars_.SetInBranch(around);
  scalars_.SetOrigin(origin);
  if (conditions.back()) {  // no else: nothing holds there
    conditions.push_back({});
    branches.emplace_back();
  }
  CombineBranches(conditions, branches, out);
}

void Scalarizer::CombineBranches(std::span<const Expr> conditions, std::vector<Pieces>& branches, Pieces& out) {
  symbolic::Algebra algebra(store_);
  auto count_of = [](const Pieces& pieces) {
    return std::ranges::count_if(pieces, [](const Piece& piece) { return !piece.step; });
  };
  if (std::ranges::any_of(branches, [&](const Pieces& branch) { return count_of(branch) != count_of(branches[0]); }))
    if (auto chosen = ChosenBranch(conditions)) {
      out.insert(out.end(), branches[*chosen].begin(), branches[*chosen].end());
      return;
    }
  std::vector<Pieces> equalities(branches.size());
  Expr none_before;  // no earlier condition holds
  for (std::size_t b = 0; b < branches.size(); ++b) {
    Expr here = conditions[b] ? (none_before ? algebra.And(none_before, conditions[b]) : conditions[b]) : none_before;
    for (Piece& piece : branches[b]) {
      if (!piece.step) {
        equalities[b].push_back(piece);
        continue;
      }
      Step& step = *piece.step;
      if (step.kind == Step::Kind::kAssert) {
        step.condition = algebra.Or(algebra.Not(here), step.condition);
      } else if (step.kind == Step::Kind::kEffect || step.kind == Step::Kind::kTerminate) {
        Step conditional;
        conditional.kind = Step::Kind::kWhen;
        conditional.branches.push_back({here, {step}});
        step = std::move(conditional);
      } else if (step.kind == Step::Kind::kWhen) {
        for (Step::Branch& branch : step.branches) branch.trigger = algebra.And(branch.trigger, here);
      }
      out.push_back(piece);
    }
    if (conditions[b])
      none_before = none_before ? algebra.And(none_before, algebra.Not(conditions[b])) : algebra.Not(conditions[b]);
  }
  std::size_t count = equalities[0].size();
  for (const Pieces& branch : equalities) {
    if (branch.size() == count) continue;
    Diagnostic& diagnostic = context_.sink.Report(
        kBranchEquationCountsDiffer, model_.origins[scalars_.origin()].span,
        fmt::format("the branches of this if-equation have {} and {} scalar equations", count, branch.size()));
    diagnostic.hint =
        "each branch needs the same number of equations, unless constants decide the condition when the model is "
        "translated";
    return;
  }
  CombineByLeft(conditions, equalities, out);
  count = equalities[0].size();
  for (std::size_t k = 0; k < count; ++k) {
    bool same_left =
        std::ranges::all_of(equalities, [&](const Pieces& branch) { return branch[k].left == equalities[0][k].left; });
    bool is_real = store_.types.is_numeric(exprs_.type(equalities[0][k].left));
    if (!same_left && !is_real) {
      context_.sink.Report(
          kBranchTargetsDiffer, model_.origins[equalities[0][k].origin].span,
          "in the branches of this if-equation, equations that are not of type Real determine different variables");
      return;
    }
    auto part = [&](std::size_t b) {
      const Piece& piece = equalities[b][k];
      return same_left ? piece.right : algebra.Sub(piece.left, piece.right);
    };
    Expr value = part(equalities.size() - 1);
    for (std::size_t b = equalities.size() - 1; b-- > 0;) value = algebra.If(conditions[b], part(b), value);
    out.push_back({same_left ? equalities[0][k].left : exprs_.Real(0), value, {}, equalities[0][k].origin});
  }
}

std::optional<std::size_t> Scalarizer::ChosenBranch(std::span<const Expr> conditions) {
  DecidedConditions decide(context_, [](Expr) { return false; });
  for (std::size_t b = 0; b < conditions.size(); ++b) {
    if (!conditions[b]) return b;
    auto decided = decide.DecideCondition(conditions[b]);
    if (!decided) return std::nullopt;
    if (*decided) return b;
  }
  return std::nullopt;
}

// Takes out what has the form v = … with the same v in every branch, in any order.
void Scalarizer::CombineByLeft(std::span<const Expr> conditions, std::vector<Pieces>& equalities, Pieces& out) {
  symbolic::Algebra algebra(store_);
  std::map<Expr, std::vector<Expr>> values;
  std::set<Expr> repeated;
  for (std::size_t b = 0; b < equalities.size(); ++b)
    for (const Piece& piece : equalities[b]) {
      if (exprs_.op(piece.left) != Op::kScalar) continue;
      auto& list = values[piece.left];
      if (list.size() > b)
        repeated.insert(piece.left);
      else if (list.size() == b)
        list.push_back(piece.right);
    }
  auto is_common = [&](const Piece& piece) {
    auto found = values.find(piece.left);
    return found != values.end() && found->second.size() == equalities.size() && !repeated.contains(piece.left);
  };
  for (const Piece& piece : equalities[0]) {
    if (!is_common(piece)) continue;
    const auto& list = values[piece.left];
    Expr value = list.back();
    for (std::size_t b = list.size() - 1; b-- > 0;) value = algebra.If(conditions[b], list[b], value);
    out.push_back({piece.left, value, {}, piece.origin});
  }
  for (Pieces& branch : equalities) std::erase_if(branch, is_common);
}

std::optional<Step> Scalarizer::MakeAssert(Expr condition, Expr message, Expr level) {
  Step step;
  step.kind = Step::Kind::kAssert;
  step.condition = scalars_.PlainScalar(condition);
  step.message = scalars_.PlainScalar(message);
  if (level) {
    Expr value = scalars_.PlainScalar(level);
    if (!value) return std::nullopt;
    if (exprs_.op(value) == Op::kEnumLiteral)
      step.level = static_cast<int>(exprs_.integer(value));
    else
      step.value = value;
  }
  if (!step.condition || !step.message) return std::nullopt;
  return step;
}

void Scalarizer::ConvertCheck(const flat::Equation& equation, Pieces& out) {
  Step step;
  if (equation.kind == flat::Equation::Kind::kAssert) {
    auto made = MakeAssert(equation.targets[0], equation.targets[1],
                           equation.targets.size() > 2 ? equation.targets[2] : Expr());
    if (!made || (exprs_.op(made->condition) == Op::kBoolean && exprs_.boolean(made->condition))) return;
    step = std::move(*made);
  } else if (equation.kind == flat::Equation::Kind::kTerminate) {
    step.kind = Step::Kind::kTerminate;
    step.value = scalars_.PlainScalar(equation.left);
  } else {
    step.kind = Step::Kind::kEffect;
    step.value = scalars_.PlainWhole(equation.left);
  }
  if (step.kind != Step::Kind::kAssert && !step.value) return;
  out.push_back({{}, {}, std::move(step), scalars_.origin()});
}

}  // namespace mica::structure
