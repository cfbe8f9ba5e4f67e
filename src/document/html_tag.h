// HTML as libraries write it in `Documentation` annotations, piece by piece: tags, their attributes, entities. Nothing
// is demanded of it: what does not read as a tag or an entity is text.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mica {

struct HtmlTag {
  std::string name;  // lower case
  bool is_end = false;
  std::string_view inside;  // what stands after the name
  std::size_t length = 0;   // bytes with the brackets
};

// At `<`. Comments and declarations are tags of no name; text that only looks like one has length 0.
HtmlTag ReadTag(std::string_view at);
// The value of an attribute of the tag; empty when there is none.
std::string AttributeOf(const HtmlTag& tag, std::string_view name);
// At `&`: the text of the entity, and how many bytes it takes; an unknown one stays as it is.
std::pair<std::string, std::size_t> ReadEntity(std::string_view at);

}  // namespace mica
