// `mica convert`: files that use older versions of libraries, rewritten for those that are there. What is changed and
// how: see src/library/convert_text.h
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace mica {

// Reads a file or the directory of a library and writes what was converted in it, unless `write` is false. `on_line`
// gets each file that changes (or would). `from`: libraries and versions that the text was written for; it gets an
// annotation `uses` for those about which it says nothing.
Outcome ConvertFiles(const std::string& path, const std::vector<std::pair<std::string, std::string>>& from, bool write,
                     Session& session, const std::function<void(const std::string&)>& on_line);

}  // namespace mica
