// `modelica:` addresses (specification 13.5): of a file beside a package, `modelica:/Package.Sub/path` or, as most
// libraries write it, `modelica://Package.Sub/path`; without a path they name the class itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "library/class_tree.h"

namespace mica::library {

struct ResourceUri {
  std::string class_name;  // full, percent signs resolved
  std::string path;        // with the slash it begins with; empty: the class itself is meant
};

// Nothing when the text is no such address.
std::optional<ResourceUri> ParseResourceUri(std::string_view uri);

// The file that a `modelica:` or `file:` address names, absolute. `modelica://A.B/c` is `B/c` in the directory of A.
// Nothing when it is another kind of text, names no file, or its library is not there.
std::optional<std::string> ResourceFile(std::string_view uri, ClassTree& classes, NameTable& names);

// The same for what may also be a plain file name, which is made absolute: what `loadResource` gives. Nothing when a
// library is not there.
std::optional<std::string> AbsoluteFile(std::string_view uri_or_path, ClassTree& classes, NameTable& names);

}  // namespace mica::library
