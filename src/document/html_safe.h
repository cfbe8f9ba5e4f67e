// HTML as libraries write it in `Documentation` annotations, made safe for a page: what is written is put together anew
// from elements and attributes that are known to be text, and everything else is left out, scripts and styles with
// their contents. Elements are closed, so that nothing reaches beyond the text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mica {

// `link` gives the address that stands for one in the text; empty removes it. What it gives is checked like any other:
// links lead to pages, files and the web; pictures are files of the library, so that opening a page asks no server.
std::string SafeHtml(std::string_view html, const std::function<std::string(std::string_view address)>& link);

}  // namespace mica
