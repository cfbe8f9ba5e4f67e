// How a mistake in a class came into the model: the extends clause that inherits the class, and the components it is
// in. Kept to three notes: the way out is clear from the nearest ones and the one written in the model itself.
#include <fmt/format.h>

#include "flat/flattener.h"

namespace mica::flat {

using instance::ClassInstance;
using instance::Component;

bool Flattener::IsOnLineOf(Span a, Span b) const {
  if (!a.valid() || !b.valid() || a.file != b.file) return false;
  const SourceMap& sources = elaboration_.instances().sources();
  return sources.Locate(a.file, a.begin).line == sources.Locate(b.file, b.begin).line;
}

void Flattener::ExplainSince(DiagnosticSink::Mark mark, Component* component, const ClassInstance* part) {
  DiagnosticSink::Transaction unexplained(sink(), mark);
  if (unexplained.reported().empty() || !component) return;
  std::vector<DiagnosticNote> notes;
  if (part && part->heir)
    for (const instance::BaseClass& base : part->heir->bases)
      if (base.instance == part && base.extends && component != top_)
        notes.push_back({part->heir->tree->SpanOf(*base.extends),
                         fmt::format("{} inherits it here", elaboration_.instances().QualifiedName(part->heir))});
  std::vector<Component*> chain;
  for (Component* c = component; c && c != top_ && c->declaration; c = c->parent()) chain.push_back(c);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (i > 0 && i + 1 < chain.size()) continue;  // the nearest and the outermost
    notes.push_back({chain[i]->span(), fmt::format("in {}, of class {}", elaboration_.instances().PathText(chain[i]),
                                                   elaboration_.instances().QualifiedName(chain[i]->type))});
  }
  if (notes.empty()) return;
  for (Diagnostic& diagnostic : unexplained.TakeBack()) {
    if (diagnostic.is_error())
      for (const DiagnosticNote& note : notes)
        if (!IsOnLineOf(diagnostic.span, note.span)) diagnostic.notes.push_back(note);
    sink().Report(std::move(diagnostic));
  }
}

}  // namespace mica::flat
