// Purity of functions (specification 12.3): a function that is not declared impure calls no function that is, except
// inside pure(…). One declared pure that does is wrong; one without a prefix is a breach that libraries commit, and is
// treated as impure: it is not called at translation, where nobody expects a file to be written or a program to be
// started.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

namespace {

// Calls `use` on every call under `root`, and does not look into those that `is_excused` names.
template <class Use, class IsExcused>
void ForEachCall(const ExprPool& exprs, Expr root, std::unordered_set<Expr>& seen, const IsExcused& is_excused,
                 const Use& use) {
  if (!root.valid()) return;
  std::vector<Expr> open{root};
  while (!open.empty()) {
    Expr e = open.back();
    open.pop_back();
    if (!seen.insert(e).second) continue;
    if (exprs.op(e) == Op::kCall && !is_excused(e)) use(e);
    for (Expr arg : exprs.args(e)) open.push_back(arg);
  }
}

template <class Walk>
void WalkStatements(const std::vector<Statement>& statements, const Walk& walk) {
  for (const Statement& statement : statements) {
    walk(statement.value, statement.span);
    for (Expr target : statement.targets) walk(target, statement.span);
    for (const StatementBranch& branch : statement.branches) {
      walk(branch.condition, statement.span);
      WalkStatements(branch.body, walk);
    }
  }
}

}  // namespace

void Elaboration::CheckPurity(const ClassInstance* function, FunctionId id) {
  const Function& made = store().functions[id];
  if (made.is_impure || made.is_external) return;
  std::unordered_set<Expr> seen;
  FunctionId culprit;
  Span at;
  auto note = [&](Expr e, Span span) {
    ForEachCall(
        store().exprs, e, seen, [&](Expr call) { return pure_calls_.contains(call); },
        [&](Expr call) {
          FunctionId called = store().exprs.function(call);
          if (culprit.valid() || called == id || (!store().functions[called].is_impure && !hides_.contains(called)))
            return;
          culprit = called;
          at = span;
        });
  };
  for (const FunctionVariable& variable : made.variables)
    if (variable.role != FunctionRole::kInput) note(variable.binding, variable.span);
  WalkStatements(made.body, note);
  if (!culprit.valid()) return;
  hides_.emplace(id, culprit);
  if (!store().functions[culprit].is_impure) return;  // reported where the impure one is called
  bool is_pure = function->definition && function->definition->is_pure;
  std::string message =
      fmt::format("{} is {}, and calls {}, which is impure", names().text(made.name),
                  is_pure ? "declared pure" : "not declared impure", names().text(store().functions[culprit].name));
  auto& d = is_pure ? sink().Report(kPureCallsImpure, at, std::move(message))
                    : instances_.Breach(kFunctionCallsImpure, "12.3", at, std::move(message));
  d.hint = "declare it `impure function`, or call the other one inside pure(…)";
}

const Function* Elaboration::HiddenImpurityOf(Expr e) const {
  if (hides_.empty()) return nullptr;
  const Store& store = instances_.store();
  const Function* found = nullptr;
  std::unordered_set<Expr> seen;
  ForEachCall(
      store.exprs, e, seen, [](Expr) { return false; },
      [&](Expr call) {
        if (hides_.contains(store.exprs.function(call))) found = &store.functions[store.exprs.function(call)];
      });
  return found;
}

}  // namespace mica::instance
