// Values known at translation: constants and structural parameters, through the interpreter (specification 3.8, 4.5,
// 18.3).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/elaboration.h"

namespace mica::instance {

// Variables of the model by the values of their components. A parameter that is used becomes evaluated: what was built
// on it holds for this value only.
class ModelEnvironment : public Environment {
 public:
  ModelEnvironment(Elaboration& elaboration, bool quiet, Span wanted_at, std::string_view why)
      : elaboration_(elaboration), quiet_(quiet), wanted_at_(wanted_at), why_(why) {}

  const Value* Variable(VarId id) override {
    Component* component = elaboration_.component(id);
    if (!component) return nullptr;
    if (component->variability > VariableKind::kParameter) return nullptr;
    used_.push_back(component);
    if (!quiet_) {
      const Value* value = elaboration_.ConstantOf(component, wanted_at_, why_);
      is_reported_ =
          is_reported_ || (!value && component->constant == Progress::kFailed && elaboration_.sink().has_errors());
      return value;
    }
    if (component->constant == Progress::kUnderway) return nullptr;
    Expr value = elaboration_.ValueOf(component);
    if (!value.valid()) return nullptr;
    return elaboration_.ConstantOf(component, {}, {});
  }

  bool CallExternal(const Function& function, std::span<ExternalArgument> arguments, Value* result,
                    std::string& message) override {
    if (elaboration_.external_calls_)
      return elaboration_.external_calls_->CallExternal(function, arguments, result, message);
    return Environment::CallExternal(function, arguments, result, message);
  }

  const std::vector<Component*>& used() const { return used_; }
  // A variable without a value was in it, and the reason was reported.
  bool is_reported() const { return is_reported_; }

 private:
  Elaboration& elaboration_;
  bool quiet_;
  Span wanted_at_;
  std::string_view why_;
  std::vector<Component*> used_;
  bool is_reported_ = false;
};

namespace {

// Iterators that are not bound inside the expression: of component arrays around it.
std::vector<Expr> FreeIterators(const ExprPool& exprs, Expr e) {
  std::vector<Expr> free, bound, stack{e};
  std::unordered_map<Expr, bool> seen;
  while (!stack.empty()) {
    Expr at = stack.back();
    stack.pop_back();
    if (!seen.emplace(at, true).second) continue;
    if (exprs.op(at) == Op::kIterator) free.push_back(at);
    auto args = exprs.args(at);
    if (IsReduction(exprs.op(at)))
      for (std::size_t i = 1; i < args.size(); i += 2) bound.push_back(args[i]);
    for (Expr arg : args) stack.push_back(arg);
  }
  std::erase_if(free, [&](Expr iterator) { return std::ranges::find(bound, iterator) != bound.end(); });
  return free;
}

}  // namespace

// A parameter with fixed = false.
bool Elaboration::IsFoundInitially(Component* component) {
  if (component->variability != VariableKind::kParameter || component->primitive == Primitive::kNone ||
      !EnsureTyped(component))
    return false;
  Expr fixed = AttributeOf(component, Attribute::kFixed);
  return fixed.valid() && store().exprs.op(fixed) == Op::kBoolean && !store().exprs.boolean(fixed);
}

const Value* Elaboration::ConstantOf(Component* component, Span wanted_at, std::string_view why) {
  bool quiet = why.empty();
  if (component->constant == Progress::kDone) return values_[component].get();
  if (component->constant == Progress::kFailed) {
    if (!quiet && !sink().has_errors())
      sink().Report(kNotKnownAtTranslation, wanted_at,
                    fmt::format("{} has no value that is known at translation, and {} needs one",
                                instances_.PathText(component), why));
    return nullptr;
  }
  if (component->constant == Progress::kUnderway || component->value == Progress::kUnderway) {
    if (!quiet) {
      auto& d =
          sink().Report(kValueDependsOnItself, component->binding ? component->binding->span() : component->span(),
                        fmt::format("the value of {} depends on itself", instances_.PathText(component)));
      if (wanted_at.valid()) d.notes.push_back({wanted_at, fmt::format("it is needed for {}", why)});
    }
    return nullptr;
  }
  component->constant = Progress::kUnderway;
  DiagnosticSink::Mark before = sink().mark();
  Expr value = ValueOf(component);
  if (IsFoundInitially(component)) {
    // Its value and its start value are guesses (specification 8.6).
    if (!quiet)
      sink().Report(
          kNotKnownAtTranslation, wanted_at,
          fmt::format("{} has no value that is known at translation: it is found by initialization, and {} needs one",
                      instances_.PathText(component), why));
    component->constant = quiet ? Progress::kNot : Progress::kFailed;
    return nullptr;
  }
  std::optional<Value> known;
  // A value that was refused was reported then, which may be long ago.
  bool is_refused = !value.valid() && sink().has_errors() && BindingOf(component);
  if (!value.valid() && EnsureTyped(component) && component->primitive != Primitive::kNone &&
      !sink().HasErrorsSince(before) && !is_refused) {
    // A parameter without a value has its start value (specification 4.5, with a warning when flattened).
    if (component->variability == VariableKind::kParameter) value = AttributeOf(component, Attribute::kStart);
    if (!value.valid() && !quiet) {
      auto& d = sink().Report(kParameterWithoutValue, component->span(),
                              fmt::format("{} has no value", instances_.PathText(component)));
      if (wanted_at.valid()) d.notes.push_back({wanted_at, fmt::format("{} needs it", why)});
    }
  }
  if (!value.valid() && EnsureTyped(component) && component->primitive == Primitive::kNone) {
    // A record of the values of its fields, which have the sizes of an array of records in front of their own.
    TypeId type = RecordTypeOf(component->type);
    std::vector<Value> fields;
    bool complete = type.valid();
    instances_.ForEachComponent(component->type, [&](Component* field) {
      const Value* part = complete ? ConstantOf(field, wanted_at, why) : nullptr;
      if (part)
        fields.push_back(*part);
      else
        complete = false;
    });
    if (complete) {
      known = Value();
      known->type = type;
      known->kind = TypeKind::kRecord;
      known->sizes = AllSizes(component);
      known->data = std::move(fields);
    }
  }
  if (value.valid()) {
    std::string reason = fmt::format("{}", why.empty() ? instances_.PathText(component) : std::string(why));
    known = quiet ? TryEvaluate(value) : Evaluate(value, wanted_at, reason);
    // A scalar holds for every element.
    if (known && known->is_scalar() && component->parent()) {
      std::vector<std::int32_t> sizes = AllSizes(component);
      if (!sizes.empty()) {
        Value whole = Value::Like(*known, sizes, store().types);
        for (std::size_t i = 0; i < whole.count(); ++i) whole.CopyElement(i, *known, 0);
        known = std::move(whole);
      }
    }
  }
  if (!known) {
    // A later, louder question may find out why.
    component->constant = quiet ? Progress::kNot : Progress::kFailed;
    return nullptr;
  }
  component->constant = Progress::kDone;
  component->is_evaluated = true;
  component->evaluated_for = why;
  component->evaluated_at = wanted_at;
  auto& slot = values_[component];
  slot = std::make_unique<Value>(std::move(*known));
  component->constant_expr = ToExpr(*slot, store().exprs);
  return slot.get();
}

bool Elaboration::IsEvaluatedByAnnotation(const Component* component) const {
  const syntax::Comment* comment = component->declaration ? component->declaration->comment : nullptr;
  if (!comment || !comment->annotation || !comment->annotation->modification) return false;
  for (const syntax::Argument* argument : comment->annotation->modification->arguments) {
    const auto* element = argument->As<syntax::ElementModification>();
    if (!element || element->names.size() != 1 || instances_.store().names.text(element->names[0]) != "Evaluate")
      continue;
    const auto* value = element->modification && element->modification->value
                            ? element->modification->value->As<syntax::BooleanLiteral>()
                            : nullptr;
    return value && value->value;
  }
  return false;
}

std::optional<Value> Elaboration::TryEvaluate(Expr e) {
  if (ops().is_error(e)) return std::nullopt;
  if (++depth_ > 400) {
    --depth_;
    return std::nullopt;
  }
  if (HiddenImpurityOf(e)) {
    --depth_;
    return std::nullopt;
  }
  ModelEnvironment environment(*this, true, {}, {});
  Evaluator evaluator(store(), environment);
  std::optional<Value> value = EvaluateAlike(e, evaluator).value;
  --depth_;
  return value;
}

Elaboration::Alike Elaboration::EvaluateAlike(Expr e, Evaluator& evaluator) {
  std::vector<Expr> iterators = FreeIterators(store().exprs, e);
  if (iterators.empty()) return {evaluator.Evaluate(e), {}};
  std::vector<std::int32_t> at(iterators.size(), 1), sizes;
  bool is_empty = false;
  for (Expr iterator : iterators) {
    std::optional<std::int32_t> size = IteratorSize(iterator);
    if (!size) return {};
    is_empty = is_empty || *size == 0;
    sizes.push_back(*size);
  }
  // There is no element that could ask: nothing is built from the answer.
  if (is_empty && store().exprs.type(e) == store().types.boolean()) return {Value::Boolean(false, store().types), {}};
  if (is_empty && store().exprs.type(e) == store().types.integer()) return {Value::Integer(0, store().types), {}};
  if (is_empty) return {};
  Alike alike;
  for (;;) {
    for (std::size_t i = 0; i < iterators.size(); ++i)
      evaluator.SetIterator(iterators[i], Value::Integer(at[i], store().types));
    std::optional<Value> here = evaluator.Evaluate(e);
    if (!here) return {};
    if (alike.value && !Equal(*alike.value, *here)) return {std::nullopt, {std::move(*alike.value), std::move(*here)}};
    alike.value = std::move(here);
    std::size_t i = at.size();
    while (i > 0 && ++at[i - 1] > sizes[i - 1]) at[--i] = 1;
    if (i == 0) return alike;
  }
}

std::optional<Value> Elaboration::Evaluate(Expr e, Span span, std::string_view why) {
  if (ops().is_error(e)) return std::nullopt;
  if (++depth_ > 400) {
    --depth_;
    sink().Report(kChainTooLong, span, fmt::format("{} depends on too long a chain of parameters", why));
    return std::nullopt;
  }
  if (const Function* function = HiddenImpurityOf(e)) {
    --depth_;
    sink().Report(kImpureAtTranslation, span,
                  fmt::format("{} must be known at translation, but {} calls an impure function, and impure functions "
                              "are called during simulation alone",
                              why, names().text(function->name)));
    return std::nullopt;
  }
  DiagnosticSink::Mark before = sink().mark();
  ModelEnvironment environment(*this, false, span, why);
  Evaluator evaluator(store(), environment);
  Alike alike = EvaluateAlike(e, evaluator);
  if (alike.differing.size() == 2) {
    --depth_;
    // Reported all the same: it is forgotten when instantiation begins again.
    WantSplit(e, evaluator, FreeIterators(store().exprs, e));
    sink().Report(kElementsDifferInStructure, span,
                  fmt::format("{} differs between the elements of an array of components: {} and {}", why,
                              ValueText(alike.differing[0], store().types, names()),
                              ValueText(alike.differing[1], store().types, names())));
    return std::nullopt;
  }
  std::optional<Value> value = std::move(alike.value);
  --depth_;
  if (value) return value;
  if (sink().HasErrorsSince(before) || environment.is_reported()) return std::nullopt;  // said already
  const EvaluationError& error = evaluator.error();
  if (error.kind == EvaluationError::Kind::kNotConstant) {
    std::string blame = error.expr.valid() ? ops().Text(error.expr) : ops().Text(e);
    auto& d = sink().Report(kNotKnownAtTranslation, span,
                            fmt::format("{} must be known at translation, but {} is not", why, blame));
    if (error.expr.valid() && store().exprs.op(error.expr) == Op::kVar) {
      Component* culprit = component(store().exprs.var(error.expr));
      if (!culprit) return std::nullopt;
      d.notes.push_back({culprit->span(), fmt::format("{} is declared here", names().text(culprit->name))});
      if (culprit->variability > VariableKind::kParameter) d.hint = "declare it as a parameter or constant";
    }
  } else {
    auto& d = sink().Report(kCannotEvaluate, span, fmt::format("{} cannot be evaluated: {}", why, error.message));
    if (error.span.valid()) d.notes.push_back({error.span, "it happened here"});
  }
  return std::nullopt;
}

VariableKind Elaboration::VariabilityOf(Expr e) {
  const ExprPool& exprs = store().exprs;
  switch (exprs.op(e)) {
    case Op::kTime:
      return VariableKind::kContinuous;
    case Op::kVar: {
      const Component* c = component(exprs.var(e));
      if (!c) return VariableKind::kContinuous;
      return c->primitive == Primitive::kReal ? c->variability : std::min(c->variability, VariableKind::kDiscrete);
    }
    case Op::kInitial:
    case Op::kTerminal:
    case Op::kSample:
    case Op::kPre:
    case Op::kEdge:
    case Op::kChange:
    case Op::kClockOf:
    case Op::kSampleClocked:
    case Op::kHold:
    case Op::kPrevious:
    case Op::kInterval:
    case Op::kFirstTick:
    case Op::kActiveState:
    case Op::kTicksInState:
    case Op::kTimeInState:
      return VariableKind::kDiscrete;
    case Op::kSize:
      return VariableKind::kParameter;
    default:
      break;
  }
  VariableKind kind = VariableKind::kConstant;
  for (std::size_t i = 0; i < exprs.args(e).size(); ++i) kind = std::max(kind, VariabilityOf(exprs.arg(e, i)));
  if (IsRelation(exprs.op(e)) || ClassOf(exprs.op(e)) == OpClass::kEventMath)
    kind = std::min(kind, VariableKind::kDiscrete);
  return kind;
}

Component* Elaboration::CulpritOf(Expr e, VariableKind at_least) {
  const ExprPool& exprs = store().exprs;
  if (exprs.op(e) == Op::kVar) {
    Component* c = component(exprs.var(e));
    return c && c->variability >= at_least ? c : nullptr;
  }
  for (std::size_t i = 0; i < exprs.args(e).size(); ++i)
    if (Component* culprit = CulpritOf(exprs.arg(e, i), at_least)) return culprit;
  return nullptr;
}

std::optional<std::int32_t> Elaboration::IteratorSize(Expr iterator) const {
  for (Component* c : arrays_)
    for (std::size_t i = 0; i < c->iterators.size(); ++i)
      if (c->iterators[i] == iterator) return c->sizes[i];
  return std::nullopt;
}

}  // namespace mica::instance
