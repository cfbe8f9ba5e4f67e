// The codes that the folder flat reports, about equations, connections and units. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::flat {

inline constexpr DiagnosticCode kPartialModel{"E4001", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kUnitsDiffer{"W4001", Severity::kWarning, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNestedWhen{"E4002", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNumberRequired{"W4002", Severity::kWarning, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectInWhen{"E4003", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kUnknownUnit{"W4003", Severity::kWarning, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kSideTypesDiffer{"E4004", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kSideSizesDiffer{"E4005", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kUnknownEquationSize{"E4006", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kWhenForNonVariable{"E4007", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kListDoesNotFitCall{"E4008", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConditionalConnect{"E4009", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kBranchesDiffer{"E4010", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNotAnEquation{"E4014", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNotAConnector{"E4015", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectedTypesDiffer{"E4016", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kFlowToPotential{"E4017", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectorElementsDiffer{"E4018", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectorSizesDiffer{"E4019", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kBranchLoop{"E4020", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kTwoRoots{"E4021", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNoRoot{"W4022", Severity::kWarning, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kArrayInConnections{"E4023", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kUndefinedExpandableElement{"E4024", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kOperatorOutsideConnector{"E4025", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectionTooDeep{"E4027", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectedSortsDiffer{"E4028", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConstantsConnected{"E4029", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kSeveralSources{"E4030", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kDiscreteDeclarationEquation{"E4031", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kWhenForComponentVariable{"E4032", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kElsewhenOfClock{"E4040", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNotAState{"E4041", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kWrongInitialState{"E4042", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kWrongPriority{"E4043", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kNotAMachineState{"E4044", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kConnectedParametersDiffer{"E4052", Severity::kError, Blame::kModel, DocPage::kFlat};
inline constexpr DiagnosticCode kFlowQuantitiesDiffer{"W4062", Severity::kWarning, Blame::kModel, DocPage::kFlat};

}  // namespace mica::flat
