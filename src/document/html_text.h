// HTML as libraries write it in `Documentation` annotations, for a terminal: paragraphs wrapped, lists and tables laid
// out, entities resolved. Tags that are not known count as their contents; what is no HTML at all comes out as it is.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mica {

struct HtmlTextOptions {
  std::size_t width = 100;
  bool colour = false;  // bold and underlined by escapes; else without
  // Where an address leads, for the reader; empty: the text of the link says enough.
  std::function<std::string(std::string_view address)> link;
};

std::string HtmlText(std::string_view html, const HtmlTextOptions& options);

}  // namespace mica
