#include "session/values/evaluated_parameters.h"

#include "expression/text.h"
#include "session/session.h"

namespace mica {

std::vector<EvaluatedParameter> EvaluatedParameters(const Session& session, Translation& translation) {
  constexpr std::size_t kValueLimit = 60;  // characters
  if (const std::vector<EvaluatedParameter>* kept = translation.kept_evaluated()) return *kept;
  std::vector<EvaluatedParameter> found;
  const flat::Model* model = translation.flat();
  if (!model) return found;
  Store& store = translation.store();
  ReferenceNames names;
  for (std::size_t i = 0; i < model->variables.size(); ++i) {
    const flat::Variable& variable = model->variables[VarId(i)];
    if (!variable.type.valid() || !variable.is_evaluated || variable.is_final) continue;
    // Variables that flattening added have no component.
    const instance::Component* component =
        i < translation.elaboration().variable_count() ? translation.elaboration().component(VarId(i)) : nullptr;
    EvaluatedParameter parameter;
    parameter.name = flat::PathText(variable.path, store.names);
    if (component && component->constant_expr.valid())
      parameter.value = ExprText(component->constant_expr, store, names, kValueLimit);
    parameter.why = component ? component->evaluated_for : "";
    if (parameter.why.empty())
      parameter.why = component && translation.elaboration().IsEvaluatedByAnnotation(component)
                          ? "its annotation Evaluate"
                          : "a choice between variants";
    if (component && component->evaluated_at.valid())
      parameter.where = session.sources().Describe(component->evaluated_at);
    found.push_back(std::move(parameter));
  }
  return found;
}

}  // namespace mica
