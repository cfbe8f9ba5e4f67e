#include "library/older_versions.h"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "library/resource_uri.h"
#include "library/version.h"

namespace mica::library {

namespace fs = std::filesystem;

std::vector<std::string> OlderVersionsWith(std::string_view full_name, const Class* top_level, ClassTree& classes,
                                           NameTable& names) {
  std::vector<std::string> versions;
  for (const Conversion& conversion : classes.FactsOf(top_level).conversions) {
    if (conversion.script.empty() || conversion.versions.empty()) continue;
    fs::path file = conversion.script;
    if (auto resource = ResourceFile(conversion.script, classes, names))
      file = *resource;
    else if (file.is_relative())
      file = classes.ResourceDirectory(top_level) / file;
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    bool is_named = std::ranges::any_of(std::string_view("\"."), [&](char ending) {
      return text.find(fmt::format("\"{}{}", full_name, ending)) != std::string::npos;
    });
    if (!is_named) continue;
    versions.push_back(*std::ranges::max_element(conversion.versions, [](const std::string& a, const std::string& b) {
      return ParseVersion(a) < ParseVersion(b);
    }));
  }
  return versions;
}

}  // namespace mica::library
