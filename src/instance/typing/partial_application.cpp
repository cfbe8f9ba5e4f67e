// function f(b = …): a function with some of its inputs given (specification 12.4.2.1).
//
// Where f is itself an input of the function at hand, which function it is shows at the call only. It is then bound as
// an input of a function that calls it, made for its type: call(f, x1, …) := f(x1, …).
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

// The function that calls its first input with the others; `interface` tells how they are called.
Function CallerOf(TypeId type, const Function& interface, Store& store) {
  Function made;
  made.name = store.names.Intern(fmt::format("{}$call", store.names.text(interface.name)));
  made.input_count = interface.input_count + 1;
  made.output_count = 1;
  made.span = interface.span;
  FunctionVariable function;
  function.name = store.names.Intern("function$");
  function.role = FunctionRole::kInput;
  function.type = type;
  made.variables.push_back(std::move(function));
  std::vector<Expr> args{store.exprs.Local(0, type)};
  for (std::size_t i = 0; i < interface.input_count; ++i) {
    FunctionVariable input = interface.input(i);
    // Sizes that other inputs decide were checked where it is called; here any will do.
    for (Expr& size : input.sizes) size = store.exprs.Colon();
    input.binding = {};
    args.push_back(store.exprs.Local(i + 1, input.type));
    made.variables.push_back(std::move(input));
  }
  FunctionVariable output = interface.output(0);
  for (Expr& size : output.sizes)
    if (!store.exprs.is_literal(size)) size = store.exprs.Colon();
  output.binding = {};
  Statement assign;
  assign.targets.push_back(store.exprs.Local(made.input_count, output.type));
  assign.value = store.exprs.Make(Op::kCallValue, output.type, args);
  assign.span = interface.span;
  made.variables.push_back(std::move(output));
  made.body.push_back(std::move(assign));
  return made;
}

}  // namespace

Expr Typer::TypePartial(const syntax::PartialApplication& partial) {
  Span span = SpanOf(partial);
  FunctionId id;
  std::vector<Expr> args;
  std::size_t first = 0;  // place of the first input that a name can mean
  Found found = partial.callee->IsName() ? instances().Lookup(scope_, partial.callee->parts[0].name) : Found();
  if (found.component && found.component->local >= 0 && elaboration_.EnsureTyped(found.component) &&
      found.component->function_type.valid()) {
    FunctionId interface = elaboration_.FunctionOf(found.component->type, span);
    if (!interface.valid() || store().functions[interface].output_count == 0) return ops().error();
    TypeId type = found.component->function_type;
    id = store().functions.Add(CallerOf(type, store().functions[interface], store()));
    args = {exprs().Integer(0), exprs().Local(static_cast<std::size_t>(found.component->local), type)};
    first = 1;
  } else {
    ClassInstance* c = FindClass(*partial.callee);
    if (!c || !instances().IsFunction(c))
      return ops().Fail(kNotAFunction, span, fmt::format("{} is not a function", tree_->Text(*partial.callee)));
    id = elaboration_.FunctionOf(c, span);
    if (!id.valid()) return ops().error();
  }
  std::vector<bool> bound(store().functions[id].input_count, false);
  if (first > 0) bound[0] = true;
  for (const syntax::NamedArgument* argument : partial.named_arguments) {
    const Function& function = store().functions[id];
    std::size_t place = first;
    while (place < function.input_count && function.input(place).name != argument->name) ++place;
    if (place == function.input_count)
      return ops().Fail(
          kUnknownArgument, SpanOf(*argument),
          fmt::format("{} has no argument {}", tree_->Text(*partial.callee), names().text(argument->name)));
    if (bound[place])
      return ops().Fail(kArgumentTwice, SpanOf(*argument),
                        fmt::format("the argument {} is given twice", names().text(argument->name)));
    Expr value = TypeAs(*argument->value, function.input(place).type,
                        fmt::format("the argument {}", names().text(argument->name)));
    if (ops().is_error(value)) return value;
    bound[place] = true;
    args.push_back(exprs().Integer(static_cast<std::int64_t>(place)));
    args.push_back(value);
  }
  const Function& function = store().functions[id];
  std::vector<TypeId> inputs, outputs;
  for (std::size_t i = 0; i < function.input_count; ++i)
    if (!bound[i]) inputs.push_back(function.input(i).type);
  for (std::size_t i = 0; i < function.output_count; ++i) outputs.push_back(function.output(i).type);
  return exprs().Make(Op::kPartial, types().Function(inputs, outputs), args, id.index());
}

Expr Typer::AsFunction(Expr function, TypeId want, Span span, std::string_view what) {
  TypeId have = exprs().type(function);
  if (types().kind(have) != TypeKind::kFunction)
    return ops().Fail(kWrongType, span,
                      fmt::format("{} must be a function, but {} is of type {}", what, ops().Text(function),
                                  ops().TypeText(function)));
  auto input_count = [&](TypeId type) { return std::size_t{types()[type].detail}; };
  auto output_count = [&](TypeId type) { return types()[type].parts.size() - input_count(type); };
  auto input = [&](TypeId type, std::size_t i) { return types()[type].parts[i]; };
  auto fail = [&](std::string_view why) {
    return ops().Fail(kWrongType, span,
                      fmt::format("{} must be a function of {} input{}, but {} {}", what, input_count(want),
                                  input_count(want) == 1 ? "" : "s", ops().Text(function), why));
  };
  if (input_count(have) < input_count(want)) return fail(fmt::format("has {}", input_count(have)));
  if (output_count(have) < output_count(want)) return fail("has fewer outputs");
  for (std::size_t i = 0; i < input_count(want); ++i)
    if (types().kind(input(have, i)) != types().kind(input(want, i)) ||
        types().rank(input(have, i)) != types().rank(input(want, i)))
      return fail(fmt::format("is called with {} for its input {}", types().Text(input(want, i), names()), i + 1));
  if (input_count(have) == input_count(want)) return function;
  Op op = exprs().op(function);
  if (op != Op::kFunction && op != Op::kPartial) return fail(fmt::format("has {}", input_count(have)));
  // The specification, 12.4.2: further inputs need defaults, which are bound here.
  FunctionId id(static_cast<std::uint32_t>(exprs().payload(function)));
  const Function& called = store().functions[id];
  std::vector<Expr> args = op == Op::kPartial ? exprs().ArgsCopy(function) : std::vector<Expr>();
  std::vector<bool> is_bound(called.input_count, false);
  for (std::size_t i = 0; i + 1 < args.size(); i += 2)
    is_bound[static_cast<std::size_t>(exprs().integer(args[i]))] = true;
  std::vector<TypeId> inputs, outputs;
  for (std::size_t i = 0; i < called.input_count; ++i) {
    if (is_bound[i]) continue;
    if (inputs.size() < input_count(want)) {
      inputs.push_back(called.input(i).type);
      continue;
    }
    Expr binding = called.input(i).binding;
    std::string_view name = names().text(called.input(i).name);
    if (!binding.valid()) return fail(fmt::format("has {}, and {} has no default", input_count(have), name));
    if (NeedsLocals(binding, {}))
      return fail(fmt::format("has {}, and the default of {} depends on others", input_count(have), name));
    args.push_back(exprs().Integer(static_cast<std::int64_t>(i)));
    args.push_back(binding);
  }
  for (std::size_t i = 0; i < called.output_count; ++i) outputs.push_back(called.output(i).type);
  return exprs().Make(Op::kPartial, types().Function(inputs, outputs), args, id.index());
}

}  // namespace mica::instance
