// Text in a page.
#pragma once

#include <string>
#include <string_view>

namespace mica {

// & < > " as entities.
std::string EscapeHtml(std::string_view text);

}  // namespace mica
