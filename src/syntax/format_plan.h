// What the formatter needs to know of each token that its neighbours do not tell: its level and its part in the tree.
// Internal to the stage.
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/tree.h"

namespace mica::syntax {

struct TokenPlan {
  std::uint16_t level = 0;   // of the item that the token belongs to
  bool begins_line = false;  // an item, a section, `end`, `else`: always first on its line
  bool comments_inside =
      false;             // comments on lines of their own before it belong to what comes before: one level deeper
  bool is_sign = false;  // a unary operator
  bool is_binary = false;
  bool is_definition = false;   // the `=` of a short class definition
  bool is_import_star = false;  // `.*` or `.{` of an import
};

// One entry a token.
std::vector<TokenPlan> MakePlan(const SyntaxTree& tree);

}  // namespace mica::syntax
