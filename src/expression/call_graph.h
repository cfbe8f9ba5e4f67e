// Which functions call which, and so which call themselves, directly or through others. Such a function is never
// written out in place of its call: its derivative is a function that calls itself too.
#pragma once

#include <unordered_map>
#include <vector>

#include "expression/type.h"

namespace mica {

struct Store;

class CallGraph {
 public:
  bool CallsItself(FunctionId function, const Store& store);
  // The functions on a way from it back to it, itself first; empty when there is none.
  std::vector<FunctionId> CycleOf(FunctionId function, const Store& store);

 private:
  const std::vector<FunctionId>& CalledBy(FunctionId function, const Store& store);

  // Kept for functions whose body is there; one that is still being made is looked at again.
  std::unordered_map<FunctionId, std::vector<FunctionId>> called_;
  std::unordered_map<FunctionId, bool> calls_itself_;
  std::vector<FunctionId> unfinished_;
};

}  // namespace mica
