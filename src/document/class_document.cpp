#include "document/class_document.h"

#include <fmt/format.h>

#include "instance/instances.h"
#include "library/annotation.h"

namespace mica {

namespace {

using instance::ClassInstance;
using instance::Component;
using instance::Modifier;

class Documenter {
 public:
  Documenter(library::Class& c, Session& session)
      : c_(c),
        session_(session),
        store_(session.names()),
        instances_(store_, session.sources(), session.classes(), quiet_) {}

  ClassDocument Document() {
    const syntax::ClassDefinition& definition = *c_.definition;
    document_.name = session_.classes().QualifiedName(&c_);
    document_.kind = (definition.is_partial ? "partial " : "") + std::string(syntax::Spelling(definition.class_kind));
    document_.description = DescriptionOf(c_);
    document_.version = library::StringOf(library::FindAnnotation(definition, "version", session_.names()));
    if (const auto* documentation = library::FindAnnotation(definition, "Documentation", session_.names())) {
      document_.info = library::StringOf(library::FindArgument(documentation->modification, "info", session_.names()));
      document_.revisions =
          library::StringOf(library::FindArgument(documentation->modification, "revisions", session_.names()));
    }
    document_.place = session_.sources().Describe(c_.name_span());
    for (const syntax::EnumerationLiteral* literal : definition.literals)
      document_.literals.push_back(
          {std::string(session_.names().text(literal->name)), "", "", "", TextOf(literal->comment), ""});
    AddElements();
    for (Name name : session_.classes().ChildNames(&c_))
      if (library::Class* child = session_.classes().FindChild(&c_, name);
          child && child->definition && !child->definition->is_protected)
        document_.contents.push_back(Describe(*child, session_));
    return std::move(document_);
  }

 private:
  static std::string TextOf(const syntax::Comment* comment) {
    return comment && comment->description ? std::string(comment->description->value) : "";
  }

  void AddElements() {
    ClassInstance* own = instances_.InstanceOf(&c_);
    if (!own) return;
    instances_.Expand(own);
    for (const instance::BaseClass& base : own->bases)
      if (base.instance) document_.extends.push_back(instances_.QualifiedName(base.instance));
    instances_.ForEachComponent(own, [&](Component* component) { AddElement(component, own); });
  }

  void AddElement(Component* component, const ClassInstance* own) {
    if (component->is_protected || !component->clause || !component->declaration) return;
    const syntax::ComponentClause& clause = *component->clause;
    ClassInstance* type =
        clause.type ? instances_.LookupClass(component->scope, *clause.type, *component->tree) : nullptr;
    std::vector<DocumentedElement>* group = GroupOf(clause, type);
    if (!group) return;
    DocumentedElement element;
    element.name = session_.names().text(component->name);
    element.type = clause.type ? std::string(component->tree->Text(*clause.type)) : "";
    element.type +=
        Sizes(component->declaration->subscripts, *component->tree) + Sizes(clause.subscripts, *component->tree);
    if (component->binding && component->binding->value)
      element.value = component->binding->tree->Text(*component->binding->value);
    element.unit = UnitOf(component, type);
    element.description = TextOf(component->declaration->comment);
    if (component->container != own) element.from = instances_.QualifiedName(component->container);
    group->push_back(std::move(element));
  }

  std::vector<DocumentedElement>* GroupOf(const syntax::ComponentClause& clause, ClassInstance* type) {
    if (clause.variability == syntax::Variability::kConstant) return &document_.constants;
    if (clause.variability == syntax::Variability::kParameter) return &document_.parameters;
    if (type && instances_.IsConnector(type)) return &document_.connectors;
    if (clause.causality == syntax::Causality::kInput) return &document_.inputs;
    if (clause.causality == syntax::Causality::kOutput) return &document_.outputs;
    return nullptr;
  }

  std::string Sizes(syntax::List<syntax::Expression> subscripts, const syntax::SyntaxTree& tree) const {
    if (subscripts.empty()) return "";
    std::string text = "[";
    for (const syntax::Expression* each : subscripts)
      text += (text.size() > 1 ? ", " : "") + std::string(tree.Text(*each));
    return text + "]";
  }

  // The unit that modifiers of the component or its type give as a string.
  std::string UnitOf(const Component* component, ClassInstance* type) {
    Name unit = session_.names().Intern("unit");
    const Modifier* of_type = type ? instances_.PrimitiveOf(type).modifier : nullptr;
    for (const Modifier* modifier : {component->modifier, of_type}) {
      const Modifier* found = modifier ? modifier->Find(unit) : nullptr;
      if (found && found->binding) return library::StringOf(found->binding->value);
    }
    return "";
  }

  library::Class& c_;
  Session& session_;
  DiagnosticSink quiet_;  // what is wrong with the class shows when it is used
  Store store_;
  instance::Instances instances_;
  ClassDocument document_;
};

}  // namespace

Result<ClassDocument> DocumentClass(library::Class* c, Session& session) {
  ClassDocument document;
  bool done = session.Guard("documenting a class", [&] { document = Documenter(*c, session).Document(); });
  if (!done) return Reported();
  return document;
}

}  // namespace mica
