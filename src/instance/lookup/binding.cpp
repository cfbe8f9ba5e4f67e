// Values and attributes of components: the binding that holds, typed in the scope where it is written, and spread over
// the component arrays around it (specification 7.2.5 for `each`, 10.1, 4.9 for attributes).
#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "instance/elaboration.h"
#include "instance/typing/typer.h"

namespace mica::instance {

bool Elaboration::UsesIterator(Expr e, std::span<const Expr> iterators) const {
  const ExprPool& exprs = instances_.store().exprs;
  std::vector<Expr> stack{e};
  std::unordered_map<Expr, bool> seen;
  while (!stack.empty()) {
    Expr at = stack.back();
    stack.pop_back();
    if (!seen.emplace(at, true).second) continue;
    if (exprs.op(at) == Op::kIterator) {
      if (iterators.empty()) return true;
      for (Expr iterator : iterators)
        if (iterator == at) return true;
    }
    for (Expr arg : exprs.args(at)) stack.push_back(arg);
  }
  return false;
}

// value[selection], where the elements of a constructor may differ in size: those that are selected are taken from it.
Expr Elaboration::Chosen(Expr value, std::span<const Expr> selection) {
  ExprPool& exprs = store().exprs;
  if (selection.empty() || exprs.op(value) != Op::kArray || exprs.op(selection[0]) == Op::kColon)
    return exprs.Index(value, selection);
  std::vector<Expr> places =
      exprs.op(selection[0]) == Op::kArray ? exprs.ArgsCopy(selection[0]) : std::vector<Expr>{selection[0]};
  std::vector<Expr> elements;
  for (Expr place : places)
    elements.push_back(
        Chosen(exprs.arg(value, static_cast<std::size_t>(exprs.integer(place)) - 1), selection.subspan(1)));
  if (exprs.op(selection[0]) != Op::kArray) return elements[0];
  return exprs.Make(Op::kArray,
                    store().types.Array(exprs.type(elements[0]), static_cast<std::int32_t>(elements.size())), elements);
}

Expr Elaboration::Spread(Expr value, const Binding& binding, std::vector<Component*> chain, TypeId element,
                         bool is_attribute, std::string_view what) {
  if (ops().is_error(value)) return {};
  ExprPool& exprs = store().exprs;
  Types& types = store().types;
  // From the outside in: which dimensions there are, which of them the value has, and the iterators of those that
  // enclose its scope.
  struct Dimension {
    std::int32_t size;
    bool in_value;
    Expr iterator;  // valid: written inside this array, so the value may use it
  };
  // `each` in a[n](b(each x = 1)) of a scalar b has no array to speak of, if it is not a.
  std::uint32_t each = binding.each;
  auto is_array = [&](std::size_t k) { return chain[k] && (!chain[k]->sizes.empty() || chain[k]->split_from); };
  auto rank_under = [&](std::uint32_t mask) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < chain.size() && k <= binding.levels; ++k)
      if (chain[k] && (k == 0 || !(mask >> k & 1)))
        count += (chain[k]->split_from ? chain[k]->split_from : chain[k])->sizes.size();
    return count;
  };
  if (!is_attribute && binding.levels > 0 && types.rank(exprs.type(value)) < rank_under(each)) {
    std::uint32_t moved = each;
    std::size_t scalar = 0, array = 0;
    for (std::size_t k = 1; k < chain.size() && k <= binding.levels; ++k) {
      if (!(each >> k & 1) || is_array(k)) continue;
      std::size_t next = k + 1;
      while (next < chain.size() && next <= binding.levels && !is_array(next)) ++next;
      if (next >= chain.size() || next > binding.levels) continue;
      moved |= 1u << next;
      scalar = k;
      array = next;
    }
    if (array > 0 && types.rank(exprs.type(value)) == rank_under(moved)) {
      instances_.Breach(kEachWithoutArray, "7.2.5", binding.span(),
                        fmt::format("`each` before the value of {} is meant for the array {}: {} is not an array", what,
                                    instances_.PathText(chain[array]), instances_.PathText(chain[scalar])));
      each = moved;
    }
    // Without any `each`, a scalar for a scalar parameter of every element.
    std::uint32_t all = static_cast<std::uint32_t>((2ull << binding.levels) - 2);
    bool is_parameter = chain[0] && chain[0]->variability <= VariableKind::kParameter;
    if (array == 0 && binding.each == 0 && is_parameter && rank_under(all) == 0 && types.rank(exprs.type(value)) == 0 &&
        ops().TryCoerceElement(value, element)) {
      auto& d = instances_.Breach(
          kScalarForArrayParameter, "7.2.5", binding.span(),
          fmt::format("{} is a parameter of each element of an array, but this value is a scalar", what));
      d.hint = "write `each` before the modifier if the value holds for every element";
      each = all;
    }
  }
  std::vector<Dimension> dimensions;
  std::vector<std::int32_t> expected;
  std::vector<Expr> selection;  // of a value for a whole array of which these are some elements
  bool selects = false;
  for (std::size_t k = chain.size(); k-- > 0;) {
    Component* c = chain[k];
    if (!c) continue;
    bool inside = k <= binding.levels;
    bool in_value = inside && !(k > 0 && (each >> k & 1));
    for (std::size_t i = 0; i < c->sizes.size(); ++i) {
      dimensions.push_back({c->sizes[i], in_value, !inside && i < c->iterators.size() ? c->iterators[i] : Expr()});
      if (in_value && !c->split_from) expected.push_back(c->sizes[i]);
      if (in_value && !c->split_from) selection.push_back(exprs.Colon());
    }
    if (!in_value || !c->split_from) continue;
    const std::vector<std::int32_t>& whole = c->split_from->sizes;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      expected.push_back(whole[i]);
      std::vector<Expr> places;
      for (const auto& element : *c->chosen) places.push_back(exprs.Integer(element[i]));
      selection.push_back(
          places.size() == 1
              ? places[0]
              : exprs.Make(Op::kArray, types.Array(types.integer(), static_cast<std::int32_t>(places.size())), places));
      selects = true;
    }
  }
  std::size_t rank = types.rank(exprs.type(value));
  if (is_attribute && rank != expected.size()) {
    // An attribute given by the type itself speaks of the dimensions of the type; a scalar speaks of every element.
    std::size_t most = dimensions.size();
    if (rank == 0 || (binding.levels == 0 && rank <= most)) {
      bool written_without_each = rank == 0 && binding.levels > 0 && binding.each == 0;
      expected.clear();
      selects = false;
      for (std::size_t i = 0; i < most; ++i) {
        dimensions[i].in_value = i >= most - rank;
        if (dimensions[i].in_value) expected.push_back(dimensions[i].size);
      }
      if (written_without_each)
        sink().Report(kScalarForArray, binding.span(),
                      fmt::format("{} is an array, and this value is a scalar: write `each`", what));
    }
  }
  if (rank == 0 && !expected.empty() && ops().TryCoerceElement(value, element)) {
    auto& d = sink().Report(kWrongSize, binding.span(),
                            fmt::format("{} must have the size {}, but {} is a scalar", what,
                                        ops().SizeText(types.WithSizes(element, expected), "", ""), ops().Text(value)));
    if (binding.levels > 0)
      d.hint = "write `each` before the modifier if the value holds for every element";
    else
      d.hint = "fill(value, size, …) repeats a value";
    return {};
  }
  value = ops().Coerce(value, types.WithSizes(element, expected), binding.span(), what);
  if (ops().is_error(value)) return {};
  if (selects) value = Chosen(value, selection);
  if (!is_attribute && !selects && types.has_unknown_size(exprs.type(value)) &&
      types.kind(exprs.type(value)) != TypeKind::kRecord) {
    // A function gives it, and its size by what it computes; the declaration has found out by now which one that is.
    std::vector<Expr> args{Expr()}, places;
    for (std::int32_t size : expected) {
      places.push_back(exprs.NewIterator(names().Intern("i"), types.integer()));
      args.push_back(places.back());
      args.push_back(ops().Range(exprs.Integer(1), {}, exprs.Integer(size), {}));
    }
    args[0] = exprs.Index(value, places);
    value = exprs.Make(Op::kArrayFor, types.WithSizes(exprs.type(value), expected), args);
  }

  std::size_t last_outside = 0;  // dimensions before this one are not all the value's
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    if (!dimensions[i].in_value) last_outside = i + 1;
  if (last_outside == 0) return value;
  bool uses = false;
  for (const Dimension& d : dimensions)
    if (d.iterator.valid()) uses = uses || UsesIterator(value, std::span<const Expr>(&d.iterator, 1));
  if (!uses && types.is_scalar(exprs.type(value))) return value;  // a scalar that holds for every element
  // {value[j…] for i in 1:n, …} over the dimensions up to the last that is not the value's.
  std::vector<Expr> args{Expr()}, subscripts;
  std::vector<std::int32_t> outer;
  bool indexed = false;
  for (std::size_t i = 0; i < last_outside; ++i) {
    const Dimension& d = dimensions[i];
    Expr iterator = d.iterator.valid() ? d.iterator : exprs.NewIterator(names().Intern("i"), types.integer());
    if (d.in_value) {
      subscripts.push_back(iterator);
      indexed = true;
    }
    args.push_back(iterator);
    args.push_back(ops().Range(exprs.Integer(1), {}, exprs.Integer(d.size), {}));
    outer.push_back(d.size);
  }
  if (!uses && !indexed) return ops().Fill(value, outer);
  Expr body = exprs.Index(value, subscripts);
  args[0] = body;
  return exprs.Make(Op::kArrayFor, types.Array(exprs.type(body), outer), args);
}

namespace {

// Whether a value is that of another component or made by the constructor of a record.
bool HasConstants(const syntax::Expression& value, Typer& typer, Instances& instances) {
  if (value.As<syntax::ComponentReference>()) return true;
  const auto* call = value.As<syntax::Call>();
  ClassInstance* record = call ? typer.FindClass(*call->callee) : nullptr;
  return record && instances.KindOf(record) == syntax::ClassKind::kRecord;
}

}  // namespace

// A field has a value by the record it is part of, unless it is modified at the same place as that or further out: what
// the record's class gives it is a default only (specification 7.2.3 and 12.6).
bool Elaboration::TakesValueOfRecord(const Component* component) {
  // A constant with a value is not an argument of what makes a record (12.6), but the record that is made has it.
  bool is_constant = component->binding && component->clause->variability == syntax::Variability::kConstant;
  std::uint32_t levels = component->binding ? component->binding->levels : 0;
  bool is_below = !component->binding || (component->modifier && component->modifier->is_below_value);
  std::uint32_t up = 0;
  auto has_value = [&](const Component* c) {
    return c && c->clause && c->type && (instances_.IsRecord(c->type) || instances_.IsConnector(c->type));
  };
  for (const Component* c = component; has_value(c->parent()); c = c->parent()) {
    if (c->modifier && c->modifier->removes_value) return false;
    ++up;
    const Binding* outer = c->parent()->binding;
    if (is_constant && !c->parent()->sizes.empty())
      return false;  // TODO: in arrays the elements may differ; their constants are those of the class so far
    if (outer && is_constant) {
      Typer typer(*this, outer->scope, outer->tree);
      if (!HasConstants(*outer->value, typer, instances_)) return false;
    }
    if (outer && (is_below || outer->levels + up > levels)) return true;
  }
  return false;
}

const Binding* Elaboration::BindingOf(const Component* component) {
  while (TakesValueOfRecord(component)) component = component->parent();
  return component->binding;
}

namespace {

// The argument that a call of a record's constructor names for a field; null for any other value.
const syntax::Expression* ArgumentFor(Name field, const syntax::Expression& value, Typer& typer, Instances& instances) {
  const auto* call = value.As<syntax::Call>();
  if (!call || !call->iterators.empty()) return nullptr;
  const syntax::NamedArgument* found = nullptr;
  for (const syntax::NamedArgument* argument : call->named_arguments)
    if (argument->name == field) found = argument;
  if (!found) return nullptr;
  ClassInstance* record = typer.FindClass(*call->callee);
  return record && instances.KindOf(record) == syntax::ClassKind::kRecord ? found->value : nullptr;
}

// The field of a record, taken inside of what selects the record from an array, so that it says nothing of other
// fields: a constant has to be one.
Expr FieldInside(Expr record, Name field, Operators& ops, ExprPool& exprs, Span span) {
  if (exprs.op(record) != Op::kIndex) return ops.Field(record, field, span);
  std::vector<Expr> args = exprs.ArgsCopy(record);
  Expr base = FieldInside(args[0], field, ops, exprs, span);
  return ops.is_error(base) ? base : exprs.Index(base, std::span<const Expr>(args).subspan(1));
}

}  // namespace

std::optional<Elaboration::RawValue> Elaboration::RawValueOf(Component* component) {
  bool of_record = TakesValueOfRecord(component);
  if (component->binding && !of_record) {
    auto [at, is_new] = raw_values_.emplace(component, Expr());
    if (is_new) {
      Typer typer(*this, component->binding->scope, component->binding->tree);
      Expr value = typer.Type(*component->binding->value);
      raw_values_[component] = value;  // typing may have added others
      return RawValue{value, *component->binding};
    }
    if (!at->second.valid()) return std::nullopt;  // being typed: a cycle, which is reported where a value is needed
    return RawValue{at->second, *component->binding};
  }
  // A field takes its part of the record's value, one level further down.
  if (!of_record) return std::nullopt;
  // A scalar that sizes and conditions may depend on, where its record is made by a constructor that names it: the
  // other arguments need not be typed for it. Their sizes may depend on it, as in `Data d = Data(n = 3, x = x); Real
  // x[d.n];`.
  auto named_argument = [&]() -> std::optional<RawValue> {
    if (component->primitive == Primitive::kNone || component->primitive == Primitive::kReal ||
        !component->sizes.empty())
      return std::nullopt;
    std::vector<Name> path;
    Component* owner = component;
    for (; TakesValueOfRecord(owner); owner = owner->parent()) {
      if (!owner->parent()->sizes.empty()) return std::nullopt;
      path.push_back(owner->name);
    }
    if (auto known = raw_values_.find(owner); !owner->binding || (known != raw_values_.end() && known->second.valid()))
      return std::nullopt;
    Typer typer(*this, owner->binding->scope, owner->binding->tree);
    const syntax::Expression* value = owner->binding->value;
    RawValue raw{{}, *owner->binding};
    for (; !path.empty() && value; path.pop_back()) {
      value = ArgumentFor(path.back(), *value, typer, instances_);
      ++raw.binding.levels;
      raw.binding.each <<= 1;
    }
    if (!value) return std::nullopt;
    DiagnosticSink::Transaction attempt(sink());
    raw.value = typer.Type(*value);
    if (!ops().is_error(raw.value) && store().types.is_scalar(store().exprs.type(raw.value))) return raw;
    Withhold(attempt);  // the call as a whole is typed, and says it
    return std::nullopt;
  };
  if (std::optional<RawValue> argument = named_argument()) return argument;
  std::optional<RawValue> raw = RawValueOf(component->parent());
  if (!raw || ops().is_error(raw->value)) return std::nullopt;
  bool is_constant = component->clause->variability == syntax::Variability::kConstant;
  raw->value = is_constant ? FieldInside(raw->value, component->name, ops(), store().exprs, raw->binding.span())
                           : ops().Field(raw->value, component->name, raw->binding.span());
  ++raw->binding.levels;
  raw->binding.each <<= 1;
  return raw;
}

Expr Elaboration::TypedBinding(Component* component) {
  std::optional<RawValue> raw = RawValueOf(component);
  if (!raw || ops().is_error(raw->value)) return {};
  const Binding& binding = raw->binding;
  TypeId element = component->element_type;
  if (component->primitive == Primitive::kExternalObject && store().exprs.op(raw->value) == Op::kVar) {
    // A copy is another object: made by the same call, and ended by its own.
    Component* copied = this->component(store().exprs.var(raw->value));
    if (Expr made = copied ? ValueOf(copied) : Expr(); made.valid()) raw->value = made;
  }
  if (component->primitive == Primitive::kNone) {
    element = RecordTypeOf(component->type);
    if (!element.valid()) {
      ops().Fail(kValueForModelComponent, binding.span(),
                 fmt::format("{} is a component of {}, which cannot have a value", instances_.PathText(component),
                             instances_.QualifiedName(component->type)));
      return {};
    }
  }
  std::vector<Component*> chain;
  for (Component* c = component; c; c = c->parent()) chain.push_back(c);
  std::string what = instances_.PathText(component);
  Expr spread = Spread(raw->value, binding, std::move(chain), element, false, what);
  if (!spread.valid()) return {};
  if (component->parent() && component->variability <= VariableKind::kParameter) {
    VariableKind kind = VariabilityOf(spread);
    if (kind > component->variability) {
      Component* culprit = CulpritOf(spread, kind);
      static constexpr std::string_view kKinds[] = {"a constant", "a parameter", "discrete-time", "continuous-time"};
      auto& d = sink().Report(
          kParameterChanges, binding.span(),
          fmt::format("{} is {}, and cannot have a value that changes: {} is {}", what,
                      kKinds[static_cast<int>(component->variability)],
                      culprit ? instances_.PathText(culprit) : ops().Text(spread), kKinds[static_cast<int>(kind)]));
      if (culprit)
        d.notes.push_back({culprit->span(), fmt::format("{} is declared here", names().text(culprit->name))});
      return {};
    }
  }
  return spread;
}

Expr Elaboration::ValueOf(Component* component) {
  if (component->value == Progress::kDone) return component->value_expr;
  if (component->value == Progress::kUnderway) return {};  // ConstantOf reports the cycle where it matters
  component->value = Progress::kUnderway;
  if (EnsureTyped(component)) component->value_expr = TypedBinding(component);
  component->value = Progress::kDone;
  return component->value_expr;
}

Expr Elaboration::AttributeOf(Component* component, Attribute attribute) {
  std::size_t place = static_cast<std::size_t>(attribute);
  if (component->attribute_progress != Progress::kNot) return component->attributes[place];
  component->attribute_progress = Progress::kUnderway;
  if (component->primitive == Primitive::kNone || component->primitive == Primitive::kExternalObject) return {};
  const Modifier* of_type = instances_.PrimitiveOf(component->type).modifier;
  const Modifier* merged =
      instances_.modifiers().Merge(instances_.modifiers().WithoutValue(component->modifier), of_type);
  if (merged) {
    for (const Modifier* child : merged->children) {
      std::size_t which = 0;
      while (which < static_cast<std::size_t>(Attribute::kCount) &&
             AttributeName(static_cast<Attribute>(which)) != names().text(child->name))
        ++which;
      if (which == static_cast<std::size_t>(Attribute::kCount) || !child->binding) continue;
      TypeId element;
      switch (static_cast<Attribute>(which)) {
        case Attribute::kQuantity:
        case Attribute::kUnit:
        case Attribute::kDisplayUnit:
          element = store().types.string();
          break;
        case Attribute::kFixed:
        case Attribute::kUnbounded:
          element = store().types.boolean();
          break;
        case Attribute::kStateSelect: {
          ClassInstance* c = instances_.InstanceOf(instances_.classes().FindTopLevel(names().Intern("StateSelect")));
          element = instances_.PrimitiveOf(c).type;
          break;
        }
        case Attribute::kNominal:
          element = store().types.real();
          break;
        default:
          element = component->element_type;
          break;
      }
      Binding binding = *child->binding;
      // What modifies the type is said of one scalar, wherever in the class around the type it is written.
      const Modifier* by_type = of_type ? of_type->Find(child->name) : nullptr;
      if (by_type && by_type->binding == child->binding) binding.levels = binding.each = 0;
      Typer typer(*this, binding.scope, binding.tree);
      Expr value = typer.Type(*binding.value);
      if (component->has_given_sizes && store().types.rank(store().exprs.type(value)) > component->sizes.size()) {
        // In a bus, like an array of which each of several buses has an element: what holds for all of those holds for
        // it.
        std::optional<Value> known = TryEvaluate(value);
        Expr all = known ? ToExpr(*known, store().exprs) : Expr();
        while (all.valid() && store().exprs.op(all) == Op::kArray && !store().exprs.args(all).empty()) {
          std::vector<Expr> items = store().exprs.ArgsCopy(all);
          all = std::ranges::all_of(items, [&](Expr item) { return item == items[0]; }) ? items[0] : Expr();
        }
        if (!all.valid() || !store().types.is_scalar(store().exprs.type(all))) continue;
        value = all;
      }
      std::vector<Component*> chain{nullptr};
      for (Component* c = component; c; c = c->parent()) chain.push_back(c);
      std::string what = fmt::format("{} of {}", names().text(child->name), instances_.PathText(component));
      Expr spread = Spread(value, binding, std::move(chain), element, true, what);
      if (!spread.valid()) continue;
      if (component->parent()) {
        VariableKind kind = VariabilityOf(spread);
        if (kind > VariableKind::kParameter) {
          Component* culprit = CulpritOf(spread, kind);
          auto& d = sink().Report(kAttributeChanges, binding.span(),
                                  fmt::format("{} must not change during the simulation, and {} does", what,
                                              culprit ? instances_.PathText(culprit) : ops().Text(spread)));
          if (culprit) d.notes.push_back({culprit->span(), "declared here"});
          continue;
        }
      }
      component->attributes[which] = spread;
      if (static_cast<Attribute>(which) == Attribute::kStart) component->start_span = binding.span();
    }
  }
  component->attribute_progress = Progress::kDone;
  return component->attributes[place];
}

}  // namespace mica::instance
