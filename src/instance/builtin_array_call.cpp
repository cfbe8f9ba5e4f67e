// Predefined functions that make and reshape arrays, and String() (specification 10.3 and 3.7.1.1).
#include <fmt/format.h>

#include "instance/builtin_call.h"

namespace mica::instance {

Expr BuiltinCalls::Shape(std::string_view name) {
  if (name == "array") {
    if (!Arguments(name, 1, SIZE_MAX)) return ops().error();
    return ops().Array(args_, span_);
  }
  if (name == "cat") {
    if (!Arguments(name, 2, SIZE_MAX)) return ops().error();
    std::optional<std::int64_t> dimension = Known(0, "the dimension of cat");
    if (!dimension) return ops().error();
    return ops().Cat(*dimension, {args_.begin() + 1, args_.end()}, span_);
  }
  if (name == "promote") {
    if (!Arguments(name, 2, 2)) return ops().error();
    std::optional<std::int64_t> rank = Known(1, "the rank of promote");
    if (!rank) return ops().error();
    std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
    if (*rank < static_cast<std::int64_t>(sizes.size())) return ops().Fail("E3223", span_, fmt::format("{} cannot be promoted to {} dimensions", ops().TypeText(args_[0]), *rank));
    sizes.resize(static_cast<std::size_t>(*rank), 1);
    return exprs().Make(Op::kPromote, types().WithSizes(type(0), sizes), {args_[0], exprs().Integer(*rank)});
  }
  if (!Arguments(name, 1, 1)) return ops().error();
  std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
  if (name == "scalar") {
    for (std::int32_t size : sizes)
      if (size != 1 && size >= 0) return ops().Fail("E3223", span_, fmt::format("scalar() requires one element, but {} is of type {}", ops().Text(args_[0]), ops().TypeText(args_[0])));
    return sizes.empty() ? args_[0] : exprs().Make(Op::kScalarOf, types().Element(type(0)), {args_[0]});
  }
  if (name == "vector") {
    if (sizes.size() == 1) return args_[0];
    std::int32_t length = 1;
    int larger = 0;
    for (std::int32_t size : sizes) {
      larger += size > 1;
      length = length < 0 || size < 0 ? kUnknownSize : length * size;
    }
    if (larger > 1) return ops().Fail("E3223", span_, fmt::format("vector() requires one dimension above 1, but {} is of type {}", ops().Text(args_[0]), ops().TypeText(args_[0])));
    return exprs().Make(Op::kVectorOf, types().WithSizes(type(0), Sizes(&length, 1)), {args_[0]});
  }
  if (sizes.size() == 2) return args_[0];
  for (std::size_t i = 2; i < sizes.size(); ++i)
    if (sizes[i] != 1 && sizes[i] >= 0)
      return ops().Fail("E3223", span_, fmt::format("matrix() requires dimensions after the second to be 1, but {} is of type {}",
                                                    ops().Text(args_[0]), ops().TypeText(args_[0])));
  sizes.resize(2, 1);
  return exprs().Make(Op::kMatrixOf, types().WithSizes(type(0), sizes), {args_[0]});
}

Expr BuiltinCalls::Matrixlike(std::string_view name) {
  if (name == "transpose") {
    if (!Arguments(name, 1, 1)) return ops().error();
    std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
    if (sizes.size() < 2) return ops().Fail("E3223", span_, fmt::format("transpose() requires a matrix, but {} is of type {}", ops().Text(args_[0]), ops().TypeText(args_[0])));
    std::swap(sizes[0], sizes[1]);
    return exprs().Make(Op::kTranspose, types().WithSizes(type(0), sizes), {args_[0]});
  }
  if (name == "identity") {
    if (!Arguments(name, 1, 1) || !WantInteger(0) || !WantScalar(0)) return ops().error();
    bool is_open = typer_.instances().IsInFunction(typer_.scope()) || typer_.UsesLoop(args_[0]);
    std::optional<Value> known = is_open ? typer_.elaboration().TryEvaluate(args_[0]) : typer_.elaboration().Evaluate(args_[0], span_, "the size of identity()");
    if (!known && !is_open) return ops().error();
    std::int32_t n = known ? static_cast<std::int32_t>(known->integer()) : kUnknownSize;
    std::int32_t sizes[] = {n, n};
    return exprs().Make(Op::kIdentity, types().WithSizes(types().integer(), sizes), {known ? exprs().Integer(n) : args_[0]});
  }
  if (name == "diagonal") {
    if (!Arguments(name, 1, 1) || !WantRank(0, 1)) return ops().error();
    std::int32_t n = types().sizes(type(0))[0];
    std::int32_t sizes[] = {n, n};
    return exprs().Make(Op::kDiagonal, types().WithSizes(type(0), sizes), {args_[0]});
  }
  if (name == "linspace") {
    if (!Arguments(name, 3, 3) || !WantReal(0) || !WantReal(1) || !WantInteger(2)) return ops().error();
    if (!WantScalar(0) || !WantScalar(1) || !WantScalar(2)) return ops().error();
    bool is_open = typer_.instances().IsInFunction(typer_.scope()) || typer_.UsesLoop(args_[2]);
    std::optional<Value> known = is_open ? typer_.elaboration().TryEvaluate(args_[2]) : typer_.elaboration().Evaluate(args_[2], span_, "the size of linspace()");
    if (!known && !is_open) return ops().error();
    // In a branch that may not be taken one point is no mistake yet.
    if (known && known->integer() < 2 && (!typer_.in_branch() || known->integer() < 0))
      return ops().Fail("E3306", span_, fmt::format("linspace requires two points or more, but is given {}", known->integer()));
    std::int32_t n = known ? static_cast<std::int32_t>(known->integer()) : kUnknownSize;
    return exprs().Make(Op::kLinspace, types().WithSizes(types().real(), Sizes(&n, 1)), {args_[0], args_[1], known ? exprs().Integer(n) : args_[2]});
  }
  if (name == "outerProduct") {
    if (!Arguments(name, 2, 2) || !WantRank(0, 1) || !WantRank(1, 1)) return ops().error();
    ops().Unify(args_[0], args_[1]);
    std::int32_t sizes[] = {types().sizes(type(0))[0], types().sizes(type(1))[0]};
    return exprs().Make(Op::kOuterProduct, types().WithSizes(type(0), sizes), {args_[0], args_[1]});
  }
  if (name == "symmetric") {
    if (!Arguments(name, 1, 1) || !WantRank(0, 2)) return ops().error();
    return exprs().Make(Op::kSymmetric, type(0), {args_[0]});
  }
  if (name == "cross" || name == "skew") {
    std::size_t count = name == "cross" ? 2 : 1;
    if (!Arguments(name, count, count)) return ops().error();
    for (std::size_t i = 0; i < count; ++i) {
      if (!WantReal(i) || !WantRank(i, 1)) return ops().error();
      std::int32_t size = types().sizes(type(i))[0];
      if (size != 3 && size >= 0) return ops().Fail("E3223", span_, fmt::format("{} requires vectors of size 3, but {} is of type {}", name, ops().Text(args_[i]), ops().TypeText(args_[i])));
    }
    std::int32_t sizes[] = {3, 3};
    if (name == "skew") return exprs().Make(Op::kSkew, types().WithSizes(types().real(), sizes), {args_[0]});
    return exprs().Make(Op::kCross, types().WithSizes(types().real(), Sizes(sizes, 1)), {args_[0], args_[1]});
  }
  return {};
}

Expr BuiltinCalls::String() {
  if (!Arguments(name_, 1, 4)) return ops().error();
  if (args_.empty()) return ops().Fail("E3221", span_, "String requires a value");
  if (!WantScalar(0)) return ops().error();
  TypeKind kind = types().kind(type(0));
  if (kind == TypeKind::kRecord)  // specification 14.3
    if (Expr made = typer_.CallMatching(typer_.OperatorFunctions(type(0), "String"), args_, span_); made.valid()) return made;
  if (kind != TypeKind::kReal && kind != TypeKind::kInteger && kind != TypeKind::kBoolean && kind != TypeKind::kEnumeration && kind != TypeKind::kString)
    return ops().Fail("E3222", span_, fmt::format("String cannot convert {}", ops().TypeText(args_[0])));
  Expr format = Named("format");
  if (args_.size() == 2 && types().kind(type(1)) == TypeKind::kString) format = args_[1];
  if (format.valid()) return exprs().Make(Op::kStringOf, types().string(), {args_[0], format}, 1);
  Expr length = Named("minimumLength"), left = Named("leftJustified"), digits = Named("significantDigits");
  // Positional: Real has significantDigits first (specification 3.7.1.1).
  std::size_t next = 1;
  auto take = [&](Expr& into) {
    if (!into.valid() && next < args_.size()) into = args_[next++];
  };
  if (kind == TypeKind::kReal) take(digits);
  take(length);
  take(left);
  if (!length.valid()) length = exprs().Integer(0);
  if (!left.valid()) left = exprs().Boolean(true);
  if (!digits.valid()) digits = exprs().Integer(6);
  length = ops().Coerce(length, types().integer(), span_, "minimumLength");
  left = ops().Coerce(left, types().boolean(), span_, "leftJustified");
  digits = ops().Coerce(digits, types().integer(), span_, "significantDigits");
  if (ops().is_error(length) || ops().is_error(left) || ops().is_error(digits)) return ops().error();
  return exprs().Make(Op::kStringOf, types().string(), {args_[0], length, left, digits});
}

}  // namespace mica::instance
