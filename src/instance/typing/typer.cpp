#include "instance/typing/typer.h"

#include <fmt/format.h>
#include <algorithm>

#include "instance/codes.h"
#include "syntax/walk.h"

namespace mica::instance {

Expr Typer::Type(const syntax::Expression& expression) {
  Expr made = TypeAny(expression);
  std::uint64_t count = ScalarsOf(types().sizes(exprs().type(made)));
  // What functions compute is theirs, at run time.
  if (count <= instances().scalar_limit() || instances().IsInFunction(scope_)) return made;
  elaboration_.ReportScalarLimit(count, SpanOf(expression), "this expression has");
  return ops().error();
}

Expr Typer::TypeAny(const syntax::Expression& expression) {
  using syntax::NodeKind;
  Span span = SpanOf(expression);
  switch (expression.kind) {
    case NodeKind::kMissing:
      return ops().error();
    case NodeKind::kIntegerLiteral:
      return exprs().Integer(expression.To<syntax::IntegerLiteral>().value);
    case NodeKind::kRealLiteral:
      return exprs().Real(expression.To<syntax::RealLiteral>().value);
    case NodeKind::kStringLiteral:
      return exprs().String(expression.To<syntax::StringLiteral>().value);
    case NodeKind::kBooleanLiteral:
      return exprs().Boolean(expression.To<syntax::BooleanLiteral>().value);
    case NodeKind::kColon:
      return exprs().Colon();
    case NodeKind::kEnd: {
      if (ends_.empty()) return ops().Fail(kEndOutsideSubscript, span, "`end` has a meaning inside subscripts only");
      const EndOf& end = ends_.back();
      if (end.size != kUnknownSize) return exprs().Integer(end.size);
      return exprs().Make(Op::kSize, types().integer(),
                          {end.array, exprs().Integer(static_cast<std::int64_t>(end.dimension) + 1)});
    }
    case NodeKind::kComponentReference:
      return TypeReference(expression.To<syntax::ComponentReference>());
    case NodeKind::kCall: {
      Expr call = TypeCall(expression.To<syntax::Call>());
      if (types().kind(exprs().type(call)) == TypeKind::kTuple)
        return exprs().Make(Op::kTupleItem, types()[exprs().type(call)].parts[0], {call}, 0);
      if (exprs().op(call) == Op::kCall && exprs().type(call) == types().none())
        return ops().Fail(kCallWithoutResult, span,
                          fmt::format("{} has no result, but a value is required here",
                                      tree_->Text(*expression.To<syntax::Call>().callee)));
      return call;
    }
    case NodeKind::kPartialApplication:
      return TypePartial(expression.To<syntax::PartialApplication>());
    case NodeKind::kUnary: {
      const auto& unary = expression.To<syntax::Unary>();
      return TypeUnary(unary.op, Type(*unary.operand), span);
    }
    case NodeKind::kBinary: {
      const auto& binary = expression.To<syntax::Binary>();
      Expr value = Type(*binary.first);
      for (const syntax::BinaryTail& tail : binary.rest) {
        Span so_far = Join(span, SpanOf(*tail.operand));
        value = TypeBinary(tail.op, value, Type(*tail.operand), so_far);
      }
      return value;
    }
    case NodeKind::kIfExpression:
      return TypeIf(expression.To<syntax::IfExpression>());
    case NodeKind::kArray: {
      const auto& array = expression.To<syntax::Array>();
      if (!array.iterators.empty()) return TypeComprehension(*array.elements[0], array.iterators, Op::kArrayFor, span);
      std::vector<Expr> elements;
      for (const syntax::Expression* element : array.elements) elements.push_back(Type(*element));
      return ops().Array(std::move(elements), span);
    }
    case NodeKind::kMatrix: {
      std::vector<std::vector<Expr>> rows;
      for (const syntax::MatrixRow* row : expression.To<syntax::Matrix>().rows) {
        rows.emplace_back();
        for (const syntax::Expression* element : row->elements) rows.back().push_back(Type(*element));
      }
      return ops().Matrix(rows, span);
    }
    case NodeKind::kRange: {
      const auto& range = expression.To<syntax::Range>();
      Expr start = Type(*range.start);
      Expr step = range.step ? Type(*range.step) : Expr();
      return KnownRange(ops().Range(start, step, Type(*range.stop), span));
    }
    case NodeKind::kParenthesised: {
      Expr inner = Type(*expression.To<syntax::Parenthesised>().inner);
      return inner;
    }
    case NodeKind::kTuple:
      return ops().Fail(kListInParentheses, span,
                        "a list in parentheses stands only on the left of a call with several results");
    case NodeKind::kSubscripted: {
      const auto& subscripted = expression.To<syntax::Subscripted>();
      Expr base = Type(*subscripted.base);
      if (ops().is_error(base)) return base;
      std::vector<std::int32_t> sizes(types().sizes(exprs().type(base)).begin(),
                                      types().sizes(exprs().type(base)).end());
      return ops().Index(base, TypeSubscripts(subscripted.subscripts, base, sizes), span);
    }
    case NodeKind::kMember: {
      const auto& member = expression.To<syntax::Member>();
      return ops().Field(Type(*member.base), member.name, span);
    }
    default:
      return ops().Fail(kNotAnExpression, span, "this is not an expression");
  }
}

// In a model a condition of parameters becomes structural where the branches differ in size (specification 3.6.5), and
// where one that is not taken has a mistake: its subscripts and sizes may fit another choice of the parameters.
Expr Typer::TypeIf(const syntax::IfExpression& expression) {
  Span span = SpanOf(expression);
  DiagnosticSink& sink = elaboration_.sink();
  bool in_model = !instances().IsInFunction(scope_);
  ++branches_;
  DiagnosticSink::Transaction otherwise_attempt(sink);
  Expr value = Type(*expression.otherwise);
  for (std::size_t i = expression.branches.size(); i-- > 0;) {
    const syntax::ExpressionBranch& branch = *expression.branches[i];
    Expr condition = Type(*branch.condition);
    if (!ops().is_error(condition) && exprs().type(condition) != types().boolean())
      condition = ops().Fail(kNonBooleanCondition, SpanOf(*branch.condition),
                             fmt::format("a condition must be Boolean, but {} is of type {}", ops().Text(condition),
                                         ops().TypeText(condition)));
    DiagnosticSink::Transaction then_attempt(sink);
    Expr then = Type(*branch.value), otherwise = value;
    bool is_wrong = ops().is_error(then) || ops().is_error(otherwise);
    std::optional<Value> taken;
    if (is_wrong && in_model && !ops().is_error(condition)) taken = elaboration_.TryEvaluate(condition);
    if (taken) {
      elaboration_.Withhold(taken->boolean() ? otherwise_attempt : then_attempt);
      if (taken->boolean()) value = ops().is_error(then) ? Type(*branch.value) : then;
      continue;
    }
    value = ops().If(condition, then, otherwise, span);
    bool is_open = types().has_unknown_size(exprs().type(value)) && !types().has_unknown_size(exprs().type(then)) &&
                   !types().has_unknown_size(exprs().type(otherwise));
    if (is_open && in_model && (taken = elaboration_.TryEvaluate(condition)))
      value = ops().If(exprs().Boolean(taken->boolean()), then, otherwise, span);
  }
  --branches_;
  return value;
}

// In a model the size of a range is known at translation, and what it depends on is evaluated; a loop variable in it
// leaves it open.
Expr Typer::KnownRange(Expr range) {
  if (ops().is_error(range) || !types().has_unknown_size(exprs().type(range)) || instances().IsInFunction(scope_))
    return range;
  std::vector<Expr> ends = exprs().ArgsCopy(range);
  for (Expr& end : ends) {
    if (exprs().is_literal(end)) continue;
    std::optional<Value> known = elaboration_.TryEvaluate(end);
    if (!known) return range;
    end = ToExpr(*known, exprs());
  }
  return ops().Range(ends[0], ends[1], ends[2], {});
}

bool Typer::UsesLoop(Expr e) {
  return std::ranges::any_of(iterators_, [&](const NamedIterator& known) {
    return exprs().op(known.iterator) == Op::kIterator &&
           elaboration_.UsesIterator(e, std::span<const Expr>(&known.iterator, 1));
  });
}

Expr Typer::TypeAs(const syntax::Expression& expression, TypeId type, std::string_view what) {
  return ops().Coerce(Type(expression), type, SpanOf(expression), what);
}

std::vector<Expr> Typer::TypeSubscripts(syntax::List<syntax::Expression> subscripts, Expr array, Sizes sizes) {
  std::vector<Expr> result;
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    ends_.push_back({array, i < sizes.size() ? sizes[i] : 0, i});
    result.push_back(Type(*subscripts[i]));
    ends_.pop_back();
  }
  return result;
}

Expr Typer::TypeRange(const syntax::Iterator& iterator, const syntax::Node& body) {
  if (!iterator.range) {
    return TypeImplicitRange(iterator, body);
  }
  // A type as a range: its values.
  if (const auto* reference = iterator.range->As<syntax::ComponentReference>()) {
    if (ClassInstance* c = FindClass(*reference)) {
      PrimitiveClass primitive = instances().PrimitiveOf(c);
      if (primitive.primitive == Primitive::kEnumeration) {
        auto count = static_cast<std::int64_t>(types().enumeration(primitive.type).literals.size());
        return ops().Range(exprs().EnumLiteral(primitive.type, 1), {}, exprs().EnumLiteral(primitive.type, count),
                           SpanOf(iterator));
      }
      if (primitive.primitive == Primitive::kBoolean)
        return ops().Range(exprs().Boolean(false), {}, exprs().Boolean(true), SpanOf(iterator));
    }
  }
  Expr range = Type(*iterator.range);
  if (ops().is_error(range)) return range;
  if (types().rank(exprs().type(range)) != 1)
    return ops().Fail(
        kLoopOverNonVector, SpanOf(*iterator.range),
        fmt::format("a loop runs over a vector, but {} is of type {}", ops().Text(range), ops().TypeText(range)));
  return range;
}

ClassInstance* Typer::FindClass(const syntax::ComponentReference& reference) {
  for (const NamedIterator& known : iterators_)
    if (reference.IsName() && known.name == reference.parts[0].name) return nullptr;
  for (const syntax::ReferencePart& part : reference.parts)
    if (!part.subscripts.empty()) return nullptr;
  Found found = reference.leading_dot ? instances().FindElement(instances().root(), reference.parts[0].name)
                                      : instances().Lookup(scope_, reference.parts[0].name);
  // Through components too: a function of one is `world.gravity(r)`. Components come first, classes after them
  // (specification 5.3.2).
  bool through_component = false, through_class = false;
  // Only where it leads to a class: `for s in c.set` goes through an array of components to components, which is
  // allowed.
  std::size_t refused_part = 0;
  std::string_view refusal;
  auto refuse = [&](std::size_t i, std::string_view why) {
    if (refusal.empty()) refused_part = i, refusal = why;
  };
  for (std::size_t i = 1; i < reference.parts.size(); ++i) {
    ClassInstance* c = nullptr;
    if (found.class_element) {
      c = instances().InstanceOf(found.class_element);
      through_class = through_component;
      if (through_component && c->kind() == syntax::ClassKind::kOperator)
        refuse(i, "an operator is not called through a component");
    } else if (found.component) {
      if (through_class) refuse(i - 1, "after a component and a class of it come classes, but this is a component");
      through_component = true;
      if (found.component->declaration && found.component->declaration->condition)
        refuse(i - 1, "a function is not called through a conditional component");
      if (!found.component->declaration || !found.component->declaration->subscripts.empty())
        refuse(i - 1, "a function is not called through an array of components");
      Component* component = elaboration_.Resolve(found.component);
      if (!elaboration_.EnsureTyped(component) || component->primitive != Primitive::kNone) return nullptr;
      c = component->type;
    }
    if (!c) return nullptr;
    found = instances().FindElement(c, reference.parts[i].name);
    if (found) instances().CheckVisible(c, found, reference.parts[i].name, tree_->SpanOf(reference.parts[i].token));
  }
  if (found.class_element && through_component && found.class_element->definition &&
      found.class_element->definition->class_kind == syntax::ClassKind::kOperatorFunction)
    refuse(reference.parts.size() - 1, "an operator is not called through a component");
  if (!found.class_element) return nullptr;
  bool is_reported =
      !elaboration_.sink().all().empty() && elaboration_.sink().all().back().code == kFunctionThroughComponent;
  if (!refusal.empty() && !is_reported)
    ops().Fail(kFunctionThroughComponent, tree_->SpanOf(reference.parts[refused_part].token),
               fmt::format("{}: {}", tree_->Text(reference), refusal));
  return instances().InstanceOf(found.class_element);
}

namespace {

// The first reference in `body` that has the loop variable as a subscript by itself, and where (specification
// 11.2.2.1).
struct IndexedUse {
  const syntax::ComponentReference* reference = nullptr;
  std::size_t part = 0, subscript = 0;
};

bool FindIndexedUse(const syntax::Node& root, Name iterator, IndexedUse& use) {
  std::vector<const syntax::Node*> open{&root}, children;
  while (!open.empty()) {
    const syntax::Node* node = open.back();
    open.pop_back();
    if (const auto* reference = node->As<syntax::ComponentReference>())
      for (std::size_t p = 0; p < reference->parts.size(); ++p)
        for (std::size_t s = 0; s < reference->parts[p].subscripts.size(); ++s) {
          const auto* used = reference->parts[p].subscripts[s]->As<syntax::ComponentReference>();
          if (used && used->IsName() && used->parts[0].name == iterator) {
            use = {reference, p, s};
            return true;
          }
        }
    children.clear();
    syntax::AppendChildren(*node, children);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return false;
}

}  // namespace

Expr Typer::TypeImplicitRange(const syntax::Iterator& iterator, const syntax::Node& body) {
  IndexedUse use;
  if (!FindIndexedUse(body, iterator.name, use))
    return ops().Fail(kLoopWithoutRange, SpanOf(iterator),
                      fmt::format("the range of {} is not given, and does not follow from its use as a subscript",
                                  names().text(iterator.name)));
  Component* component = instances().Lookup(scope_, use.reference->parts[0].name).component;
  for (std::size_t i = 0; component && i <= use.part; ++i) {
    component = elaboration_.Resolve(component);
    if (!elaboration_.EnsureTyped(component)) return ops().error();
    if (i < use.part) component = instances().FindElement(component->type, use.reference->parts[i + 1].name).component;
  }
  if (!component || use.subscript >= component->sizes.size())
    return ops().Fail(kLoopWithoutRange, SpanOf(iterator),
                      fmt::format("the range of {} does not follow from its use in {}", names().text(iterator.name),
                                  tree_->Text(*use.reference)));
  if (TypeId type = use.subscript < component->size_types.size() ? component->size_types[use.subscript] : TypeId();
      type.valid()) {
    // A dimension counted by a type: the variable runs over its values.
    if (types().kind(type) == TypeKind::kBoolean)
      return ops().Range(exprs().Boolean(false), {}, exprs().Boolean(true), SpanOf(iterator));
    return ops().Range(exprs().EnumLiteral(type, 1), {}, exprs().EnumLiteral(type, component->sizes[use.subscript]),
                       SpanOf(iterator));
  }
  Expr stop;
  if (component->sizes[use.subscript] >= 0) {
    stop = exprs().Integer(component->sizes[use.subscript]);
  } else {
    std::vector<syntax::ReferencePart> parts(use.reference->parts.begin(),
                                             use.reference->parts.begin() + static_cast<std::ptrdiff_t>(use.part) + 1);
    parts.back().subscripts = {};
    syntax::ComponentReference prefix = *use.reference;
    prefix.parts = parts;
    Expr array = TypeReference(prefix);
    if (ops().is_error(array)) return array;
    stop = exprs().Make(Op::kSize, types().integer(),
                        {array, exprs().Integer(static_cast<std::int64_t>(use.subscript) + 1)});
  }
  return ops().Range(exprs().Integer(1), {}, stop, SpanOf(iterator));
}

}  // namespace mica::instance
