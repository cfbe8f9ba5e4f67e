// Table stage: sides of relations as formulas of present values, which a runtime evaluates without memory
// (mica_formula_value). What stands there is mostly a sum or a product. Calls of functions, arrays, and what is not a
// Real have no formula. Relations inside are taken as their operands have them.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "table/table_maker.h"

namespace mica::table {

class SideFormulas {
 public:
  static constexpr std::size_t kMostNodes = 2000;  // as a tree: what an evaluation costs

  explicit SideFormulas(TableMaker& maker) : maker_(maker) {}

  // The node, or MICA_NONE.
  std::uint32_t Of(Expr e) { return e.valid() ? Find(e, 0).node : MICA_NONE; }

 private:
  struct Formula {
    std::uint32_t node = MICA_NONE;
    std::size_t size = 0;  // as a tree
  };
  Formula Find(Expr e, int depth);
  Formula New(Expr e, int depth);
  Formula Scalar(ScalarId id);
  Formula Leaf(std::uint32_t op, std::uint32_t place, double number) {
    return {maker_.Node({number, op, place, {}, 0}), 1};
  }

  TableMaker& maker_;
  std::unordered_map<std::uint32_t, Formula> known_;  // by expression
};

}  // namespace mica::table
