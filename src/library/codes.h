// The codes that the folder library reports, about files and versions of libraries. docs/diagnostics explains each.
#pragma once

#include "base/diagnostic_code.h"

namespace mica::library {

inline constexpr DiagnosticCode kUnreadableFile{"E2001", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kDirectoryAsFile{"E2002", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kFileTooLarge{"E2003", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kNoClassInFile{"E2004", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kWithinNotFound{"E2005", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kFileNameDiffers{"E2006", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kVersionNotFound{"E2007", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kOtherVersionRead{"W2008", Severity::kWarning, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kConvertedAsRead{"N2009", Severity::kNote, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kUnclearScript{"E2010", Severity::kError, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kNotConverted{"W2011", Severity::kWarning, Blame::kModel, DocPage::kLibrary};
inline constexpr DiagnosticCode kScriptNotFound{"E2012", Severity::kError, Blame::kModel, DocPage::kLibrary};

}  // namespace mica::library
