// Flattening: from the instance tree of a model to its hybrid equations (specification 5.6.2 and chapter 8).
//
// Components that are arrays stay arrays: what is written in their class holds for every element, and becomes a
// for-equation over the component's iterators. Ranges of for-equations, sizes and conditions that decide which
// equations there are get evaluated, and the parameters used for that are marked.
#pragma once

#include "base/result.h"
#include "flat/model.h"
#include "instance/elaboration.h"

namespace mica::flat {

// The flat model of `top`, made by Instances::Model. Reported when something in it is wrong; then there is no model.
Result<Model> Flatten(instance::Elaboration& elaboration, instance::Component* top);

}  // namespace mica::flat
