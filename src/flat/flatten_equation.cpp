// Equations and algorithms of a class, flattened (specification chapters 8 and 11).
#include <fmt/format.h>

#include "flat/codes.h"
#include "flat/flattener.h"
#include "flat/iterate.h"

namespace mica::flat {

using instance::Component;
using instance::Typer;
using instance::VariableKind;

void Flattener::AddSection(Component* component, instance::ClassInstance* part,
                           const syntax::EquationSection& section) {
  if (pass_ == Pass::kConnections && section.initial) return;
  current_ = component;
  loops_.clear();
  element_equations_.clear();
  Typer typer(elaboration_, part, part->tree);
  std::vector<Equation> equations;
  FlattenEquations(typer, section.equations, equations, false);
  WrapInArrays(component, equations);
  std::move(element_equations_.begin(), element_equations_.end(), std::back_inserter(equations));
  auto& into = section.initial ? model_.initial_equations : model_.equations;
  std::move(equations.begin(), equations.end(), std::back_inserter(into));
}

void Flattener::WrapInArrays(Component* component, std::vector<Equation>& equations) {
  std::vector<Component*> chain;
  for (Component* c = component; c; c = c->parent())
    if (!c->iterators.empty()) chain.push_back(c);
  for (Component* c : chain) {
    for (std::size_t i = c->iterators.size(); i-- > 0;) {
      std::vector<Equation> wrapped;
      for (Equation& equation : equations) {
        Equation loop;
        loop.kind = Equation::Kind::kFor;
        loop.iterator = c->iterators[i];
        loop.left = ops().Range(exprs().Integer(1), {}, exprs().Integer(c->sizes[i]), {});
        loop.origin = equation.origin;
        loop.branches.push_back({Expr(), {}});
        loop.branches[0].equations.push_back(std::move(equation));
        wrapped.push_back(std::move(loop));
      }
      equations = std::move(wrapped);
    }
  }
}

void Flattener::AddAlgorithm(Component* component, instance::ClassInstance* part,
                             const syntax::AlgorithmSection& section) {
  current_ = component;
  Typer typer(elaboration_, part, part->tree);
  Algorithm algorithm{typer.TypeStatements(section.statements), OriginAt(component, part->tree->SpanOf(section))};
  auto& into = section.initial ? model_.initial_algorithms : model_.algorithms;
  std::vector<Expr> iterators = elaboration_.Iterators(component);
  if (iterators.empty()) {
    if (!algorithm.statements.empty()) into.push_back(std::move(algorithm));
    return;
  }
  // One algorithm for each element of the component array.
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(component);
  ForEachIndex(sizes, [&](std::span<const std::int32_t> at) {
    std::vector<Expr> values;
    for (std::int32_t i : at) values.push_back(exprs().Integer(i));
    into.push_back({SubstituteIterators(algorithm.statements, iterators, values, store()), algorithm.origin});
  });
}

void Flattener::FlattenEquations(Typer& typer, syntax::List<syntax::Equation> equations, std::vector<Equation>& into,
                                 bool in_when) {
  for (const syntax::Equation* equation : equations) FlattenEquation(typer, *equation, into, in_when);
}

void Flattener::FlattenEquation(Typer& typer, const syntax::Equation& equation, std::vector<Equation>& into,
                                bool in_when) {
  if (pass_ == Pass::kConnections && !HasConnect(equation)) return;
  switch (equation.kind) {
    case syntax::NodeKind::kEqualityEquation:
      FlattenEquality(typer, equation.To<syntax::EqualityEquation>(), into, in_when);
      break;
    case syntax::NodeKind::kIfEquation:
      FlattenIf(typer, equation.To<syntax::IfEquation>(), into, in_when);
      break;
    case syntax::NodeKind::kForEquation:
      FlattenFor(typer, equation.To<syntax::ForEquation>(), into, in_when);
      break;
    case syntax::NodeKind::kWhenEquation:
      if (in_when || in_clocked_when_)
        ops().Fail(kNestedWhen, typer.SpanOf(equation), "a when-equation cannot stand inside another");
      else
        FlattenWhen(typer, equation.To<syntax::WhenEquation>(), into);
      break;
    case syntax::NodeKind::kCallEquation:
      FlattenCall(typer, equation.To<syntax::CallEquation>(), into, in_when);
      break;
    case syntax::NodeKind::kConnectEquation:
      if (in_when || in_clocked_when_)
        ops().Fail(kConnectInWhen, typer.SpanOf(equation), "connect cannot stand inside when");
      else if (pass_ == Pass::kConnections)
        FlattenConnect(typer, equation.To<syntax::ConnectEquation>());
      break;
    default:
      break;
  }
}

void Flattener::FlattenEquality(Typer& typer, const syntax::EqualityEquation& equation, std::vector<Equation>& into,
                                bool in_when) {
  Equation made;
  made.origin = OriginAt(current_, typer.SpanOf(equation));
  if (const auto* tuple = equation.left->As<syntax::Tuple>()) {
    FlattenTuple(typer, *tuple, *equation.right, std::move(made), into);
    return;
  }
  Expr left = typer.Type(*equation.left), right = typer.Type(*equation.right);
  if (ops().is_error(left) || ops().is_error(right)) return;
  ops().Unify(left, right);
  Span span = made.origin.span;
  std::optional<Expr> fitted = ops().TryCoerce(right, exprs().type(left));
  if (!fitted) {
    bool sizes = ops().TryCoerceElement(right, types().Element(exprs().type(left))).has_value();
    sink().Report(sizes ? kSideSizesDiffer : kSideTypesDiffer, span,
                  fmt::format("the sides of this equation differ in {}: {} is {}, {} is {}", sizes ? "size" : "type",
                              ops().Text(left), ops().TypeText(left), ops().Text(right), ops().TypeText(right)));
    return;
  }
  right = *fitted;
  bool left_is_open = types().has_unknown_size(exprs().type(left)),
       right_is_open = types().has_unknown_size(exprs().type(right));
  // What a function returns has the size of the other side, which is compared when it has returned.
  auto is_call = [&](Expr e) { return exprs().op(e) == Op::kCall || exprs().op(e) == Op::kTupleItem; };
  bool is_given =
      (left_is_open && is_call(left) && !right_is_open) || (right_is_open && is_call(right) && !left_is_open);
  if ((left_is_open || right_is_open) && !is_given) {
    if (UsesLoop(left) || UsesLoop(right)) {
      must_unroll_ = true;  // each round has a size of its own
      return;
    }
    sink().Report(kUnknownEquationSize, span,
                  fmt::format("the size of {} is not known at translation", ops().Text(left_is_open ? left : right)));
    return;
  }
  if (in_when) {
    Expr base = left;
    while (exprs().op(base) == Op::kIndex) base = exprs().arg(base, 0);
    if (exprs().op(base) != Op::kVar && exprs().op(base) != Op::kRecord) {
      sink().Report(kWhenForNonVariable, span,
                    fmt::format("in a when-equation the left side is a variable, but {} is not", ops().Text(left)));
      return;
    }
    if (exprs().op(base) == Op::kVar) {
      Component* target = elaboration_.component(exprs().var(base));
      if (const Component* owner = OwnerInside(target)) {
        auto& d = sink().Report(
            kWhenForComponentVariable, span,
            fmt::format("{} belongs to the component {}: a when-clause of its own class gives it values",
                        elaboration_.instances().PathText(target), elaboration_.instances().PathText(owner)));
        d.notes.push_back({target->span(), "declared here"});
        return;
      }
      if (target->variability > VariableKind::kDiscrete) target->variability = VariableKind::kDiscrete;
    }
  }
  made.left = left;
  made.right = right;
  into.push_back(std::move(made));
}

// The model or block, inside of the one at hand, that the variable is declared in; null if there is none (specification
// 4.4.4).
const Component* Flattener::OwnerInside(const Component* variable) {
  for (const Component* c = variable->parent(); c && c != current_ && c->clause; c = c->parent()) {
    syntax::ClassKind kind = elaboration_.instances().KindOf(c->type);
    if (c->parent() && !c->is_inner && (kind == syntax::ClassKind::kModel || kind == syntax::ClassKind::kBlock)) {
      // An inner component of the model around is not inside.
      for (const Component* up = c->parent(); up; up = up->parent())
        if (up == current_) return c;
      return nullptr;
    }
  }
  return nullptr;
}

void Flattener::FlattenTuple(Typer& typer, const syntax::Tuple& left, const syntax::Expression& right, Equation made,
                             std::vector<Equation>& into) {
  const auto* call = right.As<syntax::Call>();
  Span span = made.origin.span;
  if (!call) {
    ops().Fail(kListDoesNotFitCall, span, "a list of variables equals a call with several results");
    return;
  }
  if (typer.IsDistribution(*call)) {
    FlattenDistribution(typer, left, *call, std::move(made), into);
    return;
  }
  Expr value = typer.TypeWholeCall(*call);
  if (ops().is_error(value)) return;
  std::vector<TypeId> parts;
  if (types().kind(exprs().type(value)) == TypeKind::kTuple) {
    auto of = types()[exprs().type(value)].parts;
    parts.assign(of.begin(), of.end());
  } else {
    parts = {exprs().type(value)};
  }
  if (left.elements.size() > parts.size()) {
    ops().Fail(kListDoesNotFitCall, span,
               fmt::format("{} variables stand on the left, and the call has {} result{}", left.elements.size(),
                           parts.size(), parts.size() == 1 ? "" : "s"));
    return;
  }
  bool is_tuple = types().kind(exprs().type(value)) == TypeKind::kTuple;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i >= left.elements.size() || !left.elements[i]) {
      made.targets.push_back({});
      continue;
    }
    Expr target = typer.Type(*left.elements[i]);
    if (ops().is_error(target)) return;
    if (types().has_unknown_size(exprs().type(target)) && UsesLoop(target)) {
      must_unroll_ = true;
      return;
    }
    Expr item = is_tuple ? exprs().Make(Op::kTupleItem, parts[i], {value}, i) : value;
    if (ops().is_error(ops().Coerce(item, exprs().type(target), typer.SpanOf(*left.elements[i]), ops().Text(target))))
      return;
    made.targets.push_back(target);
  }
  if (!is_tuple) {
    made.left = made.targets[0];
    made.targets.clear();
    if (!made.left.valid()) return;
    made.right = *ops().TryCoerce(value, exprs().type(made.left));
  } else {
    made.kind = Equation::Kind::kTupleEqual;
    made.right = value;
  }
  into.push_back(std::move(made));
}

// (out0, out1) = spatialDistribution(…): one equation for each.
void Flattener::FlattenDistribution(Typer& typer, const syntax::Tuple& left, const syntax::Call& call, Equation made,
                                    std::vector<Equation>& into) {
  std::vector<Expr> outputs = typer.TypeDistribution(call);
  if (outputs.empty()) return;
  if (left.elements.size() > outputs.size()) {
    ops().Fail(kListDoesNotFitCall, made.origin.span,
               fmt::format("{} variables stand on the left, and the call has {} results", left.elements.size(),
                           outputs.size()));
    return;
  }
  for (std::size_t i = 0; i < left.elements.size(); ++i) {
    if (!left.elements[i]) continue;
    Equation one = made;
    one.left = typer.Type(*left.elements[i]);
    if (ops().is_error(one.left)) return;
    one.right = ops().Coerce(outputs[i], exprs().type(one.left), typer.SpanOf(*left.elements[i]), ops().Text(one.left));
    if (!ops().is_error(one.right)) into.push_back(std::move(one));
  }
}

void Flattener::FlattenCall(Typer& typer, const syntax::CallEquation& equation, std::vector<Equation>& into,
                            bool in_when) {
  Equation made;
  made.origin = OriginAt(current_, typer.SpanOf(equation));
  const syntax::Call& call = *equation.call;
  if (std::string_view graph = typer.ConnectionsOperator(call); !graph.empty()) {
    if (in_when)
      ops().Fail(kConnectInWhen, made.origin.span, fmt::format("Connections.{} cannot stand inside when", graph));
    else if (pass_ == Pass::kConnections)
      FlattenGraphStatement(typer, call, graph);
    return;
  }
  std::string_view name = call.callee->IsName() ? text(call.callee->parts[0].name) : std::string_view();
  if (FlattenTransition(typer, call, made.origin, in_when || in_clocked_when_)) return;
  if (name == "assert") {
    made.kind = Equation::Kind::kAssert;
    if (!typer.TypeAssert(call, made.targets)) return;
  } else if (name == "terminate") {
    made.kind = Equation::Kind::kTerminate;
    made.left = typer.TypeTerminate(call);
    if (ops().is_error(made.left)) return;
  } else if (name == "reinit") {
    made.kind = Equation::Kind::kReinit;
    if (!typer.TypeReinit(call, in_when, made.left, made.right)) return;
  } else {
    made.kind = Equation::Kind::kCall;
    made.left = typer.TypeWholeCall(call);
    if (ops().is_error(made.left)) return;
    if (exprs().op(made.left) != Op::kCall) {
      ops().Fail(kNotAnEquation, made.origin.span,
                 fmt::format("{} alone is not an equation", typer.tree()->Text(call)));
      return;
    }
  }
  into.push_back(std::move(made));
}

}  // namespace mica::flat
