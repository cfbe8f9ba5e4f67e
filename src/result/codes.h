// The codes that the folder result reports, about result files. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica {

inline constexpr DiagnosticCode kUnreadableResult{"E7001", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kNotAResult{"E7002", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kBrokenResult{"E7003", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kBrokenCsv{"E7004", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kUnfinishedResult{"W7005", Severity::kWarning, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kSignalsWithoutValues{"W7006", Severity::kWarning, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kTimeGoesBack{"E7007", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kCannotCreate{"E7010", Severity::kError, Blame::kEnvironment, DocPage::kResult};
inline constexpr DiagnosticCode kWritingFailed{"E7011", Severity::kError, Blame::kEnvironment, DocPage::kResult};
inline constexpr DiagnosticCode kUnknownResultFormat{"E7012", Severity::kError, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kLargeResult{"W7013", Severity::kWarning, Blame::kCall, DocPage::kResult};
inline constexpr DiagnosticCode kResultFull{"E7014", Severity::kError, Blame::kEnvironment, DocPage::kResult};
inline constexpr DiagnosticCode kEmptyReference{"E7020", Severity::kError, Blame::kCall, DocPage::kResult};

}  // namespace mica
