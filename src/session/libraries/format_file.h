// `mica format`: files rewritten in the one layout (syntax/format.h).
#pragma once

#include <string>

#include "session/session.h"

namespace mica {

enum class FormatVerdict { kUnchanged, kChanged, kFailed };

// The text in its layout; reported when it has errors.
Result<std::string> FormatText(std::string path, std::string text, Session& session);

// The file, or every .mo file under a directory. `write`: files are replaced, whole or not at all. `on_line` gets a
// line for each file that differs.
FormatVerdict FormatPath(const std::string& path, bool write, Session& session,
                         const std::function<void(const std::string&)>& on_line);

// Nothing when it cannot be read.
std::optional<std::string> ReadFile(const std::filesystem::path& path);
// Written beside the file and put in its place, so that no reader sees half of it; permissions stay. E9011 when it
// cannot be.
bool ReplaceFile(const std::filesystem::path& path, const std::string& text, DiagnosticSink& sink);

}  // namespace mica
