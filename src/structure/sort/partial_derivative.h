// Partial derivatives of scalar equations, and what is known of a factor before it is divided by.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expression/store.h"
#include "structure/scalar/rewrite.h"
#include "structure/scalar/scalar_model.h"
#include "structure/sort/incidence.h"
#include "structure/values/binding_values.h"
#include "symbolic/derivative_function.h"

namespace mica::structure {

enum class Factor : std::uint8_t {
  kZero,       // the scalar drops out
  kConstant,   // a literal
  kParameter,  // of parameters alone: known before the simulation, and not zero in any sensible model
  kVaries,     // of something that changes
  kUnknown,    // no derivative can be formed
};

// Takes noEvent and smooth off: after hold-relations they say nothing more, but derivatives of abs and the like bring
// them in again.
Rewriter TakeOffEvents(Store& store);

// Whether the expression is zero in some branch of an if: semiLinear(m_flow, …) at m_flow = 0.
bool IsZeroInABranch(Expr e, const ExprPool& exprs);

// When an expression changes.
ChangesWith ChangesOf(Expr e, const ScalarModel& model, OccurrenceCollector& occurrences);

struct PartialTerm {
  ScalarId scalar;
  Expr derivative;
};

class PartialDerivative {
 public:
  explicit PartialDerivative(symbolic::FunctionDerivatives& functions)
      : functions_(functions),
        store_(functions.store()),
        algebra_(functions.store()),
        occurrences_(functions.store()),
        without_events_(TakeOffEvents(functions.store())) {}

  // All partial derivatives of a Real expression to the scalars wanted, simplified, zeros left out; held relations
  // count as constant. Empty if they cannot be formed; error() says why.
  std::optional<std::vector<PartialTerm>> All(Expr e, const std::function<bool(ScalarId)>& wanted);
  // d (left - right) / d x; invalid if it cannot be formed.
  Expr OfEquation(Expr left, Expr right, ScalarId x);
  Factor FactorOf(Expr left, Expr right, ScalarId x, const ScalarModel& model);
  Factor Classify(Expr derivative, const ScalarModel& model);
  // The same, where a factor of parameters alone that vanishes with their present values counts as one that varies: it
  // is not divided by.
  Factor ClassifyByValue(Expr derivative, const ScalarModel& model, BindingValues& values);
  const std::string& error() const { return error_; }

 private:
  symbolic::FunctionDerivatives& functions_;
  Store& store_;
  symbolic::Algebra algebra_;
  OccurrenceCollector occurrences_;
  Rewriter without_events_;
  std::string error_;
};

}  // namespace mica::structure
