// The formatter behind `mica format`: rewrites layout only.
//
// Each element, equation and statement begins a line, indented by two blanks a level; `equation`, `public`, `end` and
// the like stand at the level of their class, `else` and `end if` at that of their block. Lines that go on are indented
// once more, and once per open bracket. Blanks inside a line follow one rule per pair of tokens. Other line breaks,
// single blank lines and comments stay where the author put them.
//
// Formatting the outcome changes nothing; the tokens and comments are the same, which is checked before it returns.
#pragma once

#include <string>

#include "syntax/tree.h"

namespace mica::syntax {

// The text of a tree with errors comes back unchanged.
std::string Format(const SyntaxTree& tree);

}  // namespace mica::syntax
