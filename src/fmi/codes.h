// The codes that the folder fmi reports, about FMUs. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::fmi {

inline constexpr DiagnosticCode kCannotExportFmu{"E9101", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kCannotLinkFmu{"E9102", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kFmuDepends{"W9103", Severity::kWarning, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kNotAnFmu{"E9110", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kWrongFmu{"E9111", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kCannotWriteFmu{"E9112", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kCannotRunFmu{"E9113", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kFmuFailed{"E9114", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kFmuWarns{"W9115", Severity::kWarning, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kFmuSays{"N9115", Severity::kNote, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kFmuEndedProcess{"E9116", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kCannotImportFmu{"E9117", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kPartlyImported{"W9118", Severity::kWarning, Blame::kModel, DocPage::kSession};

}  // namespace mica::fmi
