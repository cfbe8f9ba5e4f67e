// Lowers calls of functions and of function values. A function is a routine: inputs are passed flattened (a scalar is
// itself, an array a pointer and its sizes, a record its fields), outputs are returned through pointers in the same
// way; memory of output arrays is the callee's scratch. A function value is a pointer to a closure: cell 0 is code that
// takes the closure, the inputs that are left and the outputs; the cells after it are the inputs that are bound.
#include "code/lower/lowering.h"

namespace mica::code {

void Lowering::AppendInputs(TypeId type, const Term& term, std::vector<Reg>& args) {
  if (types_.kind(type) == TypeKind::kRecord) {
    Check(term.has_parts, "a record is expected as an argument");
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    const auto& fields = types_.record(type).fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
      AppendInputs(types_.Array(fields[i].type, outer), term.parts[i], args);
    return;
  }
  Kind kind = c_.KindOf(type);
  if (types_.is_scalar(type)) {
    Check(term.scalar.valid(), "a scalar is expected as an argument");
    args.push_back(b_.Convert(term.scalar, kind));
    return;
  }
  Check(term.array && term.array->sizes.size() == types_.rank(type),
        "an array of another rank is expected as an argument");
  ArrayRef array = term.array;
  if (array->kind != kind) {
    ArrayRef from = array;
    array = std::make_shared<const Array>(MakeRule(
        kind, from->sizes, [this, from, kind](std::span<const Reg> at) { return b_.Convert(At(*from, at), kind); }));
  }
  array = ToMemory(array);
  args.push_back(array->data);
  args.insert(args.end(), array->sizes.begin(), array->sizes.end());
}

Term Lowering::TakeParameter(TypeId type, std::size_t& next) {
  if (types_.kind(type) == TypeKind::kRecord) {
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    std::vector<Term> parts;
    for (const RecordField& field : types_.record(type).fields)
      parts.push_back(TakeParameter(types_.Array(field.type, outer), next));
    return Term::Of(std::move(parts));
  }
  if (types_.is_scalar(type)) return Term::Of(b_.Parameter(next++));
  Array array;
  array.kind = c_.KindOf(type);
  array.data = b_.Parameter(next++);
  for (std::int32_t size : types_.sizes(type)) {
    array.sizes.push_back(size >= 0 ? b_.Int(size) : b_.Parameter(next));
    ++next;
  }
  return Term::Of(std::move(array));
}

Variable Lowering::AppendOutputs(TypeId type, std::vector<Reg>& args) {
  Variable variable;
  if (types_.kind(type) == TypeKind::kRecord) {
    variable.has_parts = true;
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    for (const RecordField& field : types_.record(type).fields)
      variable.parts.push_back(AppendOutputs(types_.Array(field.type, outer), args));
    return variable;
  }
  variable.kind = c_.KindOf(type);
  variable.is_array = !types_.is_scalar(type);
  Kind cell = variable.is_array ? Kind::kPointer : variable.kind == Kind::kBool ? Kind::kInt : variable.kind;
  variable.value = b_.NewLocal(cell);
  args.push_back(b_.Address(variable.value));
  for (std::size_t i = 0; i < types_.rank(type); ++i) {
    variable.sizes.push_back(b_.NewLocal(Kind::kInt));
    args.push_back(b_.Address(variable.sizes.back()));
  }
  return variable;
}

Term Lowering::TakeOutput(TypeId type, const Variable& variable) {
  if (variable.has_parts) {
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    std::vector<Term> parts;
    const auto& fields = types_.record(type).fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
      parts.push_back(TakeOutput(types_.Array(fields[i].type, outer), variable.parts[i]));
    return Term::Of(std::move(parts));
  }
  if (!variable.is_array) return Term::Of(b_.Convert(b_.Get(variable.value), variable.kind));
  Array array;
  array.kind = variable.kind;
  array.data = b_.Get(variable.value);
  array.is_fresh = true;
  for (std::size_t i = 0; i < variable.sizes.size(); ++i) {
    std::int32_t size = types_.sizes(type)[i];
    array.sizes.push_back(size >= 0 ? b_.Int(size) : b_.Get(variable.sizes[i]));
  }
  return Term::Of(std::move(array));
}

void Lowering::StoreOutput(TypeId type, const Term& term, std::size_t& next) {
  if (types_.kind(type) == TypeKind::kRecord) {
    std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
    const auto& fields = types_.record(type).fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
      StoreOutput(types_.Array(fields[i].type, outer), term.parts[i], next);
    return;
  }
  if (types_.is_scalar(type))
    return b_.Store(b_.Parameter(next++), b_.Int(0), b_.Convert(term.scalar, c_.KindOf(type)));
  ArrayRef array = ToMemory(term.array);
  b_.Store(b_.Parameter(next++), b_.Int(0), array->data);
  for (Reg size : array->sizes) b_.Store(b_.Parameter(next++), b_.Int(0), size);
}

Term Lowering::Call(FunctionId id, std::span<const Term> arguments, Span) {
  const Function& function = c_.store.functions[id];
  if (function.is_record_constructor)
    return Term::Of(std::vector<Term>{Term::Of(std::vector<Term>(arguments.begin(), arguments.end()))});
  Check(arguments.size() == function.input_count, "a call with another number of arguments");
  RoutineId routine = c_.FunctionRoutine(id);
  std::vector<Reg> args;
  for (std::size_t i = 0; i < function.input_count; ++i) AppendInputs(function.input(i).type, arguments[i], args);
  std::vector<Variable> outputs;
  for (std::size_t i = 0; i < function.output_count; ++i)
    outputs.push_back(AppendOutputs(function.output(i).type, args));
  b_.CallRoutine(routine, args);
  std::vector<Term> results;
  for (std::size_t i = 0; i < function.output_count; ++i)
    results.push_back(TakeOutput(function.output(i).type, outputs[i]));
  return Term::Of(std::move(results));
}

Term Lowering::LowerCall(Expr e) {
  std::vector<Term> arguments;
  for (Expr arg : pool_.args(e)) arguments.push_back(Known(arg));
  Term result = Call(pool_.function(e), arguments, Origin().span);
  return WithSizesOf(pool_.type(e), result.parts.size() == 1 ? result.parts[0] : result, e);
}

// Where the call is, sizes may be known that the function does not know.
Term Lowering::WithSizesOf(TypeId type, const Term& term, Expr e) {
  if (term.has_parts) {
    std::vector<Term> parts = term.parts;
    if (types_.kind(type) == TypeKind::kTuple) {
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = WithSizesOf(types_[type].parts[i], parts[i], e);
    } else if (types_.kind(type) == TypeKind::kRecord) {
      std::vector<std::int32_t> outer(types_.sizes(type).begin(), types_.sizes(type).end());
      const auto& fields = types_.record(type).fields;
      for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = WithSizesOf(types_.Array(fields[i].type, outer), parts[i], e);
    }
    return Term::Of(std::move(parts));
  }
  if (!term.array || types_.rank(type) != term.array->sizes.size()) return term;
  Array array = *term.array;
  for (std::size_t i = 0; i < array.sizes.size(); ++i) {
    std::int32_t size = types_.sizes(type)[i];
    if (size < 0 || b_.IntConstant(array.sizes[i])) continue;
    b_.CheckSize(array.sizes[i], b_.Int(size), Site(e));
    array.sizes[i] = b_.Int(size);
  }
  return Term::Of(std::move(array));
}

Term Lowering::LowerCallValue(Expr e) {
  auto args = pool_.args(e);
  const Type& type = types_[pool_.type(args[0])];
  Check(type.kind == TypeKind::kFunction, "a call of what is no function");
  Reg closure = Known(args[0]).scalar;
  std::vector<Reg> regs{closure};
  for (std::size_t i = 1; i < args.size(); ++i) AppendInputs(type.parts[i - 1], Known(args[i]), regs);
  std::span<const TypeId> outputs = type.parts.subspan(type.detail);
  std::vector<Variable> places;
  for (TypeId output : outputs) places.push_back(AppendOutputs(output, regs));
  b_.CallPointer(b_.Load(Kind::kPointer, closure, b_.Int(0)), regs);
  std::vector<Term> results;
  for (std::size_t i = 0; i < outputs.size(); ++i) results.push_back(TakeOutput(outputs[i], places[i]));
  return WithSizesOf(pool_.type(e), results.size() == 1 ? results[0] : Term::Of(std::move(results)), e);
}

Term Lowering::LowerFunctionValue(Expr e) {
  FunctionId id = pool_.function(e);
  const Function& function = c_.store.functions[id];
  auto args = pool_.args(e);
  std::vector<std::size_t> bound;
  std::vector<Reg> values;
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
    auto place = static_cast<std::size_t>(pool_.integer(args[i]));
    bound.push_back(place);
    AppendInputs(function.input(place).type, Known(args[i + 1]), values);
  }
  Reg closure = b_.Kernel("mica_scratch", {b_.Int(static_cast<std::int64_t>(values.size()) + 1)});
  b_.Store(closure, b_.Int(0), b_.CodePointer(c_.ClosureRoutine(id, bound)));
  for (std::size_t i = 0; i < values.size(); ++i)
    b_.Store(closure, b_.Int(static_cast<std::int64_t>(i) + 1), values[i]);
  return Term::Of(closure);
}

// The routine's parameters: the closure, the inputs that are not bound, the outputs.
void Lowering::LowerClosure(FunctionId id, const std::vector<std::size_t>& bound) {
  const Function& function = c_.store.functions[id];
  Reg closure = b_.Parameter(0);
  std::size_t next_cell = 1, next_parameter = 1;
  std::vector<std::vector<Reg>> by_place(function.input_count);
  for (std::size_t place : bound) {
    std::vector<Kind> kinds;
    c_.AppendInputKinds(function.input(place).type, kinds);
    for (Kind kind : kinds)
      by_place[place].push_back(b_.Load(kind, closure, b_.Int(static_cast<std::int64_t>(next_cell++))));
  }
  std::vector<Reg> args;
  for (std::size_t place = 0; place < function.input_count; ++place) {
    std::vector<Kind> kinds;
    c_.AppendInputKinds(function.input(place).type, kinds);
    bool is_bound = !kinds.empty() && !by_place[place].empty();
    if (is_bound)
      args.insert(args.end(), by_place[place].begin(), by_place[place].end());
    else
      for (std::size_t k = 0; k < kinds.size(); ++k) args.push_back(b_.Parameter(next_parameter++));
  }
  for (std::size_t i = 0; i < function.output_count; ++i) {
    std::vector<Kind> kinds;
    c_.AppendOutputKinds(function.output(i).type, kinds);
    for (std::size_t k = 0; k < kinds.size(); ++k) args.push_back(b_.Parameter(next_parameter++));
  }
  b_.CallRoutine(c_.FunctionRoutine(id), args);
}

}  // namespace mica::code
