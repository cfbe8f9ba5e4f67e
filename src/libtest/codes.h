// The codes that the folder libtest reports, about tests of a library. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica {

inline constexpr DiagnosticCode kNoReferences{"E9040", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kNoExamples{"E9041", Severity::kError, Blame::kCall, DocPage::kSession};

}  // namespace mica
