// Types, sizes, prefixes and conditions of components (specification 4.4 and 10.1).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/elaboration.h"
#include "instance/lookup/chosen_text.h"
#include "instance/lookup/result_size.h"
#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

// Variables by the path of their component, those of the function at hand by their names, for messages.
class ComponentNames : public ReferenceNames {
 public:
  ComponentNames(const IdVector<VarId, Component*>& variables, const std::vector<Component*>* const& locals,
                 Instances& instances)
      : variables_(variables), locals_(locals), instances_(instances) {}

  std::string Local(std::size_t place) const override {
    if (!locals_ || place >= locals_->size()) return ReferenceNames::Local(place);
    return std::string(instances_.names().text((*locals_)[place]->name));
  }

  std::string Reference(VarId id, std::span<const std::string> subscripts) const override {
    std::vector<const Component*> path;
    if (!id.valid()) return "a field of the record";
    for (const Component* c = variables_[id]; c && c->name.valid(); c = c->parent()) path.push_back(c);
    std::reverse(path.begin(), path.end());
    std::string text;
    std::size_t at = 0;
    for (const Component* c : path) {
      if (!text.empty()) text += '.';
      text += instances_.names().text(c->name);
      if (c->chosen) {
        bool has_subscript = !c->sizes.empty() && at < subscripts.size();
        text += ChosenText(*c->chosen, has_subscript ? &subscripts[at] : nullptr);
        at += c->sizes.size();
        continue;
      }
      std::string own;
      for (std::size_t i = 0; i < c->sizes.size() && at < subscripts.size(); ++i, ++at)
        own += (own.empty() ? "" : ",") + subscripts[at];
      if (!own.empty()) text += "[" + own + "]";
    }
    return text;
  }

 private:
  const IdVector<VarId, Component*>& variables_;
  const std::vector<Component*>* const& locals_;
  Instances& instances_;
};

}  // namespace

Elaboration::Elaboration(Instances& instances)
    : instances_(instances),
      reference_names_(std::make_unique<ComponentNames>(variables_, locals_, instances)),
      ops_(std::make_unique<Operators>(instances.store(), instances.sink(), *reference_names_)) {}

Elaboration::~Elaboration() = default;

void Elaboration::Withhold(DiagnosticSink::Transaction& attempt) {
  for (Diagnostic& each : attempt.TakeBack())
    if (each.is_error()) withheld_.push_back(std::move(each));
}

void Elaboration::RestoreErrors() {
  for (Diagnostic& diagnostic : std::exchange(withheld_, {})) sink().Report(std::move(diagnostic));
}

Expr Elaboration::StandIn(Component* field) {
  auto [at, is_new] = stand_ins_.emplace(field, Expr());
  if (is_new) {
    // An iterator of no loop: it is unlike any other expression, and nobody takes it for known.
    at->second = store().exprs.NewIterator(field->name, store().types.WithSizes(field->element_type, field->sizes));
    stood_for_.emplace(at->second, field);
  }
  return at->second;
}

Component* Elaboration::StoodFor(Expr e) const {
  auto found = stood_for_.find(e);
  return found == stood_for_.end() ? nullptr : found->second;
}

std::vector<std::int32_t> Elaboration::AllSizes(Component* component) {
  std::vector<Component*> chain;
  for (Component* c = component; c; c = c->parent()) chain.push_back(c);
  std::vector<std::int32_t> sizes;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it)
    sizes.insert(sizes.end(), (*it)->sizes.begin(), (*it)->sizes.end());
  return sizes;
}

std::vector<Expr> Elaboration::Iterators(const Component* enclosing) const {
  std::vector<const Component*> chain;
  for (const Component* c = enclosing; c; c = c->parent()) chain.push_back(c);
  std::vector<Expr> iterators;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it)
    iterators.insert(iterators.end(), (*it)->iterators.begin(), (*it)->iterators.end());
  return iterators;
}

bool Elaboration::EnsureTyped(Component* component) {
  if (component->typing == Progress::kDone) return true;
  if (component->typing == Progress::kFailed) return false;
  if (component->typing == Progress::kUnderway) {
    sink().Report(kTypeDependsOnItself, component->span(),
                  fmt::format("the type or size of {} depends on itself", instances_.PathText(component)));
    component->typing = Progress::kFailed;
    return false;
  }
  component->typing = Progress::kUnderway;
  bool ok = scalars_ <= instances_.scalar_limit() || !sink().has_errors()
                ? TypeComponent(component) && CountScalars(component)
                : false;
  if (component->typing == Progress::kUnderway) component->typing = ok ? Progress::kDone : Progress::kFailed;
  return component->typing == Progress::kDone;
}

bool Elaboration::TypeComponent(Component* component) {
  if (!component->clause->type || component->clause->type->names.empty()) return false;
  // Recursion of components: a model that contains itself.
  int depth = 0;
  for (Component* up = component->parent(); up; up = up->parent()) ++depth;
  ClassInstance* named = instances_.LookupClass(component->scope, *component->clause->type, *component->tree);
  if (!named) return false;
  instances_.Expand(named);
  for (Component* up = component->parent(); up && up->type; up = up->parent())
    if (up->type->definition && up->type->definition == named->definition && depth > 0) {
      auto& d = sink().Report(kContainsItself, component->tree->SpanOf(*component->clause->type),
                              fmt::format("{} contains itself: {} is of class {} too", instances_.QualifiedName(named),
                                          instances_.PathText(component), instances_.QualifiedName(named)));
      d.notes.push_back({named->tree->SpanOf(named->definition->name_token), "the class is declared here"});
      return false;
    }
  MergePrefixes(component);
  PrimitiveClass primitive = instances_.PrimitiveOf(named);
  const Modifier* modifier = instances_.modifiers().WithoutValue(component->modifier);
  if (primitive.primitive != Primitive::kNone) {
    component->primitive = primitive.primitive;
    component->element_type = primitive.type;
    component->type = named;
  } else {
    syntax::ClassKind kind = instances_.KindOf(named);
    if (kind == syntax::ClassKind::kFunction && instances_.IsInFunction(component->container)) {
      // A function as an input (specification 12.4.2).
      component->type = named;
      FunctionId interface = FunctionOf(named, component->span());
      if (!interface.valid()) return false;
      if (const Function& function = store().functions[interface];
          function.variables.size() < function.input_count + function.output_count) {
        auto& d = sink().Report(kContainsItself, component->tree->SpanOf(*component->clause->type),
                                fmt::format("the function type {} contains itself: its argument {} is of this type too",
                                            instances_.QualifiedName(named), names().text(component->name)));
        d.notes.push_back({named->tree->SpanOf(named->definition->name_token), "declared here"});
        return false;
      }
      component->function_type = FunctionTypeOf(interface);
      return true;
    }
    if (kind == syntax::ClassKind::kPackage || kind == syntax::ClassKind::kFunction ||
        kind == syntax::ClassKind::kOperator) {
      auto& d = sink().Report(kClassWithoutComponents, component->tree->SpanOf(*component->clause->type),
                              fmt::format("{} is a {}, and {} cannot be one", instances_.QualifiedName(named),
                                          syntax::Spelling(kind), names().text(component->name)));
      d.notes.push_back({named->tree->SpanOf(named->definition->name_token), "declared here"});
      if (kind == syntax::ClassKind::kFunction) d.hint = "a function is called, as in y = f(x)";
      return false;
    }
    component->type = instances_.Specialise(named, modifier, component);
    instances_.Expand(component->type);
    if (component->type->definition && component->type->definition->is_partial &&
        kind != syntax::ClassKind::kConnector && !instances_.IsInFunction(component->container) &&
        component->parent() && !component->is_outer) {
      auto& d = sink().Report(kComponentOfPartialClass, component->tree->SpanOf(*component->clause->type),
                              fmt::format("{} is partial, so {} cannot be one", instances_.QualifiedName(named),
                                          names().text(component->name)));
      d.notes.push_back({named->tree->SpanOf(named->definition->name_token), "declared here"});
      d.hint = "use a class that extends it";
    }
  }
  // Whether there is what the declaration and all around it modify.
  instances_.CheckModifierNames(component->primitive != Primitive::kNone ? named : component->type, component->modifier,
                                true);
  if (!component->has_given_sizes && !ResolveSizes(component, named)) return false;
  bool in_function = instances_.IsInFunction(component->container);
  if (component->primitive == Primitive::kNone && !component->split_from && !splits_.empty()) {
    MakeGroups(component);
    if (!component->groups.empty()) return true;
  }
  if (component->primitive == Primitive::kNone) {
    for (std::size_t i = 0; i < component->sizes.size(); ++i) {
      std::size_t number = Iterators(component->parent()).size() + i + 1;
      component->iterators.push_back(
          store().exprs.NewIterator(names().Intern(fmt::format("i{}", number)), store().types.integer()));
    }
    if (!component->iterators.empty()) arrays_.push_back(component);
    if (instances_.IsExternalObject(component->type)) {
      component->primitive = Primitive::kExternalObject;
      component->element_type = ObjectTypeOf(named);
      component->iterators.clear();
      if (!component->element_type.valid()) return false;
    } else if (component->binding && component->parent() && !in_function && !instances_.IsRecord(component->type) &&
               !instances_.IsConnector(component->type)) {
      auto& d = sink().Report(kValueForModelComponent, component->binding->span(),
                              fmt::format("{} is a component of {}, which cannot have a value",
                                          instances_.PathText(component), instances_.QualifiedName(component->type)));
      d.hint = "its parameters are set in parentheses, as in C c(k = 2)";
    }
    // The type of a record waits for its fields, which may be of records that are being typed now; see RecordTypeOf.
  }
  if (!in_function && component->parent()) CheckDeclaration(component);
  bool stands_for_another = component->is_outer && !component->is_inner;
  if (component->primitive != Primitive::kNone && !in_function && component->parent() && !stands_for_another)
    component->var = variables_.Add(component);
  return true;
}

syntax::Causality Elaboration::CausalityOf(Component* component) {
  syntax::Causality causality = component->clause->causality;
  if (causality == syntax::Causality::kNone && component->is_redeclared)
    // What the redeclaration leaves open is as in the original declaration (specification 7.3).
    if (auto original = component->container->original_clauses.find(component->name);
        original != component->container->original_clauses.end())
      causality = original->second->causality;
  // input and output of a short class, as in `connector RealInput = input Real`.
  if (causality != syntax::Causality::kNone || !component->clause->type || component->clause->type->names.empty())
    return causality;
  ClassInstance* type = instances_.LookupClass(component->scope, *component->clause->type, *component->tree);
  for (int depth = 0; type && type->definition && depth < 50; ++depth) {
    if (causality == syntax::Causality::kNone) causality = type->definition->base_causality;
    if (type->definition->form != syntax::ClassForm::kShort || !instances_.Expand(type) || type->bases.empty()) break;
    type = type->bases[0].instance;
  }
  return causality;
}

void Elaboration::MergePrefixes(Component* component) {
  using syntax::Variability;
  const syntax::ComponentClause& clause = *component->clause;
  auto variability = [](Variability v) {
    return v == Variability::kConstant    ? VariableKind::kConstant
           : v == Variability::kParameter ? VariableKind::kParameter
           : v == Variability::kDiscrete  ? VariableKind::kDiscrete
                                          : VariableKind::kContinuous;
  };
  component->variability = variability(clause.variability);
  component->causality = CausalityOf(component);
  component->connectedness = clause.connectedness;
  if (component->is_redeclared) {
    // What the redeclaration leaves open is as in the original declaration (specification 7.3).
    if (auto original = component->container->original_clauses.find(component->name);
        original != component->container->original_clauses.end()) {
      const syntax::ComponentClause& old = *original->second;
      component->variability = std::min(component->variability, variability(old.variability));
      if (component->connectedness == syntax::Connectedness::kPotential) component->connectedness = old.connectedness;
    }
  }
  if (Component* parent = component->parent(); parent && parent->clause) {
    component->variability = std::min(component->variability, parent->variability);
    if (parent->causality != syntax::Causality::kNone && component->causality == syntax::Causality::kNone)
      component->causality = parent->causality;
    if (parent->connectedness != syntax::Connectedness::kPotential &&
        component->connectedness == syntax::Connectedness::kPotential)
      component->connectedness = parent->connectedness;
  }
}

bool Elaboration::AddSizes(Component* component, syntax::List<syntax::Expression> subscripts,
                           const syntax::SyntaxTree* tree, ClassInstance* scope) {
  for (const syntax::Expression* subscript : subscripts) {
    Span span = tree->SpanOf(*subscript);
    if (subscript->kind == syntax::NodeKind::kColon) {
      component->sizes.push_back(kUnknownSize);
      component->size_types.push_back({});
      component->size_exprs.push_back(store().exprs.Colon());
      continue;
    }
    // An enumeration or Boolean as a dimension counts its values.
    if (const auto* reference = subscript->As<syntax::ComponentReference>()) {
      std::vector<Name> path;
      bool plain = true;
      for (const syntax::ReferencePart& part : reference->parts) {
        path.push_back(part.name);
        plain = plain && part.subscripts.empty();
      }
      Found first = plain ? (reference->leading_dot ? instances_.FindElement(instances_.root(), path[0])
                                                    : instances_.Lookup(scope, path[0]))
                          : Found{};
      if (first.class_element) {
        ClassInstance* c = instances_.InstanceOf(first.class_element);
        for (std::size_t i = 1; c && i < path.size(); ++i) {
          Found next = instances_.FindElement(c, path[i]);
          c = next.class_element ? instances_.InstanceOf(next.class_element) : nullptr;
        }
        if (c) {
          PrimitiveClass primitive = instances_.PrimitiveOf(c);
          if (primitive.primitive == Primitive::kEnumeration || primitive.primitive == Primitive::kBoolean) {
            std::int32_t size =
                primitive.primitive == Primitive::kBoolean
                    ? 2
                    : static_cast<std::int32_t>(store().types.enumeration(primitive.type).literals.size());
            component->sizes.push_back(size);
            component->size_types.push_back(primitive.type);
            component->size_exprs.push_back(store().exprs.Integer(size));
            continue;
          }
        }
      }
    }
    Typer typer(*this, scope, tree);
    Expr e = typer.Type(*subscript);
    if (ops().is_error(e)) return false;
    if (store().types.kind(store().exprs.type(e)) != TypeKind::kInteger ||
        !store().types.is_scalar(store().exprs.type(e))) {
      ops().Fail(kNonIntegerSize, span,
                 fmt::format("the size of an array must be an Integer, but {} is of type {}", ops().Text(e),
                             ops().TypeText(e)));
      return false;
    }
    std::optional<Value> value;
    if (instances_.IsInFunction(component->container))
      value = TryEvaluate(e);
    else if (!(value = Evaluate(e, span, fmt::format("the size of {}", instances_.PathText(component)))))
      return false;
    if (value && value->integer() < 0) {
      ops().Fail(kSizeOutOfRange, span,
                 fmt::format("the size of {} is {}: a size cannot be negative", instances_.PathText(component),
                             value->integer()));
      return false;
    }
    if (value && value->integer() > INT32_MAX) {
      ops().Fail(
          kSizeOutOfRange, span,
          fmt::format("the size of {} is {}: that is too large", instances_.PathText(component), value->integer()));
      return false;
    }
    component->sizes.push_back(value ? static_cast<std::int32_t>(value->integer()) : kUnknownSize);
    component->size_types.push_back({});
    component->size_exprs.push_back(value ? store().exprs.Integer(value->integer()) : e);
  }
  return true;
}

Expr Typer::SizeOfUnfinished(const syntax::Call& call) {
  if (call.arguments.size() != 2) return {};
  const auto* reference = call.arguments[0]->As<syntax::ComponentReference>();
  const auto* dimension = call.arguments[1]->As<syntax::IntegerLiteral>();
  if (!reference || !reference->IsName() || !reference->parts[0].subscripts.empty() || !dimension) return {};
  Component* component = instances().Lookup(scope_, reference->parts[0].name).component;
  if (!component || component->typing != Progress::kUnderway || !component->declaration) return {};
  if (dimension->value < 1 || dimension->value > static_cast<std::int64_t>(component->sizes.size())) return {};
  std::size_t place = static_cast<std::size_t>(dimension->value) - 1;
  if (component->sizes[place] >= 0) return exprs().Integer(component->sizes[place]);
  std::size_t rank = component->declaration->subscripts.size() + component->clause->subscripts.size();
  if (component->local >= 0) {
    // In a function the call decides.
    TypeId element = component->element_type.valid() ? component->element_type : types().real();
    Expr local = exprs().Local(static_cast<std::size_t>(component->local),
                               types().WithSizes(element, std::vector<std::int32_t>(rank, kUnknownSize)));
    return exprs().Make(Op::kSize, types().integer(), {local, exprs().Integer(dimension->value)});
  }
  std::optional<std::int32_t> size = elaboration_.SizeFromBinding(component, place, rank);
  return size ? exprs().Integer(*size) : ops().error();
}

bool Elaboration::ResolveSizes(Component* component, ClassInstance* type_class) {
  if (!AddSizes(component, component->declaration->subscripts, component->tree, component->scope)) return false;
  if (!AddSizes(component, component->clause->subscripts, component->tree, component->scope)) return false;
  component->declared_rank = static_cast<std::uint32_t>(component->sizes.size());
  if (component->is_redeclared && component->sizes.empty()) {
    auto original = component->container->original_declarations.find(component->name);
    if (original != component->container->original_declarations.end() &&
        !AddSizes(component, original->second->subscripts, component->container->tree, component->container))
      return false;
    component->declared_rank = static_cast<std::uint32_t>(component->sizes.size());
  }
  for (ClassInstance* c = type_class; c && c->definition; c = c->bases.empty() ? nullptr : c->bases[0].instance) {
    // `type T extends Base; … end T` has the sizes of its base too.
    bool is_short = c->definition->form == syntax::ClassForm::kShort;
    if (!is_short && (component->primitive == Primitive::kNone || c->bases.size() != 1)) break;
    if (is_short && !AddSizes(component, c->definition->base_subscripts, c->tree, c->parent)) return false;
  }
  if (instances_.IsInFunction(component->container)) return true;
  for (std::size_t i = 0; i < component->sizes.size(); ++i) {
    if (component->sizes[i] != kUnknownSize) continue;
    std::optional<std::int32_t> size = SizeFromBinding(component, i, component->sizes.size());
    if (!size) return false;
    component->sizes[i] = *size;
    component->size_exprs[i] = store().exprs.Integer(*size);
  }
  return true;
}

// Of a field in an array of records that a constructor {…} gives values to: its size in each of them, if they differ.
// An expression of the array's iterator, so that the elements are distinct.
std::optional<Expr> Elaboration::SizesOfElements(Component* field, Expr values, std::size_t dimension) {
  ExprPool& exprs = store().exprs;
  Component* array = field;
  while (TakesValueOfRecord(array)) array = array->parent();
  if (array == field || exprs.op(values) != Op::kArray || dimension == 0) return std::nullopt;
  std::vector<Expr> elements = exprs.ArgsCopy(values), sizes;
  if (array->split_from && array->split_from->sizes.size() == 1) {
    elements.clear();
    for (const auto& place : *array->chosen)
      elements.push_back(exprs.arg(values, static_cast<std::size_t>(place[0]) - 1));
  } else if (array->iterators.size() != 1) {
    return std::nullopt;
  }
  for (Expr element : elements) {
    Sizes own = store().types.sizes(exprs.type(element));
    if (dimension > own.size() || own[dimension - 1] < 0) return std::nullopt;
    sizes.push_back(exprs.Integer(own[dimension - 1]));
  }
  if (std::ranges::all_of(sizes, [&](Expr size) { return size == sizes[0]; })) return sizes[0];
  Expr all = exprs.Make(Op::kArray,
                        store().types.Array(store().types.integer(), static_cast<std::int32_t>(sizes.size())), sizes);
  return exprs.Index(all, array->iterators);
}

// A record whose value a function gives, with the size of a field: the value is as structural as that size, and every
// field takes its part of it.
void Elaboration::KeepRecordValue(Component* field) {
  Component* owner = field;
  while (TakesValueOfRecord(owner)) owner = owner->parent();
  auto raw = raw_values_.find(owner);
  if (raw == raw_values_.end() || !raw->second.valid() || store().exprs.op(raw->second) == Op::kRecord) return;
  std::optional<Value> known = TryEvaluate(raw->second);
  Expr literal = known ? ToExpr(*known, store().exprs) : Expr();
  if (literal.valid()) raw_values_[owner] = literal;
}

// `Real x[:] = {1, 2, 3}`: the size is the value's, of a field that of its part of the record's value.
std::optional<std::int32_t> Elaboration::SizeFromBinding(Component* component, std::size_t dimension, std::size_t own) {
  if (std::optional<RawValue> raw = RawValueOf(component)) {
    if (ops().is_error(raw->value)) return std::nullopt;
    Sizes sizes = store().types.sizes(store().exprs.type(raw->value));
    if (sizes.size() >= own) {
      std::int32_t size = sizes[sizes.size() - own + dimension];
      if (size >= 0) return size;
      if (std::optional<Expr> of_elements = SizesOfElements(component, raw->value, sizes.size() - own + dimension)) {
        std::optional<Value> known =
            Evaluate(*of_elements, raw->binding.span(), fmt::format("the size of {}", instances_.PathText(component)));
        return known ? std::optional(static_cast<std::int32_t>(known->integer())) : std::nullopt;
      }
      if (std::optional<std::int32_t> always = SizeOfResult(store(), raw->value, sizes.size() - own + dimension))
        return always;
      // A function decides about the size: call it.
      std::optional<Value> known =
          Evaluate(raw->value, raw->binding.span(), fmt::format("the size of {}", instances_.PathText(component)));
      if (!known) return std::nullopt;
      // The value is as structural as its size.
      if (component->binding && !TakesValueOfRecord(component))
        if (Expr literal = ToExpr(*known, store().exprs); literal.valid()) raw_values_[component] = literal;
      if (TakesValueOfRecord(component)) KeepRecordValue(component);
      return known->sizes[known->sizes.size() - own + dimension];
    }
    ops().Fail(kWrongSize, raw->binding.span(),
               fmt::format("{} has the size {}, but {} has {} dimensions", ops().Text(raw->value),
                           ops().TypeText(raw->value), instances_.PathText(component), own));
    return std::nullopt;
  }
  auto& d = sink().Report(kOpenSize, component->span(),
                          fmt::format("the size of {} is left open by `:`, but it has no value to take it from",
                                      instances_.PathText(component)));
  d.hint = "give the size, or a value";
  return std::nullopt;
}

bool Elaboration::DecideCondition(Component* component) {
  if (!component->declaration) return true;
  const syntax::Expression* written = component->declaration->condition;
  ClassInstance* scope = component->scope;
  const syntax::SyntaxTree* tree = component->tree;
  if (!written && component->is_redeclared) {
    // A redeclaration without a condition keeps that of the original declaration (specification 7.3).
    auto original = component->container->original_declarations.find(component->name);
    if (original != component->container->original_declarations.end()) written = original->second->condition;
    scope = component->container;
    tree = component->container->tree;
  }
  if (!written) return true;
  const syntax::Expression& condition = *written;
  Span span = tree->SpanOf(condition);
  Typer typer(*this, scope, tree);
  Expr e = typer.Type(condition);
  if (ops().is_error(e)) return true;
  if (store().exprs.type(e) != store().types.boolean()) {
    ops().Fail(kNonBooleanCondition, span,
               fmt::format("a condition must be Boolean, but {} is of type {}", ops().Text(e), ops().TypeText(e)));
    return true;
  }
  std::optional<Value> value = Evaluate(e, span, fmt::format("the condition of {}", instances_.PathText(component)));
  return !value || value->boolean();
}

bool Elaboration::IsPresent(Component* component) {
  if (Component* parent = component->parent(); parent && !IsPresent(parent)) return false;
  if (component->condition == Progress::kNot) {
    component->condition = Progress::kUnderway;
    component->is_present = DecideCondition(component);
    component->condition = Progress::kDone;
  } else if (component->condition == Progress::kUnderway) {
    sink().Report(kConditionDependsOnItself, component->span(),
                  fmt::format("the condition of {} depends on itself", instances_.PathText(component)));
    component->condition = Progress::kDone;
  }
  return component->is_present;
}

bool Elaboration::HasOpenSizes(const Component* component) const {
  if (component->typing != Progress::kNot || component->has_given_sizes || component->binding ||
      !component->declaration)
    return false;
  auto is_open = [](const syntax::Expression* subscript) { return subscript->kind == syntax::NodeKind::kColon; };
  return std::ranges::any_of(component->declaration->subscripts, is_open) ||
         std::ranges::any_of(component->clause->subscripts, is_open);
}

void Elaboration::GiveSizes(Component* component, std::vector<std::int32_t> sizes) {
  component->has_given_sizes = true;
  component->declared_rank = static_cast<std::uint32_t>(sizes.size());
  for (std::int32_t size : sizes) component->size_exprs.push_back(store().exprs.Integer(size));
  component->sizes = std::move(sizes);
}

Component* Elaboration::AddLike(ClassInstance* container, Name name, const Component* like,
                                std::vector<std::int32_t> sizes) {
  Component* component = instances_.NewComponent();
  component->name = name;
  component->clause = like->clause;
  component->declaration = like->declaration;
  component->tree = like->tree;
  component->container = container;
  component->scope = like->scope;
  component->modifier = instances_.modifiers().WithoutValue(like->modifier);
  component->condition = Progress::kDone;
  GiveSizes(component, std::move(sizes));
  container->components.push_back(component);
  container->component_index.emplace(name, component);
  if (!EnsureTyped(component)) return nullptr;
  component->causality = syntax::Causality::kNone;
  return component;
}

Component* Elaboration::Resolve(Component* component) {
  // A reference to an `inner outer` component means the outer one, which is the inner one further out (specification
  // 5.4).
  if (!component->is_outer) return component;
  if (!component->inner) {
    component->inner = FindInner(component);
    if (component->inner && !component->is_inner)
      instances_.Defer([this, component, inner = component->inner] { CheckOuter(component, inner); });
  }
  return component->inner ? component->inner : component;
}

}  // namespace mica::instance
