// Expressions: which arguments are evaluated, references, conditions, memo (evaluate.h). Arithmetic is in apply.h.
#include "expression/evaluate.h"

#include <fmt/format.h>

#include "expression/apply.h"

namespace mica {

bool Environment::CallExternal(const Function&, std::span<ExternalArgument>, Value*, std::string& message) {
  message = "external functions cannot be called here";
  return false;
}

struct Evaluator::Entry {
  explicit Entry(Evaluator& evaluator) : evaluator(evaluator) {
    if (evaluator.entries_++ > 0) return;
    evaluator.stack_base_ = static_cast<const char*>(__builtin_frame_address(0));
    evaluator.last_step_ = evaluator.steps_ + evaluator.limits_.steps;
    evaluator.error_ = {};
    evaluator.span_ = {};
  }
  ~Entry() { --evaluator.entries_; }
  Evaluator& evaluator;
};

Evaluator::Evaluator(const Store& store, Environment& environment, EvaluationLimits limits)
    : store_(store), pool_(store.exprs), types_(store.exprs.types()), environment_(environment), limits_(limits) {}

std::size_t Evaluator::StackUsed() const {
  return static_cast<std::size_t>(std::abs(stack_base_ - static_cast<const char*>(__builtin_frame_address(0))));
}

std::nullopt_t Evaluator::Fail(std::string message, Expr e, EvaluationError::Kind kind) {
  error_ = {kind, std::move(message), span_, e, frame_ ? frame_->id : FunctionId()};
  return std::nullopt;
}

std::nullopt_t Evaluator::NotConstant(Expr e) {
  return Fail("the value is not known at translation", e, EvaluationError::Kind::kNotConstant);
}

bool Evaluator::Tick(std::uint64_t steps) {
  steps_ += steps;
  if (steps_ <= last_step_) return true;
  Fail(fmt::format("the evaluation was given up after {} steps", limits_.steps), {}, EvaluationError::Kind::kLimit);
  return false;
}

std::optional<Value> Evaluator::Evaluate(Expr e) {
  Entry entry(*this);
  return Root(e);
}

std::optional<std::vector<Value>> Evaluator::Call(FunctionId function, std::vector<Value> inputs) {
  Entry entry(*this);
  Maybe result = CallFunction(function, std::move(inputs));
  if (!result) return std::nullopt;
  std::size_t count = store_.functions[function].output_count;
  if (count == 1) return std::vector<Value>{std::move(*result)};
  if (count == 0) return std::vector<Value>{};
  return std::move(result->parts());
}

void Evaluator::SetIterator(Expr iterator, std::optional<Value> value) {
  std::uint32_t key = pool_.iterator(iterator).index();
  if (value)
    iterators_.insert_or_assign(key, std::move(*value));
  else
    iterators_.erase(key);
}

Evaluator::Maybe Evaluator::Root(Expr e) {
  Memo saved = std::exchange(memo_, Memo());
  Maybe result = Eval(e);
  memo_ = std::move(saved);
  return result;
}

Evaluator::Maybe Evaluator::Eval(Expr e) {
  constexpr std::size_t kShort = 200;          // visits before results are kept
  constexpr std::size_t kDeepStack = 500'000;  // bytes before arguments are evaluated bottom up
  if (!Tick()) return std::nullopt;
  bool has_args = !pool_.args(e).empty();
  if (!has_args) return EvalNode(e);
  bool keep = ++memo_.visits > kShort || pool_.op(e) == Op::kCall;
  if (!memo_.values.empty())
    if (auto found = memo_.values.find(e); found != memo_.values.end()) return found->second;
  std::size_t stack = StackUsed();
  if (stack > limits_.stack_bytes) return Fail("the recursion is too deep", e, EvaluationError::Kind::kLimit);
  Maybe result = stack > kDeepStack && stack < limits_.stack_bytes / 2 ? EvalDeep(e) : EvalNode(e);
  keep = keep || memo_.visits > kShort;
  if (keep && result) memo_.values.insert_or_assign(e, *result);
  return result;
}

// Evaluates everything that `e` needs in any case, from the leaves up, so that no call goes deep.
Evaluator::Maybe Evaluator::EvalDeep(Expr e) {
  struct Visit {
    Expr e;
    bool done;
  };
  std::vector<Visit> stack{{e, false}};
  std::unordered_map<Expr, bool> seen;
  while (!stack.empty()) {
    auto [node, done] = stack.back();
    stack.pop_back();
    if (done) {
      if (node == e || memo_.values.contains(node)) continue;
      Maybe value = EvalNode(node);
      if (!value) return std::nullopt;
      memo_.values.emplace(node, std::move(*value));
      continue;
    }
    if (!seen.emplace(node, true).second || pool_.args(node).empty() || memo_.values.contains(node)) continue;
    Op op = pool_.op(node);
    std::size_t count = pool_.args(node).size();
    if (op == Op::kIf || op == Op::kAnd || op == Op::kOr || op == Op::kNoEvent || op == Op::kHomotopy ||
        op == Op::kHeld)
      count = 1;
    else if (op == Op::kAdd || op == Op::kMul || CanApply(op) || op == Op::kArray || op == Op::kRecord ||
             op == Op::kCall) {
    } else if (op == Op::kSmooth)
      count = 2;
    else
      continue;
    stack.push_back({node, true});
    for (std::size_t i = 0; i < count; ++i)
      if (pool_.op(pool_.arg(node, i)) != Op::kColon) stack.push_back({pool_.arg(node, i), false});
  }
  return EvalNode(e);
}

Evaluator::Maybe Evaluator::EvalNode(Expr e) {
  Op op = pool_.op(e);
  switch (op) {
    case Op::kReal:
      return Value::Real(pool_.real(e), types_);
    case Op::kInteger:
      return Value::Integer(pool_.integer(e), types_);
    case Op::kBoolean:
      return Value::Boolean(pool_.boolean(e), types_);
    case Op::kString:
      return Value::String(std::string(pool_.string(e)), types_);
    case Op::kEnumLiteral:
      return Value::Enumeration(pool_.type(e), pool_.integer(e));
    case Op::kTime:
      if (auto time = environment_.Time()) return Value::Real(*time, types_);
      return NotConstant(e);
    case Op::kVar:
    case Op::kScalar:
    case Op::kLocal:
    case Op::kIterator: {
      const Value* value = FindReference(e);
      if (!value) return std::nullopt;
      if (value->rank() > 0 && !Tick(value->count())) return std::nullopt;
      return *value;
    }
    case Op::kFunction:
    case Op::kPartial:
      return EvalFunctionValue(e);
    case Op::kArray:
      return EvalArray(e);
    case Op::kRecord:
      return EvalRecord(e);
    case Op::kIndex:
    case Op::kField:
      return EvalIndex(e);
    case Op::kTupleItem: {
      Maybe tuple = Eval(pool_.arg(e, 0));
      if (!tuple) return std::nullopt;
      if (tuple->kind != TypeKind::kTuple) return tuple;
      return tuple->parts()[pool_.payload(e)];
    }
    case Op::kCall:
      return EvalCall(e);
    case Op::kCallValue:
      return EvalCallValue(e);
    case Op::kIf:
      return EvalIf(e);
    case Op::kAnd:
    case Op::kOr:
      return EvalLogic(e);
    case Op::kSize:
      return EvalSize(e);
    case Op::kNoEvent:
    case Op::kHomotopy:
    case Op::kHeld:
      return Eval(pool_.arg(e, 0));
    case Op::kSmooth:
      return Eval(pool_.arg(e, 1));
    case Op::kToReal: {
      Maybe value = Eval(pool_.arg(e, 0));
      return value ? Maybe(value->ToReal(types_)) : std::nullopt;
    }
    default:
      break;
  }
  if (IsReduction(op)) return EvalReduction(e);
  if (CanApply(op)) return EvalStrict(e);
  if (auto value = environment_.Operator(e)) return value;
  return NotConstant(e);
}

Evaluator::Maybe Evaluator::EvalStrict(Expr e) {
  std::size_t count = pool_.args(e).size();
  std::vector<Value> args;
  args.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Maybe value = Eval(pool_.arg(e, i));
    if (!value) return std::nullopt;
    args.push_back(std::move(*value));
  }
  std::string message;
  const ExprNode node = pool_[e];
  Maybe result = Apply(node.op, args, node.type, node.payload, types_, store_.names, message);
  if (!result) return Fail(std::move(message), e);
  if (result->rank() > 0 && !Tick(result->count())) return std::nullopt;
  return result;
}

Evaluator::Maybe Evaluator::EvalArray(Expr e) {
  std::size_t count = pool_.args(e).size();
  std::vector<Value> items;
  items.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Maybe value = Eval(pool_.arg(e, i));
    if (!value) return std::nullopt;
    items.push_back(std::move(*value));
  }
  Maybe result = StackValues(items, {static_cast<std::int32_t>(count)}, pool_.type(e), types_);
  if (!result) return Fail("the elements of an array differ in size", e);
  return result;
}

Evaluator::Maybe Evaluator::EvalRecord(Expr e) {
  Value::Parts fields;
  for (std::size_t i = 0; i < pool_.args(e).size(); ++i) {
    Maybe value = Eval(pool_.arg(e, i));
    if (!value) return std::nullopt;
    fields.push_back(std::move(*value));
  }
  const auto& definition = types_.record(pool_.type(e));
  if (definition.fields.size() != fields.size()) return Fail("a record has another number of fields", e);
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (types_.kind(definition.fields[i].type) == TypeKind::kReal) fields[i] = fields[i].ToReal(types_);
  Value record{types_.Element(pool_.type(e)), TypeKind::kRecord, {}, {}};
  std::size_t rank = types_.rank(pool_.type(e));
  for (std::size_t i = 0; i < rank; ++i)
    record.sizes.push_back(fields.empty() ? std::max(types_.sizes(pool_.type(e))[i], 0) : fields[0].sizes[i]);
  record.data = std::move(fields);
  return record;
}

Evaluator::Maybe Evaluator::EvalIf(Expr e) {
  while (pool_.op(e) == Op::kIf) {
    Maybe condition = Eval(pool_.arg(e, 0));
    if (!condition) return std::nullopt;
    if (!condition->is_scalar()) return Fail("the condition is not a scalar", e);
    e = pool_.arg(e, condition->boolean() ? 1 : 2);
    if (!Tick()) return std::nullopt;
  }
  return Eval(e);
}

// A scalar left side decides alone where it can: the specification leaves the order open, tools stop there.
Evaluator::Maybe Evaluator::EvalLogic(Expr e) {
  Maybe left = Eval(pool_.arg(e, 0));
  if (!left) return std::nullopt;
  if (left->is_scalar() && left->boolean() == (pool_.op(e) == Op::kOr)) return left;
  Maybe right = Eval(pool_.arg(e, 1));
  if (!right) return std::nullopt;
  std::string message;
  Value args[] = {std::move(*left), std::move(*right)};
  Maybe result = Apply(pool_.op(e), args, pool_.type(e), 0, types_, store_.names, message);
  if (!result) return Fail(std::move(message), e);
  return result;
}

// A size that the type tells needs no value of the array.
Evaluator::Maybe Evaluator::EvalSize(Expr e) {
  Expr array = pool_.arg(e, 0);
  Maybe dimension = Eval(pool_.arg(e, 1));
  if (!dimension) return std::nullopt;
  std::int64_t place = dimension->integer() - 1;
  Sizes sizes = types_.sizes(pool_.type(array));
  if (place < 0 || place >= static_cast<std::int64_t>(sizes.size()))
    return Fail(fmt::format("the array has no dimension {}", place + 1), e);
  if (std::int32_t known = sizes[static_cast<std::size_t>(place)]; known >= 0) return Value::Integer(known, types_);
  Place reference;
  if (!Resolve(array, reference)) return std::nullopt;
  auto all = reference.selection.sizes();
  for (std::size_t i = reference.selection.dimensions(); i < reference.root->rank(); ++i)
    all.push_back(reference.root->sizes[i]);
  if (static_cast<std::size_t>(place) >= all.size())
    return Fail(fmt::format("the array has no dimension {}", place + 1), e);
  return Value::Integer(all[static_cast<std::size_t>(place)], types_);
}

const Value* Evaluator::FindReference(Expr e) {
  const Value* value = nullptr;
  switch (pool_.op(e)) {
    case Op::kVar:
      value = environment_.Variable(pool_.var(e));
      break;
    case Op::kScalar:
      value = environment_.Scalar(pool_.scalar(e));
      break;
    case Op::kIterator:
      if (auto found = iterators_.find(pool_.iterator(e).index()); found != iterators_.end()) value = &found->second;
      break;
    default: {
      std::size_t place = pool_.payload(e);
      if (!frame_ || place >= frame_->locals.size()) break;
      if (frame_->states[place] != LocalState::kSet && !InitializeLocal(place)) return nullptr;
      return &frame_->locals[place];
    }
  }
  if (!value) NotConstant(e);
  return value;
}

bool Evaluator::Subscripts(Expr index, std::vector<Maybe>& subscripts) {
  for (std::size_t i = 1; i < pool_.args(index).size(); ++i) {
    Expr subscript = pool_.arg(index, i);
    if (pool_.op(subscript) == Op::kColon) {
      subscripts.push_back(std::nullopt);
      continue;
    }
    subscripts.push_back(Eval(subscript));
    if (!subscripts.back()) return false;
  }
  return true;
}

bool Evaluator::Resolve(Expr e, Place& place) {
  switch (pool_.op(e)) {
    case Op::kVar:
    case Op::kScalar:
    case Op::kLocal:
    case Op::kIterator:
      place.root = FindReference(e);
      if (!place.root) return false;
      place.selection.Extend(place.root->sizes);
      return true;
    case Op::kField: {
      if (!Resolve(pool_.arg(e, 0), place)) return false;
      std::size_t rank = place.root->rank();
      if (place.root->kind != TypeKind::kRecord || pool_.payload(e) >= place.root->parts().size()) {
        Fail("the value has no such field", e);
        return false;
      }
      place.root = &place.root->parts()[pool_.payload(e)];
      place.selection.Extend(std::span(place.root->sizes).subspan(rank));
      return true;
    }
    case Op::kIndex: {
      if (!Resolve(pool_.arg(e, 0), place)) return false;
      std::vector<Maybe> subscripts;
      if (!Subscripts(e, subscripts)) return false;
      std::string message;
      if (place.selection.Narrow(subscripts, message)) return true;
      Fail(std::move(message), e);
      return false;
    }
    default: {
      Maybe value = Eval(e);
      if (!value) return false;
      place.owned = std::move(*value);
      place.root = &place.owned;
      place.selection.Extend(place.root->sizes);
      return true;
    }
  }
}

Evaluator::Maybe Evaluator::EvalIndex(Expr e) {
  // One element of nested constructors: the others need have no value, and one of many elements costs no look at the
  // rest.
  Expr base = pool_.arg(e, 0);
  std::size_t count = pool_.args(e).size(), k = 1;
  auto is_chosen = [&] {
    return k < count && pool_.op(base) == Op::kArray && pool_.op(pool_.arg(e, k)) != Op::kColon &&
           types_.is_scalar(pool_.type(pool_.arg(e, k)));
  };
  for (; pool_.op(e) == Op::kIndex && is_chosen(); ++k) {
    Maybe subscript = Eval(pool_.arg(e, k));
    if (!subscript) return std::nullopt;
    std::int64_t at = subscript->integer() - (subscript->kind == TypeKind::kBoolean ? 0 : 1);
    if (at < 0 || at >= static_cast<std::int64_t>(pool_.args(base).size()))
      return Fail(
          fmt::format("subscript {} is out of range: the dimension has the size {}", at + 1, pool_.args(base).size()),
          e);
    base = pool_.arg(base, static_cast<std::size_t>(at));
  }
  if (k > 1 && k == count) return Eval(base);
  Place place;
  if (!Resolve(e, place)) return std::nullopt;
  Value result = place.selection.Read(*place.root, types_);
  if (result.rank() > 0 && !Tick(result.count())) return std::nullopt;
  return result;
}

std::optional<Value> FromExpr(Expr e, const Store& store) {
  Environment nothing;
  return Evaluator(store, nothing).Evaluate(e);
}

}  // namespace mica
