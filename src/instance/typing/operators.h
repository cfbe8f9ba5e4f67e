// Typed construction: operators, constructors, subscripts and conversions on typed expressions, with the rules of the
// specification for types and shapes (3.6, 10.5, 10.6, 6.7). What does not fit is reported and becomes a kError
// expression, which everything accepts silently, so that one mistake gives one message.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "expression/store.h"
#include "expression/text.h"
#include "syntax/expression_nodes.h"

namespace mica::instance {

class Operators {
 public:
  // `names` names variables in messages.
  Operators(Store& store, DiagnosticSink& sink, const ReferenceNames& names)
      : store_(store), sink_(sink), names_(names) {}

  Expr Unary(syntax::UnaryOperator op, Expr operand, Span span);
  Expr Binary(syntax::BinaryOperator op, Expr left, Expr right, Span span);
  Expr If(Expr condition, Expr then, Expr otherwise, Span span);
  Expr Array(std::vector<Expr> elements, Span span);                   // {a, b}
  Expr Matrix(const std::vector<std::vector<Expr>>& rows, Span span);  // [a, b; c, d]
  Expr Range(Expr start, Expr step, Expr stop, Span span);             // step may be invalid
  Expr Index(Expr base, std::vector<Expr> subscripts, Span span);      // bounds checked where known
  Expr Cat(std::int64_t dimension, std::vector<Expr> arrays, Span span);
  Expr Field(Expr record, Name field, Span span);

  // `e` as a value of `type`: Integer to Real, records field by field, unknown sizes taken. Says `what` it was wanted
  // for.
  Expr Coerce(Expr e, TypeId type, Span span, std::string_view what);
  // The same, or nothing if it does not fit; reports nothing.
  std::optional<Expr> TryCoerce(Expr e, TypeId type);
  // Only the element type is converted; sizes stay.
  std::optional<Expr> TryCoerceElement(Expr e, TypeId element);
  Expr ToReal(Expr e);
  // Both as Real if one is; else unchanged.
  void Unify(Expr& a, Expr& b);
  Expr Fill(Expr value, Sizes sizes);

  Expr error() { return store_.exprs.Make(Op::kError, store_.types.none(), {}); }
  bool is_error(Expr e) const { return store_.exprs.op(e) == Op::kError; }
  std::string Text(Expr e) const { return ExprText(e, store_, names_, 200); }
  std::string TypeText(Expr e) const { return store_.types.Text(store_.exprs.type(e), store_.names); }
  // '[2, 3]' after `before`, or `of_scalar`.
  std::string SizeText(TypeId type, std::string_view before, std::string_view of_scalar) const;
  Expr Fail(const DiagnosticCode& code, Span span, std::string message);
  // What the elements of an array of these are taken for.
  TypeId CommonRecord(std::span<const Expr> elements);

 private:
  std::optional<TypeId> CommonType(TypeId one, TypeId other);
  bool HasOpenSize(TypeId type) const;
  Expr Arithmetic(syntax::BinaryOperator op, Expr left, Expr right, Span span);
  Expr Multiply(Expr left, Expr right, Span span);
  Expr Power(Expr left, Expr right, bool elementwise, Span span);
  Expr Relation(syntax::BinaryOperator op, Expr left, Expr right, Span span);
  Expr Logical(Op op, Expr left, Expr right, Span span);
  // The common shape of an element-by-element operation; empty if they differ. A scalar takes the other's shape if
  // `broadcast`.
  std::optional<std::vector<std::int32_t>> CommonSizes(Expr left, Expr right, bool broadcast);

  Store& store_;
  DiagnosticSink& sink_;
  const ReferenceNames& names_;
};

// The number of elements of a range of literals; empty if it is not known.
std::optional<std::int32_t> RangeSize(const Store& store, Expr start, Expr step, Expr stop);

}  // namespace mica::instance
