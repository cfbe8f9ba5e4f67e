// Names by pattern: `*` fits any run of characters, `?` one.
#pragma once

#include <string_view>

namespace mica {

bool FitsPattern(std::string_view name, std::string_view pattern);

}  // namespace mica
