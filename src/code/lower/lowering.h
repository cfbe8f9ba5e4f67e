// Lowers expressions, statements and calls into one routine. The parts are in files of their own: placement.cpp (where
// each shared subexpression is computed), lower_scalar.cpp, lower_array.cpp, array_access.cpp, lower_call.cpp,
// lower_external.cpp, lower_statement.cpp, lower_step.cpp. A value once computed is kept in `memo_` and found by every
// later use in the same or an inner block; leaving a block forgets what was computed in it.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "code/builder.h"
#include "code/context.h"
#include "code/lower/term.h"

namespace mica::code {

class Lowering {
 public:
  Lowering(Context& context, RoutineId routine, const Function* function = nullptr)
      : c_(context), pool_(context.pool), types_(context.types), b_(context.program, routine), function_(function) {}

  Builder& builder() { return b_; }
  void SetOrigin(const flat::Origin& origin) { origin_ = &origin; }

  // placement.cpp
  Term Lower(Expr e);
  Reg LowerScalar(Expr e, Kind kind);

  // lower_step.cpp: steps of a block model
  void LowerSteps(std::span<const structure::Step> steps);
  void LowerStep(const structure::Step& step);
  void WriteScalar(ScalarId id, Reg value);
  Reg ReadScalar(ScalarId id, bool is_pre = false);
  void Reinit(ScalarId id, Reg value);

  // lower_function.cpp
  void LowerFunctionBody();
  void LowerClosure(FunctionId id, const std::vector<std::size_t>& bound);

  // lower_external.cpp
  void LowerExternalCall();

  // A block of the routine: what is computed inside is forgotten when it is left.
  class Scope {
   public:
    explicit Scope(Lowering& lowering) : lowering_(lowering), mark_(lowering.undo_.size()) {}
    ~Scope() { lowering_.Forget(mark_); }
    Scope(const Scope&) = delete;

   private:
    Lowering& lowering_;
    std::size_t mark_;
  };

  // lower_call.cpp: calls with lowered arguments; the term has one part per output.
  Term Call(FunctionId id, std::span<const Term> arguments, Span span);

 private:
  friend class Placement;
  friend class ExternalMarshal;

  // lower_step.cpp
  void KeepPre(ScalarId id);
  void LowerWhen(const structure::Step& step);
  void LowerAlgorithm(const structure::Step& step);
  void ConstructObject(const structure::Step& step);
  Term QuotientOrKept(const structure::Step& step);
  void LowerEffect(const structure::Step& step);

  // lower_function.cpp
  std::vector<std::size_t> OrderOfVariables() const;
  void DeclareVariable(std::size_t place);
  void Epilogue();

  // placement.cpp
  void Remember(Expr e, Term term);
  void Forget(std::size_t mark);
  const Term* Find(Expr e) const;
  const Term& Known(Expr e) const;
  Reg KnownScalar(Expr e, Kind kind) { return b_.Convert(Known(e).scalar, kind); }

  // lower_expression.cpp: one node whose arguments are known (those of lazy ones: emitted by the placement)
  Term LowerNode(Expr e);
  Term LowerReference(Expr e);
  Term LowerStructure(Expr e);
  Term LowerIndex(Expr e);
  Reg LiteralReg(Expr e);
  bool IsSlotArray(Expr e) const;
  bool IsLiteralTree(Expr e) const;
  Term SlotArrayTerm(Expr e);
  Term LiteralTerm(Expr e);
  Term LowerLoop(Expr e);  // kArrayFor and reductions
  void LowerNest(Expr e, std::size_t pair, const std::function<void()>& body);

  // lower_scalar.cpp
  Reg ScalarOp(Expr e, std::span<const Reg> args);
  Reg Relation(Op op, Reg a, Reg b);
  Reg Power(Expr e, Reg base, Reg exponent);
  Reg Divide(Expr e, Reg a, Reg b);
  Reg EventMath(Expr e, std::span<const Reg> args);
  Reg StringOf(Expr e, std::span<const Reg> args);

  // lower_array.cpp
  Term Elementwise(Expr e, std::span<const Term> args);
  Term ArrayOp(Expr e, std::span<const Term> args);
  Term MatMul(Expr e, const Term& a, const Term& b);
  Term MatPow(Expr e, const Term& a, Reg exponent);
  Term Concatenate(Expr e, std::span<const Term> args);
  Term Stack(Expr e, std::span<const Term> args);
  Reg Reduce(Op op, const Array& array, Kind kind);

  // array_access.cpp
  Reg At(const Array& array, std::span<const Reg> indices);
  Reg LinearIndex(std::span<const Reg> sizes, std::span<const Reg> indices);
  Reg Count(std::span<const Reg> sizes);
  std::optional<std::int64_t> StaticCount(std::span<const Reg> sizes);
  ArrayRef ToMemory(const ArrayRef& array);  // contiguous cells
  ArrayRef Settle(const ArrayRef& array);    // memory or list: computed now, once
  Term Settle(const Term& term);
  Reg SpillList(const Array& array);
  Reg AllocateCells(Reg count, Kind kind);  // on the stack if few and known
  void ForEach(std::span<const Reg> sizes, const std::function<void(std::span<const Reg>)>& body);
  void Repeat(Reg count, const std::function<void(Reg)>& body);
  void CopyInto(Reg data, const Array& from);
  static Array MakeRule(Kind kind, std::vector<Reg> sizes, Array::Rule rule);
  Term MapLeaves(std::span<const Term> args, const std::function<Term(std::span<const Term>)>& op);
  Term SubscriptTerm(const Term& base, std::span<const Term> subscripts, std::span<const bool> is_colon,
                     std::uint32_t site);

  // variables.cpp
  Variable NewJoin(TypeId type);
  Variable NewVariable(TypeId type, const std::vector<Reg>& sizes, bool is_resizable, bool in_scratch);
  void SetVariable(const Variable& variable, const Term& term, std::uint32_t site);
  Term GetVariable(const Variable& variable);

  // lower_call.cpp
  Term LowerCall(Expr e);
  Term LowerCallValue(Expr e);
  Term WithSizesOf(TypeId type, const Term& term, Expr e);
  Term LowerFunctionValue(Expr e);
  void AppendInputs(TypeId type, const Term& term, std::vector<Reg>& args);
  Term TakeParameter(TypeId type, std::size_t& next);
  Variable AppendOutputs(TypeId type, std::vector<Reg>& args);
  Term TakeOutput(TypeId type, const Variable& variable);
  void StoreOutput(TypeId type, const Term& term, std::size_t& next);

  // lower_statement.cpp
  void LowerStatements(std::span<const Statement> statements);
  void LowerStatement(const Statement& statement);
  void LowerFor(const Statement& statement);
  ArrayRef CopyOf(const ArrayRef& from);
  void Assign(Expr target, const Term& value, Expr source);
  void AssignSlots(Expr target, const Term& value);
  struct Selector {
    enum class Kind : std::uint8_t { kAll, kFixed, kVector } kind = Kind::kAll;
    Reg fixed;        // from 1
    ArrayRef vector;  // of Integers
  };
  void AssignLeaf(const Variable& variable, const std::vector<Selector>& selectors, const Term& value,
                  std::uint32_t site);
  void AssignParts(const Variable& variable, const std::vector<Selector>& selectors, const Term& value,
                   std::uint32_t site);
  // `level`: of type AssertionLevel; invalid: `fixed_level`, 1 warning or 2 error.
  void LowerAssert(Expr condition, Expr message, Expr level, int fixed_level = 2);
  bool UsesScratch(std::size_t from) const;
  bool Mentions(Expr e, Expr what) const;

  std::uint32_t Site(Expr e) { return c_.AddSite(e, Origin(), function_); }
  const flat::Origin& Origin() const;

  Context& c_;
  const ExprPool& pool_;
  Types& types_;
  Builder b_;
  const Function* function_;
  const flat::Origin* origin_ = nullptr;
  flat::Origin statement_origin_;

  std::unordered_map<std::uint32_t, Term> memo_;
  std::vector<std::pair<Expr, std::optional<Term>>> undo_;
  std::unordered_map<std::uint32_t, Reg>
      scalars_;    // assigned in the outermost block of this routine: kept out of memory
  int depth_ = 0;  // of blocks in which scalars_ must not change
  bool is_speculative_ = false;
  std::vector<Variable> variables_;  // of the function
  std::size_t first_output_parameter_ = 0;
  bool keeps_scalars_ = true;
  int loop_depth_ = 0;
};

}  // namespace mica::code
