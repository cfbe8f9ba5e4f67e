// Table stage: operators of formulas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "expression/op.h"
#include "runtime/model_table.h"

namespace mica::table {

// MICA_NODE_… of an operator; nothing: it has no place in formulas.
std::optional<std::uint32_t> NodeOpOf(Op op);
// How many arguments a node has.
constexpr std::size_t ArgumentCount(std::uint32_t op) {
  return op < MICA_NODE_NEG ? 0 : op == MICA_NODE_IF ? 3 : op < MICA_NODE_ADD ? 1 : 2;
}

}  // namespace mica::table
