// FMI: FMUs as archives.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mica::fmi {

// A ZIP archive of files by their names in it. Nothing if it cannot be made.
std::optional<std::string> PackFiles(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace mica::fmi
