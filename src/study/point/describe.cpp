#include "study/point/describe.h"

#include "run/instance.h"
#include "run/overrides.h"
#include "run/table_view.h"

namespace mica::study {

std::string_view RoleText(Role role) {
  constexpr std::string_view kTexts[] = {"constant", "parameter",  "input",    "output",
                                         "state",    "derivative", "variable", "discrete"};
  return kTexts[static_cast<std::size_t>(role)];
}

namespace {

Role RoleOf(const MicaModelTable& t, const MicaScalar& scalar) {
  if (run::HasFlag(scalar, MICA_SCALAR_DECLARED_CONSTANT)) return Role::kConstant;
  if (run::HasFlag(scalar, MICA_SCALAR_DECLARED_PARAMETER)) return Role::kParameter;
  bool is_output = run::HasFlag(scalar, MICA_SCALAR_OUTPUT);
  if (is_output && scalar.kind != MICA_KIND_STATE) return Role::kOutput;
  switch (t.scalars[scalar.owner].kind) {
    case MICA_KIND_INPUT:
      return Role::kInput;
    case MICA_KIND_STATE:
      return run::IsAlias(t, scalar) ? Role::kVariable : Role::kState;
    case MICA_KIND_DERIVATIVE:
      return run::IsAlias(t, scalar) ? Role::kVariable : Role::kDerivative;
    case MICA_KIND_DISCRETE:
      return Role::kDiscrete;
    case MICA_KIND_CONSTANT:
      return Role::kConstant;
    default:
      return Role::kVariable;
  }
}

std::string_view TypeText(const MicaScalar& scalar) {
  switch (scalar.type) {
    case MICA_TYPE_INTEGER:
      return "Integer";
    case MICA_TYPE_BOOLEAN:
      return "Boolean";
    case MICA_TYPE_ENUMERATION:
      return "enumeration";
    case MICA_TYPE_STRING:
      return "String";
    default:
      return "Real";
  }
}

}  // namespace

std::vector<DescribedVariable> DescribeVariables(const run::Runnable& runnable, const run::RunPlan& plan,
                                                 DiagnosticSink& sink) {
  run::ModelReports reports(runnable, sink);
  run::Instance instance(runnable, reports);
  instance.SetTime(plan.start);
  instance.LoadLiterals();
  if (run::ApplyOverrides(plan.values, instance, sink) && instance.Parameters() == run::Status::kOk)
    (void)instance.Attributes();
  const MicaModelTable& t = *runnable.table;
  std::vector<DescribedVariable> variables;
  for (const MicaScalar& scalar : run::Scalars(t)) {
    bool is_shown = !run::HasFlag(scalar, MICA_SCALAR_HIDDEN) && scalar.kind != MICA_KIND_OBJECT &&
                    scalar.kind != MICA_KIND_TIME_FLAG && scalar.type != MICA_TYPE_OTHER;
    if (!is_shown) continue;
    DescribedVariable variable;
    variable.name = run::Text(t, scalar.name);
    variable.description = run::Text(t, scalar.description);
    variable.unit = run::Text(t, scalar.unit);
    variable.display_unit = run::Text(t, scalar.display_unit);
    variable.type = TypeText(scalar);
    variable.role = RoleOf(t, scalar);
    variable.is_output = run::HasFlag(scalar, MICA_SCALAR_OUTPUT);
    if (run::IsString(scalar)) {
      const char* text = instance.raw().strings[scalar.slot];
      variable.text = text ? text : "";
    } else {
      variable.value = scalar.sign * instance.reals()[scalar.slot];
    }
    bool is_own = !run::IsAlias(t, scalar);
    variable.is_structural = variable.role == Role::kParameter && run::HasFlag(scalar, MICA_SCALAR_EVALUATED);
    variable.is_settable =
        is_own && (scalar.kind == MICA_KIND_INPUT ||
                   (scalar.kind == MICA_KIND_PARAMETER && run::HasFlag(scalar, MICA_SCALAR_HAS_BINDING) &&
                    !run::HasFlag(scalar, MICA_SCALAR_FINAL | MICA_SCALAR_EVALUATED)));
    if (!is_own) variable.alias_of = run::Text(t, t.scalars[scalar.owner].name);
    variables.push_back(std::move(variable));
  }
  return variables;
}

}  // namespace mica::study
