#include "flat/connect/streams.h"

#include <fmt/format.h>
#include <algorithm>

#include "flat/iterate.h"
#include "instance/codes.h"

namespace mica::flat {

using instance::Attribute;
using instance::Component;

Expr Streams::Make(Op op, Expr a, Expr b) {
  TypeId type = types().rank(exprs().type(a)) >= types().rank(exprs().type(b)) ? exprs().type(a) : exprs().type(b);
  return exprs().Make(op, type, {a, b});
}

// The flow variable of the connector that the stream variable is in; null (reported) if there is not exactly one.
Component* Streams::FlowOf(Component* variable) {
  Component* flow = nullptr;
  int count = 0;
  elaboration_.instances().ForEachComponent(variable->parent()->type, [&](Component* child) {
    if (!elaboration_.IsPresent(child) || !elaboration_.EnsureTyped(child) ||
        child->connectedness != syntax::Connectedness::kFlow)
      return;
    flow = child;
    ++count;
  });
  if (count == 1 && flow->primitive == instance::Primitive::kReal && flow->sizes.empty()) return flow;
  auto& d = elaboration_.sink().Report(
      instance::kStreamConnectorFlow, variable->span(),
      fmt::format("a connector with a stream variable has one flow variable, a Real scalar, but {} has {}",
                  elaboration_.instances().QualifiedName(variable->parent()->type), count));
  d.hint = "the flow variable says how much of the stream goes which way";
  return nullptr;
}

bool Streams::IsBounded(Component* flow, Attribute attribute, bool below) {
  Expr bound = elaboration_.AttributeOf(flow, attribute);
  if (!bound.valid()) return false;
  std::optional<Value> value = elaboration_.TryEvaluate(bound);
  if (!value || value->count() == 0) return false;
  for (std::size_t i = 0; i < value->count(); ++i)
    if (below ? value->real(i) < 0 : value->real(i) > 0) return false;
  return true;
}

Expr Streams::InStream(Component* variable, std::uint32_t element) {
  std::uint64_t key = static_cast<std::uint64_t>(variable->var.index()) << 32 | element;
  if (auto found = in_streams_.find(key); found != in_streams_.end()) return found->second;
  Expr own = connections_.Reference(variable, element);
  in_streams_[key] = own;  // what a loop of outside connectors, which no model has, ends with
  std::span<const std::uint32_t> set = connections_.SetOf(variable, element, false);
  Expr result = own;
  for (std::uint32_t m : set) {
    const Connections::Member& member = connections_.member(m);
    if (member.variable == variable && member.element == element && !member.is_outside) result = Mix(set, m, own);
  }
  return in_streams_[key] = result;
}

Expr Streams::Mix(std::span<const std::uint32_t> set, std::uint32_t left_out, Expr own) {
  std::vector<Source> sources;
  // Two connectors exchange their streams whatever their flows are bounded by (15.2, N + M = 2): bounds count only
  // where streams are mixed.
  const bool is_pair = set.size() == 2;
  for (std::uint32_t m : set) {
    if (m == left_out) continue;
    const Connections::Member& member = connections_.member(m);
    Component* flow = FlowOf(member.variable);
    if (!flow) return own;
    bool only_takes_in =
        member.is_outside ? IsBounded(flow, Attribute::kMax, false) : IsBounded(flow, Attribute::kMin, true);
    if (only_takes_in && !is_pair) continue;
    Expr rate = connections_.Reference(flow, member.element);
    if (!member.is_outside) rate = exprs().Make(Op::kNeg, exprs().type(rate), {rate});
    double nominal = 1;
    if (Expr given = elaboration_.AttributeOf(flow, Attribute::kNominal); given.valid())
      if (std::optional<Value> known = elaboration_.TryEvaluate(given);
          known && known->count() > 0 && known->real() > 0)
        nominal = known->real();
    Expr value = member.is_outside ? InStream(member.variable, member.element)
                                   : connections_.Reference(member.variable, member.element);
    sources.push_back({rate, value, nominal});
  }
  if (sources.empty()) {
    // Nothing flows out through an outside connector, but its stream variable needs an equation all the same.
    if (!connections_.member(left_out).is_outside || set.size() == 1) return own;
    return StartOf(connections_.member(left_out), own);
  }
  return sources.size() == 1 ? sources[0].value : Mean(sources);
}

// For a stream variable that no flow determines. Functions of the medium are made for values near it, as they need not
// be for 0.
Expr Streams::StartOf(const Connections::Member& member, Expr own) {
  Sizes of_own = types().sizes(exprs().type(own));
  std::vector<std::int32_t> sizes(of_own.begin(), of_own.end());
  Expr start = elaboration_.AttributeOf(member.variable, Attribute::kStart);
  std::size_t rank = start.valid() ? types().rank(exprs().type(start)) : 0;
  std::vector<Expr> subscripts = exprs().op(own) == Op::kIndex ? exprs().ArgsCopy(own) : std::vector<Expr>();
  if (start.valid() && !subscripts.empty() && rank == sizes.size() + subscripts.size() - 1) {
    return exprs().Index(start, std::span<const Expr>(subscripts).subspan(1));
  }
  if (start.valid() && rank == sizes.size()) return start;
  return elaboration_.ops().Fill(start.valid() && rank == 0 ? start : exprs().Real(0), sizes);
}

// Of the nominal flow: below it the mean goes over into the plain one. Small beside the tolerance of a run, so that the
// mixture is right wherever something flows; large beside rounding, so that its slope does not jump with it.
constexpr double kSmallFlow = 1e-7;

// The weighted mean, with positiveMax as recommended in 15.2.
Expr Streams::Mean(const std::vector<Source>& sources) {
  double nominal = 0;
  Expr zero = exprs().Real(0), total;
  std::vector<Expr> positive;
  for (const Source& source : sources) {
    positive.push_back(Make(Op::kMax, source.flow, zero));
    total = total.valid() ? Make(Op::kAdd, total, positive.back()) : positive.back();
    nominal = std::max(nominal, source.nominal);
  }
  // alpha goes smoothly from 0 at no flow to 1 at the bound.
  Expr bound = exprs().Real(kSmallFlow * nominal), one = exprs().Real(1);
  Expr ratio = Make(Op::kDiv, total, bound);
  Expr smooth = Make(Op::kMul, Make(Op::kMul, ratio, ratio),
                     Make(Op::kSub, exprs().Real(3), Make(Op::kMul, exprs().Real(2), ratio)));
  Expr is_above = exprs().Make(Op::kGreater, types().boolean(), {total, bound});
  Expr alpha =
      exprs().Make(Op::kNoEvent, types().real(), {exprs().Make(Op::kIf, types().real(), {is_above, one, smooth})});
  Expr rest = Make(Op::kMul, Make(Op::kSub, one, alpha), bound);
  Expr above, below;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Expr weight = Make(Op::kAdd, Make(Op::kMul, alpha, positive[i]), rest);
    Expr part = Make(Op::kMul, weight, sources[i].value);
    above = above.valid() ? Make(Op::kAdd, above, part) : part;
    below = below.valid() ? Make(Op::kAdd, below, weight) : weight;
  }
  return Make(Op::kDiv, above, below);
}

Expr Streams::ActualStream(Component* variable, std::uint32_t element) {
  Component* flow = FlowOf(variable);
  Expr own = connections_.Reference(variable, element);
  if (!flow) return own;
  Expr condition =
      exprs().Make(Op::kGreater, types().boolean(), {connections_.Reference(flow, element), exprs().Real(0)});
  return exprs().Make(Op::kIf, exprs().type(own), {condition, InStream(variable, element), own});
}

// inStream or actualStream of a variable or some of its elements.
Expr Streams::OperatorOf(Op op, Expr argument) {
  std::vector<Expr> subscripts;
  Expr base = argument;
  if (exprs().op(base) == Op::kIndex) {
    subscripts = exprs().ArgsCopy(base);
    base = subscripts[0];
    subscripts.erase(subscripts.begin());
  }
  Component* variable = elaboration_.component(exprs().var(base));
  auto one = [&](std::uint32_t element) {
    return op == Op::kInStream ? InStream(variable, element) : ActualStream(variable, element);
  };
  std::vector<std::int32_t> sizes = elaboration_.AllSizes(variable);
  std::size_t rank = connections_.ConnectedRank(variable);
  sizes.resize(rank);
  subscripts.resize(std::max(subscripts.size(), rank), exprs().Colon());
  if (std::all_of(subscripts.begin(), subscripts.begin() + static_cast<std::ptrdiff_t>(rank),
                  [&](Expr s) { return exprs().op(s) == Op::kInteger; })) {
    std::uint32_t element = 0;
    for (std::size_t i = 0; i < rank; ++i)
      element = element * static_cast<std::uint32_t>(sizes[i]) +
                static_cast<std::uint32_t>(exprs().integer(subscripts[i]) - 1);
    return exprs().Index(one(element), std::span(subscripts).subspan(rank));
  }
  // All elements, and the place in them.
  std::uint64_t key = static_cast<std::uint64_t>(op) << 32 | variable->var.index();
  Expr& all = of_arrays_[key];
  if (!all.valid()) {
    std::vector<Expr> level(connections_.ElementCount(variable));
    for (std::uint32_t i = 0; i < level.size(); ++i) level[i] = one(i);
    TypeId type = types().WithSizes(variable->element_type, variable->sizes);
    for (std::size_t i = rank; i-- > 0;) {
      auto size = static_cast<std::size_t>(sizes[i]);
      type = types().Array(type, sizes[i]);
      std::vector<Expr> above;
      for (std::size_t at = 0; at < level.size() && size > 0; at += size)
        above.push_back(exprs().Make(Op::kArray, type, std::span(level).subspan(at, size)));
      level = std::move(above);
    }
    all = level.empty() ? elaboration_.ops().Fill(exprs().Real(0), elaboration_.AllSizes(variable)) : level[0];
  }
  return exprs().Index(all, subscripts);
}

Expr Streams::Replace(Expr e) {
  if (!e.valid()) return e;
  if (auto found = replaced_.find(e); found != replaced_.end()) return found->second;
  Op op = exprs().op(e);
  Expr result = e;
  if (op == Op::kInStream || op == Op::kActualStream) {
    result = OperatorOf(op, Replace(exprs().arg(e, 0)));
    if (op == Op::kActualStream) holds_actual_.insert(e);
  } else {
    std::vector<Expr> args = exprs().ArgsCopy(e);
    bool changed = false, is_flux = false, is_inside = false;
    for (Expr& arg : args) {
      Expr old = arg;
      arg = Replace(arg);
      changed = changed || arg != old;
      is_flux = is_flux || exprs().op(old) == Op::kActualStream;
      is_inside = is_inside || holds_actual_.contains(old);
    }
    if (is_inside) holds_actual_.insert(e);
    if (changed) {
      result = op == Op::kIndex ? exprs().Index(args[0], std::span<const Expr>(args).subspan(1))
                                : exprs().Make(op, exprs().type(e), args, exprs().payload(e));
      // Flow times stream is continuous: no event where the flow turns (15.3). So is what the user says to be smooth.
      if ((is_flux && op == Op::kMul) || (is_inside && op == Op::kSmooth))
        result = exprs().Make(Op::kNoEvent, exprs().type(result), {result});
    }
  }
  return replaced_[e] = result;
}

void Streams::Replace(Equation& equation) {
  equation.left = Replace(equation.left);
  equation.right = Replace(equation.right);
  for (Expr& target : equation.targets) target = Replace(target);
  for (EquationBranch& branch : equation.branches) {
    branch.condition = Replace(branch.condition);
    for (Equation& inner : branch.equations) Replace(inner);
  }
}

void Streams::Replace(std::vector<Statement>& statements) {
  for (Statement& statement : statements) {
    for (Expr& target : statement.targets) target = Replace(target);
    statement.value = Replace(statement.value);
    for (StatementBranch& branch : statement.branches) {
      branch.condition = Replace(branch.condition);
      Replace(branch.body);
    }
  }
}

void Streams::AddEquations(std::vector<Equation>& into) {
  for (std::size_t s = 0; s < connections_.set_count(); ++s) {
    std::span<const std::uint32_t> set = connections_.Set(s);
    if (connections_.member(set[0]).variable->connectedness != syntax::Connectedness::kStream) continue;
    for (std::uint32_t m : set) {
      const Connections::Member& member = connections_.member(m);
      if (!member.is_outside) continue;
      Equation equation;
      equation.origin = connections_.origin(member);
      equation.origin.made_by = "connect";
      equation.left = connections_.Reference(member.variable, member.element);
      equation.right = Mix(set, m, equation.left);
      if (equation.right == equation.left) continue;  // nothing flows out of anything: the variable is free
      into.push_back(std::move(equation));
    }
  }
}

void Streams::ReplaceOperators(Model& model) {
  for (Variable& variable : model.variables)
    for (Expr* e :
         {&variable.binding, &variable.start, &variable.fixed, &variable.nominal, &variable.min, &variable.max})
      *e = Replace(*e);
  for (auto* equations : {&model.equations, &model.initial_equations})
    for (Equation& equation : *equations) Replace(equation);
  for (auto* algorithms : {&model.algorithms, &model.initial_algorithms})
    for (Algorithm& algorithm : *algorithms) Replace(algorithm.statements);
}

}  // namespace mica::flat
