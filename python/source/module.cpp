// The extension module mica._engine: the engine as the files of python/mica use it.
#include "model.h"

NB_MODULE(_engine, module) {
  module.doc() = "The engine of Mica; use the package mica.";
  module.attr("version") = MICA_VERSION;
  mica::python::BindCall(module);
  mica::python::BindModel(module);
  mica::python::BindResult(module);
  mica::python::BindFunction(module);
  mica::python::BindStudies(module);
}
