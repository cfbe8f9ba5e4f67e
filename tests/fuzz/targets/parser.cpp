// Any text: the tree is sound, and prints as the text.
#include "syntax/dump.h"
#include "syntax/parse/parse.h"
#include "syntax/print.h"
#include "syntax/verify.h"
#include "target.h"

MICA_FUZZ_TARGET(parser) {
  using namespace mica;
  std::string text = fuzz::TextOf(data, size);
  SourceMap sources;
  NameTable names;
  DiagnosticSink sink;
  FileId file = sources.Add("input.mo", text);
  syntax::SyntaxTree tree = syntax::Parse(file, sources, names, sink);
  if (std::string problem = syntax::Verify(tree); !problem.empty()) fuzz::Fault("the tree: " + problem);
  if (syntax::Print(tree) != text) fuzz::Fault("the tree does not print as the text");
  (void)syntax::DumpTree(tree, names);
  for (const Diagnostic& each : sink.all()) (void)FormatDiagnostic(each, sources);
  return 0;
}
