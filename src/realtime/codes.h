// The codes that the folder realtime reports, about runs in real time. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::realtime {

inline constexpr DiagnosticCode kRealtimeNeedsStep{"E6401", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kMethodUnbounded{"E6402", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongRealtimeOption{"E6403", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kUnknownOutput{"E6404", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kUnknownInput{"E6405", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kPortUnavailable{"E6406", Severity::kError, Blame::kEnvironment, DocPage::kRun};
inline constexpr DiagnosticCode kWrongAddress{"E6407", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kNoSharedMemory{"E6408", Severity::kError, Blame::kEnvironment, DocPage::kRun};
inline constexpr DiagnosticCode kNoPriority{"N6409", Severity::kNote, Blame::kEnvironment, DocPage::kRun};
inline constexpr DiagnosticCode kMemoryNotLocked{"N6410", Severity::kNote, Blame::kEnvironment, DocPage::kRun};
inline constexpr DiagnosticCode kNoController{"E6411", Severity::kError, Blame::kEnvironment, DocPage::kRun};
inline constexpr DiagnosticCode kRowsLost{"W6418", Severity::kWarning, Blame::kEnvironment, DocPage::kRun};

}  // namespace mica::realtime
