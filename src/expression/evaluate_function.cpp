// Functions: calls, local variables, external functions (evaluate.h; the specification, 12.4 and 12.9). Statements are
// in evaluate_statement.cpp.
#include <fmt/format.h>

#include "expression/apply.h"
#include "expression/evaluate.h"

namespace mica {

Evaluator::Maybe Evaluator::EvalFunctionValue(Expr e) {
  auto function = std::make_shared<FunctionValue>();
  function->function = pool_.function(e);
  for (std::size_t i = 0; i + 1 < pool_.args(e).size(); i += 2) {
    Maybe bound = Eval(pool_.arg(e, i + 1));
    if (!bound) return std::nullopt;
    function->bound.emplace_back(static_cast<std::size_t>(pool_.integer(pool_.arg(e, i))), std::move(*bound));
  }
  return Value{pool_.type(e), TypeKind::kFunction, {}, std::move(function)};
}

Evaluator::Maybe Evaluator::EvalCall(Expr e) {
  std::vector<Value> inputs;
  std::size_t count = pool_.args(e).size();
  inputs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Maybe value = Eval(pool_.arg(e, i));
    if (!value) return std::nullopt;
    inputs.push_back(std::move(*value));
  }
  return CallFunction(pool_.function(e), std::move(inputs));
}

Evaluator::Maybe Evaluator::EvalCallValue(Expr e) {
  Maybe callee = Eval(pool_.arg(e, 0));
  if (!callee) return std::nullopt;
  if (callee->kind != TypeKind::kFunction) return Fail("what is called is not a function", e);
  std::shared_ptr<FunctionValue> function = callee->Get<std::shared_ptr<FunctionValue>>();
  std::vector<Maybe> slots(store_.functions[function->function].input_count);
  for (const auto& [place, value] : function->bound)
    if (place < slots.size()) slots[place] = value;
  std::size_t next = 0;
  for (std::size_t i = 1; i < pool_.args(e).size(); ++i) {
    while (next < slots.size() && slots[next]) ++next;
    if (next == slots.size()) return Fail("the function has fewer inputs than the call has arguments", e);
    slots[next] = Eval(pool_.arg(e, i));
    if (!slots[next]) return std::nullopt;
  }
  std::vector<Value> inputs;
  bool ended = false;
  for (Maybe& slot : slots) {
    if (slot && ended) return Fail("an input of the function is missing", e);
    if (slot)
      inputs.push_back(std::move(*slot));
    else
      ended = true;  // defaults fill the rest
  }
  return CallFunction(function->function, std::move(inputs));
}

Evaluator::Maybe Evaluator::CallFunction(FunctionId id, std::vector<Value> inputs) {
  const Function& function = store_.functions[id];
  if (StackUsed() > limits_.stack_bytes)
    return Fail(fmt::format("the recursion of {} is too deep", store_.names.text(function.name)), {},
                EvaluationError::Kind::kLimit);
  if (!Tick(10)) return std::nullopt;
  if (inputs.size() > function.input_count)
    return Fail(fmt::format("too many arguments of {}", store_.names.text(function.name)));

  Frame frame;
  frame.function = &function;
  frame.id = id;
  Frame* caller = std::exchange(frame_, &frame);
  Memo memo = std::exchange(memo_, Memo());
  Span span = span_;
  bool done = SetUp(frame, std::move(inputs));
  if (done && function.is_external) {
    done = RunExternal(frame);
  } else if (done && function.is_record_constructor) {
    // The fields are variables of the same names.
    Value& record = frame.locals[function.input_count];
    const auto& fields = types_.record(record.type).fields;
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (std::size_t i = 0; i < function.variables.size(); ++i)
        if (i != function.input_count && function.variables[i].name == fields[f].name)
          record.parts()[f] = frame.locals[i];
  } else if (done) {
    done = Run(function.body) != Flow::kFail;
  }
  frame_ = caller;
  memo_ = std::move(memo);
  span_ = span;
  if (!done) return std::nullopt;

  if (function.output_count == 1) return std::move(frame.locals[function.input_count]);
  if (function.output_count == 0) return Value{types_.none(), TypeKind::kNone, {}, {}};
  Value::Parts outputs;
  std::vector<TypeId> parts;
  for (std::size_t i = 0; i < function.output_count; ++i) {
    parts.push_back(function.output(i).type);
    outputs.push_back(std::move(frame.locals[function.input_count + i]));
  }
  return Value{types_.Tuple(parts), TypeKind::kTuple, {}, std::move(outputs)};
}

bool Evaluator::SetUp(Frame& frame, std::vector<Value> inputs) {
  const Function& function = *frame.function;
  frame.locals.resize(function.variables.size());
  frame.states.assign(function.variables.size(), LocalState::kUnset);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    bool real = types_.kind(function.variables[i].type) == TypeKind::kReal;
    frame.locals[i] = real && inputs[i].is_integral() ? inputs[i].ToReal(types_) : std::move(inputs[i]);
    frame.states[i] = LocalState::kSet;
  }
  for (std::size_t i = inputs.size(); i < function.variables.size(); ++i)
    if (frame.states[i] != LocalState::kSet && !InitializeLocal(i)) return false;
  return true;
}

// Sizes and binding in the order in which they need each other, whatever the order of declaration.
bool Evaluator::InitializeLocal(std::size_t place) {
  const FunctionVariable& variable = frame_->function->variables[place];
  span_ = variable.span;
  if (frame_->states[place] == LocalState::kBeingSet) {
    Fail(fmt::format("the start value of {} depends on itself", store_.names.text(variable.name)));
    return false;
  }
  if (variable.role == FunctionRole::kInput && !variable.binding) {
    Fail(fmt::format("the input {} has no value", store_.names.text(variable.name)));
    return false;
  }
  frame_->states[place] = LocalState::kBeingSet;
  std::vector<std::int32_t> sizes;
  Sizes declared = types_.sizes(variable.type);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    if (declared[i] >= 0 || i >= variable.sizes.size() || !variable.sizes[i] ||
        pool_.op(variable.sizes[i]) == Op::kColon) {
      sizes.push_back(std::max(declared[i], 0));
      continue;
    }
    Maybe size = Root(variable.sizes[i]);
    if (!size) return false;
    if (!size->is_integral() || size->integer() < 0 || size->integer() > (1 << 28)) {
      Fail(fmt::format("{} cannot have this size", store_.names.text(variable.name)));
      return false;
    }
    sizes.push_back(static_cast<std::int32_t>(size->integer()));
  }
  std::uint64_t count = 1;
  for (std::int32_t size : sizes) count *= static_cast<std::uint64_t>(std::max(size, 1));
  if (count > (1u << 28) || !Tick(count)) {
    if (count > (1u << 28)) Fail("the array is too large");
    return false;
  }
  frame_->locals[place] = Value::Default(types_.Element(variable.type), std::move(sizes), types_);
  if (variable.binding) {
    Maybe value = Root(variable.binding);
    if (!value) return false;
    if (!AssignWhole(frame_->locals[place], Expr(), std::move(*value))) return false;
  }
  frame_->states[place] = LocalState::kSet;
  return true;
}

// `external "builtin" y = sin(x)`: an op by its name (12.9.1). Other names are the environment's to know.
Evaluator::Maybe Evaluator::RunBuiltin(const Function& function) {
  auto op = FindMathOp(function.external.name);
  if (!op) return Fail(fmt::format("there is no built-in function {}", function.external.name));
  std::vector<Value> args;
  for (Expr argument : function.external.arguments) {
    Maybe value = Root(argument);
    if (!value) return std::nullopt;
    args.push_back(std::move(*value));
  }
  std::string message;
  Maybe result = Apply(*op, args, function.output_count > 0 ? function.output(0).type : types_.real(), 0, types_,
                       store_.names, message);
  if (!result) return Fail(std::move(message));
  return result;
}

bool Evaluator::RunExternal(Frame& frame) {
  const Function& function = *frame.function;
  const ExternalCall& call = function.external;
  span_ = function.span;
  Expr target = call.result;
  if (call.language == "builtin" && FindMathOp(call.name)) {
    Maybe result = RunBuiltin(function);
    if (!result) return false;
    if (target) return Assign(target, std::move(*result));
    frame.locals[function.input_count] = std::move(*result);
    return true;
  }
  std::vector<ExternalArgument> arguments;
  for (Expr argument : call.arguments) {
    Maybe value = Root(argument);
    if (!value) return false;
    arguments.push_back({std::move(*value), {}});
    if (pool_.op(argument) == Op::kLocal && pool_.payload(argument) >= function.input_count)
      arguments.back().output = pool_.payload(argument);
  }
  Value result;
  if (target) {
    Maybe preset = Root(target);
    if (!preset) return false;
    result = std::move(*preset);
  }
  std::string message;
  if (!environment_.CallExternal(function, arguments, target ? &result : nullptr, message)) {
    Fail(fmt::format("{}: {}", store_.names.text(function.name), message));
    return false;
  }
  for (ExternalArgument& argument : arguments)
    if (argument.output) frame.locals[*argument.output] = std::move(argument.value);
  return !target || Assign(target, std::move(result));
}

}  // namespace mica
