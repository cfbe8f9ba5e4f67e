#include "session/outcome.h"

#include <algorithm>

namespace mica {

bool IsCallWrong(const DiagnosticSink& sink, std::size_t from) {
  auto begin = sink.all().begin() + static_cast<std::ptrdiff_t>(std::min(from, sink.all().size()));
  return std::any_of(begin, sink.all().end(),
                     [](const Diagnostic& d) { return d.code.starts_with("E60") || d.code.starts_with("E65"); });
}

}  // namespace mica
