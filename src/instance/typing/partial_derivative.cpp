// Functions that are partial derivatives of others (specification 12.7.2): `function f_x = der(f, x)` has the inputs of
// f and gives the derivative of its outputs by x; with several names, one after the other. The body is a call of f's
// derivative function along the direction of x. That function is made by a later stage, which is handed in
// (SetDifferentiation).
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

namespace {

bool HasReals(TypeId type, const Types& types) {
  if (types.kind(type) == TypeKind::kReal) return true;
  if (types.kind(type) != TypeKind::kRecord) return false;
  for (const RecordField& field : types.record(type).fields)
    if (HasReals(field.type, types)) return true;
  return false;
}

// Zeros of the type of a derivative, with the sizes of `like` where the type leaves them open.
Expr ZeroOf(TypeId type, Expr like, Store& store) {
  ExprPool& exprs = store.exprs;
  std::vector<Expr> args{exprs.Real(0)};
  if (store.types.kind(type) == TypeKind::kRecord) {
    std::vector<RecordField> fields = store.types.record(type).fields;
    std::vector<Expr> values;
    for (const RecordField& field : fields) {
      int place = store.types.record(exprs.type(like)).FindField(field.name);
      Expr part = exprs.Make(Op::kField, field.type, {like}, static_cast<std::uint64_t>(std::max(place, 0)));
      values.push_back(ZeroOf(field.type, part, store));
    }
    args[0] = exprs.Make(Op::kRecord, store.types.Element(type), values);
  }
  for (std::size_t d = 0; d < store.types.rank(type); ++d) {
    std::int32_t size = store.types.sizes(type)[d];
    args.push_back(size >= 0 ? exprs.Integer(size)
                             : exprs.Make(Op::kSize, store.types.integer(),
                                          {like, exprs.Integer(static_cast<std::int64_t>(d) + 1)}));
  }
  return args.size() == 1 ? args[0] : exprs.Make(Op::kFill, type, args);
}

// df(inputs of f) := f$der(inputs of f, directions): 1 for the input at `place`, 0 for the others.
Function AlongInput(const Function& f, FunctionId derivative, std::size_t place, Store& store) {
  Function made;
  made.input_count = f.input_count;
  for (std::size_t i = 0; i < f.input_count; ++i) made.variables.push_back(f.variables[i]);
  std::vector<Expr> args;
  for (std::size_t i = 0; i < f.input_count; ++i) args.push_back(store.exprs.Local(i, f.input(i).type));
  const Function& der = store.functions[derivative];
  std::size_t next = f.input_count;
  for (std::size_t i = 0; i < f.input_count; ++i) {
    if (!HasReals(f.input(i).type, store.types)) continue;
    args.push_back(i == place ? store.exprs.Real(1) : ZeroOf(der.input(next).type, args[i], store));
    ++next;
  }
  Statement assign;
  std::vector<TypeId> parts;
  std::size_t given = 0;
  for (std::size_t k = 0; k < f.output_count; ++k) {
    if (!HasReals(f.output(k).type, store.types)) continue;
    FunctionVariable output = f.output(k);
    output.type = der.output(given++).type;
    output.binding = {};
    parts.push_back(output.type);
    assign.targets.push_back(store.exprs.Local(made.variables.size(), output.type));
    made.variables.push_back(std::move(output));
  }
  made.output_count = parts.size();
  assign.kind = parts.size() == 1 ? Statement::Kind::kAssign : Statement::Kind::kTupleAssign;
  assign.value =
      store.exprs.Make(Op::kCall, parts.size() == 1 ? parts[0] : store.types.Tuple(parts), args, derivative.index());
  made.body.push_back(std::move(assign));
  made.is_impure = f.is_impure;
  return made;
}

}  // namespace

FunctionId Elaboration::PartialDerivativeOf(ClassInstance* c) {
  const syntax::ClassDefinition& definition = *c->definition;
  Span span = c->tree->SpanOf(definition.name_token);
  auto fail = [&](std::string why) {
    ops().Fail(kPartialDerivative, span, fmt::format("{} is not a partial derivative: {}", names().text(c->name), why));
    return FunctionId();
  };
  ClassInstance* base = definition.base ? instances_.LookupClass(c->parent, *definition.base, *c->tree) : nullptr;
  if (!base) return {};
  if (!instances_.IsFunction(base)) return fail(fmt::format("{} is not a function", instances_.QualifiedName(base)));
  FunctionId at = FunctionOf(base, span);
  if (!at.valid() || definition.derivative_inputs.empty()) return {};
  for (Name input : definition.derivative_inputs) {
    const Function& f = store().functions[at];
    std::size_t place = 0;
    while (place < f.input_count && f.input(place).name != input) ++place;
    if (place == f.input_count)
      return fail(fmt::format("{} has no input {}", names().text(f.name), names().text(input)));
    if (f.input(place).type != store().types.real())
      return fail(fmt::format("the input {} is not a Real scalar", names().text(input)));
    std::string why = "functions cannot be differentiated here";
    std::optional<FunctionId> derivative = differentiate_ ? differentiate_(at, why) : std::nullopt;
    if (!derivative) return fail(why);
    Function made = AlongInput(store().functions[at], *derivative, place, store());
    made.name = names().Intern(instances_.QualifiedName(c));
    made.span = span;
    at = store().functions.Add(std::move(made));
  }
  return at;
}

}  // namespace mica::instance
