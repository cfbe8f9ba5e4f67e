// The codes that the folder plot reports, about pictures. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica {

inline constexpr DiagnosticCode kUnknownSignal{"E7030", Severity::kError, Blame::kCall, DocPage::kPlot};
inline constexpr DiagnosticCode kNoGnuplot{"E7031", Severity::kError, Blame::kEnvironment, DocPage::kPlot};
inline constexpr DiagnosticCode kGnuplotFailed{"E7032", Severity::kError, Blame::kEnvironment, DocPage::kPlot};
inline constexpr DiagnosticCode kUnknownPictureFormat{"E7033", Severity::kError, Blame::kCall, DocPage::kPlot};
inline constexpr DiagnosticCode kNoPages{"E7034", Severity::kError, Blame::kEnvironment, DocPage::kPlot};
inline constexpr DiagnosticCode kCannotWritePicture{"E7035", Severity::kError, Blame::kEnvironment, DocPage::kPlot};
inline constexpr DiagnosticCode kNothingToDraw{"E7036", Severity::kError, Blame::kCall, DocPage::kPlot};
inline constexpr DiagnosticCode kTooManySignals{"W7037", Severity::kWarning, Blame::kCall, DocPage::kPlot};
inline constexpr DiagnosticCode kSeveralResultsOverVariable{"E7048", Severity::kError, Blame::kCall, DocPage::kPlot};

}  // namespace mica
