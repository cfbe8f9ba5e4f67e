// FMI: the structure of XML files, as tables: which elements stand in which, in which order and how often; which
// attributes they have, and of which types. It finds what validation by the XML schemas of the standards finds.
//
// A table is text, a line for each element:
//
//   name | attribute:type attribute!:type … | child child? child* child+ (a b)+ …
//
// '!': it must be there. Children come in the order of the line; a choice is in parentheses; '…': anything. An element
// that differs by its parent is written parent/name. Types are those of XML Schema (string, double, boolean, …), `list`
// of one with [] behind it, or the words that are allowed, with '/' between them.
#pragma once

#include <pugixml.hpp>
#include <string_view>
#include <vector>

#include "fmi/import/description.h"

namespace mica::fmi {

// Lines of a text, by the place of a node in it.
class XmlLines {
 public:
  explicit XmlLines(std::string_view text);
  int At(const pugi::xml_node& node) const;
  int AtOffset(std::ptrdiff_t offset) const;

 private:
  std::vector<std::size_t> begins_;
};

void CheckSchema(const pugi::xml_node& root, std::string_view table, const XmlLines& lines,
                 std::vector<Problem>& problems);

// modelDescription.xml of FMI 2.0 and 3.0.
std::string_view DescriptionSchema(int version);

}  // namespace mica::fmi
