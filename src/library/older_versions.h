// Which older version of a library had a class that it has no longer: its conversion scripts speak of it (specification
// 18.8.2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "library/class_tree.h"

namespace mica::library {

// The newest version in each step of conversion whose script names the class of that full name; the class is not looked
// up.
std::vector<std::string> OlderVersionsWith(std::string_view full_name, const Class* top_level, ClassTree& classes,
                                           NameTable& names);

}  // namespace mica::library
