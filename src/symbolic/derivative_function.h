// Derivatives of functions, made from their bodies by forward differentiation: for f(x, n) -> (y) the function
// - f$der(x, n, x_der) -> (y_der) that has all inputs of f, then a derivative for each input with Reals, and gives a
// derivative
//   for each output with Reals, which is how the annotation `derivative` has it too (the specification, 12.7.1). Every
//   assignment t := e becomes t_der := de; t := e. Variables that do not depend on inputs with Reals get no derivative.
//   Loops, conditions, arrays, records, several outputs and recursion stay as they are.
//
// The derivative of a record holds the derivatives of its Real fields: the record itself if it has no others, else a
// record of its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expression/store.h"
#include "symbolic/expr_map.h"
#include "symbolic/linearity.h"

namespace mica::symbolic {

class FunctionDerivatives {
 public:
  explicit FunctionDerivatives(Store& store) : linearity(store), store_(store) {}

  Store& store() const { return store_; }

  // By input: whether it is known not to change. Such an input has no derivative among the inputs of the derivative
  // function, and what follows from it alone need have none (coefficients that an external solver finds from
  // parameters). Empty: none is known.
  using StillInputs = std::vector<bool>;
  // Made on first use. Empty if it cannot be made; error(f) says why.
  std::optional<FunctionId> Of(FunctionId function, const StillInputs& still = {});
  std::string error(FunctionId function) const;

  // Whether values of the type hold Reals, and so have a derivative; and its type.
  bool HasReals(TypeId type) const;
  TypeId DerivativeType(TypeId type);
  // The place of a field in the derivative of the record; empty if it has none.
  std::optional<std::size_t> DerivativeField(TypeId record, std::size_t field);

  // The derivative of what does not change, with the sizes of `e`.
  Expr Zero(Expr e);

  // Calls that were made by differentiating a call: after the arguments of the first call come `order` blocks of
  // derivatives of some of them.
  struct CallOrigin {
    int order = 1;
    std::vector<std::size_t> inputs;  // the arguments that the blocks are derivatives of
    // In the derivatives that it is given. With noDerivative inputs the derivative function may add what their changes
    // contribute (resolve1 by an orientation that turns): then its body must show that it does not.
    bool is_linear = true;
  };
  ExprMap<CallOrigin> derived_calls;
  FunctionLinearity linearity;

 private:
  struct Entry {
    FunctionId derivative;
    std::string error;  // not empty: there is none
    bool done = false;
  };

  Store& store_;
  std::map<std::pair<FunctionId, StillInputs>, Entry> entries_;
  std::unordered_map<TypeId, TypeId> record_types_;
};

}  // namespace mica::symbolic
