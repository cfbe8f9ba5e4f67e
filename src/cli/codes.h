// The codes that the folder cli reports, about the command line. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::cli {

inline constexpr DiagnosticCode kNoPicture{"N7040", Severity::kNote, Blame::kCall, DocPage::kPlot};
inline constexpr DiagnosticCode kUnknownStage{"E9006", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kNotADirectory{"W9008", Severity::kWarning, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kCannotWriteDocument{"E9014", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kNoStagePage{"E9042", Severity::kError, Blame::kCall, DocPage::kSession};

}  // namespace mica::cli
