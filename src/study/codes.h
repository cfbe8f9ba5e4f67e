// The codes that the folder study reports, about studies: sweeps, optimisation, linearisation. docs/diagnostics
// explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::study {

inline constexpr DiagnosticCode kNotAMeasure{"E9501", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongVary{"E9502", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongColumn{"E9503", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongPlan{"E9504", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kTooManyPoints{"E9505", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kTooManyVariants{"E9506", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kCannotWriteStudy{"E9507", Severity::kError, Blame::kEnvironment, DocPage::kStudy};
inline constexpr DiagnosticCode kEveryRunFailed{"E9508", Severity::kError, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongTune{"E9510", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongOptimizer{"E9511", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kNoRunToTheEnd{"E9512", Severity::kError, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kCannotTune{"E9513", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kTimeBeforeStart{"E9520", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kUnknownSignal{"E9521", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kCannotLinearize{"E9522", Severity::kError, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongWindow{"E9530", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kNoSuchSignal{"E9531", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kTooFewSamples{"E9532", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kNoSteadyPoint{"E9540", Severity::kError, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kManySteadyPoints{"W9541", Severity::kWarning, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kNothingToCompare{"E9550", Severity::kError, Blame::kCall, DocPage::kStudy};
inline constexpr DiagnosticCode kNoRunToEstimate{"E9551", Severity::kError, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kNotIdentifiable{"W9552", Severity::kWarning, Blame::kModel, DocPage::kStudy};
inline constexpr DiagnosticCode kWrongDeviation{"E9553", Severity::kError, Blame::kCall, DocPage::kStudy};

}  // namespace mica::study
