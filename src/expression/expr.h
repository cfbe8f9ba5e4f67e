// Expressions: immutable, hash-consed, addressed by a 32-bit handle. Equal expressions have equal handles, so results
// about an expression (its derivative, its simplification) can be memoised on the handle and common subexpressions are
// shared from the start.
//
// A pool belongs to one session and is not thread-safe. Make() does no simplification; see symbolic/ for that.
// Arguments always have smaller handles than the expression itself, so a pass over handles in order is a pass from the
// leaves up.
#pragma once

#include <bit>
#include <deque>
#include <initializer_list>
#include <span>
#include <unordered_map>
#include <vector>

#include "expression/op.h"
#include "expression/type.h"

namespace mica {

struct ExprTag;
using Expr = Id<ExprTag>;
struct VarTag;
using VarId = Id<VarTag>;
struct ScalarTag;
using ScalarId = Id<ScalarTag>;
struct IteratorTag;
using IteratorId = Id<IteratorTag>;

struct ExprNode {
  Op op;
  TypeId type;
  std::uint64_t payload;
  std::uint32_t first_arg;
  std::uint32_t arg_count;
};

class ExprPool {
 public:
  ExprPool(NameTable& names, Types& types) : names_(names), types_(types) {}
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  Expr Make(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload = 0);
  Expr Make(Op op, TypeId type, std::initializer_list<Expr> args, std::uint64_t payload = 0) {
    return Make(op, type, std::span<const Expr>(args.begin(), args.size()), payload);
  }

  Expr Real(double value) { return Make(Op::kReal, types_.real(), {}, std::bit_cast<std::uint64_t>(value)); }
  Expr Integer(std::int64_t value) {
    return Make(Op::kInteger, types_.integer(), {}, static_cast<std::uint64_t>(value));
  }
  Expr Boolean(bool value) { return Make(Op::kBoolean, types_.boolean(), {}, value); }
  Expr String(std::string_view value) { return Make(Op::kString, types_.string(), {}, names_.Intern(value).index()); }
  Expr EnumLiteral(TypeId enumeration, std::int64_t literal) {  // literal counts from 1
    return Make(Op::kEnumLiteral, enumeration, {}, static_cast<std::uint64_t>(literal));
  }
  Expr Time() { return Make(Op::kTime, types_.real(), {}); }
  Expr Var(VarId id, TypeId type) { return Make(Op::kVar, type, {}, id.index()); }
  Expr Scalar(ScalarId id, TypeId type) { return Make(Op::kScalar, type, {}, id.index()); }
  Expr Local(std::size_t place, TypeId type) { return Make(Op::kLocal, type, {}, place); }
  Expr Colon() { return Make(Op::kColon, types_.none(), {}); }
  // A new iterator, different from every other.
  Expr NewIterator(Name name, TypeId type);
  // args[0] is the base; the result's type is worked out from the subscripts (scalar: dimension dropped; vector: its
  // size; colon: kept).
  Expr Index(Expr base, std::span<const Expr> subscripts);

  const ExprNode& operator[](Expr e) const { return nodes_[e.index()]; }
  Op op(Expr e) const { return nodes_[e.index()].op; }
  TypeId type(Expr e) const { return nodes_[e.index()].type; }
  std::uint64_t payload(Expr e) const { return nodes_[e.index()].payload; }
  // Valid until the next Make: copy the span's content before making expressions in a loop over it, or use arg().
  std::span<const Expr> args(Expr e) const {
    const ExprNode& node = nodes_[e.index()];
    return {args_.data() + node.first_arg, node.arg_count};
  }
  std::vector<Expr> ArgsCopy(Expr e) const { return {args(e).begin(), args(e).end()}; }
  Expr arg(Expr e, std::size_t i) const { return args_[nodes_[e.index()].first_arg + i]; }

  double real(Expr e) const { return std::bit_cast<double>(payload(e)); }
  std::int64_t integer(Expr e) const {
    return static_cast<std::int64_t>(payload(e));
  }  // also of an enumeration literal
  bool boolean(Expr e) const { return payload(e) != 0; }
  std::string_view string(Expr e) const { return names_.text(Name(payload(e))); }
  VarId var(Expr e) const { return VarId(payload(e)); }
  ScalarId scalar(Expr e) const { return ScalarId(payload(e)); }
  IteratorId iterator(Expr e) const { return IteratorId(payload(e)); }
  FunctionId function(Expr e) const { return FunctionId(payload(e)); }
  Name iterator_name(Expr e) const { return iterator_names_[payload(e)]; }

  bool is_literal(Expr e) const { return IsLiteral(op(e)); }
  // Of a Real or Integer literal, as a double; empty otherwise.
  std::optional<double> number(Expr e) const;
  bool is_number(Expr e, double value) const {
    auto n = number(e);
    return n && *n == value;
  }

  std::size_t size() const { return nodes_.size(); }
  NameTable& names() const { return names_; }
  Types& types() const { return types_; }

 private:
  void Grow();

  NameTable& names_;
  Types& types_;
  std::vector<ExprNode> nodes_;
  std::vector<Expr> args_;
  // Open addressing: the upper half of an entry is the hash of a node, the lower half its handle + 1; 0 is free.
  std::vector<std::uint64_t> table_;
  std::vector<Name> iterator_names_;
};

}  // namespace mica
