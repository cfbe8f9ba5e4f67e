#include "structure/scalar/scalar_model_text.h"

#include <fmt/format.h>

#include "structure/text/block_model_text.h"

namespace mica::structure {

std::string ScalarModelText(const ScalarModel& model, const Store& store, const SourceMap& sources) {
  ScalarNames names(model.scalars);
  std::string text;
  for (const Scalar& scalar : model.scalars) {
    if (scalar.alias_of)
      text += fmt::format("alias {} = {}{}\n", scalar.name, scalar.alias_sign < 0 ? "-" : "",
                          model.scalars[scalar.alias_of].name);
    else
      text += fmt::format("{} {}{}\n", ScalarKindText(scalar.kind), scalar.name, scalar.fixed ? " fixed" : "");
  }
  auto add = [&](const ScalarEquation& equation, std::string_view kind) {
    if (equation.is_removed) return;
    std::string body = equation.is_equality()
                           ? ExprText(equation.left, store, names) + " = " + ExprText(equation.right, store, names)
                           : StepText(model.steps[equation.step], model.scalars, {}, store, sources);
    text += fmt::format("{}{}  // {}\n", kind, body, OriginText(model.origins[equation.origin], store, sources));
  };
  for (const ScalarEquation& equation : model.parameter_equations) add(equation, "parameter ");
  for (const ScalarEquation& equation : model.equations)
    add(equation, equation.differentiated ? "differentiated " : "");
  for (const ScalarEquation& equation : model.initial_equations) add(equation, "initial ");
  return text;
}

}  // namespace mica::structure
