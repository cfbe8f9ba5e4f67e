// The Modelica text of expressions, statements and functions, as the text forms of all stages show them: parentheses
// only where the grammar asks for them (the specification, 3.2), Real literals shortest and always recognisable as
// Real.
//
// Nodes that have no Modelica text get a call-like form: tupleItem(f(x), 2). Printing uses no recursion on operators
// and calls, and stops with '…' when the text passes a limit (a shared expression can be exponentially longer as text).
#pragma once

#include <span>
#include <string>

#include "expression/store.h"

namespace mica {

// Names what an expression refers to. The defaults (v3, s3, local3) serve tests and traces.
class ReferenceNames {
 public:
  virtual ~ReferenceNames() = default;
  // A variable with subscripts for its leading dimensions, or none. They are placed where they belong in its path:
  // a.b[i].c[j].
  virtual std::string Reference(VarId id, std::span<const std::string> subscripts) const;
  virtual std::string Scalar(ScalarId id) const;
  virtual std::string Local(std::size_t place) const;
};

// Names the locals of one function; anything else as the names it is made from, or as by default.
class FunctionNames : public ReferenceNames {
 public:
  FunctionNames(const Function& function, const NameTable& names, const ReferenceNames* outer = nullptr)
      : function_(function), names_(names), outer_(outer) {}
  std::string Reference(VarId id, std::span<const std::string> subscripts) const override;
  std::string Scalar(ScalarId id) const override;
  std::string Local(std::size_t place) const override;

 private:
  const Function& function_;
  const NameTable& names_;
  const ReferenceNames* outer_;
};

constexpr std::size_t kTextLimit = std::size_t{1} << 26;

std::string ExprText(Expr e, const Store& store, const ReferenceNames& names, std::size_t limit = kTextLimit);
// Each statement on lines of its own, indented by `indent` spaces, with a line end after each.
std::string StatementsText(std::span<const Statement> statements, const Store& store, const ReferenceNames& names,
                           int indent = 2);
// The whole function, from `function` to `end f;` and a line end.
std::string FunctionText(FunctionId function, const Store& store);

std::string RealText(double value);              // "1.0", "1e-07", "-2.5"
std::string StringText(std::string_view value);  // in quotes, with escapes

}  // namespace mica
