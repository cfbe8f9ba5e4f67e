// Statements of functions (evaluate.h; the specification, 11.2), reductions and comprehensions (10.3.4.1, 10.4.1).
#include <fmt/format.h>

#include "expression/apply.h"
#include "expression/apply_array.h"
#include "expression/evaluate.h"

namespace mica {

namespace {

// Element i of a vector of values to iterate over: a scalar of its type.
Value ElementAt(const Value& range, std::size_t i, Types& types) {
  Value element = Value::Default(range.type, {}, types);
  element.CopyElement(0, range, i);
  return element;
}

}  // namespace

// Runs over the iterators from `pair` on, the first one slowest. Items are collected, or folded into `reduced`.
bool Evaluator::Iterate(Expr e, std::size_t pair, std::vector<Value>& items, std::vector<std::int32_t>& sizes,
                        Maybe& reduced) {
  std::size_t place = 1 + 2 * pair;
  if (place >= pool_.args(e).size()) {
    Maybe value = Root(pool_.arg(e, 0));
    if (!value) return false;
    if (!reduced) return items.push_back(std::move(*value)), true;
    std::string message;
    Value args[] = {std::move(*reduced), std::move(*value)};
    reduced = Apply(ReductionStep(pool_.op(e)), args, pool_.type(e), 0, types_, store_.names, message);
    if (!reduced) Fail(std::move(message), e);
    return reduced.has_value();
  }
  Maybe range = Root(pool_.arg(e, place + 1));
  if (!range) return false;
  if (range->rank() != 1) return Fail("what is iterated over is not a vector", e), false;
  if (sizes.size() <= pair)
    sizes.push_back(range->sizes[0]);
  else if (!reduced && sizes[pair] != range->sizes[0])
    return Fail("the sizes of a comprehension are not regular", e), false;
  std::uint32_t key = pool_.iterator(pool_.arg(e, place)).index();
  Maybe outer;
  if (auto found = iterators_.find(key); found != iterators_.end()) outer = std::move(found->second);
  bool good = true;
  for (std::size_t i = 0; i < range->count() && good; ++i) {
    iterators_.insert_or_assign(key, ElementAt(*range, i, types_));
    good = Tick() && Iterate(e, pair + 1, items, sizes, reduced);
  }
  if (outer)
    iterators_.insert_or_assign(key, std::move(*outer));
  else
    iterators_.erase(key);
  return good;
}

Evaluator::Maybe Evaluator::EvalReduction(Expr e) {
  std::vector<Value> items;
  std::vector<std::int32_t> sizes;
  Maybe reduced;
  bool array = pool_.op(e) == Op::kArrayFor;
  if (!array) reduced = ReductionStart(pool_.op(e), pool_.type(e), types_);
  std::size_t rank = (pool_.args(e).size() - 1) / 2;
  if (!Iterate(e, 0, items, sizes, reduced)) return std::nullopt;
  if (!array) return reduced;
  sizes.resize(rank, 0);
  Maybe result = StackValues(items, std::move(sizes), pool_.type(e), types_);
  if (!result) return Fail("the elements of a comprehension differ in size", e);
  return result;
}

Evaluator::Flow Evaluator::Run(std::span<const Statement> statements) {
  for (const Statement& statement : statements)
    if (Flow flow = RunOne(statement); flow != Flow::kNext) return flow;
  return Flow::kNext;
}

Evaluator::Flow Evaluator::RunOne(const Statement& statement) {
  span_ = statement.span;
  if (!Tick()) return Flow::kFail;
  if (StackUsed() > limits_.stack_bytes)
    return Fail("the recursion is too deep", {}, EvaluationError::Kind::kLimit), Flow::kFail;
  switch (statement.kind) {
    case Statement::Kind::kAssign: {
      Maybe value = Root(statement.value);
      return value && Assign(statement.targets[0], std::move(*value)) ? Flow::kNext : Flow::kFail;
    }
    case Statement::Kind::kTupleAssign:
      return RunTupleAssign(statement) ? Flow::kNext : Flow::kFail;
    case Statement::Kind::kCall:
      return Root(statement.value) ? Flow::kNext : Flow::kFail;
    case Statement::Kind::kIf:
      return RunIf(statement);
    case Statement::Kind::kFor:
      return RunFor(statement);
    case Statement::Kind::kWhile:
      return RunWhile(statement);
    case Statement::Kind::kBreak:
      return Flow::kBreak;
    case Statement::Kind::kReturn:
      return Flow::kReturn;
    case Statement::Kind::kAssert:
      return RunAssert(statement);
    case Statement::Kind::kTerminate: {
      Maybe message = Root(statement.value);
      if (message) Fail(fmt::format("terminated: {}", message->string()));
      return Flow::kFail;
    }
    case Statement::Kind::kWhen:
    case Statement::Kind::kReinit:
      break;
  }
  Fail("the statement is not allowed in a function");
  return Flow::kFail;
}

Evaluator::Flow Evaluator::RunIf(const Statement& statement) {
  for (const StatementBranch& branch : statement.branches) {
    if (branch.condition) {
      Maybe condition = Root(branch.condition);
      if (!condition) return Flow::kFail;
      if (!condition->boolean()) continue;
    }
    return Run(branch.body);
  }
  return Flow::kNext;
}

Evaluator::Flow Evaluator::RunFor(const Statement& statement) {
  Maybe range = Root(statement.value);
  if (!range) return Flow::kFail;
  if (range->rank() != 1) return Fail("what is iterated over is not a vector"), Flow::kFail;
  std::uint32_t key = pool_.iterator(statement.iterator).index();
  Maybe outer;  // of the same loop, when the function calls itself in it
  if (auto found = iterators_.find(key); found != iterators_.end()) outer = std::move(found->second);
  Flow flow = Flow::kNext;
  for (std::size_t i = 0; i < range->count() && flow == Flow::kNext; ++i) {
    iterators_.insert_or_assign(key, ElementAt(*range, i, types_));
    flow = Tick() ? Run(statement.branches[0].body) : Flow::kFail;
  }
  if (outer)
    iterators_.insert_or_assign(key, std::move(*outer));
  else
    iterators_.erase(key);
  return flow == Flow::kBreak ? Flow::kNext : flow;
}

Evaluator::Flow Evaluator::RunWhile(const Statement& statement) {
  while (true) {
    span_ = statement.span;
    Maybe condition = Root(statement.branches[0].condition);
    if (!condition || !Tick()) return Flow::kFail;
    if (!condition->boolean()) return Flow::kNext;
    Flow flow = Run(statement.branches[0].body);
    if (flow == Flow::kBreak) return Flow::kNext;
    if (flow != Flow::kNext) return flow;
  }
}

Evaluator::Flow Evaluator::RunAssert(const Statement& statement) {
  Maybe condition = Root(statement.targets[0]);
  if (!condition) return Flow::kFail;
  if (condition->boolean()) return Flow::kNext;
  Maybe message = Root(statement.targets[1]);
  if (!message) return Flow::kFail;
  bool warning = false;
  if (statement.targets.size() > 2 && statement.targets[2]) {
    Maybe level = Root(statement.targets[2]);
    if (!level) return Flow::kFail;
    warning = level->integer() == 1;
  }
  if (!warning) return Fail(message->string()), Flow::kFail;
  warnings_.push_back(
      {EvaluationError::Kind::kFailed, message->string(), span_, {}, frame_ ? frame_->id : FunctionId()});
  return Flow::kNext;
}

bool Evaluator::RunTupleAssign(const Statement& statement) {
  Maybe value = Root(statement.value);
  if (!value) return false;
  if (value->kind != TypeKind::kTuple)
    return statement.targets.empty() || !statement.targets[0] || Assign(statement.targets[0], std::move(*value));
  for (std::size_t i = 0; i < statement.targets.size() && i < value->parts().size(); ++i)
    if (statement.targets[i] && !Assign(statement.targets[i], std::move(value->parts()[i]))) return false;
  return true;
}

Value* Evaluator::ResolveTarget(Expr target, Selection& selection) {
  switch (pool_.op(target)) {
    case Op::kLocal: {
      if (!FindReference(target)) return nullptr;
      Value* root = &frame_->locals[pool_.payload(target)];
      selection.Extend(root->sizes);
      return root;
    }
    case Op::kField: {
      Value* root = ResolveTarget(pool_.arg(target, 0), selection);
      if (!root) return nullptr;
      if (root->kind != TypeKind::kRecord) return Fail("the value has no such field", target), nullptr;
      std::size_t rank = root->rank();
      root = &root->parts()[pool_.payload(target)];
      selection.Extend(std::span(root->sizes).subspan(rank));
      return root;
    }
    case Op::kIndex: {
      Value* root = ResolveTarget(pool_.arg(target, 0), selection);
      if (!root) return nullptr;
      std::vector<Maybe> subscripts;
      std::string message;
      if (!Subscripts(target, subscripts)) return nullptr;
      if (!selection.Narrow(subscripts, message)) return Fail(std::move(message), target), nullptr;
      return root;
    }
    default:
      return Fail("this cannot be assigned to", target), nullptr;
  }
}

bool Evaluator::Assign(Expr target, Value value) {
  Selection selection;
  memo_ = Memo();
  Value* root = ResolveTarget(target, selection);
  memo_ = Memo();
  if (!root) return false;
  if (root->is_real()) value = value.ToReal(types_);
  if (selection.is_whole()) return AssignWhole(*root, target, std::move(value));
  std::vector<std::int32_t> sizes = selection.sizes();
  std::string message;
  if (value.sizes != sizes) {
    Fail(fmt::format("sizes differ in an assignment: [{}] and [{}]", fmt::join(sizes, ", "),
                     fmt::join(value.sizes, ", ")),
         target);
    return false;
  }
  if (selection.Write(*root, value, message)) return true;
  Fail(std::move(message), target);
  return false;
}

// A dimension that was declared with a colon takes the size of what is assigned.
bool Evaluator::AssignWhole(Value& current, Expr target, Value value) {
  if (current.is_real()) value = value.ToReal(types_);
  if (value.rank() != current.rank()) return Fail("the number of dimensions differs in an assignment", target), false;
  const FunctionVariable* variable = nullptr;
  if (!target) {
    auto place = static_cast<std::size_t>(&current - frame_->locals.data());
    variable = &frame_->function->variables[place];
  } else if (pool_.op(target) == Op::kLocal) {
    variable = &frame_->function->variables[pool_.payload(target)];
  }
  for (std::size_t i = 0; i < current.rank(); ++i) {
    if (value.sizes[i] == current.sizes[i]) continue;
    bool flexible = false;
    if (variable) {
      bool colon = i >= variable->sizes.size() || !variable->sizes[i] || pool_.op(variable->sizes[i]) == Op::kColon;
      flexible = types_.sizes(variable->type)[i] < 0 && colon;
    } else if (Sizes sizes = types_.sizes(pool_.type(target)); i < sizes.size()) {
      flexible = sizes[i] < 0;  // of a field
    }
    if (flexible) continue;
    Fail(fmt::format("sizes differ in an assignment: [{}] and [{}]", fmt::join(current.sizes, ", "),
                     fmt::join(value.sizes, ", ")),
         target);
    return false;
  }
  current = std::move(value);
  return true;
}

}  // namespace mica
