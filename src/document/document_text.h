// A documented class for its readers: as text in a terminal, as a page, as JSON.
#pragma once

#include <string>

#include "document/class_document.h"

namespace mica {

// The info layer laid out for `width` columns, then tables. Links to files are shown as the files' names.
std::string DocumentText(const ClassDocument& document, Session& session, std::size_t width, bool colour);

// A page that stands for itself. `page_of` gives the page of another class, or nothing: then the text of the link stays
// without it.
std::string DocumentPage(const ClassDocument& document, Session& session,
                         const std::function<std::string(const std::string& class_name)>& page_of);

// One object with the fields of ClassDocument.
std::string DocumentJson(const ClassDocument& document);

}  // namespace mica
