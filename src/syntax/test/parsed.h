// A text read by the stage, with all that it needs to live, for the tests of this folder.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "base/name.h"
#include "base/source.h"
#include "syntax/dump.h"
#include "syntax/parse/parse.h"

namespace mica::syntax {

struct Parsed {
  explicit Parsed(std::string text) {
    FileId file = sources.Add("test.mo", std::move(text));
    tree = std::make_unique<SyntaxTree>(Parse(file, sources, names, sink));
  }

  std::string Dump() const { return DumpTree(*tree, names); }

  // One line a diagnostic: '3:5 E1101 message'.
  std::string Messages() const {
    std::string out;
    for (const Diagnostic& diagnostic : sink.all()) {
      LineColumn at = sources.Locate(diagnostic.span.file, diagnostic.span.begin);
      out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(diagnostic.code.id()) + " " +
             diagnostic.message + "\n";
    }
    return out;
  }

  const ClassDefinition& OnlyClass() const {
    Check(tree->root().classes.size() == 1, "the test expects one class");
    return *tree->root().classes[0];
  }

  SourceMap sources;
  NameTable names;
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree;
};

}  // namespace mica::syntax
