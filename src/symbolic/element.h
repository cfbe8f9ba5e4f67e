// Scalarising: one element of an array expression as a scalar expression. The element is pushed through operators and
// array functions to the leaves, where a callback gives the scalar of a variable's element; comprehensions and
// reductions are unrolled; sums become balanced trees. The cost is linear in the number of scalar nodes made, whatever
// the sharing and the depth: elements are kept by (expression, place), and the work is done on a stack of our own.
//
// In the result
// - no kVar is left, if the callback leaves none; a subscript that is not constant stays as kIndex over a kArray of
// scalars;
// - what is made of an array whose size is known at run time only (a[1:n] with a variable n) keeps its operator, over
// whole arguments;
// - arguments of calls are whole: kArray or kRecord of scalars, or calls; an element of a call's result is kIndex(call,
//   literals);
// - der, pre, delay and the like stand at scalars.
#pragma once

#include <functional>
#include <optional>

#include "symbolic/algebra.h"
#include "symbolic/expr_map.h"
#include "symbolic/substitute.h"

namespace mica::symbolic {

class Elements {
 public:
  // The scalar for element `place` (row-major, from 0) of a variable; the variable is the whole kVar.
  using Leaf = std::function<Expr(Expr variable, std::size_t place)>;

  // Whether a condition, as it stands before scalarising, holds, if that is settled: by values that the model was built
  // with.
  using Decide = std::function<std::optional<bool>(Expr condition)>;

  Elements(Store& store, Leaf leaf, Decide decide = {})
      : algebra_(store), pool_(store.exprs), types_(store.types), leaf_(std::move(leaf)), decide_(std::move(decide)) {}

  // Element `place`, row-major from 0; of a scalar, place 0. Of a record array: a record of its fields' elements.
  // Invalid when it cannot be determined (a range of unknown size); error() says why.
  Expr Element(Expr e, std::size_t place) { return Solve(e, static_cast<std::int64_t>(place)); }
  // With one subscript per dimension, from 1.
  Expr ElementOf(Expr e, std::span<const std::int32_t> index);
  // The same for a scalar expression.
  Expr Scalar(Expr e) { return Element(e, 0); }
  // All elements in row-major order. Empty, with error() set, when one cannot be determined.
  std::vector<Expr> All(Expr e);
  // The expression with its sizes, over scalars: a kArray, kRecord or kFill of them, or a call.
  Expr Whole(Expr e) { return Solve(e, kWhole); }

  const std::string& error() const { return error_; }

 private:
  static constexpr std::int64_t kWhole = -1;
  using Place = std::vector<std::int32_t>;  // one index per dimension, from 0

  Expr Solve(Expr e, std::int64_t place);
  // The element if it is known by now; otherwise it is put on the list of what is wanted first, and the caller is tried
  // again later.
  Expr Get(Expr e, std::int64_t place);
  Expr Try(Expr e, std::int64_t place);
  Expr TryWhole(Expr e);
  Expr TryRecord(Expr e, std::int64_t place);
  Expr TryReference(Expr e, std::int64_t place);
  Expr TryStructure(Expr e, std::int64_t place);
  Expr TryIndex(Expr e, std::int64_t place);
  Expr TryDynamicIndex(Expr base, const std::vector<Expr>& subscripts);
  TypeId WithSizesOf(TypeId type, Expr item) const;
  Expr FieldInside(Expr record, std::size_t field, TypeId type);
  Expr TryField(Expr e, std::int64_t place);
  Expr TryComprehension(Expr e, std::int64_t place);
  Expr TryReduction(Expr e);
  Expr TryArrayFunction(Expr e, std::int64_t place);
  Expr TryMatMul(Expr e, std::int64_t place);
  Expr TryProduct(Expr a, Expr b, std::int64_t place);
  Expr TryCat(Expr e, std::int64_t place);
  Expr TryFold(Expr e);
  Expr TryElementwise(Expr e, std::int64_t place);
  Expr TryCall(Expr e);
  std::optional<bool> Holds(Expr condition, Expr written) const;
  Expr Unsized(Expr e);
  Expr UnsizedElement(Expr e, std::int64_t place);
  Expr Collapse(Op op, std::span<const Expr> items, TypeId type);
  Expr Fail(std::string message);
  bool IsOpaque(Expr e) const;

  Sizes SizesOf(Expr e) const { return types_.sizes(pool_.type(e)); }
  std::size_t Rank(Expr e) const { return types_.rank(pool_.type(e)); }
  bool KnownSizes(Expr e) const { return !types_.has_unknown_size(pool_.type(e)); }
  static Place Unflatten(std::int64_t place, Sizes sizes);
  static std::int64_t Flatten(std::span<const std::int32_t> place, Sizes sizes);
  std::vector<Expr> LiteralSubscripts(const Place& place);
  // A kArray (of kArrays) over the items of these sizes.
  Expr Nest(std::span<const Expr> items, Sizes sizes, TypeId element);

  Algebra algebra_;
  ExprPool& pool_;
  Types& types_;
  Leaf leaf_;
  Decide decide_;
  PlaceMap memo_;
  std::vector<std::pair<Expr, std::int64_t>> wanted_;
  std::string error_;
  bool failed_ = false;
};

}  // namespace mica::symbolic
