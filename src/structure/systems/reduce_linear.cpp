#include "structure/systems/reduce_linear.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "structure/sort/initial_system.h"
#include "structure/systems/system_jacobian.h"
#include "symbolic/collect_terms.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {
constexpr std::size_t kMostUnknowns = 40;
constexpr std::size_t kMostInner = 300;     // beyond, the formulas would be longer than the work of a solver
constexpr std::size_t kMostNodes = 20'000;  // that elimination may make
constexpr std::size_t kMostFill = 6;        // factors that one elimination may add; more in a system that is
constexpr std::size_t kSmallSystem = 8;     // no larger than this, where a full matrix is no harm
constexpr double kSmallestPivot =
    0.01;  // beside the largest factor of its row, each in units of the largest of its column; as far as known
constexpr double kSmallestDeterminant = 1e-10;  // beside its two products
constexpr std::size_t kMostConditions = 8;      // that are tried out, each true and false
}  // namespace

// A and b, over what is known before the system.
bool LinearReducer::Extract(const System& system) {
  ExprPool& exprs = store_.exprs;
  std::unordered_map<ScalarId, Expr> at_zero;
  for (ScalarId unknown : system.unknowns) at_zero.emplace(unknown, exprs.Real(0));
  Rewriter rewrite(store_, [&](Expr e) -> Expr {
    if (exprs.op(e) == Op::kHeld || exprs.op(e) == Op::kPre) return e;  // known, whatever it is of
    if (exprs.op(e) != Op::kScalar) return {};
    auto found = at_zero.find(exprs.scalar(e));
    return found == at_zero.end() ? Expr() : found->second;
  });
  for (const Step& step : system.inner) at_zero[step.targets[0]] = rewrite(step.value);
  std::size_t n = system.unknowns.size();
  rows_.clear();
  for (std::size_t r = 0; r < n; ++r) rows_.push_back({std::vector<Expr>(n), rewrite(system.residuals[r]), r, false});
  for (const JacobianEntry& entry : system.jacobian) {
    // A factor may hold inner variables that do not depend on the unknowns; they are computed after these.
    Expr factor = rewrite(entry.value);
    if (!exprs.is_number(factor, 0)) rows_[entry.row].factors[entry.column] = factor;
  }
  is_solved_.assign(n, false);
  pivots_.clear();
  steps_.clear();
  return true;
}

std::optional<LinearReducer::Pivot> LinearReducer::FindPivot() {
  std::vector<std::size_t> in_column(is_solved_.size(), 0);
  for (const Row& row : rows_)
    for (std::size_t k = 0; k < row.factors.size(); ++k) in_column[k] += !row.is_used && row.factors[k].valid();
  std::vector<double> largest_in_column(is_solved_.size(), 0);
  std::vector<std::vector<double>> sizes(rows_.size(), std::vector<double>(is_solved_.size(), 0));
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t k = 0; k < is_solved_.size(); ++k)
      if (auto number = !rows_[r].is_used && rows_[r].factors[k] ? values_.Number(rows_[r].factors[k]) : std::nullopt) {
        sizes[r][k] = std::abs(*number);
        largest_in_column[k] = std::max(largest_in_column[k], sizes[r][k]);
      }
  symbolic::Contains is_sum(store_.exprs,
                            [&](Expr e) { return store_.exprs.op(e) == Op::kAdd || store_.exprs.op(e) == Op::kSub; });
  std::optional<Pivot> best;
  std::size_t best_cost = SIZE_MAX;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    if (row.is_used) continue;
    std::size_t in_row = static_cast<std::size_t>(std::ranges::count_if(row.factors, [](Expr e) { return e.valid(); }));
    double largest = 0;
    for (std::size_t k = 0; k < is_solved_.size(); ++k)
      if (sizes[r][k] > 0) largest = std::max(largest, sizes[r][k] / largest_in_column[k]);
    for (std::size_t k = 0; k < row.factors.size(); ++k) {
      if (!row.factors[k]) continue;
      std::size_t fill = (in_row - 1) * (in_column[k] - 1);
      if ((fill > kMostFill && rows_.size() > kSmallSystem) || 2 * fill >= best_cost) continue;
      Factor factor = partial_.ClassifyByValue(row.factors[k], context_.model, values_);
      if (factor != Factor::kConstant && factor != Factor::kParameter) continue;
      // Of parameters that initialization finds no value is known yet: their products are taken not to vanish, their
      // differences may.
      if (factor == Factor::kParameter && sizes[r][k] == 0 && is_sum(row.factors[k])) continue;
      if (sizes[r][k] > 0 && sizes[r][k] / largest_in_column[k] < kSmallestPivot * largest) continue;
      best_cost = 2 * fill + (factor == Factor::kConstant ? 0 : 1);
      best = Pivot{r, k};
    }
  }
  return best;
}

void LinearReducer::Eliminate(Pivot pivot) {
  Row& from = rows_[pivot.row];
  from.is_used = true;
  is_solved_[pivot.unknown] = true;
  pivots_.push_back(pivot);
  for (Row& row : rows_) {
    if (row.is_used || !row.factors[pivot.unknown]) continue;
    Expr share = algebra_.Div(row.factors[pivot.unknown], from.factors[pivot.unknown]);
    row.factors[pivot.unknown] = {};
    for (std::size_t k = 0; k < row.factors.size(); ++k) {
      if (k == pivot.unknown || !from.factors[k]) continue;
      Expr product = algebra_.Mul(share, from.factors[k]);
      Expr sum = row.factors[k] ? symbolic::CollectTerms(algebra_, algebra_.Sub(row.factors[k], product))
                                : algebra_.Neg(product);
      row.factors[k] = store_.exprs.is_number(sum, 0) ? Expr() : sum;
    }
    row.rest = algebra_.Sub(row.rest, algebra_.Mul(share, from.rest));
  }
}

std::vector<std::size_t> LinearReducer::OpenRows() const {
  std::vector<std::size_t> open;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (!rows_[r].is_used) open.push_back(r);
  return open;
}

std::vector<std::size_t> LinearReducer::OpenUnknowns() const {
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < is_solved_.size(); ++k)
    if (!is_solved_[k]) open.push_back(k);
  return open;
}

bool LinearReducer::AnyBranch(std::vector<Expr> parts, const std::function<bool(const std::vector<Expr>&)>& judge) {
  ExprPool& exprs = store_.exprs;
  std::vector<Expr> conditions;
  for (Expr choice : symbolic::Collect(exprs, parts, [&](Expr e) { return exprs.op(e) == Op::kIf; }))
    if (std::ranges::find(conditions, exprs.arg(choice, 0)) == conditions.end())
      conditions.push_back(exprs.arg(choice, 0));
  if (conditions.size() > kMostConditions) return true;
  for (std::uint32_t way = 0; way < 1u << conditions.size(); ++way) {
    Rewriter decide(
        store_, [](Expr) { return Expr(); },
        [&](Expr e) {
          if (exprs.op(e) != Op::kIf) return e;
          auto at = std::ranges::find(conditions, exprs.arg(e, 0));
          if (at == conditions.end()) return e;
          return exprs.arg(e, (way >> (at - conditions.begin()) & 1) != 0 ? 1 : 2);
        });
    std::vector<Expr> decided;
    for (Expr part : parts) decided.push_back(decide(part));
    if (judge(decided)) return true;
  }
  return false;
}

bool LinearReducer::VanishesInABranch(Expr e) {
  ExprPool& exprs = store_.exprs;
  if (!symbolic::Contains(exprs, [&](Expr node) { return exprs.op(node) == Op::kIf; })(e)) return false;
  std::size_t ways = 0;
  return AnyBranch({e}, [&](const std::vector<Expr>& decided) { return ++ways, IsZero(decided[0]); }) && ways > 0;
}

bool LinearReducer::IsZero(Expr e) {
  if (partial_.Classify(e, context_.model) > Factor::kParameter) return false;
  auto number = values_.Number(e);
  return number && *number == 0;
}

void LinearReducer::Assign(const System& system, std::size_t unknown, Expr value, std::size_t residual) {
  Step step;
  step.kind = Step::Kind::kAssign;
  step.targets = {system.unknowns[unknown]};
  step.value = value;
  step.origin = system.origins[residual];
  steps_.push_back(std::move(step));
  is_solved_[unknown] = true;
}

bool LinearReducer::SolveOne(const System& system) {
  std::size_t unknown = OpenUnknowns()[0];
  Row& row = rows_[OpenRows()[0]];
  Expr factor = row.factors[unknown];
  if (!factor || AnyBranch({factor}, [&](const std::vector<Expr>& decided) { return IsZero(decided[0]); }))
    return false;
  row.is_used = true;
  Expr value = algebra_.Neg(algebra_.Div(row.rest, factor));
  if (partial_.Classify(factor, context_.model) == Factor::kVaries) {
    // 0·x = 0, a pressure between closed valves: any value does, and the start value is as good as one can tell.
    auto is_zero = [&](Expr e) {
      return store_.exprs.Make(Op::kEqual, store_.types.boolean(), {e, store_.exprs.Real(0)});
    };
    value = algebra_.If(algebra_.And(is_zero(factor), is_zero(row.rest)),
                        StartOf(context_.model.scalars[system.unknowns[unknown]], store_), value);
  }
  Assign(system, unknown, value, row.residual);
  return true;
}

bool LinearReducer::SolveTwo(const System& system) {
  std::vector<std::size_t> open = OpenRows(), unknowns = OpenUnknowns();
  Row &first = rows_[open[0]], &second = rows_[open[1]];
  auto at = [&](const Row& row, std::size_t k) {
    return row.factors[unknowns[k]] ? row.factors[unknowns[k]] : store_.exprs.Real(0);
  };
  Expr a = at(first, 0), b = at(first, 1), c = at(second, 0), d = at(second, 1);
  Expr determinant = algebra_.Sub(algebra_.Mul(a, d), algebra_.Mul(b, c));
  bool has_branch =
      symbolic::Contains(store_.exprs, [&](Expr e) { return store_.exprs.op(e) == Op::kIf; })(determinant);
  bool may_vanish = AnyBranch({a, b, c, d}, [&](const std::vector<Expr>& decided) {
    Expr down = algebra_.Mul(decided[0], decided[3]), up = algebra_.Mul(decided[1], decided[2]);
    if (partial_.Classify(algebra_.Sub(down, up), context_.model) > Factor::kParameter) return has_branch;
    auto x = values_.Number(down), y = values_.Number(up);
    return !x || !y || std::abs(*x - *y) <= kSmallestDeterminant * std::max(std::abs(*x), std::abs(*y));
  });
  if (may_vanish) return false;
  first.is_used = second.is_used = true;
  auto over = [&](Expr p, Expr q, Expr r, Expr s) {
    return algebra_.Div(algebra_.Sub(algebra_.Mul(p, q), algebra_.Mul(r, s)), determinant);
  };
  Assign(system, unknowns[0], over(b, second.rest, d, first.rest), first.residual);
  Assign(system, unknowns[1], over(c, first.rest, a, second.rest), second.residual);
  return true;
}

LinearReducer::Outcome LinearReducer::Reduce(System& system, std::size_t largest) {
  std::size_t n = system.unknowns.size();
  if (!system.is_linear || n == 0 || n > kMostUnknowns || system.jacobian.empty() || ExtendedCount(system) > 0 ||
      system.inner.size() > kMostInner)
    return Outcome::kUntouched;
  if (std::ranges::any_of(system.inner, [](const Step& step) { return step.kind != Step::Kind::kAssign; }))
    return Outcome::kUntouched;
  Extract(system);
  std::size_t budget = store_.exprs.size() + kMostNodes;
  while (store_.exprs.size() < budget) {
    auto pivot = FindPivot();
    if (!pivot) break;
    Eliminate(*pivot);
  }
  std::size_t left = OpenUnknowns().size();
  bool solved = left == 0 || (left == 1 && SolveOne(system)) || (left == 2 && largest >= 2 && SolveTwo(system));
  if (!solved && pivots_.empty()) return Outcome::kUntouched;
  // Unknowns of eliminated rows follow from those eliminated later.
  for (auto pivot = pivots_.rbegin(); pivot != pivots_.rend(); ++pivot) {
    const Row& row = rows_[pivot->row];
    Expr sum = row.rest;
    for (std::size_t k = 0; k < n; ++k)
      if (k != pivot->unknown && row.factors[k])
        sum = algebra_.Add(sum, algebra_.Mul(row.factors[k], context_.model.Ref(system.unknowns[k], store_)));
    Assign(system, pivot->unknown, algebra_.Neg(algebra_.Div(sum, row.factors[pivot->unknown])), row.residual);
  }
  System reduced = std::move(system);
  system = {};
  system.is_linear = true;
  system.size_before_tearing = reduced.size_before_tearing;
  system.discrete = std::move(reduced.discrete);
  if (!solved) {
    std::vector<bool> is_eliminated(n, false);
    for (const Pivot& pivot : pivots_) is_eliminated[pivot.unknown] = true;
    for (std::size_t k = 0; k < n; ++k)
      if (!is_eliminated[k]) system.unknowns.push_back(reduced.unknowns[k]);
    for (std::size_t r : OpenRows()) {
      system.residuals.push_back(reduced.residuals[r]);
      system.origins.push_back(reduced.origins[r]);
      system.residual_text.push_back(std::move(reduced.residual_text[r]));
    }
  }
  system.inner = std::move(steps_);
  for (Step& step : reduced.inner) system.inner.push_back(std::move(step));
  FormJacobian(system, context_, partial_);
  return solved ? Outcome::kSolved : Outcome::kSmaller;
}

}  // namespace mica::structure
