// The text form of the flat model, for `mica show flat` and golden tests: Modelica text with arrays and for-equations
// whole, each equation with the component and source line that it came from.
#pragma once

#include "expression/text.h"
#include "flat/model.h"

namespace mica::flat {

// Names variables by their paths, with subscripts where they belong.
class ModelNames : public ReferenceNames {
 public:
  ModelNames(const Model& model, const NameTable& names) : model_(model), names_(names) {}
  std::string Reference(VarId id, std::span<const std::string> subscripts) const override;

 private:
  const Model& model_;
  const NameTable& names_;
};

std::string ModelText(const Model& model, const Store& store, const SourceMap& sources);
// One equation on lines of its own.
std::string EquationText(const Equation& equation, const Store& store, const ReferenceNames& names, int indent = 2);
// 'in r1, Circuit.mo:12'; "" when nothing is known.
std::string OriginText(const Origin& origin, const NameTable& names, const SourceMap& sources);

}  // namespace mica::flat
