// Checks the invariants of a syntax tree (tree.h, node.h): for tests and for builds that verify every stage.
#pragma once

#include <string>

#include "syntax/tree.h"

namespace mica::syntax {

// What is wrong with the tree, or "" if nothing is: tokens in order, inside the text, the last one kEndOfFile; trivia
// holding blanks and comments only; every node's range inside its parent's, children in order and apart.
std::string Verify(const SyntaxTree& tree);

}  // namespace mica::syntax
