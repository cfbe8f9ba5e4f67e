// What a model leaves open, said in place of all that follows from it: packages that nobody chose, inputs that nobody
// connected.
#pragma once

#include "base/diagnostic.h"
#include "flat/model.h"
#include "instance/elaboration.h"

namespace mica {

// Of a model in which a partial package is used (reported since `since`): the components for which none was chosen, or
// that the model itself leaves it open (E3028), in place of all that follows from it. What else is wrong in the text of
// the model itself stays.
void ExplainOpenPackages(instance::Instances& instances, instance::Component* top, DiagnosticSink::Mark since,
                         DiagnosticSink& sink);

// Of a model with too few equations (E5101, reported since `since`): inputs that nobody connected (E5118), at the lines
// of their components, come first; where they account for all that is missing, they alone.
void ExplainOpenInputs(const flat::Model& model, instance::Elaboration& elaboration, instance::Component* top,
                       DiagnosticSink::Mark since, DiagnosticSink& sink);

}  // namespace mica
