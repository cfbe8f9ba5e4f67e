#include "symbolic/linearity.h"

#include <algorithm>

#include "symbolic/expr_map.h"
#include "symbolic/visit.h"

namespace mica::symbolic {

namespace {

bool IsKnown(Linearity l) { return l <= Linearity::kConstant; }

// Of a sum, or of what has one value or the other.
Linearity Join(Linearity a, Linearity b) {
  if (a == Linearity::kZero || a == b) return b;
  if (b == Linearity::kZero) return a;
  if (std::max(a, b) == Linearity::kLinear) return Linearity::kAffine;  // with a constant
  return std::max(a, b);
}

Linearity Product(Linearity a, Linearity b) {
  if (a == Linearity::kZero || b == Linearity::kZero) return Linearity::kZero;
  if (!IsKnown(a) && !IsKnown(b)) return Linearity::kNonlinear;
  return std::max(a, b);
}

}  // namespace

struct FunctionLinearity::Body {
  const Function& function;
  std::vector<Linearity> variables;
  bool changed = false;
  bool branches_on_inputs = false;
  ExprMap<Linearity> memo;  // of this round
};

Linearity FunctionLinearity::Of(FunctionId id, std::vector<Linearity> inputs) {
  if (std::ranges::all_of(inputs, IsKnown)) return Linearity::kConstant;
  auto [at, is_new] = known_.try_emplace({id, inputs}, Linearity::kNonlinear);  // what a recursive call is taken for
  if (!is_new) return at->second;
  const Function& function = store_.functions[id];
  if (function.is_record_constructor) {
    Linearity joined = Linearity::kZero;
    for (Linearity input : inputs) joined = Join(joined, input);
    return at->second = joined;
  }
  if (function.is_external || function.is_impure || function.body.empty() || inputs.size() != function.input_count)
    return at->second;
  Body body{function, std::vector<Linearity>(function.variables.size(), Linearity::kZero), false, false, {}};
  std::ranges::copy(inputs, body.variables.begin());
  do {  // each round raises a class, of which there are five
    body.changed = false;
    body.memo.Clear();
    for (std::size_t i = function.input_count; i < function.variables.size(); ++i) {
      if (!function.variables[i].binding) continue;
      Linearity joined = Join(body.variables[i], OfExpr(function.variables[i].binding, body));
      body.changed |= joined != body.variables[i];
      body.variables[i] = joined;
      body.memo.Clear();
    }
    Run(function.body, body);
  } while (body.changed && !body.branches_on_inputs);
  Linearity result = Linearity::kZero;
  for (std::size_t i = 0; i < function.output_count; ++i)
    result = Join(result, body.variables[function.input_count + i]);
  if (body.branches_on_inputs) result = Linearity::kNonlinear;
  return known_[{id, std::move(inputs)}] = result;
}

void FunctionLinearity::Assign(Expr target, Linearity value, Body& body) {
  const ExprPool& pool = store_.exprs;
  for (; pool.op(target) != Op::kLocal; target = pool.arg(target, 0)) {
    if (pool.op(target) != Op::kIndex && pool.op(target) != Op::kField) {
      body.branches_on_inputs = true;
      return;
    }
    if (pool.op(target) != Op::kIndex) continue;
    std::vector<Expr> args = pool.ArgsCopy(target);
    for (std::size_t i = 1; i < args.size(); ++i) body.branches_on_inputs |= !IsKnown(OfExpr(args[i], body));
  }
  Linearity& held = body.variables[pool.payload(target)];
  Linearity joined = Join(held, value);
  if (joined == held) return;
  held = joined;
  body.changed = true;
  body.memo.Clear();
}

void FunctionLinearity::Run(std::span<const Statement> statements, Body& body) {
  using Kind = Statement::Kind;
  for (const Statement& statement : statements) {
    if (statement.kind == Kind::kAssign || statement.kind == Kind::kTupleAssign) {
      Linearity value = OfExpr(statement.value, body);
      for (Expr target : statement.targets)
        if (target) Assign(target, value, body);
      continue;
    }
    if (statement.kind == Kind::kFor) body.branches_on_inputs |= !IsKnown(OfExpr(statement.value, body));
    for (const StatementBranch& branch : statement.branches) {
      if (branch.condition) body.branches_on_inputs |= !IsKnown(OfExpr(branch.condition, body));
      Run(branch.body, body);
    }
  }
}

Linearity FunctionLinearity::OfExpr(Expr root, Body& body) {
  const ExprPool& pool = store_.exprs;
  ExprSet seen;
  std::vector<Linearity> args;
  PostOrder(
      pool, root, seen, [&](Expr e) { return !body.memo.contains(e); },
      [&](Expr e) {
        args.clear();
        for (Expr arg : pool.args(e)) args.push_back(*body.memo.Find(arg));
        body.memo.Set(e, OfNode(e, args, body));
      });
  return *body.memo.Find(root);
}

Linearity FunctionLinearity::OfNode(Expr e, std::span<const Linearity> args, const Body& body) {
  const ExprPool& pool = store_.exprs;
  auto known_from = [&](std::size_t first) { return std::ranges::all_of(args.subspan(first), IsKnown); };
  auto join_from = [&](std::size_t first) {
    Linearity joined = Linearity::kZero;
    for (Linearity arg : args.subspan(first)) joined = Join(joined, arg);
    return joined;
  };
  switch (pool.op(e)) {
    case Op::kLocal:
      return body.variables[pool.payload(e)];
    case Op::kReal:
    case Op::kInteger:
      return pool.is_number(e, 0) ? Linearity::kZero : Linearity::kConstant;
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
    case Op::kToReal:
    case Op::kArray:
    case Op::kRecord:
    case Op::kField:
    case Op::kTupleItem:
    case Op::kSumOf:
    case Op::kTranspose:
    case Op::kSymmetric:
    case Op::kSkew:
    case Op::kScalarOf:
    case Op::kVectorOf:
    case Op::kMatrixOf:
    case Op::kNoEvent:
      return join_from(0);
    case Op::kMul:
    case Op::kMatMul:
    case Op::kCross:
    case Op::kOuterProduct:
      return Product(args[0], args[1]);
    case Op::kDiv:
      return IsKnown(args[1]) ? args[0] : Linearity::kNonlinear;
    case Op::kIf:
      return IsKnown(args[0]) ? join_from(1) : Linearity::kNonlinear;
    case Op::kIndex:
    case Op::kFill:
      return known_from(1) ? args[0] : Linearity::kNonlinear;
    case Op::kSmooth:
    case Op::kCat:
      return join_from(1);
    case Op::kCall:
      return FunctionLinearity::Of(pool.function(e), std::vector<Linearity>(args.begin(), args.end()));
    default:
      return known_from(0) ? Linearity::kConstant : Linearity::kNonlinear;
  }
}

}  // namespace mica::symbolic
