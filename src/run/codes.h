// The codes that the folder run reports, about a run: options, initialization, solvers, events. docs/diagnostics
// explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::run {

inline constexpr DiagnosticCode kSetUnknown{"E6002", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetNotAParameter{"E6003", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetCannotChange{"E6004", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetWrongType{"E6005", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetWrongForm{"E6006", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongTimes{"E6007", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongTolerance{"E6008", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongOutput{"E6009", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongStep{"E6010", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongBound{"E6011", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kNoModeCode{"W6012", Severity::kWarning, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongInputFile{"E6028", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kUnusedInputColumns{"N6028", Severity::kNote, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kInputsAtStart{"N6038", Severity::kNote, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kStatesNotInResult{"W6058", Severity::kWarning, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kHistoryNotInResult{"W6068", Severity::kWarning, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kParametersFailed{"E6101", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kInitializationFailed{"E6102", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kStepFailed{"E6201", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kDerivativeNotFinite{"E6202", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kSystemFailed{"E6204", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kSingularLinearSystem{"W6205", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kCannotEvaluateModel{"E6206", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kSingularJacobian{"W6206", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kTimeStandsStill{"E6213", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kAssertionFailed{"E6301", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kAssertionWarning{"W6301", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kDivisionByZero{"E6302", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kEndlessEvent{"E6303", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kWrongSampleInterval{"E6304", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kEventSystemFailed{"E6305", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kTerminated{"N6306", Severity::kNote, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kChattering{"E6307", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kModelMessage{"N6308", Severity::kNote, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kRepeatedWarnings{"N6309", Severity::kNote, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kNewtonBoundReached{"W6310", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kPassBoundReached{"W6311", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kModeBoundReached{"W6312", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kAccumulatingEvents{"W6313", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kOutsideDomain{"E6314", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kRelationContradicts{"E6317", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kOpenEquation{"W6319", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kFunctionFailed{"E6320", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kFollowsSurface{"W6323", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kValueNotFinite{"W6324", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kComesToRest{"W6353", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kPeriodTooShort{"E6333", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kIntegerBeyondExact{"E6334", Severity::kError, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kStateBelowTolerance{"W6344", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kUnknownState{"E6501", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kFastAndSlow{"E6502", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kNotForMethod{"E6503", Severity::kError, Blame::kCall, DocPage::kRun};

}  // namespace mica::run
