// Constructors that simplify while they build: constants folded, neutral elements and double signs removed, conditions
// decided. What the other symbolic passes make expressions with.
//
// What is kept: the value for finite arguments, up to rounding; the types; relations and event functions, unless the
// value does not depend on them (an `if` with equal branches). What is given up, as Modelica tools do: 0*x is 0, 0/x is
// 0 and x/x is 1 also where x is infinite or zero. A literal operation that fails (1/0) or overflows is left as it is,
// for the run to report.
//
// Arrays: element by element with a scalar side broadcast, as the ops say (expression/op.h). Integer operands of a Real
// operation are converted. Types with unknown sizes are made precise when the arguments tell (type_inference.h).
#pragma once

#include <span>

#include "expression/store.h"

namespace mica::symbolic {

class Algebra {
 public:
  explicit Algebra(Store& store) : store_(store), pool_(store.exprs), types_(store.types) {}

  Store& store() const { return store_; }
  ExprPool& pool() const { return pool_; }
  Types& types() const { return types_; }

  Expr Real(double value) { return pool_.Real(value); }
  // Of a numeric type (or a record of such); sizes must be known.
  Expr Zero(TypeId type);
  // The zero with the sizes that `e` has when it is evaluated.
  Expr ZeroLike(Expr e);
  // A literal 0, or an array or record of them in the form that Zero makes.
  bool IsZero(Expr e) const;
  bool IsOne(Expr e) const { return pool_.is_number(e, 1); }

  Expr Neg(Expr a);
  Expr Add(Expr a, Expr b);
  Expr Sub(Expr a, Expr b);
  Expr Mul(Expr a, Expr b);
  Expr Div(Expr a, Expr b);
  Expr Pow(Expr a, Expr b);
  Expr MatMul(Expr a, Expr b);
  Expr ToReal(Expr a);
  // As balanced trees, so that long sums are not deep. `type` is the result of an empty one.
  Expr Sum(std::span<const Expr> terms, TypeId type);
  Expr Product(std::span<const Expr> factors, TypeId type);
  Expr Balanced(Op op, std::span<const Expr> items);

  Expr Not(Expr a);
  Expr And(Expr a, Expr b);
  Expr Or(Expr a, Expr b);
  Expr Relation(Op op, Expr a, Expr b);
  Expr If(Expr condition, Expr a, Expr b);
  Expr NoEvent(Expr a);

  // A mathematical function of Reals: sin, atan2, min, ….
  Expr Function(Op op, Expr a) { return Make(op, pool_.type(a), {{a}}); }
  Expr Function(Op op, Expr a, Expr b);

  Expr Array(std::span<const Expr> items, TypeId type);
  Expr Index(Expr base, std::span<const Expr> subscripts);
  Expr Field(Expr record, std::size_t place);
  Expr TupleItem(Expr call, std::size_t place, TypeId type);

  // Any node, by the constructors above where there is one.
  Expr Make(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload = 0);

 private:
  TypeId ElementwiseType(Expr a, Expr b, bool always_real) const;
  bool IsReal(Expr e) const { return types_.kind(pool_.type(e)) == TypeKind::kReal; }
  bool IsScalar(Expr e) const { return types_.is_scalar(pool_.type(e)); }
  // Both sides of the type of a result.
  void Convert(Expr& a, Expr& b, TypeId type);
  Expr Fold(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload);
  Expr MakeStructure(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload);
  Expr MakeArrayFunction(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload);
  Expr MakeEvent(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload);
  Expr Balance(Op op, std::span<const Expr> items);

  Store& store_;
  ExprPool& pool_;
  Types& types_;
};

}  // namespace mica::symbolic
