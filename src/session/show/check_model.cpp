#include "session/show/check_model.h"

#include <algorithm>

namespace mica {

namespace {

// A flow variable of a connector of the model itself.
bool HasOpenConnectors(const flat::Model& model) {
  return std::any_of(model.variables.begin(), model.variables.end(), [](const flat::Variable& variable) {
    return variable.is_flow && variable.path.size() == 2 && !variable.is_protected;
  });
}

void CollectModels(library::Class* package, Session& session, std::vector<std::string>& found) {
  for (Name name : session.classes().ChildNames(package)) {
    library::Class* child = session.classes().FindChild(package, name);
    if (!child || !child->definition || child->definition->is_partial) continue;
    syntax::ClassKind kind = child->definition->class_kind;
    if (kind == syntax::ClassKind::kModel || kind == syntax::ClassKind::kBlock || kind == syntax::ClassKind::kClass)
      found.push_back(session.classes().QualifiedName(child));
    CollectModels(child, session, found);
  }
}

}  // namespace

std::vector<std::string> ModelsBelow(library::Class* package, Session& session) {
  std::vector<std::string> found;
  session.Guard("listing the models", [&] { CollectModels(package, session, found); });
  return found;
}

CheckedModel CheckModel(const ModelRequest& request, Session& session) {
  CheckedModel checked;
  Result<library::Class*> model = session.FindModel(request);
  if (!model) return checked;
  Translation& translation = session.Translate(*model);
  checked.name = translation.name();
  checked.translation = &translation;
  DiagnosticSink::Mark before = session.sink().mark();
  Result<const flat::Model*> flat = translation.Flatten();
  if (!flat) {
    // Where only values are missing that native code would have given, nothing is wrong as far as can be seen.
    session.trust().ForgiveRefused(before);
    bool is_forgiven = session.trust().has_refused() && !session.sink().HasErrorsSince(before);
    checked.outcome = is_forgiven ? Outcome::kDone : translation.failure();
    return checked;
  }
  session.Guard("counting the equations", [&] { checked.counts = flat::CountScalars(**flat, translation.store()); });
  bool is_open = HasOpenConnectors(**flat);
  bool is_balanced = checked.counts && checked.counts->equations == checked.counts->unknowns;
  if (!is_open || !is_balanced) (void)translation.Analyze();
  session.trust().ForgiveRefused(before);
  checked.outcome = OutcomeOf(session.sink().all());
  return checked;
}

}  // namespace mica
