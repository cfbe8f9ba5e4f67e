// Whether a class can stand where another is expected (specification chapter 6 and 7.3.2): of a redeclaration, its
// constraining type; of an inner component, the outer one. A class that inherits from the expected one always can;
// otherwise it needs every public component of it, with a compatible type.
//
// The checks wait until the model is typed: then the classes are expanded, and looking at them cannot begin a circle.
#include <fmt/format.h>

#include "instance/codes.h"
#include "instance/instances.h"

namespace mica::instance {

namespace {

// Functions and packages are compared where they are used.
bool IsCompared(syntax::ClassKind kind) {
  return kind != syntax::ClassKind::kFunction && kind != syntax::ClassKind::kPackage &&
         kind != syntax::ClassKind::kOperator && kind != syntax::ClassKind::kOperatorFunction &&
         kind != syntax::ClassKind::kExpandableConnector;
}

constexpr int kDeepest = 4;  // levels of components that are compared

}  // namespace

void Instances::RunDeferred() {
  comparing_ = true;
  for (std::size_t i = 0; i < deferred_.size(); ++i) {
    std::function<void()> check = std::move(deferred_[i]);
    check();
  }
  deferred_.clear();
  comparing_ = false;
}

std::size_t Instances::RankOf(ClassInstance* c) {
  std::size_t rank = 0;
  for (int depth = 0; c && c->definition && depth < 50; ++depth) {
    if (c->definition->form != syntax::ClassForm::kShort) break;
    rank += c->definition->base_subscripts.size();
    Expand(c);
    c = c->bases.empty() ? nullptr : c->bases[0].instance;
  }
  return rank;
}

std::string Instances::WhyNotFitting(ClassInstance* given, ClassInstance* wanted, int depth) {
  if (depth > kDeepest || given == wanted || Inherits(given, wanted)) return "";
  if (!IsCompared(KindOf(given)) || !IsCompared(KindOf(wanted))) return "";
  PrimitiveClass have = PrimitiveOf(given), want = PrimitiveOf(wanted);
  if (have.primitive != Primitive::kNone || want.primitive != Primitive::kNone) {
    bool same = have.primitive == want.primitive;
    if (same && have.primitive == Primitive::kEnumeration)
      same = store_.types.enumeration(want.type).literals.empty() ||  // enumeration(:)
             store_.types.enumeration(have.type).literals == store_.types.enumeration(want.type).literals;
    if (same) return "";
    auto text = [&](const PrimitiveClass& p, ClassInstance* c) {
      return p.primitive == Primitive::kNone ? std::string(syntax::Spelling(KindOf(c)))
                                             : store_.types.Text(p.type, names());
    };
    return fmt::format("one is of type {}, the other of {}", text(have, given), text(want, wanted));
  }
  std::string why;
  ForEachComponent(wanted, [&](Component* component) {
    if (!why.empty() || component->is_protected || !component->declaration || component->declaration->condition) return;
    Found found = FindElement(given, component->name);
    if (!found.component || IsProtected(given, found)) {
      why = fmt::format("{} has no {}", QualifiedName(given), names().text(component->name));
      return;
    }
    if (!found.component->clause->type || !component->clause->type) return;
    ClassInstance* a = LookupClass(found.component->scope, *found.component->clause->type, *found.component->tree);
    ClassInstance* b = LookupClass(component->scope, *component->clause->type, *component->tree);
    if (!a || !b) return;
    if (std::string inner = WhyNotFitting(a, b, depth + 1); !inner.empty())
      why = fmt::format("of {}, {}", names().text(component->name), inner);
  });
  return why;
}

void Instances::CheckFits(ClassInstance* given, ClassInstance* wanted, Span span, Span wanted_span,
                          std::string_view what) {
  if (!given || !wanted) return;
  std::string why = WhyNotFitting(given, wanted, 0);
  if (why.empty() && RankOf(given) != RankOf(wanted) && !Inherits(given, wanted))
    why = "they differ in the number of dimensions";
  if (why.empty()) return;
  auto& d =
      sink_.Report(kClassDoesNotFit, span, fmt::format("{} does not fit {}: {}", what, QualifiedName(wanted), why));
  d.notes.push_back({wanted_span, "this says what is expected"});
}

void Instances::DeferConstraint(Component* component, ClassInstance* c, const syntax::ComponentClause& clause,
                                const Redeclaration* redeclaration) {
  // What is constrained, and by the declaration of which scope.
  const syntax::ComponentClause* before = &clause;
  const syntax::SyntaxTree* tree = c->tree;
  ClassInstance* scope = c;
  // A redeclaration without a constraining clause leaves the constraining type as it was (7.3.2).
  for (const Redeclaration* r = redeclaration ? redeclaration->previous : nullptr; r; r = r->previous) {
    if (!r->declaration || !r->element->To<syntax::ComponentClause>().constraining) continue;
    before = &r->element->To<syntax::ComponentClause>();
    tree = r->tree;
    scope = r->scope;
    break;
  }
  const syntax::TypeName* wanted_name = before->constraining ? before->constraining->base
                                        : redeclaration      ? before->type
                                                             : nullptr;
  if (!wanted_name || !component->clause->type) return;
  deferred_.push_back([this, component, scope, tree, wanted_name, redeclaration] {
    ClassInstance* wanted = LookupClass(scope, *wanted_name, *tree);
    ClassInstance* given = LookupClass(component->scope, *component->clause->type, *component->tree);
    CheckFits(given, wanted, component->tree->SpanOf(*component->clause->type), tree->SpanOf(*wanted_name),
              fmt::format("the type of {}", names().text(component->name)));
    if (!redeclaration || !component->clause->constraining) return;
    const syntax::TypeName& name = *component->clause->constraining->base;
    CheckFits(LookupClass(component->scope, name, *component->tree), wanted, component->tree->SpanOf(name),
              tree->SpanOf(*wanted_name), fmt::format("the constraining type of {}", names().text(component->name)));
  });
}

// 7.1: a component that comes twice must be the same; its type is what can be compared.
void Instances::DeferTwins(Component* component, Component* other) {
  deferred_.push_back([this, component, other] {
    if (!component->clause->type || !other->clause->type) return;
    ClassInstance* a = LookupClass(component->scope, *component->clause->type, *component->tree);
    ClassInstance* b = LookupClass(other->scope, *other->clause->type, *other->tree);
    if (!a || !b || PrimitiveOf(a).primitive == PrimitiveOf(b).primitive) return;
    auto& d = sink_.Report(kInheritedDiffers, other->span(),
                           fmt::format("{} is inherited from {} too, with another type", names().text(component->name),
                                       QualifiedName(component->container)));
    d.notes.push_back({component->span(), "declared here"});
  });
}

void Instances::DeferConstraint(ClassElement* element) {
  if (!IsCompared(element->definition->class_kind)) return;
  const ClassElement* before = element->original ? element->original : element;
  while (before->original && !before->definition->constraining)
    before = before->original;  // redeclared, the constraining type left as it was
  if (!element->original && !before->definition->constraining) return;
  deferred_.push_back([this, element, before] {
    ClassInstance* given = InstanceOf(element);
    const syntax::ConstrainingClause* clause = before->definition->constraining;
    ClassInstance* wanted = clause ? LookupClass(before->scope, *clause->base, *before->tree)
                                   : InstanceOf(const_cast<ClassElement*>(before));
    // Sizes that a short class adds to its base are its own.
    if (given && given->definition && given->definition->form == syntax::ClassForm::kShort && Expand(given) &&
        !given->bases.empty() && clause)
      if (ClassInstance* base = given->bases[0].instance) given = base;
    Span wanted_span =
        clause ? before->tree->SpanOf(*clause->base) : before->tree->SpanOf(before->definition->name_token);
    CheckFits(given, wanted, element->tree->SpanOf(element->definition->name_token), wanted_span,
              names().text(element->name));
  });
}

}  // namespace mica::instance
