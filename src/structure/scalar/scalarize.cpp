// Pass scalarize: from the flat model, arrays whole, to scalars. The only pass that knows of arrays.
//
// Reads: the flat model. Makes: the scalar model: scalars row-major in the order of the variables, equations in the
// order written. Time: linear in the number of scalar nodes made (symbolic/element.h).
#include "structure/passes.h"
#include "structure/scalar/scalarizer.h"

namespace mica::structure {

bool Scalarize(PassContext& context) {
  DiagnosticSink::Mark before = context.sink.mark();
  const flat::Model& flat = context.flat;
  Scalarizer scalarizer(context);
  scalarizer.AddVariables();
  scalarizer.AddAttributes(true);
  scalarizer.AddBindings();
  scalarizer.AddAttributes(false);  // `fixed` may depend on parameters
  scalarizer.AddEquations(flat.equations, false);
  for (const flat::Algorithm& algorithm : flat.algorithms) scalarizer.AddAlgorithm(algorithm, false);
  scalarizer.BeginInitial();
  scalarizer.AddEquations(flat.initial_equations, true);
  for (const flat::Algorithm& algorithm : flat.initial_algorithms) scalarizer.AddAlgorithm(algorithm, true);
  return !context.sink.HasErrorsSince(before);
}

}  // namespace mica::structure
