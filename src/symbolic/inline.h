// Inlining: the outputs of a function as expressions over the arguments of a call, for functions whose body is a
// sequence of assignments (and conditions and short loops over them). The annotations Inline, LateInline and
// InlineAfterIndexReduction (the specification, 18.3) say when; record constructors and `external "builtin"` functions
// are always inlined, and so are functions of one short assignment that have no derivative of their own. A function
// that calls itself never is.
//
// Relations and event functions of the body are put into noEvent, as functions trigger no events (8.5). A body with an
// assertion, a return, a while loop, a variable that is not set on every path to its use, or an array whose size is not
// known for these arguments is not inlined: the call stays.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "expression/call_graph.h"
#include "symbolic/algebra.h"
#include "symbolic/expr_map.h"

namespace mica::symbolic {

enum class InlineStage : std::uint8_t {
  kEarly,                // before anything else: Inline = true
  kAfterIndexReduction,  // also InlineAfterIndexReduction = true
  kLate,                 // also LateInline = true
};

class Inliner {
 public:
  Inliner(Store& store, InlineStage stage)
      : algebra_(store), store_(store), stage_(stage), calls_(std::make_shared<CallGraph>()) {}
  // Takes over what the other one knows of functions that call themselves, for good.
  void ShareCalls(const Inliner& other) { calls_ = other.calls_; }

  // Replaces the calls of functions that are to be inlined by now.
  Expr Inline(Expr e);
  // Whether calls of the function are to be replaced at this stage, if they can be.
  bool Wants(FunctionId function) const;
  // One expression per output, whatever the annotations say; empty if the body does not allow it.
  std::optional<std::vector<Expr>> Outputs(FunctionId function, std::span<const Expr> args);
  // The same, where the arrays in them can be written out in scalars; empty otherwise.
  std::optional<std::vector<Expr>> SizedOutputs(FunctionId function, std::span<const Expr> args);

 private:
  bool HasKnownSizes(Expr output, std::span<const Expr> args) const;

  Algebra algebra_;
  Store& store_;
  InlineStage stage_;
  ExprMap<Expr> memo_;
  std::shared_ptr<CallGraph> calls_;
  std::set<FunctionId> active_;  // being inlined
};

}  // namespace mica::symbolic
