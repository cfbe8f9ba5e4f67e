// `mica convert`: files that use older versions of libraries, rewritten for those that are there. What is changed and how: see src/library/convert_text.h
#pragma once

#include <functional>
#include <string>

#include "session/session.h"

namespace mica {

// Reads a file or the directory of a library and writes what was converted in it, unless `write` is false. `told` gets each file that changes (or would).
Outcome ConvertFiles(const std::string& path, bool write, Session& session, const std::function<void(const std::string&)>& told);

}  // namespace mica
