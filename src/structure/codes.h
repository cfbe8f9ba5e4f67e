// The codes that the folder structure reports, about sorting, index reduction, initialization and clocks.
// docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::structure {

inline constexpr DiagnosticCode kNoScalarForm{"E5001", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kDerOfDiscrete{"E5003", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kReinitOutsideWhenClause{"E5004", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kElementCountsDiffer{"E5005", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kUnknownForRange{"E5006", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kBranchEquationCountsDiffer{"E5007", Severity::kError, Blame::kModel,
                                                            DocPage::kStructure};
inline constexpr DiagnosticCode kBranchTargetsDiffer{"E5008", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kWhenLeftNotVariable{"E5009", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kReinitNotVariable{"E5010", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNestedWhenClause{"E5011", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kConditionalCallInWhen{"E5012", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kAlgorithmAssignsNonVariable{"E5013", Severity::kError, Blame::kModel,
                                                             DocPage::kStructure};
inline constexpr DiagnosticCode kStatementsTooDeep{"E5014", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kTooFewEquations{"E5101", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kTooManyEquations{"E5102", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNotAWholeModel{"E5108", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kComponentNotConnected{"E5128", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kStructurallySingular{"E5201", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kCannotDifferentiate{"E5202", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoDerivative{"E5203", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoChoiceOfStates{"E5204", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kAlwaysNotAState{"W5205", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNeverButAState{"W5206", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoMatchingAfterReduction{"E5207", Severity::kError, Blame::kModel,
                                                          DocPage::kStructure};
inline constexpr DiagnosticCode kReinitNeedsState{"E5208", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kPreferNotAState{"N5209", Severity::kNote, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kParameterCycle{"E5301", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kParameterWithoutValue{"W5302", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kFixedStartsDiffer{"E5303", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kAlwaysAndNever{"W5304", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kCannotAssign{"E5401", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kDiscreteLoop{"W5402", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kIntegratorInlined{"N5403", Severity::kNote, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kOwnNewValue{"E5404", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNonRealLoop{"E5405", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kStartValuesUsed{"N5501", Severity::kNote, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kContradictingInitialCondition{"W5502", Severity::kWarning, Blame::kModel,
                                                               DocPage::kStructure};
inline constexpr DiagnosticCode kUndeterminedAtInitialization{"E5503", Severity::kError, Blame::kModel,
                                                              DocPage::kStructure};
inline constexpr DiagnosticCode kOverdeterminedAtInitialization{"E5504", Severity::kError, Blame::kModel,
                                                                DocPage::kStructure};
inline constexpr DiagnosticCode kRedundantInitialCondition{"N5505", Severity::kNote, Blame::kModel,
                                                           DocPage::kStructure};
inline constexpr DiagnosticCode kParameterNotDetermined{"W5506", Severity::kWarning, Blame::kModel,
                                                        DocPage::kStructure};
inline constexpr DiagnosticCode kClockedAndUnclocked{"E5601", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoClockGiven{"W5601", Severity::kWarning, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kClockNotKnown{"E5602", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kClocksDisagree{"E5603", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kClockBeforeBase{"E5604", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kClockBetweenEvents{"E5605", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kSolverMethods{"E5606", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoClockedMatching{"E5607", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kSystemAcrossClocks{"E5608", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kNoStateMachine{"E5609", Severity::kError, Blame::kModel, DocPage::kStructure};

}  // namespace mica::structure
