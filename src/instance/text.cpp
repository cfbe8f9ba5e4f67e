#include "instance/text.h"

#include <fmt/format.h>

#include "expression/text.h"
#include "instance/lookup/chosen_text.h"

namespace mica::instance {

namespace {

constexpr std::size_t kValueLimit = 200;  // characters of one value
constexpr std::size_t kNoteColumn = 64;

bool Contains(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

class Writer {
 public:
  Writer(Elaboration& elaboration, Component* top)
      : elaboration_(elaboration), instances_(elaboration.instances()), top_(top) {}

  std::string Write() {
    // All types first, then all values: only then is it known which parameters were evaluated.
    ForAll([&](Component* component, int) { Type(component); });
    ForAll([&](Component* component, int) { Value(component); });
    const syntax::ClassDefinition& definition = *top_->type->definition;
    const syntax::StringLiteral* description =
        definition.comment ? definition.comment->description : definition.description;
    out_ = fmt::format("{} {}", syntax::Spelling(definition.class_kind), instances_.QualifiedName(top_->type));
    if (description) out_ += fmt::format(" {}", StringText(description->value));
    out_ += '\n';
    ForAll([&](Component* component, int depth) { WriteLine(component, depth); });
    return std::move(out_);
  }

 private:
  template <typename Visit>
  void ForAll(const Visit& visit) {
    ForInside(top_, 1, visit);
    for (std::size_t i = 0; i < elaboration_.supplied_inners().size(); ++i) {
      Component* supplied = elaboration_.supplied_inners()[i];
      visit(supplied, 1);
      if (HasInside(supplied)) ForInside(supplied, 2, visit);
    }
  }

  template <typename Visit>
  void ForInside(Component* component, int depth, const Visit& visit) {
    instances_.ForEachComponent(component->type, [&](Component* child) {
      visit(child, depth);
      // The groups of an array that has just been split stand in its place from now on.
      for (Component* group : child->groups) {
        visit(group, depth);
        if (HasInside(group)) ForInside(group, depth + 1, visit);
      }
      if (child->groups.empty() && HasInside(child)) ForInside(child, depth + 1, visit);
    });
  }

  bool StandsForAnother(const Component* component) const { return component->is_outer && !component->is_inner; }

  bool HasInside(Component* component) {
    return elaboration_.IsPresent(component) && !StandsForAnother(component) && component->typing == Progress::kDone &&
           component->primitive == Primitive::kNone && component->type;
  }

  void Type(Component* component) {
    if (!elaboration_.IsPresent(component)) return;
    if (StandsForAnother(component))
      elaboration_.Resolve(component);
    else
      elaboration_.EnsureTyped(component);
  }

  bool IsVariable(Component* component) {
    return elaboration_.IsPresent(component) && !StandsForAnother(component) && component->typing == Progress::kDone &&
           component->primitive != Primitive::kNone;
  }

  void Value(Component* component) {
    if (!IsVariable(component)) return;
    elaboration_.ValueOf(component);
    elaboration_.AttributeOf(component, Attribute::kUnit);
  }

  std::string Show(Expr e) { return ExprText(e, elaboration_.store(), elaboration_.reference_names(), kValueLimit); }

  // 'Circuit.mo:12'
  std::string Place(Span span) const {
    std::string place = instances_.sources().Describe(span);
    if (auto slash = place.rfind('/'); slash != place.npos) place.erase(0, slash + 1);
    return place;
  }

  static std::string OneLine(std::string_view text) {
    std::string line;
    for (char c : text) {
      bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
      if (!is_blank)
        line += c;
      else if (!line.empty() && line.back() != ' ')
        line += ' ';
    }
    return line;
  }

  static std::string Prefixes(const Component* component) {
    std::string text;
    if (component->is_protected) text += "protected ";
    if (component->is_final || (component->binding && component->binding->is_final)) text += "final ";
    if (component->is_inner) text += "inner ";
    if (component->is_outer) text += "outer ";
    if (component->is_replaceable) text += "replaceable ";
    if (component->connectedness == syntax::Connectedness::kFlow) text += "flow ";
    if (component->connectedness == syntax::Connectedness::kStream) text += "stream ";
    if (component->variability == VariableKind::kConstant) text += "constant ";
    if (component->variability == VariableKind::kParameter) text += "parameter ";
    if (component->variability == VariableKind::kDiscrete) text += "discrete ";
    if (component->causality == syntax::Causality::kInput) text += "input ";
    if (component->causality == syntax::Causality::kOutput) text += "output ";
    return text;
  }

  std::string TypeText(const Component* component) const {
    if (component->type) return instances_.QualifiedName(component->type);
    return component->clause->type ? std::string(component->tree->Text(*component->clause->type)) : "?";
  }

  std::string AttributesText(Component* component) {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Attribute::kCount); ++i) {
      Expr value = elaboration_.AttributeOf(component, static_cast<Attribute>(i));
      if (value.valid())
        text +=
            fmt::format("{}{} = {}", text.empty() ? "" : ", ", AttributeName(static_cast<Attribute>(i)), Show(value));
    }
    return text.empty() ? "" : "(" + text + ")";
  }

  std::string Notes(Component* component) {
    std::vector<std::string> notes;
    if (component->container->heir) notes.push_back("from " + instances_.QualifiedName(component->container));
    if (component->is_redeclared) notes.push_back("redeclared at " + Place(component->span()));
    if (!elaboration_.IsPresent(component)) {
      const syntax::Expression* condition = component->declaration->condition;
      notes.push_back(condition ? fmt::format("absent: {} is false", OneLine(component->tree->Text(*condition)))
                                : "absent");
    } else if (StandsForAnother(component)) {
      notes.push_back(component->inner ? "is the inner " + instances_.PathText(component->inner)
                                       : "there is no inner one");
    } else if (component->typing != Progress::kDone) {
      notes.push_back("in error");
    }
    if (IsVariable(component) && component->value_expr.valid()) {
      const Binding* binding = elaboration_.BindingOf(component);
      if (binding && !Contains(component->tree->SpanOf(*component->declaration), binding->span()))
        notes.push_back("value at " + Place(binding->span()));
      if (component->is_evaluated && component->variability == VariableKind::kParameter) {
        bool is_literal = component->value_expr == component->constant_expr || !component->constant_expr.valid();
        notes.push_back(is_literal ? "evaluated" : "evaluated: " + Show(component->constant_expr));
      }
    }
    for (const Component* supplied : elaboration_.supplied_inners())
      if (supplied == component) notes.push_back("supplied, declared outer at " + Place(component->span()));
    return fmt::format("{}", fmt::join(notes, "; "));
  }

  void WriteLine(Component* component, int depth) {
    std::string line(static_cast<std::size_t>(2 * depth), ' ');
    line += Prefixes(component) + TypeText(component) + " ";
    line += elaboration_.names().text(component->name);
    if (component->chosen)
      line += ChosenText(*component->chosen);
    else if (!component->sizes.empty() && component->typing == Progress::kDone)
      line += fmt::format("[{}]", fmt::join(component->sizes, ", "));
    if (IsVariable(component)) {
      line += AttributesText(component);
      if (component->value_expr.valid()) line += " = " + Show(component->value_expr);
    }
    if (std::string notes = Notes(component); !notes.empty()) {
      if (line.size() < kNoteColumn) line.resize(kNoteColumn, ' ');
      line += "  // " + notes;
    }
    out_ += line + "\n";
  }

  Elaboration& elaboration_;
  Instances& instances_;
  Component* top_;
  std::string out_;
};

}  // namespace

std::string InstanceText(Elaboration& elaboration, Component* top) { return Writer(elaboration, top).Write(); }

}  // namespace mica::instance
