// Derivatives of calls (derivative.h; the specification, 12.7).
#include <algorithm>

#include <fmt/format.h>

#include "symbolic/derivative.h"

namespace mica::symbolic {

namespace {

// A record as another record type with fields of the same names, as derivative functions may declare them.
Expr AsRecord(Algebra& algebra, Expr e, TypeId wanted) {
  Types& types = algebra.types();
  ExprPool& pool = algebra.pool();
  TypeId type = pool.type(e);
  if (types.kind(type) != TypeKind::kRecord || types.kind(wanted) != TypeKind::kRecord ||
      types.Element(type) == types.Element(wanted))
    return e;
  std::vector<Expr> fields;
  for (const RecordField& field : types.record(wanted).fields) {
    int place = types.record(type).FindField(field.name);
    if (place < 0) return {};
    Expr value = AsRecord(algebra, algebra.Field(e, static_cast<std::size_t>(place)), field.type);
    if (!value) return {};
    fields.push_back(value);
  }
  return pool.Make(Op::kRecord, types.WithSizes(wanted, types.sizes(type)), fields);
}

}  // namespace

// The call of a derivative function, with the type that the derivative of `original` has.
Expr Differentiator::MakeCall(FunctionId id, std::vector<Expr> args, Expr original) {
  const Function& derivative = store_.functions[id];
  if (args.size() > derivative.input_count || derivative.output_count == 0)
    return Fail(fmt::format("{} does not have the inputs and outputs of a derivative function",
                            store_.names.text(derivative.name)));
  for (std::size_t i = 0; i < args.size(); ++i) {
    args[i] = AsRecord(algebra_, args[i], derivative.input(i).type);
    if (!args[i]) return Fail(fmt::format("an input of {} has another type", store_.names.text(derivative.name)));
  }
  for (std::size_t i = args.size(); i < derivative.input_count; ++i) {
    if (!derivative.input(i).binding || !pool_.is_literal(derivative.input(i).binding))
      return Fail(
          fmt::format("{} does not have the inputs of a derivative function", store_.names.text(derivative.name)));
    args.push_back(derivative.input(i).binding);
  }
  TypeId type = pool_.type(original);
  if (types_.kind(type) == TypeKind::kTuple) {
    std::vector<TypeId> parts;
    for (TypeId part : types_[type].parts)
      if (functions_.HasReals(part)) parts.push_back(functions_.DerivativeType(part));
    if (parts.size() != derivative.output_count)
      return Fail(
          fmt::format("{} does not have the outputs of a derivative function", store_.names.text(derivative.name)));
    type = parts.size() == 1 ? parts[0] : types_.Tuple(parts);
    return pool_.Make(Op::kCall, type, args, id.index());
  }
  TypeId wanted = functions_.DerivativeType(type);
  TypeId declared = types_.WithSizes(derivative.output(0).type, types_.sizes(type));
  return AsRecord(algebra_, pool_.Make(Op::kCall, declared, args, id.index()), wanted);
}

// Whether the derivative blocks of a derived call are, for the seed of this walk, the derivatives of what stands before
// them.
bool Differentiator::IsChain(Expr e, const FunctionDerivatives::CallOrigin& origin, std::span<const Expr> d) {
  std::size_t block = origin.inputs.size(), count = pool_.args(e).size();
  std::size_t first = count - block * static_cast<std::size_t>(origin.order);
  for (int order = 0; order < origin.order; ++order)
    for (std::size_t k = 0; k < block; ++k) {
      std::size_t of = order == 0 ? origin.inputs[k] : first + block * static_cast<std::size_t>(order - 1) + k;
      Expr next = pool_.arg(e, first + block * static_cast<std::size_t>(order) + k);
      if (d[of] != next && !(algebra_.IsZero(d[of]) && algebra_.IsZero(next))) return false;
    }
  return true;
}

Expr Differentiator::ByAnnotation(Expr e, std::span<const Expr> d) {
  const Function& function = store_.functions[pool_.function(e)];
  std::vector<Expr> args = pool_.ArgsCopy(e);
  FunctionDerivatives::CallOrigin origin;
  origin.order = 0;
  if (const auto* found = functions_.derived_calls.Find(e)) origin = *found;
  for (const FunctionDerivative& derivative : function.derivatives) {
    auto has = [](const std::vector<std::size_t>& list, std::size_t i) {
      return std::ranges::find(list, i) != list.end();
    };
    auto is_zero = [&](std::size_t i) { return i >= d.size() || algebra_.IsZero(d[i]); };
    if (!std::ranges::all_of(derivative.zero_derivative, is_zero)) continue;
    FunctionDerivatives::CallOrigin made{derivative.order, {}, true};
    std::vector<Expr> all = args;
    if (derivative.order > 1) {
      // Only of a call that is itself a derivative made here, where the arguments are derivatives of each other.
      if (origin.order + 1 != derivative.order || !IsChain(e, origin, d)) continue;
      made.inputs = origin.inputs;
      for (std::size_t i = args.size() - origin.inputs.size(); i < args.size(); ++i) all.push_back(d[i]);
    } else {
      for (std::size_t i = 0; i < args.size(); ++i) {
        if (!functions_.HasReals(pool_.type(args[i])) || has(derivative.zero_derivative, i) ||
            has(derivative.no_derivative, i))
          continue;
        all.push_back(d[i]);
        made.inputs.push_back(i);
      }
    }
    Expr call = MakeCall(derivative.function, all, e);
    if (!call) continue;
    bool has_hidden_changes = std::ranges::any_of(derivative.no_derivative, [&](std::size_t i) {
      return i < args.size() && functions_.HasReals(pool_.type(args[i]));
    });
    if (has_hidden_changes) {
      std::vector<Linearity> inputs(store_.functions[derivative.function].input_count, Linearity::kConstant);
      std::size_t first = args.size(), last = first + made.inputs.size();
      for (std::size_t i = first; i < last && i < inputs.size(); ++i) inputs[i] = Linearity::kLinear;
      Linearity linearity = functions_.linearity.Of(derivative.function, inputs);
      made.is_linear = derivative.order == 1 && (linearity == Linearity::kLinear || linearity == Linearity::kZero);
    }
    if (pool_.op(call) == Op::kCall) functions_.derived_calls.Set(call, std::move(made));
    return call;
  }
  return {};
}

// The derivative of g(x, v), where g is the derivative function of f and so linear in v, along changes dx, dv: g(x,
// dv), and the second derivative of f in the directions v and dx. That is bilinear and symmetric in them, so with h(x,
// v, 0) = q(v), h the function of order 2, it is (q(v + dx) - q(v - dx))/4.
Expr Differentiator::OfDerivedCall(Expr e, std::span<const Expr> d) {
  const auto* found = functions_.derived_calls.Find(e);
  if (!found || !found->is_linear || found->order != 1 || types_.kind(pool_.type(e)) != TypeKind::kReal) return {};
  const FunctionDerivatives::CallOrigin origin = *found;
  const ExprNode node = pool_[e];
  std::vector<Expr> args = pool_.ArgsCopy(e);
  std::size_t values = args.size() - origin.inputs.size();
  bool only_derivatives = true;
  for (std::size_t i = 0; i < values; ++i) only_derivatives &= algebra_.IsZero(d[i]);
  std::vector<Expr> changed = args;
  bool changes = false;
  for (std::size_t i = values; i < args.size(); ++i) {
    changed[i] = d[i];
    changes |= !algebra_.IsZero(d[i]);
  }
  Expr linear = changes ? pool_.Make(Op::kCall, node.type, changed, node.payload) : algebra_.ZeroLike(e);
  if (only_derivatives) return linear;

  const Function& function = store_.functions[FunctionId(node.payload)];
  if (!function.is_external && !function.body.empty()) return {};  // the body tells more directly
  for (const FunctionDerivative& second : function.derivatives) {
    if (second.order != 2 ||
        !std::ranges::all_of(second.zero_derivative, [&](std::size_t i) { return algebra_.IsZero(d[i]); }))
      continue;
    auto quadratic = [&](bool plus) {
      std::vector<Expr> all = args;
      for (std::size_t k = 0; k < origin.inputs.size(); ++k) {
        Expr v = args[values + k], dx = d[origin.inputs[k]];
        all[values + k] = plus ? algebra_.Add(v, dx) : algebra_.Sub(v, dx);
      }
      for (std::size_t k = 0; k < origin.inputs.size(); ++k) all.push_back(algebra_.ZeroLike(args[values + k]));
      return MakeCall(second.function, all, e);
    };
    Expr plus = quadratic(true), minus = quadratic(false);
    if (plus && minus) return algebra_.Add(linear, algebra_.Mul(pool_.Real(0.25), algebra_.Sub(plus, minus)));
  }
  return {};
}

bool Differentiator::IsStill(Expr derivative) const {
  if (pool_.op(derivative) != Op::kArray) return algebra_.IsZero(derivative);
  return std::ranges::all_of(pool_.args(derivative), [&](Expr element) { return IsStill(element); });
}

Expr Differentiator::Call(Expr e, std::span<const Expr> d) {
  FunctionId id = pool_.function(e);
  const Function& function = store_.functions[id];
  if (std::ranges::all_of(d, [&](Expr x) { return algebra_.IsZero(x); }) &&
      types_.kind(pool_.type(e)) == TypeKind::kTuple)
    return pool_.Real(0);  // its items are zero
  if (function.is_impure) return Fail(fmt::format("{} is impure", store_.names.text(function.name)));
  std::vector<Expr> args = pool_.ArgsCopy(e);

  if (Expr call = ByAnnotation(e, d)) return call;
  if (Expr call = OfDerivedCall(e, d)) return call;
  error_.clear();
  if (function.output_count == 1 && inliner_.Wants(id)) {
    if (auto outputs = inliner_.Outputs(id, args)) {
      Differentiator inner(functions_, seed_);
      inner.inliner_.ShareCalls(inliner_);
      for (std::size_t i = 0; i < args.size(); ++i)  // known already
        if (functions_.HasReals(pool_.type(args[i]))) inner.memo_.Set(args[i], d[i]);
      if (Expr result = inner.Of((*outputs)[0])) return result;
    }
  }
  auto derivative = functions_.Of(id);
  FunctionDerivatives::StillInputs still;
  if (!derivative) {
    // What has no derivative may depend on inputs alone that do not change here.
    for (std::size_t i = 0; i < args.size(); ++i)
      still.push_back(functions_.HasReals(pool_.type(args[i])) && IsStill(d[i]));
    if (std::ranges::find(still, true) != still.end()) derivative = functions_.Of(id, still);
  }
  if (!derivative) return Fail(functions_.error(id));
  FunctionDerivatives::CallOrigin made;
  std::vector<Expr> all = args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!functions_.HasReals(pool_.type(args[i])) || (!still.empty() && still[i])) continue;
    all.push_back(d[i]);
    made.inputs.push_back(i);
  }
  Expr call = MakeCall(*derivative, all, e);
  if (call && pool_.op(call) == Op::kCall) functions_.derived_calls.Set(call, std::move(made));
  return call;
}

}  // namespace mica::symbolic
