// How elements that were chosen from an array of components are named, in all text forms and messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mica::instance {

// [2], [1,3] of one element; of several [{1, 3}], or of the one among them that `subscript` counts [{1, 3}[i]], and [3]
// where that is a number.
std::string ChosenText(const std::vector<std::vector<std::int32_t>>& chosen, const std::string* subscript = nullptr);

}  // namespace mica::instance
