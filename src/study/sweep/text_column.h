// Study stage: a column of a CSV file as texts, for values of a parameter that need not be numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace mica::study {

// The column `name`, or the only one of the file. E9503: the file cannot be read, or has no such column.
std::optional<std::vector<std::string>> ReadTextColumn(const std::string& path, const std::string& name,
                                                       DiagnosticSink& sink);

}  // namespace mica::study
