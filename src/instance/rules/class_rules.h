// What a class may contain and inherit from, by its kind: the rules of the specification that can be judged from the
// text of one class and the kinds of its bases (4.5 to 4.9, 7.1, 12.2, 14, 15.1). Each class definition is looked at
// once, when it is first expanded.
#pragma once

#include "instance/nodes.h"

namespace mica::instance {

class Instances;

// `c` is expanded. Reports what is wrong.
void CheckClassRules(ClassInstance* c, Instances& instances);

// Whether a class of kind `derived` may inherit from one of kind `base` (specification 7.1.3).
bool MayExtend(syntax::ClassKind derived, syntax::ClassKind base);

}  // namespace mica::instance
