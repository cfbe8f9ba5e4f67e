// What becomes of a request: the method that integrates, how the model is translated for it, which values are built
// into it, the run, and the rounds of translation that led there, each with its reason. The session makes it once
// (Translation::Prepare); what comes after takes it as it is. A plan is a value: equal plans translate and run the
// same.
#pragma once

#include <string>
#include <vector>

#include "run/experiment.h"
#include "session/round.h"
#include "session/variant.h"
#include "structure/pass.h"

namespace mica {

struct Plan {
  std::string model;
  run::MethodId asked = run::kDefaultMethod;
  // States that a switch fixes in one of its modes, where the method that was asked for has no formula for them:
  // another one integrates (W6508). Else empty.
  std::vector<std::string> fixed_states;
  Variant variant;
  structure::StageRequest stage;        // what of it is known once the model is translated
  std::vector<run::Override> built_in;  // values of the request that are part of the translated model
  run::RunPlan run;                     // with the method, and the other values
  std::vector<Round> rounds;            // that this request made necessary; none: the model was there

  const run::Method& method() const { return *run.method; }
  bool is_replaced() const { return method().id != asked; }
  bool operator==(const Plan&) const = default;
};

// The method for a model with `fixed_states`: that which was asked for, or kMethodOfSwitches, with the warning W6508
// that names both. Null and E6507 where the work must be bounded: who asks for that must not get a method without
// bounds.
const run::Method* MethodFor(const run::Method& asked, const std::vector<std::string>& fixed_states,
                             DiagnosticSink& sink);

// What `mica show plan` prints.
std::string PlanText(const Plan& plan);

}  // namespace mica
