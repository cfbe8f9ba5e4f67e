// The parser: from the text of a file to its syntax tree (specification appendix A, Modelica 3.7; older forms in legacy
// notes below).
//
// Recursive descent by hand. It never fails: every mistake is a diagnostic E1xxx (docs/diagnostics/syntax.md) in the
// sink, and the tree holds what could be read, Missing expressions where one could not. Linear in the size of the text.
//
// Accepted besides Modelica 3.7: the 1.x and 2.x forms `replaceable model M = A extends B`, `:=` in modifications,
// annotations at any place among elements, equations and statements, an expression sign after an operator (`a*-b`, with
// a warning).
#pragma once

#include "base/diagnostic.h"
#include "base/name.h"
#include "base/source.h"
#include "syntax/tree.h"

namespace mica::syntax {

// How deep classes, blocks, modifications and expressions may be nested, all together; the tree is at most three times
// as deep. What is deeper gets one diagnostic, and the rest of the file is not read. So parser and consumers may
// recurse.
constexpr int kDeepestNesting = 1000;

SyntaxTree Parse(FileId file, const SourceMap& sources, NameTable& names, DiagnosticSink& sink);

}  // namespace mica::syntax
