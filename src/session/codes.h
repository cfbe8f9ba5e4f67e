// The codes that the folder session reports, about the call, libraries and faults of Mica. docs/diagnostics explains
// each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica {

inline constexpr DiagnosticCode kNoPackageChosen{"E3028", Severity::kError, Blame::kModel, DocPage::kInstance};
inline constexpr DiagnosticCode kInputNotConnected{"E5118", Severity::kError, Blame::kModel, DocPage::kStructure};
inline constexpr DiagnosticCode kUnknownMethod{"E6001", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetFileUnreadable{"E6018", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetWithoutEffect{"W6048", Severity::kWarning, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kWrongInitialResult{"E6058", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kSetElementStart{"E6068", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kPartitionChosen{"N6504", Severity::kNote, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kStepNotStable{"W6505", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kTrialRunEnded{"W6506", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kSwitchNeedsInlining{"E6507", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kMethodReplaced{"W6508", Severity::kWarning, Blame::kModel, DocPage::kRun};
inline constexpr DiagnosticCode kWrongPassOff{"E6509", Severity::kError, Blame::kCall, DocPage::kRun};
inline constexpr DiagnosticCode kInternalError{"E9001", Severity::kError, Blame::kUs, DocPage::kSession};
inline constexpr DiagnosticCode kOutOfMemory{"E9002", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kNoLibraryAtPath{"E9003", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kUnknownClass{"E9004", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kNotAModel{"E9005", Severity::kError, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kNotARegularExpression{"E9010", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kCannotWriteFormatted{"E9011", Severity::kError, Blame::kEnvironment,
                                                      DocPage::kSession};
inline constexpr DiagnosticCode kCannotReadSource{"E9012", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kCannotWriteStatistics{"E9013", Severity::kError, Blame::kEnvironment,
                                                       DocPage::kSession};
inline constexpr DiagnosticCode kNoLibraryInside{"E9020", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kAlreadyInstalled{"E9021", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kCannotCopy{"E9022", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kLibraryNotHere{"E9023", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kNoGit{"E9024", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kCloneFailed{"E9025", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kCannotUnpack{"E9026", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kNoSuchVersion{"E9027", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kUnsafePackageName{"E9028", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kWrongDigest{"E9029", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kNotInMirror{"E9038", Severity::kError, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kNotEvaluated{"W9070", Severity::kWarning, Blame::kModel, DocPage::kSession};
inline constexpr DiagnosticCode kStrangersCodeRuns{"N9071", Severity::kNote, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kLibraryTrusted{"N9072", Severity::kNote, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kNotConfined{"N9073", Severity::kNote, Blame::kEnvironment, DocPage::kSession};
inline constexpr DiagnosticCode kTrustNotChanged{"E9074", Severity::kError, Blame::kCall, DocPage::kSession};
inline constexpr DiagnosticCode kTranslatedAgain{"N9060", Severity::kNote, Blame::kCall, DocPage::kSession};

}  // namespace mica
