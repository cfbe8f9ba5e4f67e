// Component references: which component, constant, enumeration literal or local variable a name means (specification
// 5.3 and 10.5).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

namespace {

bool IsPartOf(const ClassInstance* scope, const ClassInstance* container) {
  // The scope's own class, its bases and heirs.
  const ClassInstance* top = scope;
  while (top->heir) top = top->heir;
  const ClassInstance* other = container;
  while (other->heir) other = other->heir;
  return top == other;
}

}  // namespace

Expr Typer::TypeReference(const syntax::ComponentReference& reference) {
  const syntax::ReferencePart& first = reference.parts[0];
  Span span = SpanOf(reference);
  if (!reference.leading_dot) {
    for (std::size_t i = iterators_.size(); i-- > 0;)
      if (iterators_[i].name == first.name) return Continue(iterators_[i].iterator, reference, 0);
  }
  Found found = reference.leading_dot ? instances().FindElement(instances().root(), first.name)
                                      : instances().Lookup(scope_, first.name);
  if (!found) {
    if (reference.IsName() && names().text(first.name) == "time") {
      if (instances().IsInFunction(scope_))
        return ops().Fail(kTimeInFunction, span, "a function has no time: pass it as an argument");
      if (instances().IsRecord(scope_) || instances().IsConnector(scope_))
        return ops().Fail(kTimeInFunction, span,
                          fmt::format("a {} has no time: models and blocks have", syntax::Spelling(scope_->kind())));
      return exprs().Time();
    }
    if (reference.parts.size() > 1) {
      if (names().text(first.name) == "time")
        return ops().Fail(
            kNoSuchField, tree_->SpanOf(reference.parts[1].token),
            fmt::format("time is of type Real, which has no element {}", names().text(reference.parts[1].name)));
      instances().ReportUnknown(scope_, first.name, tree_->SpanOf(first.token), false);
    } else {
      instances().ReportUnknown(scope_, first.name, span, false);
    }
    return ops().error();
  }
  if (found.class_element) return TypeThroughClasses(found.class_element, reference, 1);
  Component* component = found.component;
  if (component->local >= 0) return TypeLocal(component, reference, 0);
  if (!component->container->component) return ConstantReference(component, reference, 0);
  if (!IsPartOf(scope_, component->container)) {
    // Found around the class: only constants may be used from there.
    if (!elaboration_.EnsureTyped(component)) return ops().error();
    if (component->variability != VariableKind::kConstant && !component->is_inner) {
      auto& d = elaboration_.sink().Report(
          kEnclosingVariable, span,
          fmt::format("{} belongs to the class around this one, and only constants can be used from there",
                      names().text(first.name)));
      d.notes.push_back({component->span(), "declared here"});
      d.hint = instances().IsInFunction(scope_) ? "make it an input or a protected variable of the function"
                                                : "pass it on by a parameter, or use inner and outer";
      return ops().error();
    }
  }
  Place place;
  std::size_t stopped = 0;
  if (!WalkComponents(component, reference, 0, place, stopped)) return ops().error();
  if (place.split) return TypeThroughSplit(reference, place);
  if (stopped < reference.parts.size()) {
    // A class of a component: comp.Medium.nX.
    Found next = instances().FindElement(place.component->type, reference.parts[stopped].name);
    return TypeThroughClasses(next.class_element, reference, stopped + 1);
  }
  return ReferenceTo(place.component, std::move(place.subscripts), span);
}

Typer::Place Typer::TypePlace(const syntax::ComponentReference& reference, PlaceUse use) {
  Place place;
  Found found = instances().Lookup(scope_, reference.parts[0].name);
  Span span = SpanOf(reference);
  if (!found.component || !found.component->container->component) {
    if (found)
      ops().Fail(kNotAComponent, span, fmt::format("{} is not a component", tree_->Text(reference)));
    else
      instances().ReportUnknown(scope_, reference.parts[0].name, span, false);
    return {};
  }
  std::size_t stopped = 0;
  if (!WalkComponents(found.component, reference, 0, place, stopped, use)) return {};
  if (stopped < reference.parts.size()) {
    ops().Fail(kNotAComponent, span, fmt::format("{} is not a component", tree_->Text(reference)));
    return {};
  }
  if (place.split && use != PlaceUse::kConnectEnd) {
    ops().Fail(kElementsDifferInStructure, span,
               fmt::format("elements of {} differ in structure, and {} does not say which one is meant",
                           instances().PathText(place.split), tree_->Text(reference)));
    return {};
  }
  return place;
}

// Of the inner component only what the outer declaration promises can be used (specification 5.4).
bool Typer::IsDeclaredInside(Component* outer, const syntax::ReferencePart& part) {
  if (!elaboration_.EnsureTyped(outer) || outer->primitive != Primitive::kNone || !outer->type ||
      instances().IsExpandable(outer->type))
    return true;
  if (instances().FindElement(outer->type, part.name)) return true;
  instances().ReportUnknown(outer->type, part.name, tree_->SpanOf(part.token), true);
  return false;
}

bool Typer::WalkComponents(Component* component, const syntax::ComponentReference& reference, std::size_t at,
                           Place& place, std::size_t& stopped, PlaceUse use) {
  Component* declared = component;
  component = elaboration_.Resolve(component);
  if (declared != component && at + 1 < reference.parts.size() && !IsDeclaredInside(declared, reference.parts[at + 1]))
    return false;
  if (Component* parent = component->parent()) place.subscripts = elaboration_.Iterators(parent);
  for (;; ++at) {
    const syntax::ReferencePart& part = reference.parts[at];
    Span span = tree_->SpanOf(part.token);
    if (!elaboration_.IsPresent(component)) {
      place.is_absent = true;
      place.component = component;
      stopped = reference.parts.size();
      if (use != PlaceUse::kValue) return true;
      auto& d = elaboration_.sink().Report(
          kAbsentComponent, span,
          fmt::format("{} is used, but its condition is false: it is not there", instances().PathText(component)));
      d.notes.push_back({component->span(), "declared here"});
      return false;
    }
    if (component->declaration && component->declaration->condition && use == PlaceUse::kValue &&
        !component->has_given_sizes) {
      auto& d = instances().Breach(
          kConditionalComponentUsed, "4.4.5", span,
          fmt::format("{} is conditional, so it can only be connected and modified", instances().PathText(component)));
      d.notes.push_back({component->span(), "declared here"});
      if (instances().is_strict()) return false;
    }
    if (!elaboration_.EnsureTyped(component)) return false;
    if (part.subscripts.size() > component->sizes.size()) {
      ops().Fail(kTooManySubscripts, span,
                 fmt::format("{} has {} dimension{}, and is given {} subscript{}", instances().PathText(component),
                             component->sizes.size(), component->sizes.size() == 1 ? "" : "s", part.subscripts.size(),
                             part.subscripts.size() == 1 ? "" : "s"));
      return false;
    }
    std::vector<Expr> subscripts = TypeSubscripts(part.subscripts, {}, component->sizes);
    std::size_t before = place.subscripts.size();
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
      Expr s = subscripts[i];
      if (ops().is_error(s)) return false;
      if (!IsSubscriptOf(component, i, s, SpanOf(*part.subscripts[i]))) return false;
      TypeKind kind = types().kind(exprs().type(s));
      // Which unknown an equation speaks of is part of its structure: parameters that choose it are evaluated.
      bool is_open = exprs().op(s) != Op::kColon && !exprs().is_literal(s) && types().is_scalar(exprs().type(s)) &&
                     kind != TypeKind::kBoolean;
      if (is_open && use == PlaceUse::kValue && component->variability > VariableKind::kParameter &&
          !instances().IsInFunction(scope_) && elaboration_.VariabilityOf(s) <= VariableKind::kParameter &&
          !elaboration_.UsesIterator(s, {}))
        if (std::optional<Value> known = elaboration_.TryEvaluate(s)) s = subscripts[i] = ToExpr(*known, exprs());
      if (exprs().op(s) == Op::kEnumLiteral) s = subscripts[i] = exprs().Integer(exprs().integer(s));
      bool is_size_known =
          component->sizes[i] >= 0;  // not where elements differ in size, or a value is still to give it
      if (exprs().op(s) == Op::kInteger &&
          (exprs().integer(s) < 1 || (is_size_known && exprs().integer(s) > component->sizes[i]))) {
        auto& d = elaboration_.sink().Report(
            kSubscriptOutOfBounds, SpanOf(*part.subscripts[i]),
            fmt::format("subscript {} is out of bounds: dimension {} of {} has size {}", exprs().integer(s), i + 1,
                        instances().PathText(component), component->sizes[i]));
        d.notes.push_back({component->span(), "declared here"});
        return false;
      }
      place.subscripts.push_back(s);
    }
    if (component->groups.empty()) {
      for (std::size_t i = subscripts.size(); i < component->sizes.size(); ++i)
        place.subscripts.push_back(exprs().Colon());
    } else {
      place.subscripts.resize(before);
      bool failed = false;
      Component* group = ChooseGroup(component, subscripts, place, span, failed);
      if (failed) return false;
      if (!group) {
        stopped = reference.parts.size();
        return true;
      }
      component = group;
    }
    place.component = component;
    stopped = at + 1;
    if (at + 1 == reference.parts.size()) return true;
    const syntax::ReferencePart& next = reference.parts[at + 1];
    Span next_span = tree_->SpanOf(next.token);
    if (component->primitive != Primitive::kNone) {
      ops().Fail(kNoSuchField, next_span,
                 fmt::format("{} is of type {}, which has no element {}", instances().PathText(component),
                             types().Text(component->element_type, names()), names().text(next.name)));
      return false;
    }
    Found found = instances().FindElement(component->type, next.name);
    bool is_open = found.component && elaboration_.HasOpenSizes(found.component);
    if ((!found || is_open) && use == PlaceUse::kConnectEnd && instances().IsExpandable(component->type)) {
      for (stopped = at + 1; stopped < reference.parts.size(); ++stopped)
        place.undeclared.push_back(
            {reference.parts[stopped].name, TypeSubscripts(reference.parts[stopped].subscripts, {}, {})});
      return true;
    }
    if (!found) {
      instances().ReportUnknown(component->type, next.name, next_span, true);
      return false;
    }
    if (!instances().CheckVisible(component->type, found, next.name, next_span)) return false;
    if (found.class_element) return true;
    component = found.component;
    if (Component* inner = elaboration_.Resolve(component); inner != component) {
      if (at + 2 < reference.parts.size() && !IsDeclaredInside(component, reference.parts[at + 2])) return false;
      component = inner;
      place.subscripts = component->parent() ? elaboration_.Iterators(component->parent()) : std::vector<Expr>();
    }
  }
}

// A dimension is counted by Integers, or by the values of the type that it is declared with (specification 10.5).
bool Typer::IsSubscriptOf(const Component* component, std::size_t dimension, Expr s, Span span) {
  if (exprs().op(s) == Op::kColon) return true;
  TypeId counted_by = dimension < component->size_types.size() ? component->size_types[dimension] : TypeId(),
         given = types().Element(exprs().type(s));
  if (counted_by.valid() ? given == counted_by : types().kind(given) == TypeKind::kInteger) return true;
  if (counted_by.valid())
    ops().Fail(kWrongSubscriptType, span,
               fmt::format("dimension {} of {} is counted by {}, but the subscript {} is of type {}", dimension + 1,
                           instances().PathText(component), types().Text(counted_by, names()), ops().Text(s),
                           ops().TypeText(s)));
  else
    ops().Fail(kWrongSubscriptType, span,
               fmt::format("a subscript must be an Integer or a vector of them, but {} is of type {}", ops().Text(s),
                           ops().TypeText(s)));
  return false;
}

Expr Typer::ReferenceTo(Component* component, std::vector<Expr> subscripts, Span span) {
  if (component->primitive != Primitive::kNone) {
    while (!subscripts.empty() && exprs().op(subscripts.back()) == Op::kColon) subscripts.pop_back();
    // A constant, or a parameter to be evaluated, is its value, except where it carries a unit that the checks of units
    // want to see.
    bool has_unit =
        component->primitive == Primitive::kReal && elaboration_.AttributeOf(component, Attribute::kUnit).valid();
    bool is_parameter =
        component->variability == VariableKind::kParameter && component->primitive != Primitive::kExternalObject;
    if (is_parameter && !has_unit && elaboration_.IsEvaluatedByAnnotation(component) && component->parent())
      if (elaboration_.ConstantOf(component, {}, {})) return exprs().Index(component->constant_expr, subscripts);
    if (component->variability == VariableKind::kConstant && component->primitive != Primitive::kExternalObject &&
        !has_unit) {
      const Value* value =
          elaboration_.ConstantOf(component, span, fmt::format("the constant {}", instances().PathText(component)));
      if (!value) return ops().error();
      return exprs().Index(component->constant_expr, subscripts);
    }
    if (!component->var.valid() && instances().IsInFunction(component->container))
      return exprs().Index(elaboration_.StandIn(component), subscripts);
    return exprs().Index(exprs().Var(component->var, elaboration_.VariableType(component)), subscripts);
  }
  if (!instances().IsRecord(component->type) && !instances().IsConnector(component->type))
    return ops().Fail(kComponentAsValue, span,
                      fmt::format("{} is a component of {}, not a value", instances().PathText(component),
                                  instances().QualifiedName(component->type)));
  TypeId record = elaboration_.RecordTypeOf(component->type);
  if (!record.valid()) return ops().error();
  // The sizes that the subscripts leave.
  std::vector<std::int32_t> all = elaboration_.AllSizes(component), sizes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i >= subscripts.size() || exprs().op(subscripts[i]) == Op::kColon)
      sizes.push_back(all[i]);
    else if (types().rank(exprs().type(subscripts[i])) == 1)
      sizes.push_back(types().sizes(exprs().type(subscripts[i]))[0]);
  }
  std::vector<Expr> fields;
  bool ok = true;
  instances().ForEachComponent(component->type, [&](Component* field) {
    if (!elaboration_.EnsureTyped(field)) {
      ok = false;
      return;
    }
    std::vector<Expr> inner = subscripts;
    inner.resize(all.size(), exprs().Colon());
    inner.resize(all.size() + field->sizes.size(), exprs().Colon());
    Expr value = ReferenceTo(field, std::move(inner), span);
    // A constant of a package-like record has no element per place: repeat it.
    if (types().rank(exprs().type(value)) < sizes.size() + field->sizes.size() && !ops().is_error(value))
      value = ops().Fill(value, sizes);
    ok = ok && !ops().is_error(value);
    fields.push_back(value);
  });
  if (!ok) return ops().error();
  return exprs().Make(Op::kRecord, types().WithSizes(record, sizes), fields);
}

// Subscripts and fields after an expression: of a local variable, a constant, an iterator.
Expr Typer::Continue(Expr base, const syntax::ComponentReference& reference, std::size_t at,
                     const Component* component) {
  for (;; ++at) {
    const syntax::ReferencePart& part = reference.parts[at];
    if (!part.subscripts.empty()) {
      std::vector<std::int32_t> sizes(types().sizes(exprs().type(base)).begin(),
                                      types().sizes(exprs().type(base)).end());
      std::vector<Expr> subscripts = TypeSubscripts(part.subscripts, base, sizes);
      for (std::size_t i = 0; component && i < subscripts.size() && i < sizes.size(); ++i)
        if (!ops().is_error(subscripts[i]) && !IsSubscriptOf(component, i, subscripts[i], SpanOf(*part.subscripts[i])))
          return ops().error();
      base = ops().Index(base, std::move(subscripts), SpanOf(reference));
    }
    component = nullptr;
    if (ops().is_error(base) || at + 1 == reference.parts.size()) return base;
    base = ops().Field(base, reference.parts[at + 1].name, tree_->SpanOf(reference.parts[at + 1].token));
  }
}

Expr Typer::TypeLocal(Component* component, const syntax::ComponentReference& reference, std::size_t at) {
  if (!elaboration_.EnsureTyped(component)) return ops().error();
  TypeId element = component->primitive != Primitive::kNone ? component->element_type
                   : component->function_type.valid()       ? component->function_type
                                                            : elaboration_.RecordTypeOf(component->type);
  if (!element.valid()) return ops().error();
  Expr local = exprs().Local(static_cast<std::size_t>(component->local), types().WithSizes(element, component->sizes));
  return Continue(local, reference, at, component);
}

Expr Typer::ConstantReference(Component* component, const syntax::ComponentReference& reference, std::size_t at) {
  Span span = SpanOf(reference);
  if (Component* inner = component->is_outer ? elaboration_.Resolve(component) : component;
      inner != component && inner->container->component) {
    if (!elaboration_.EnsureTyped(inner)) return ops().error();
    Expr value =
        ReferenceTo(inner, inner->parent() ? elaboration_.Iterators(inner->parent()) : std::vector<Expr>(), span);
    return ops().is_error(value) ? value : Continue(value, reference, at);
  }
  if (!elaboration_.EnsureTyped(component)) return ops().error();
  // A record whose fields have values of their own: only the field that is asked for is needed.
  while (component->primitive == Primitive::kNone && !component->binding && at + 1 < reference.parts.size() &&
         reference.parts[at].subscripts.empty() && component->sizes.empty() && instances().IsRecord(component->type)) {
    Component* field = instances().FindElement(component->type, reference.parts[at + 1].name).component;
    if (!field) {
      instances().ReportUnknown(component->type, reference.parts[at + 1].name,
                                tree_->SpanOf(reference.parts[at + 1].token), true);
      return ops().error();
    }
    component = field;
    ++at;
    if (!elaboration_.EnsureTyped(component)) return ops().error();
  }
  if (component->variability != VariableKind::kConstant) {
    auto& d = elaboration_.sink().Report(
        kVariableOfClass, span,
        fmt::format(
            "{} is not a constant, and belongs to a class of which there is no component here",
            instances().QualifiedName(component->container) + "." + std::string(names().text(component->name))));
    d.notes.push_back({component->span(), "declared here"});
    d.hint = "declare a component of that class, and use the variable of the component";
    return ops().error();
  }
  const Value* value =
      elaboration_.ConstantOf(component, span, fmt::format("the constant {}", names().text(component->name)));
  if (!value) return ops().error();
  return Continue(component->constant_expr, reference, at);
}

Expr Typer::TypeThroughClasses(ClassElement* element, const syntax::ComponentReference& reference, std::size_t next) {
  ClassInstance* c = instances().InstanceOf(element);
  for (; c && next < reference.parts.size(); ++next) {
    const syntax::ReferencePart& part = reference.parts[next];
    PrimitiveClass primitive = instances().PrimitiveOf(c);
    if (primitive.primitive == Primitive::kEnumeration) {
      const EnumDefinition& enumeration = types().enumeration(primitive.type);
      auto literal = std::ranges::find(enumeration.literals, part.name);
      if (literal == enumeration.literals.end()) {
        std::vector<std::string_view> candidates;
        for (Name name : enumeration.literals) candidates.push_back(names().text(name));
        auto& d = elaboration_.sink().Report(kNoSuchLiteral, tree_->SpanOf(part.token),
                                             fmt::format("the enumeration {} has no literal {}",
                                                         names().text(enumeration.name), names().text(part.name)));
        if (auto near = NearestSpelling(names().text(part.name), candidates); !near.empty())
          d.hint = fmt::format("did you mean {}?", near);
        return ops().error();
      }
      return exprs().EnumLiteral(primitive.type, literal - enumeration.literals.begin() + 1);
    }
    Found found = instances().FindElement(c, part.name);
    if (found && !c->component && !instances().CheckUseOf(c, found, part.name, tree_->SpanOf(part.token)))
      return ops().error();
    if (found.component) {
      Component* component = found.component;
      if (component->container->component) {
        Place place;
        std::size_t stopped = 0;
        if (!WalkComponents(component, reference, next, place, stopped) || stopped < reference.parts.size())
          return ops().error();
        return ReferenceTo(place.component, std::move(place.subscripts), SpanOf(reference));
      }
      return ConstantReference(component, reference, next);
    }
    if (!found.class_element) {
      instances().ReportUnknown(c, part.name, tree_->SpanOf(part.token), true);
      return ops().error();
    }
    c = instances().InstanceOf(found.class_element);
  }
  if (c && instances().IsFunction(c)) {
    // A function as an argument.
    FunctionId id = elaboration_.FunctionOf(c, SpanOf(reference));
    if (!id.valid()) return ops().error();
    return exprs().Make(Op::kFunction, elaboration_.FunctionTypeOf(id), {}, id.index());
  }
  return ops().Fail(kClassAsValue, SpanOf(reference),
                    fmt::format("{} is a class, but a value is required here", tree_->Text(reference)));
}

}  // namespace mica::instance
