// Predefined functions that make and reshape arrays (specification 10.3).
#include <fmt/format.h>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"

namespace mica::instance {

namespace {

// Of promote(): far above what anybody writes, and every loop over dimensions stays short.
constexpr std::int64_t kMostDimensions = 100;

}  // namespace

Expr BuiltinCalls::Size(Op op) {
  std::size_t rank = types().rank(type(0));
  if (op != Op::kSize) return exprs().Integer(static_cast<std::int64_t>(rank));  // ndims
  auto one = [&](std::size_t i) {
    std::int32_t size = types().sizes(type(0))[i];
    return size >= 0 ? exprs().Integer(size)
                     : exprs().Make(Op::kSize, types().integer(),
                                    {args_[0], exprs().Integer(static_cast<std::int64_t>(i) + 1)});
  };
  if (args_.size() == 1) {
    std::vector<Expr> sizes;
    for (std::size_t i = 0; i < rank; ++i) sizes.push_back(one(i));
    return exprs().Make(Op::kArray, types().Array(types().integer(), static_cast<std::int32_t>(rank)), sizes);
  }
  if (exprs().op(args_[1]) == Op::kInteger) {
    std::int64_t k = exprs().integer(args_[1]);
    if (k < 1 || k > static_cast<std::int64_t>(rank))
      return ops().Fail(kNoSuchDimension, span_,
                        fmt::format("{} has {} dimension{}, and size {} is asked for", ops().Text(args_[0]), rank,
                                    rank == 1 ? "" : "s", k));
    return one(static_cast<std::size_t>(k) - 1);
  }
  return exprs().Make(Op::kSize, types().integer(), {args_[0], args_[1]});
}

// Sizes must be known in a model, and may be open in a function and where each round of a loop has its own.
bool BuiltinCalls::SizeOf(std::size_t i, std::optional<std::int32_t>& size) {
  bool is_open = typer_.instances().IsInFunction(typer_.scope()) || typer_.UsesLoop(args_[i]);
  std::optional<Value> known = is_open
                                   ? typer_.elaboration().TryEvaluate(args_[i])
                                   : typer_.elaboration().Evaluate(args_[i], span_, fmt::format("a size in {}", name_));
  if (!known) return is_open;
  std::int64_t value = known->integer();
  if (value < 0)
    ops().Fail(kSizeOutOfRange, span_, fmt::format("{} is given the size {}: a size cannot be negative", name_, value));
  if (value > INT32_MAX)
    ops().Fail(kSizeOutOfRange, span_,
               fmt::format("{} is given the size {}: a size is at most {}", name_, value, INT32_MAX));
  size = static_cast<std::int32_t>(value);
  return value >= 0 && value <= INT32_MAX;
}

Expr BuiltinCalls::Fill(Op op) {
  bool has_value = name_ == "fill";
  Expr value = has_value ? args_[0] : exprs().Integer(name_ == "zeros" ? 0 : 1);
  std::vector<Expr> made{value};
  std::vector<std::int32_t> sizes;
  for (std::size_t i = has_value ? 1 : 0; i < args_.size(); ++i) {
    std::optional<std::int32_t> known;
    if (!SizeOf(i, known)) return ops().error();
    sizes.push_back(known.value_or(kUnknownSize));
    made.push_back(known ? exprs().Integer(*known) : args_[i]);
  }
  return exprs().Make(op, types().Array(exprs().type(value), sizes), made);
}

Expr BuiltinCalls::Identity(Op op) {
  std::optional<std::int32_t> known;
  if (!SizeOf(0, known)) return ops().error();
  std::int32_t n = known.value_or(kUnknownSize), sizes[] = {n, n};
  return exprs().Make(op, types().WithSizes(types().integer(), sizes), {known ? exprs().Integer(n) : args_[0]});
}

Expr BuiltinCalls::Linspace(Op op) {
  std::optional<std::int32_t> known;
  if (!SizeOf(2, known)) return ops().error();
  // In a branch that may not be taken one point is no mistake yet.
  if (known && *known < 2 && !typer_.in_branch())
    return ops().Fail(kSizeOutOfRange, span_,
                      fmt::format("linspace requires two points or more, but is given {}", *known));
  std::int32_t n = known.value_or(kUnknownSize);
  return exprs().Make(op, types().WithSizes(types().real(), Sizes(&n, 1)),
                      {args_[0], args_[1], known ? exprs().Integer(n) : args_[2]});
}

Expr BuiltinCalls::Join(Op op) {
  if (op == Op::kArray) return ops().Array(args_, span_);
  std::optional<std::int64_t> dimension = Known(0, "the dimension of cat");
  if (!dimension) return ops().error();
  return ops().Cat(*dimension, {args_.begin() + 1, args_.end()}, span_);
}

Expr BuiltinCalls::Promote(Op op) {
  std::optional<std::int64_t> rank = Known(1, "the number of dimensions of promote");
  if (!rank) return ops().error();
  std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
  if (*rank < static_cast<std::int64_t>(sizes.size()) || *rank > kMostDimensions)
    return ops().Fail(kWrongArgumentShape, span_,
                      fmt::format("{} cannot be promoted to {} dimensions: it has {}, and an array has at most {}",
                                  ops().Text(args_[0]), *rank, sizes.size(), kMostDimensions));
  sizes.resize(static_cast<std::size_t>(*rank), 1);
  return exprs().Make(op, types().WithSizes(type(0), sizes), {args_[0], exprs().Integer(*rank)});
}

Expr BuiltinCalls::Shape(Op op) {
  std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
  auto refuse = [&](std::string_view rule) {
    return ops().Fail(kWrongArgumentShape, span_,
                      fmt::format("{}() requires {}, but {} is of type {}", name_, rule, ops().Text(args_[0]),
                                  ops().TypeText(args_[0])));
  };
  if (op == Op::kScalarOf) {
    for (std::int32_t size : sizes)
      if (size != 1 && size >= 0) return refuse("one element");
    return sizes.empty() ? args_[0] : exprs().Make(op, types().Element(type(0)), {args_[0]});
  }
  if (op == Op::kVectorOf) {
    if (sizes.size() == 1) return args_[0];
    std::int32_t length = 1;
    int larger = 0;
    for (std::int32_t size : sizes) {
      larger += size > 1;
      if (larger > 1) return refuse("one dimension above 1");
      length = length < 0 || size < 0 ? kUnknownSize : length * size;
    }
    return exprs().Make(op, types().WithSizes(type(0), Sizes(&length, 1)), {args_[0]});
  }
  if (sizes.size() == 2) return args_[0];
  for (std::size_t i = 2; i < sizes.size(); ++i)
    if (sizes[i] != 1 && sizes[i] >= 0) return refuse("dimensions after the second to be 1");
  sizes.resize(2, 1);
  return exprs().Make(op, types().WithSizes(type(0), sizes), {args_[0]});
}

Expr BuiltinCalls::Matrixlike(Op op) {
  std::vector<std::int32_t> sizes(types().sizes(type(0)).begin(), types().sizes(type(0)).end());
  TypeId element = types().Element(type(0));
  switch (op) {
    case Op::kTranspose:
      std::swap(sizes[0], sizes[1]);
      break;
    case Op::kDiagonal:
      sizes = {sizes[0], sizes[0]};
      break;
    case Op::kOuterProduct:
      ops().Unify(args_[0], args_[1]);
      element = types().Element(type(0));
      sizes = {sizes[0], types().sizes(type(1))[0]};
      break;
    case Op::kSymmetric:
      if (sizes[0] != sizes[1] && sizes[0] >= 0 && sizes[1] >= 0)
        return ops().Fail(kWrongArgumentShape, span_,
                          fmt::format("symmetric() requires a square matrix, but {} is of type {}",
                                      ops().Text(args_[0]), ops().TypeText(args_[0])));
      break;
    case Op::kCross:
      sizes = {3};
      break;
    default:
      sizes = {3, 3};  // skew
  }
  return exprs().Make(op, types().WithSizes(element, sizes), args_);
}

}  // namespace mica::instance
