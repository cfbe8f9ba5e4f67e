// Calls: functions with positional, named and default arguments, record constructors, reductions, comprehensions,
// functions applied to arrays element by element, functions as arguments (specification 12.4, 12.6, 10.4.1, 10.3.4).
#include <fmt/format.h>
#include <algorithm>

#include "instance/builtin/builtin_call.h"
#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

Expr SubstituteLocals(Expr e, std::span<const Expr> values, Store& store) {
  ExprPool& exprs = store.exprs;
  if (exprs.op(e) == Op::kLocal) {
    std::size_t place = exprs.payload(e);
    return place < values.size() && values[place].valid() ? values[place] : e;
  }
  std::vector<Expr> args = exprs.ArgsCopy(e);
  if (args.empty()) return e;
  bool changed = false;
  for (Expr& arg : args) {
    Expr old = arg;
    arg = SubstituteLocals(arg, values, store);
    changed = changed || arg != old;
  }
  if (!changed) return e;
  // A size that is known now.
  if (exprs.op(e) == Op::kSize && exprs.op(args[1]) == Op::kInteger) {
    Sizes sizes = store.types.sizes(exprs.type(args[0]));
    std::int64_t k = exprs.integer(args[1]);
    if (k >= 1 && k <= static_cast<std::int64_t>(sizes.size()) && sizes[static_cast<std::size_t>(k) - 1] >= 0)
      return exprs.Integer(sizes[static_cast<std::size_t>(k) - 1]);
  }
  if (exprs.op(e) == Op::kIndex) return exprs.Index(args[0], std::span<const Expr>(args).subspan(1));
  if (exprs.op(e) == Op::kField && exprs.op(args[0]) == Op::kRecord) return exprs.arg(args[0], exprs.payload(e));
  return exprs.Make(exprs.op(e), exprs.type(e), args, exprs.payload(e));
}

Expr Typer::TypeCall(const syntax::Call& call) {
  const syntax::ComponentReference& callee = *call.callee;
  std::string_view name = callee.parts.size() == 1 ? names().text(callee.parts[0].name) : std::string_view();
  Span span = SpanOf(call);
  if (!call.iterators.empty()) {
    Op op = name == "sum"       ? Op::kSumFor
            : name == "product" ? Op::kProductFor
            : name == "min"     ? Op::kMinFor
            : name == "max"     ? Op::kMaxFor
            : name == "array"   ? Op::kArrayFor
                                : Op::kError;
    if (op == Op::kError || call.arguments.size() != 1 || !call.named_arguments.empty())
      return ops().Fail(
          kForInCall, span,
          fmt::format("`for` inside a call is for sum, product, min, max and array, not for {}", tree_->Text(callee)));
    return TypeComprehension(*call.arguments[0], call.iterators, op, span);
  }
  if (name == "pure" && call.arguments.size() == 1 && call.named_arguments.empty()) {
    Expr inside = Type(*call.arguments[0]);
    elaboration_.NotePure(exprs().op(inside) == Op::kTupleItem ? exprs().arg(inside, 0) : inside);
    return inside;
  }
  // A function among the local variables: an input of function type.
  if (!name.empty() && !callee.leading_dot) {
    Found found = instances().Lookup(scope_, callee.parts[0].name);
    if (found.component && found.component->local >= 0) {
      Expr function = TypeLocal(found.component, callee, 0);
      if (ops().is_error(function)) return function;
      if (types().kind(exprs().type(function)) != TypeKind::kFunction)
        return ops().Fail(kNotAFunction, span, fmt::format("{} is not a function", name));
      return CallValue(function, call);
    }
    if (found.component) {
      auto& d = elaboration_.sink().Report(kNotAFunction, SpanOf(callee),
                                           fmt::format("{} is a component, not a function", name));
      d.notes.push_back({found.component->span(), "declared here"});
      return ops().error();
    }
  }
  ClassInstance* c = FindClass(callee);
  if (c) {
    PrimitiveClass primitive = instances().PrimitiveOf(c);
    if (primitive.primitive == Primitive::kEnumeration) {
      if (call.arguments.size() != 1 || !call.named_arguments.empty())
        return ops().Fail(kWrongArgumentCount, span, fmt::format("{} requires one Integer", tree_->Text(callee)));
      Expr value = TypeAs(*call.arguments[0], types().integer(), "the place of an enumeration literal");
      if (ops().is_error(value)) return value;
      return exprs().Make(Op::kEnumValue, primitive.type, {value});
    }
    if (primitive.primitive == Primitive::kNone) return CallFunction(c, call);
  }
  if (!name.empty() && !FindBuiltin(name).empty()) return BuiltinCalls(*this, call).Type(name);
  if (c) return ops().Fail(kNotAFunction, span, fmt::format("{} cannot be called", tree_->Text(callee)));
  if (std::string_view of_graph = ConnectionsOperator(call); !of_graph.empty()) {
    std::string full = fmt::format("Connections.{}", of_graph);
    if (FindBuiltin(full).empty())
      return ops().Fail(kOperatorNotAllowed, span, fmt::format("there is no operator {}", full));
    return BuiltinCalls(*this, call).Type(FindBuiltin(full)[0].name);
  }
  // Report where the name stops making sense.
  if (callee.parts.size() == 1) {
    instances().ReportUnknown(scope_, callee.parts[0].name, SpanOf(callee), false, BuiltinNames());
  } else if (Component* component =
                 callee.leading_dot ? nullptr : instances().Lookup(scope_, callee.parts[0].name).component) {
    component = elaboration_.Resolve(component);
    if (!elaboration_.EnsureTyped(component)) return ops().error();
    const syntax::ReferencePart& next = callee.parts[1];
    if (component->type && !instances().FindElement(component->type, next.name))
      instances().ReportUnknown(component->type, next.name, tree_->SpanOf(next.token), true);
    else
      ops().Fail(kNotAFunction, SpanOf(callee), fmt::format("{} is not a function", tree_->Text(callee)));
  } else {
    std::vector<Name> path;
    for (const syntax::ReferencePart& part : callee.parts) path.push_back(part.name);
    instances().LookupClass(scope_, path, callee.leading_dot, SpanOf(callee));
  }
  return ops().error();
}

Expr Typer::CallFunction(ClassInstance* function, const syntax::Call& call) {
  Span span = SpanOf(call);
  syntax::ClassKind kind = instances().KindOf(function);
  if (kind == syntax::ClassKind::kFunction || kind == syntax::ClassKind::kOperatorFunction) {
    // A function that is one of the predefined ones under another name.
    const syntax::ExternalClause* external = nullptr;
    Name external_name;
    instances().ForEachClass(function, [&](ClassInstance* part) {
      if (part->definition && part->definition->external) {
        external = part->definition->external;
        external_name = external->function.valid() ? external->function : part->name;
      }
    });
    if (external && external->language && external->language->value == "builtin" &&
        !FindBuiltin(names().text(external_name)).empty()) {
      std::vector<Name> inputs;
      instances().ForEachComponent(function, [&](Component* component) {
        if (elaboration_.CausalityOf(component) == syntax::Causality::kInput) inputs.push_back(component->name);
      });
      return BuiltinCalls(*this, call, std::move(inputs)).Type(names().text(external_name));
    }
    FunctionId id = elaboration_.FunctionOf(function, span);
    if (!id.valid()) return ops().error();
    bool is_partial = function->definition && function->definition->is_partial;
    if (is_partial) {
      auto& d = elaboration_.sink().Report(
          kPartialFunctionCalled, span,
          fmt::format("{} is partial and cannot be called", instances().QualifiedName(function)));
      d.notes.push_back({function->tree->SpanOf(function->definition->name_token), "declared here"});
      return ops().error();
    }
    return MakeCall(id, call);
  }
  if (kind == syntax::ClassKind::kRecord || kind == syntax::ClassKind::kOperatorRecord) {
    if (kind == syntax::ClassKind::kOperatorRecord) {
      if (Expr made = CallConstructor(function, call); made.valid()) return made;
      // Operators are found by the type, which no component may have had yet.
      if (function->record_progress != Progress::kUnderway) (void)elaboration_.RecordTypeOf(function);
    }
    FunctionId id = elaboration_.FunctionOf(function, span);
    return id.valid() ? MakeCall(id, call) : ops().error();
  }
  // External objects are made by calling their class.
  TypeId object = elaboration_.ObjectTypeOf(function);
  if (object.valid()) return MakeCall(types().object(object).constructor, call);
  auto& d = elaboration_.sink().Report(
      kNotAFunction, span,
      fmt::format("{} is a {}, not a function", instances().QualifiedName(function), syntax::Spelling(kind)));
  if (function->definition)
    d.notes.push_back({function->tree->SpanOf(function->definition->name_token), "declared here"});
  return ops().error();
}

Expr Typer::MakeCall(FunctionId id, const syntax::Call& call) {
  const Function& function = store().functions[id];
  Span span = SpanOf(call);
  std::string_view name = names().text(function.name);
  std::size_t inputs = function.input_count;
  std::vector<Expr> args(inputs);
  std::vector<Span> spans(inputs, span);
  std::vector<std::size_t> settable;  // places that positional arguments go to, in order
  for (std::size_t i = 0; i < inputs; ++i)
    if (!function.input(i).is_constant) settable.push_back(i);
  if (call.arguments.size() > settable.size()) {
    auto& d = elaboration_.sink().Report(kWrongArgumentCount, span,
                                         fmt::format("{} takes {} argument{}, and is given {}", name, settable.size(),
                                                     settable.size() == 1 ? "" : "s", call.arguments.size()));
    d.notes.push_back({function.span, "declared here"});
    return ops().error();
  }
  bool ok = true;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    args[settable[i]] = Type(*call.arguments[i]);
    spans[settable[i]] = SpanOf(*call.arguments[i]);
  }
  for (const syntax::NamedArgument* argument : call.named_arguments) {
    std::size_t place = inputs;
    std::vector<std::string_view> candidates;
    for (std::size_t i : settable) {
      if (function.input(i).name == argument->name) place = i;
      candidates.push_back(names().text(function.input(i).name));
    }
    if (place == inputs) {
      auto& d = elaboration_.sink().Report(kUnknownArgument, SpanOf(*argument),
                                           fmt::format("{} has no argument {}", name, names().text(argument->name)));
      if (auto near = NearestSpelling(names().text(argument->name), candidates); !near.empty())
        d.hint = fmt::format("did you mean {}?", near);
      d.notes.push_back({function.span, "declared here"});
      ok = false;
      continue;
    }
    if (args[place].valid()) {
      ops().Fail(kArgumentTwice, SpanOf(*argument),
                 fmt::format("the argument {} of {} is given twice", names().text(argument->name), name));
      ok = false;
      continue;
    }
    args[place] = Type(*argument->value);
    spans[place] = SpanOf(*argument->value);
  }
  // Types, and how many dimensions more an argument has than the input (the function is then applied element by
  // element).
  std::vector<std::size_t> extra(inputs, 0);
  std::size_t vectorised = 0;
  for (std::size_t i = 0; i < inputs; ++i) {
    if (!args[i].valid()) continue;
    if (ops().is_error(args[i])) {
      ok = false;
      continue;
    }
    TypeId want = function.input(i).type;
    std::size_t have_rank = types().rank(exprs().type(args[i])), want_rank = types().rank(want);
    std::string what = fmt::format("the argument {} of {}", names().text(function.input(i).name), name);
    if (have_rank > want_rank && types().kind(want) != TypeKind::kFunction) {
      extra[i] = have_rank - want_rank;
      vectorised = std::max(vectorised, extra[i]);
      std::vector<std::int32_t> sizes(
          types().sizes(exprs().type(args[i])).begin(),
          types().sizes(exprs().type(args[i])).begin() + static_cast<std::ptrdiff_t>(extra[i]));
      args[i] = ops().Coerce(args[i], types().Array(want, sizes), spans[i], what);
    } else if (types().kind(want) == TypeKind::kFunction) {
      args[i] = AsFunction(args[i], want, spans[i], what);
    } else {
      args[i] = ops().Coerce(args[i], want, spans[i], what);
    }
    ok = ok && !ops().is_error(args[i]);
  }
  if (!ok) return ops().error();
  // Defaults may use the other arguments.
  for (std::size_t i = 0; i < inputs; ++i) {
    if (args[i].valid()) continue;
    const FunctionVariable& input = function.input(i);
    if (!input.binding.valid()) {
      auto& d = elaboration_.sink().Report(
          kMissingArgument, span, fmt::format("the argument {} of {} is missing", names().text(input.name), name));
      d.notes.push_back({input.span.valid() ? input.span : function.span, "it has no default"});
      ok = false;
      continue;
    }
  }
  if (!ok) return ops().error();
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t i = 0; i < inputs; ++i) {
      if (args[i].valid() || NeedsLocals(function.input(i).binding, args)) continue;
      args[i] = SubstituteLocals(function.input(i).binding, args, store());
      is_new = true;
    }
  }
  for (std::size_t i = 0; i < inputs; ++i)
    if (!args[i].valid())
      return ops().Fail(kValueDependsOnItself, span,
                        fmt::format("the default of the argument {} of {} depends on itself",
                                    names().text(function.input(i).name), name));
  if (vectorised > 0) return Vectorise(id, std::move(args), extra, span);
  return Apply(id, args);
}

// Whether it speaks of variables of the function that have no value yet.
bool Typer::NeedsLocals(Expr e, std::span<const Expr> values) {
  if (exprs().op(e) == Op::kLocal) return exprs().payload(e) >= values.size() || !values[exprs().payload(e)].valid();
  for (std::size_t i = 0; i < exprs().args(e).size(); ++i)
    if (NeedsLocals(exprs().arg(e, i), values)) return true;
  return false;
}

// The record that a constructor makes of these arguments: fields whose size the class leaves open have that of the
// argument.
TypeId Typer::ConstructedType(const Function& constructor, TypeId declared, std::span<const Expr> args) {
  RecordDefinition made = types().record(declared);
  bool is_open = false;
  for (std::size_t i = 0; i < made.fields.size() && i < args.size(); ++i) {
    TypeId type = made.fields[i].type, given = exprs().type(args[i]);
    if (types().kind(type) == TypeKind::kRecord && types().is_scalar(type) && types().kind(given) == TypeKind::kRecord)
      made.fields[i].type = given;
    is_open = is_open || made.fields[i].type != type;
    if (!types().has_unknown_size(type) || types().rank(type) != types().rank(given)) continue;
    is_open = true;
    std::vector<std::int32_t> sizes(types().sizes(given).begin(), types().sizes(given).end());
    const FunctionVariable& input = constructor.input(i);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (sizes[k] >= 0 || k >= input.sizes.size() || exprs().op(input.sizes[k]) == Op::kColon) continue;
      if (std::optional<Value> known = elaboration_.TryEvaluate(SubstituteLocals(input.sizes[k], args, store())))
        sizes[k] = static_cast<std::int32_t>(known->integer());
    }
    made.fields[i].type = types().WithSizes(type, sizes);
  }
  if (!is_open) return declared;
  RecordId id = types().AddRecord(std::move(made));
  if (ClassInstance* c = elaboration_.RecordClassOf(declared)) elaboration_.record_classes_.emplace(id.index(), c);
  return types().Record(id);
}

// The call of `id` with all its arguments; sizes of outputs that follow from the arguments are worked out.
Expr Typer::Apply(FunctionId id, std::span<const Expr> args) {
  const Function& function = store().functions[id];
  std::vector<TypeId> outputs;
  for (std::size_t k = 0; k < function.output_count; ++k) {
    const FunctionVariable& output = function.output(k);
    TypeId type = output.type;
    if (types().has_unknown_size(type) && output.sizes.size() == types().rank(type)) {
      std::vector<std::int32_t> sizes(types().sizes(type).begin(), types().sizes(type).end());
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] >= 0 || exprs().op(output.sizes[i]) == Op::kColon) continue;
        Expr size = SubstituteLocals(output.sizes[i], args, store());
        if (std::optional<Value> known = elaboration_.TryEvaluate(size))
          sizes[i] = static_cast<std::int32_t>(known->integer());
      }
      type = types().WithSizes(type, sizes);
    }
    outputs.push_back(type);
  }
  if (function.is_record_constructor)
    return exprs().Make(Op::kRecord, ConstructedType(function, outputs[0], args), args);
  TypeId type = outputs.empty() ? types().none() : outputs.size() == 1 ? outputs[0] : types().Tuple(outputs);
  Expr call = exprs().Make(Op::kCall, type, args, id.index());
  // What the tool itself provides is known at once, for literals: files of a library, above all.
  if (function.is_external && function.external.language == "builtin" && !function.is_impure &&
      std::ranges::all_of(args, [&](Expr arg) { return exprs().is_literal(arg); }))
    if (std::optional<Value> known = elaboration_.TryEvaluate(call)) return ToExpr(*known, exprs());
  return call;
}

Expr Typer::CallWith(ClassInstance* function, std::vector<Expr> args, Span span) {
  FunctionId id = elaboration_.FunctionOf(function, span);
  if (!id.valid()) return ops().error();
  const Function& called = store().functions[id];
  if (called.input_count != args.size())
    return ops().Fail(kWrongArgumentCount, span,
                      fmt::format("{} takes {} arguments, and is given {}", names().text(called.name),
                                  called.input_count, args.size()));
  for (std::size_t i = 0; i < args.size(); ++i) {
    args[i] = ops().Coerce(
        args[i], called.input(i).type, span,
        fmt::format("the argument {} of {}", names().text(called.input(i).name), names().text(called.name)));
    if (ops().is_error(args[i])) return args[i];
  }
  return Apply(id, args);
}

// f(a) for an array a and a scalar input: {f(a[i]) for i in 1:n} (specification 12.4.6).
Expr Typer::Vectorise(FunctionId id, std::vector<Expr> args, const std::vector<std::size_t>& extra, Span span) {
  std::size_t rank = *std::ranges::max_element(extra);
  std::vector<std::int32_t> sizes;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (extra[i] == 0) continue;
    Sizes own = types().sizes(exprs().type(args[i])).first(extra[i]);
    if (sizes.empty()) sizes.assign(own.begin(), own.end());
    if (extra[i] != rank || !std::ranges::equal(own, sizes))
      return ops().Fail(
          kArgumentSizesDiffer, span,
          fmt::format("the arguments of {} that are arrays differ in size", names().text(store().functions[id].name)));
  }
  std::vector<Expr> made{Expr()}, iterators;
  for (std::size_t d = 0; d < rank; ++d) {
    Expr iterator = exprs().NewIterator(names().Intern("i"), types().integer());
    iterators.push_back(iterator);
    Expr first;
    for (std::size_t i = 0; i < args.size() && !first.valid(); ++i)
      if (extra[i] > 0) first = args[i];
    Expr stop = sizes[d] >= 0 ? exprs().Integer(sizes[d])
                              : exprs().Make(Op::kSize, types().integer(),
                                             {first, exprs().Integer(static_cast<std::int64_t>(d) + 1)});
    made.push_back(iterator);
    made.push_back(ops().Range(exprs().Integer(1), {}, stop, span));
  }
  for (std::size_t i = 0; i < args.size(); ++i)
    if (extra[i] > 0) args[i] = exprs().Index(args[i], iterators);
  Expr body = Apply(id, args);
  if (types().kind(exprs().type(body)) == TypeKind::kTuple)
    body = exprs().Make(Op::kTupleItem, types()[exprs().type(body)].parts[0], {body}, 0);
  made[0] = body;
  return exprs().Make(Op::kArrayFor, types().Array(exprs().type(body), sizes), made);
}

Expr Typer::CallValue(Expr function, const syntax::Call& call) {
  const mica::Type& type = types()[exprs().type(function)];
  std::span<const TypeId> parts = type.parts;
  std::size_t inputs = type.detail;
  Span span = SpanOf(call);
  if (call.arguments.size() != inputs || !call.named_arguments.empty())
    return ops().Fail(kWrongArgumentCount, span,
                      fmt::format("{} takes {} argument{}, and is given {}", tree_->Text(*call.callee), inputs,
                                  inputs == 1 ? "" : "s", call.arguments.size() + call.named_arguments.size()));
  std::vector<Expr> args{function};
  for (std::size_t i = 0; i < inputs; ++i) {
    args.push_back(
        TypeAs(*call.arguments[i], parts[i], fmt::format("argument {} of {}", i + 1, tree_->Text(*call.callee))));
    if (ops().is_error(args.back())) return ops().error();
  }
  std::span<const TypeId> outputs = types()[exprs().type(function)].parts.subspan(inputs);
  return exprs().Make(Op::kCallValue, outputs.empty() ? types().none() : outputs[0], args);
}

// sum(A[i] for i in …) with arrays A[i] (10.3.4.1: sum alone takes them) is {sum(all[i, k] for i) for k}, with `all`
// the A[i] side by side.
static Expr SumOfArrays(Expr all, TypeId type, Store& store) {
  ExprPool& exprs = store.exprs;
  Types& types = store.types;
  std::vector<Expr> subscripts, summed, kept;
  Sizes known = types.sizes(exprs.type(all));
  std::vector<std::int32_t> sizes(known.begin(), known.end());
  std::size_t inner = types.rank(type), outer = sizes.size() - inner;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    Expr size = sizes[d] >= 0
                    ? exprs.Integer(sizes[d])
                    : exprs.Make(Op::kSize, types.integer(), {all, exprs.Integer(static_cast<std::int64_t>(d) + 1)});
    std::int32_t one[] = {sizes[d]};
    Expr range = exprs.Make(Op::kRange, types.Array(types.integer(), one), {exprs.Integer(1), exprs.Integer(1), size});
    Expr variable =
        exprs.NewIterator(store.names.Intern(fmt::format("{}{}", d < outer ? 'i' : 'k', d + 1)), types.integer());
    subscripts.push_back(variable);
    std::vector<Expr>& pairs = d < outer ? summed : kept;
    pairs.push_back(variable);
    pairs.push_back(range);
  }
  summed.insert(summed.begin(), exprs.Index(all, subscripts));
  kept.insert(kept.begin(), exprs.Make(Op::kSumFor, types.Element(type), summed));
  return exprs.Make(Op::kArrayFor, type, kept);
}

Expr Typer::TypeComprehension(const syntax::Expression& body, syntax::List<syntax::Iterator> iterators, Op op,
                              Span span) {
  std::vector<Expr> pairs;
  bool ok = true;
  // The last iterator is the outermost, and the others may use it in their ranges only if written after it: type in
  // order written.
  for (const syntax::Iterator* iterator : iterators) {
    Expr range = TypeRange(*iterator, body);
    ok = ok && !ops().is_error(range);
    TypeId element = ok ? types().Element(exprs().type(range)) : types().integer();
    // Over a literal range the sizes must be known in a model; of a reduction also in each round of the loops around
    // it.
    bool by_round = ok && op != Op::kArrayFor && elaboration_.UsesIterator(range, {});
    if (ok && !by_round && types().sizes(exprs().type(range))[0] < 0 && !instances().IsInFunction(scope_)) {
      if (std::optional<Value> known = elaboration_.Evaluate(
              range, SpanOf(*iterator), fmt::format("the range of {}", names().text(iterator->name))))
        range = ToExpr(*known, exprs());
      else
        ok = false;
    }
    Expr variable = exprs().NewIterator(iterator->name, element);
    PushIterator(iterator->name, variable);
    pairs.push_back(variable);
    pairs.push_back(range);
  }
  bool met_before = TakeMetSplit();
  DiagnosticSink::Transaction attempt(elaboration_.sink());
  Expr value = ok ? Type(body) : ops().error();
  for (std::size_t i = 0; i < iterators.size(); ++i) PopIterator();
  bool is_met = TakeMetSplit();
  met_split_ = met_before || (is_met && !ops().is_error(value));
  if (ok && is_met && ops().is_error(value)) {
    attempt.RollBack();
    return WriteOut(body, iterators, op, span);
  }
  if (!ok || ops().is_error(value)) return ops().error();
  std::vector<Expr> args{value};
  std::vector<std::int32_t> sizes;
  for (std::size_t i = iterators.size(); i-- > 0;) {
    args.push_back(pairs[2 * i]);
    args.push_back(pairs[2 * i + 1]);
    sizes.push_back(types().sizes(exprs().type(pairs[2 * i + 1]))[0]);
  }
  if (std::uint64_t rounds = ScalarsOf(sizes);
      rounds > instances().scalar_limit() && !instances().IsInFunction(scope_)) {
    elaboration_.ReportScalarLimit(rounds, span, "this expression is made of");
    return ops().error();
  }
  TypeId type = exprs().type(value);
  if (op == Op::kArrayFor) return exprs().Make(op, types().Array(type, sizes), args);
  if ((op == Op::kMinFor || op == Op::kMaxFor) && !types().is_scalar(type))
    return ops().Fail(kWrongArgumentShape, span, "min and max over `for` require scalars");
  if (types().kind(type) == TypeKind::kRecord && types().is_scalar(type))
    return ReduceRecords(op, exprs().Make(Op::kArrayFor, types().Array(type, sizes), args), span);
  if (op == Op::kSumFor && !types().is_scalar(type))
    return SumOfArrays(exprs().Make(Op::kArrayFor, types().Array(type, sizes), args), type, store());
  return exprs().Make(op, type, args);
}

}  // namespace mica::instance
