// Rules of the specification that published libraries break and other tools do not enforce. Nothing depends on them
// being kept: the meaning of the model is clear without. They are warnings, with the section that is broken, so that a
// library can be read; `--strict` makes errors of them.
#include <fmt/format.h>

#include "instance/instances.h"

namespace mica::instance {

Diagnostic& Instances::Breach(const DiagnosticCode& code, std::string_view section, Span span, std::string message) {
  if (is_strict_) return sink_.Report(code.AsError(), span, std::move(message));
  return sink_.Report(code, span, fmt::format("{} (specification {})", message, section));
}

}  // namespace mica::instance
