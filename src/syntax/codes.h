// The codes that the folder syntax reports, about the text of a file. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::syntax {

inline constexpr DiagnosticCode kNotUtf8{"E1001", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kStrayCharacter{"E1002", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kForeignOperator{"E1003", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kOpenString{"E1004", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kOpenComment{"E1005", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kNeitherNumberNorName{"E1006", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kUnknownEscape{"W1007", Severity::kWarning, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kUnexpected{"E1101", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kMissingSemicolon{"E1102", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kKeywordAsName{"E1103", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongBlockEnd{"E1104", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kOutsideClasses{"E1105", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kSecondExternal{"E1106", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongClassEnd{"E1107", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kEquationAmongDeclarations{"E1108", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongList{"E1109", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kNestedTooDeeply{"E1110", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kPrefixTwice{"E1111", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kPrefixOrder{"W1112", Severity::kWarning, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kSubscriptedModifier{"E1113", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kDeclarationInSection{"E1114", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kBranchAfterElse{"E1115", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongConnect{"E1116", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongEquationSign{"E1117", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kWrongStatementSign{"E1118", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kAssignedNonVariable{"E1119", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kMissingParentheses{"E1120", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kSignAfterOperator{"W1121", Severity::kWarning, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kExtraSemicolon{"W1122", Severity::kWarning, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kNumberTooLarge{"E1123", Severity::kError, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kIntegerTooLarge{"W1123", Severity::kWarning, Blame::kModel, DocPage::kSyntax};
inline constexpr DiagnosticCode kArgumentOrder{"E1124", Severity::kError, Blame::kModel, DocPage::kSyntax};

}  // namespace mica::syntax
