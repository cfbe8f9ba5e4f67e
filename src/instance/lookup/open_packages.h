// Instance stage: components of a model for which a package was not chosen: a replaceable package such as a medium, of
// which nothing but a partial class is known. Asked for when a model is wrong, since everything in such a component is.
#pragma once

#include <string>
#include <vector>

#include "instance/instances.h"

namespace mica::instance {

struct OpenPackage {
  std::string component;  // empty: the model itself
  std::string package;
  std::string partial;  // the full name of the partial class
  Span span;            // of the component, or of the model
};

// Of the model itself, which is a part of others then; else of its components, in order.
std::vector<OpenPackage> FindOpenPackages(Instances& instances, Component* top);

}  // namespace mica::instance
