// The codes that the folder export reports, about exported programs. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica {

inline constexpr DiagnosticCode kCannotExport{"E9050", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kCannotExportForeign{"E9052", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kCannotWriteExport{"E9051", Severity::kError, Blame::kEnvironment, DocPage::kSession};

}  // namespace mica
