// The interpreter: evaluates typed expressions and calls functions, for structural parameters, constants and tests.
// What an expression refers to comes from an Environment. Nothing is thrown for a user's mistake: an evaluation that
// fails gives no value, and error() tells.
//
// Work is bounded: by a number of steps (a function that never ends), by the stack used (recursion without end), by the
// size of arrays. Shared subexpressions are evaluated once, so the cost follows the number of nodes and not the length
// of the text; expressions may be as deep as memory allows, unless the depth is in the branches of conditions.
#pragma once

#include <unordered_map>
#include <utility>

#include "base/source.h"
#include "expression/selection.h"
#include "expression/store.h"

namespace mica {

struct EvaluationError {
  enum class Kind : std::uint8_t {
    kNotConstant,  // `expr` has no value in this environment
    kFailed,       // an assertion, a division by zero, a subscript out of range, …
    kLimit,        // too many steps, too deep a recursion
  };
  Kind kind = Kind::kFailed;
  std::string message;
  Span span;            // of the statement, when inside a function
  Expr expr;            // the expression that has no value; may be invalid
  FunctionId function;  // the function it happened in; invalid: outside functions
};

// An argument of an external function: its value, and for what the function sets, which variable that is.
struct ExternalArgument {
  Value value;
  std::optional<std::size_t> output;  // place in Function::variables; its value is to be replaced
};

// What the expressions refer to. By default nothing has a value.
class Environment {
 public:
  virtual ~Environment() = default;
  // Null: not known. The value must stay where it is during the evaluation.
  virtual const Value* Variable(VarId) { return nullptr; }
  virtual const Value* Scalar(ScalarId) { return nullptr; }
  virtual std::optional<double> Time() { return std::nullopt; }
  // Operators whose value is the simulation's to know: der, pre, initial, sample, delay, clocks, …
  virtual std::optional<Value> Operator(Expr) { return std::nullopt; }
  // Calls the foreign function of `function`. `result` is there if the call has a return value, preset to its type and
  // sizes, as the outputs among the arguments are. False: it could not be called, or failed; `message` says why.
  virtual bool CallExternal(const Function& function, std::span<ExternalArgument> arguments, Value* result,
                            std::string& message);
};

struct EvaluationLimits {
  std::uint64_t steps = 200'000'000;    // evaluated nodes, executed statements and array elements made, together
  std::size_t stack_bytes = 3'000'000;  // below the frame that called Evaluate
};

class Evaluator {
 public:
  explicit Evaluator(const Store& store, Environment& environment, EvaluationLimits limits = {});
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  std::optional<Value> Evaluate(Expr e);
  // The outputs in order. Inputs that are missing at the end take their defaults.
  std::optional<std::vector<Value>> Call(FunctionId function, std::vector<Value> inputs);

  // Gives an iterator of a loop around the expressions a value, or takes it away.
  void SetIterator(Expr iterator, std::optional<Value> value);

  // Of the last Evaluate or Call that gave no value.
  const EvaluationError& error() const { return error_; }
  // Assertions of level warning that did not hold, since the evaluator was made.
  const std::vector<EvaluationError>& warnings() const { return warnings_; }
  std::uint64_t steps_used() const { return steps_; }

 private:
  using Maybe = std::optional<Value>;
  enum class Flow : std::uint8_t { kNext, kBreak, kReturn, kFail };
  enum class LocalState : std::uint8_t { kUnset, kBeingSet, kSet };

  struct Frame {
    const Function* function = nullptr;
    FunctionId id;
    std::vector<Value> locals;
    std::vector<LocalState> states;
  };
  // Values of one evaluation, kept once it turns out to be long. Valid while no local and no iterator changes.
  struct Memo {
    std::unordered_map<Expr, Value> values;
    std::size_t visits = 0;
  };
  // A reference with subscripts, not yet read: `root` narrowed by `selection`.
  struct Place {
    const Value* root = nullptr;
    Value owned;  // what root points to when it is not a variable
    Selection selection;
  };

  Maybe Root(Expr e);  // with a memo of its own
  Maybe Eval(Expr e);
  Maybe EvalDeep(Expr e);
  Maybe EvalNode(Expr e);
  Maybe EvalStrict(Expr e);
  Maybe EvalArray(Expr e);
  Maybe EvalRecord(Expr e);
  Maybe EvalIndex(Expr e);
  Maybe EvalSize(Expr e);
  Maybe EvalIf(Expr e);
  Maybe EvalLogic(Expr e);
  Maybe EvalReduction(Expr e);
  Maybe EvalFunctionValue(Expr e);
  Maybe EvalCall(Expr e);
  Maybe EvalCallValue(Expr e);
  bool Iterate(Expr e, std::size_t pair, std::vector<Value>& items, std::vector<std::int32_t>& sizes, Maybe& reduced);

  bool Resolve(Expr e, Place& place);
  const Value* FindReference(Expr e);  // of a kVar, kScalar, kLocal, kIterator; null after an error
  bool Subscripts(Expr index, std::vector<Maybe>& subscripts);

  Maybe CallFunction(FunctionId id, std::vector<Value> inputs);
  bool SetUp(Frame& frame, std::vector<Value> inputs);
  bool InitializeLocal(std::size_t place);
  bool RunExternal(Frame& frame);
  Maybe RunBuiltin(const Function& function);
  Flow Run(std::span<const Statement> statements);
  Flow RunOne(const Statement& statement);
  Flow RunFor(const Statement& statement);
  Flow RunWhile(const Statement& statement);
  Flow RunIf(const Statement& statement);
  Flow RunAssert(const Statement& statement);
  bool RunTupleAssign(const Statement& statement);
  bool Assign(Expr target, Value value);
  Value* ResolveTarget(Expr target, Selection& selection);
  // `target` invalid: `current` is a local of the frame, and takes its start value.
  bool AssignWhole(Value& current, Expr target, Value value);

  std::nullopt_t Fail(std::string message, Expr e = {}, EvaluationError::Kind kind = EvaluationError::Kind::kFailed);
  std::nullopt_t NotConstant(Expr e);
  bool Tick(std::uint64_t steps = 1);
  std::size_t StackUsed() const;
  // Marks the outermost call: stack and errors are counted from there.
  struct Entry;

  const Store& store_;
  const ExprPool& pool_;
  Types& types_;
  Environment& environment_;
  EvaluationLimits limits_;
  EvaluationError error_;
  std::vector<EvaluationError> warnings_;
  std::unordered_map<std::uint32_t, Value> iterators_;
  Frame* frame_ = nullptr;
  Memo memo_;
  Span span_;  // of the statement being run
  std::uint64_t steps_ = 0, last_step_ = 0;
  const char* stack_base_ = nullptr;
  int entries_ = 0;
};

}  // namespace mica
