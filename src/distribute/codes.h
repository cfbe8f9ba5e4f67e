// The codes that the folder distribute reports, about models that are cut at transmission lines. docs/diagnostics
// explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::distribute {

inline constexpr DiagnosticCode kOnePart{"W9701", Severity::kWarning, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kLineBypassed{"N9702", Severity::kNote, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kUnknownPart{"E9703", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kMethodNotForParts{"E9704", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kStepBeyondDelay{"E9705", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kDelayNotPositive{"E9706", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kWavesNotSettled{"E9707", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kPartFailed{"E9708", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kOptionNotDistributed{"E9709", Severity::kError, Blame::kCall, DocPage::kSession};

inline constexpr DiagnosticCode kCannotWritePicture{"E9710", Severity::kError, Blame::kEnvironment, DocPage::kSession};

}  // namespace mica::distribute
