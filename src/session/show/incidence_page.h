// The incidence matrix of a model as a page: before sorting and after, to zoom and to point at.
#pragma once

#include <string>

#include "structure/text/incidence_picture.h"

namespace mica {

// One file that needs nothing else. `title` stands above, `summary` below it.
std::string IncidencePage(const structure::IncidencePicture& picture, const std::string& title,
                          const std::string& summary);

}  // namespace mica
