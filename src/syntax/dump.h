// The text form of the stage: what `mica show syntax` prints and golden tests compare.
//
// One node a line, children indented; expressions on one line in prefix form: (+ a (* b c)). Layout and comments of the
// source do not show.
#pragma once

#include <string>

#include "base/name.h"
#include "syntax/tree.h"

namespace mica::syntax {

std::string DumpTree(const SyntaxTree& tree, const NameTable& names);
std::string DumpNode(const Node& node, const SyntaxTree& tree, const NameTable& names);

}  // namespace mica::syntax
