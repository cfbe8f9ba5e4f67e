// The file back from its tree, byte for byte: what shows that the tree is lossless.
#pragma once

#include <string>

#include "syntax/tree.h"

namespace mica::syntax {

// Walks the nodes and writes each token with the trivia before it where the node that owns it is met.
std::string Print(const SyntaxTree& tree);

}  // namespace mica::syntax
