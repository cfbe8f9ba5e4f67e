// The text of known_code.txt, which the build puts into the program.
#pragma once

#include <string_view>

namespace mica {

extern const std::string_view kKnownCodeText;

}  // namespace mica
