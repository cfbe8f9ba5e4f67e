// The codes that the folder code reports, about making machine code. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::code {

inline constexpr DiagnosticCode kCannotCompile{"E8001", Severity::kError, Blame::kModel, DocPage::kCode};
inline constexpr DiagnosticCode kCompilerFailed{"E8002", Severity::kError, Blame::kUs, DocPage::kCode};
inline constexpr DiagnosticCode kExternalNotFound{"E8003", Severity::kError, Blame::kModel, DocPage::kCode};
inline constexpr DiagnosticCode kExternalRefused{"E8004", Severity::kError, Blame::kModel, DocPage::kCode};

}  // namespace mica::code
