// Everything that expressions of one session live in.
#pragma once

#include <deque>

#include "expression/expr.h"
#include "expression/function.h"
#include "expression/type.h"

namespace mica {

class FunctionTable {
 public:
  FunctionId Add(Function function) {
    functions_.push_back(std::move(function));
    return FunctionId(functions_.size() - 1);
  }
  // References stay valid when functions are added.
  Function& operator[](FunctionId id) { return functions_[id.index()]; }
  const Function& operator[](FunctionId id) const { return functions_[id.index()]; }
  std::size_t size() const { return functions_.size(); }

 private:
  std::deque<Function> functions_;
};

struct Store {
  explicit Store(NameTable& name_table) : names(name_table), exprs(name_table, types) {}

  NameTable& names;
  Types types;
  ExprPool exprs;
  FunctionTable functions;
};

}  // namespace mica
