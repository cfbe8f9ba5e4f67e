// Algorithms of the model: one step each, its outputs are all the scalars that it assigns (the specification, 11.1).
// See scalarizer.h.
//
// Loops over literal ranges are unrolled, so that subscripts become scalars and relations can be watched for events; a
// loop that breaks, or would become too long, stays. A whole array is assigned element by element unless it is read on
// the right: then it stays whole. What relations read that is assigned again later gets variables of its own
// (intermediate_values.h). A when-statement becomes an if-statement: $whenN := condition; if $whenN and not
// pre($whenN) then …, with $whenN an output as well.
#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"
#include "structure/scalar/intermediate_values.h"
#include "structure/scalar/scalarizer.h"
#include "structure/sort/incidence.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMaxUnrolled = 100'000;  // statements made by unrolling one loop

bool Leaves(const std::vector<Statement>& statements) {
  return std::ranges::any_of(statements, [](const Statement& statement) {
    if (statement.kind == Statement::Kind::kBreak || statement.kind == Statement::Kind::kReturn) return true;
    return std::ranges::any_of(statement.branches, [](const StatementBranch& branch) { return Leaves(branch.body); });
  });
}

std::size_t CountStatements(const std::vector<Statement>& statements) {
  std::size_t count = statements.size();
  for (const Statement& statement : statements)
    for (const StatementBranch& branch : statement.branches) count += CountStatements(branch.body);
  return count;
}

}  // namespace

Expr Scalarizer::StatementValue(Expr e) {
  Expr value = scalars_.PlainScalar(e);
  return value && in_when_ ? symbolic::Algebra(store_).NoEvent(value) : value;
}

Expr Scalarizer::StatementWhole(Expr e) {
  bool is_scalar = store_.types.is_scalar(exprs_.type(e)) && store_.types.kind(exprs_.type(e)) != TypeKind::kRecord &&
                   store_.types.kind(exprs_.type(e)) != TypeKind::kTuple;
  return is_scalar ? StatementValue(e) : scalars_.PlainWhole(e);
}

void Scalarizer::AddAlgorithm(const flat::Algorithm& algorithm, bool is_initial) {
  scalars_.SetOrigin(AddOrigin(algorithm.origin));
  Piece piece;
  piece.origin = scalars_.origin();
  Step step;
  step.kind = Step::Kind::kAlgorithm;
  assigned_outside_when_.clear();
  if (!ConvertStatements(algorithm.statements, step.statements, 0)) return;
  if (!is_initial)
    NameIntermediateValues(step.statements, model_, store_, [this](std::string name, TypeId type) {
      ScalarId id = scalars_.NewAuxiliary(std::move(name), type);
      assigned_outside_when_.insert(id);
      return id;
    });
  step.targets = AssignedScalars(step.statements, store_);
  for (ScalarId target : step.targets)
    if (!is_initial && !assigned_outside_when_.contains(target)) MarkDiscrete(target);
  for (ScalarId target : step.targets)
    if (model_.is_known(target) && !is_initial) {
      context_.sink.Report(
          kAlgorithmAssignsNonVariable, algorithm.origin.span,
          fmt::format("the algorithm assigns {}, which is not a variable", model_.scalars[target].name));
      return;
    }
  piece.step = std::move(step);
  Put(piece, is_initial);
}

bool Scalarizer::ConvertStatements(const std::vector<Statement>& statements, std::vector<Statement>& out, int depth) {
  if (depth > 200) {
    context_.sink.Report(kStatementsTooDeep, model_.origins[scalars_.origin()].span,
                         "the statements of this algorithm are nested too deeply");
    return false;
  }
  for (const Statement& statement : statements)
    if (!ConvertStatement(statement, out, depth)) return false;
  return true;
}

bool Scalarizer::ConvertStatement(const Statement& statement, std::vector<Statement>& out, int depth) {
  using Kind = Statement::Kind;
  std::size_t first = out.size();
  bool ok = ConvertOne(statement, out, depth);
  if (ok && !in_when_ && (statement.kind == Kind::kAssign || statement.kind == Kind::kTupleAssign))
    for (ScalarId id : AssignedScalars(std::span(out).subspan(first), store_)) assigned_outside_when_.insert(id);
  return ok;
}

bool Scalarizer::ConvertOne(const Statement& statement, std::vector<Statement>& out, int depth) {
  using Kind = Statement::Kind;
  Statement made;
  made.kind = statement.kind;
  made.span = statement.span;
  switch (statement.kind) {
    case Kind::kAssign:
      return ConvertAssign(statement, out);
    case Kind::kTupleAssign:
      made.value = scalars_.PlainWhole(statement.value);
      if (!made.value) return false;
      for (Expr target : statement.targets) {
        made.targets.push_back(target ? scalars_.PlainWhole(target) : Expr());
        if (target && !made.targets.back()) return false;
      }
      break;
    case Kind::kCall:
      made.value = scalars_.PlainWhole(statement.value);
      if (!made.value) return false;
      break;
    case Kind::kIf:
    case Kind::kWhile:
      for (const StatementBranch& branch : statement.branches) {
        StatementBranch converted;
        if (branch.condition && !(converted.condition = StatementValue(branch.condition))) return false;
        if (!ConvertStatements(branch.body, converted.body, depth + 1)) return false;
        made.branches.push_back(std::move(converted));
      }
      break;
    case Kind::kFor:
      return ConvertForStatement(statement, out, depth);
    case Kind::kWhen:
      return ConvertWhenStatement(statement, out, depth);
    case Kind::kBreak:
    case Kind::kReturn:
      break;
    case Kind::kAssert:
      for (Expr target : statement.targets) {
        made.targets.push_back(StatementValue(target));
        if (!made.targets.back()) return false;
      }
      break;
    case Kind::kTerminate:
      made.value = StatementValue(statement.value);
      if (!made.value) return false;
      break;
    case Kind::kReinit: {
      Expr target = scalars_.PlainScalar(statement.targets[0]);
      made.value = StatementValue(statement.value);
      if (!target || !made.value) return false;
      made.targets = {target};
      break;
    }
  }
  out.push_back(std::move(made));
  return true;
}

bool Scalarizer::ConvertAssign(const Statement& statement, std::vector<Statement>& out) {
  Expr target = statement.targets[0];
  auto assign = [&](Expr to, Expr value) {
    Statement made;
    made.kind = Statement::Kind::kAssign;
    made.targets = {to};
    made.value = value;
    made.span = statement.span;
    out.push_back(std::move(made));
  };
  TypeId type = exprs_.type(target);
  bool is_scalar = store_.types.is_scalar(type) && store_.types.kind(type) != TypeKind::kRecord;
  if (is_scalar) {
    Expr to = scalars_.PlainScalar(target), value = to ? StatementValue(statement.value) : Expr();
    if (!value) return false;
    assign(to, value);
    return true;
  }
  auto targets = scalars_.PlainItems(target);
  if (!targets) return false;
  bool is_plain = std::ranges::all_of(*targets, [&](Expr e) { return exprs_.op(e) == Op::kScalar; });
  if (exprs_.op(statement.value) != Op::kCall) {
    auto values = scalars_.PlainItems(statement.value);
    if (!values) return false;
    if (values->size() != targets->size()) {
      context_.sink.Report(
          kElementCountsDiffer, statement.span,
          fmt::format("the sides of the assignment have {} and {} elements", targets->size(), values->size()));
      return false;
    }
    // Element by element, if no element is read after it was assigned.
    OccurrenceCollector occurrences(store_);
    bool is_safe = is_plain;
    for (std::size_t i = 0; i < values->size() && is_safe; ++i) {
      occurrences.Clear();
      occurrences.Add((*values)[i]);
      for (const Occurrence& o : occurrences.found()) {
        auto place = std::ranges::find(targets->begin(), targets->begin() + static_cast<std::ptrdiff_t>(i),
                                       model_.Ref(o.scalar, store_));
        if (place != targets->begin() + static_cast<std::ptrdiff_t>(i)) is_safe = false;
      }
    }
    if (is_safe) {
      symbolic::Algebra algebra(store_);
      for (std::size_t i = 0; i < values->size(); ++i)
        assign((*targets)[i], in_when_ ? algebra.NoEvent((*values)[i]) : (*values)[i]);
      return true;
    }
  }
  Expr to = scalars_.PlainWhole(target), value = to ? scalars_.PlainWhole(statement.value) : Expr();
  if (!value) return false;
  assign(to, value);
  return true;
}

bool Scalarizer::ConvertForStatement(const Statement& statement, std::vector<Statement>& out, int depth) {
  const std::vector<Statement>& body = statement.branches[0].body;
  bool is_known = !store_.types.has_unknown_size(exprs_.type(statement.value));
  std::optional<std::vector<Expr>> values;
  if (is_known && !Leaves(body)) {
    values = scalars_.PlainItems(statement.value);
    if (!values) return false;
    bool is_literal = std::ranges::all_of(*values, [&](Expr e) { return exprs_.is_literal(e); });
    if (is_literal && values->size() * std::max<std::size_t>(1, CountStatements(body)) <= kMaxUnrolled) {
      for (Expr value : *values) {
        symbolic::Substitution one(store_);
        one.Set(statement.iterator, value);
        if (!ConvertStatements(one.Apply(body), out, depth + 1)) return false;
      }
      return true;
    }
  }
  Statement made;
  made.kind = Statement::Kind::kFor;
  made.span = statement.span;
  made.iterator = statement.iterator;
  // A range keeps its form; its bounds are scalars.
  if (exprs_.op(statement.value) == Op::kRange) {
    std::vector<Expr> bounds;
    for (Expr bound : exprs_.ArgsCopy(statement.value)) {
      bounds.push_back(scalars_.PlainScalar(bound));
      if (!bounds.back()) return false;
    }
    made.value = exprs_.Make(Op::kRange, exprs_.type(statement.value), bounds);
  } else {
    made.value = scalars_.PlainWhole(statement.value);
    if (!made.value) return false;
  }
  StatementBranch branch;
  if (!ConvertStatements(body, branch.body, depth + 1)) return false;
  made.branches.push_back(std::move(branch));
  out.push_back(std::move(made));
  return true;
}

bool Scalarizer::ConvertWhenStatement(const Statement& statement, std::vector<Statement>& out, int depth) {
  symbolic::Algebra algebra(store_);
  Statement made;
  made.kind = Statement::Kind::kIf;
  made.span = statement.span;
  Expr initial = exprs_.Make(Op::kInitial, store_.types.boolean(), {});
  for (const StatementBranch& branch : statement.branches) {
    auto items = scalars_.PlainItems(branch.condition);
    if (!items) return false;
    bool has_initial = false;
    Expr fires = exprs_.Boolean(false);
    for (Expr item : *items) {
      if (exprs_.op(item) == Op::kInitial)
        has_initial = true;
      else if (!exprs_.is_literal(item))
        fires = algebra.Or(fires, TriggerOf(item, true, &out));
    }
    Expr later = algebra.And(algebra.Not(initial), fires);
    StatementBranch converted;
    converted.condition = has_initial ? algebra.Or(initial, later) : later;
    bool was_in_when = std::exchange(in_when_, true);
    bool ok = ConvertStatements(branch.body, converted.body, depth + 1);
    in_when_ = was_in_when;
    if (!ok) return false;
    made.branches.push_back(std::move(converted));
  }
  out.push_back(std::move(made));
  return true;
}

}  // namespace mica::structure
