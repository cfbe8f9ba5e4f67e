#include "fmi/import/xml_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace mica::fmi {

XmlLines::XmlLines(std::string_view text) : begins_{0} {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') begins_.push_back(i + 1);
}

int XmlLines::AtOffset(std::ptrdiff_t offset) const {
  if (offset < 0) return 0;
  return static_cast<int>(std::ranges::upper_bound(begins_, static_cast<std::size_t>(offset)) - begins_.begin());
}

int XmlLines::At(const pugi::xml_node& node) const { return AtOffset(node.offset_debug()); }

namespace {

std::vector<std::string> Words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

template <class T>
bool IsNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool IsDouble(std::string_view text) {
  return text == "INF" || text == "-INF" || text == "NaN" || IsNumber<double>(text);
}

// '2026-01-31T12:00:00Z', with parts of a second and a zone.
bool IsDateTime(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != kForm[i]) return false;
  return true;
}

bool IsOfType(std::string_view value, std::string_view type) {
  if (type.ends_with("[]")) {
    type.remove_suffix(2);
    return std::ranges::all_of(Words(value), [&](const std::string& word) { return IsOfType(word, type); });
  }
  if (type == "string") return true;
  // White space around a number is not part of it.
  std::vector<std::string> words = Words(value);
  std::string_view trimmed = words.size() == 1 ? std::string_view(words[0]) : value;
  if (type == "double") return IsDouble(trimmed);
  if (type == "boolean") return trimmed == "true" || trimmed == "false" || trimmed == "0" || trimmed == "1";
  if (type == "byte") return IsNumber<std::int8_t>(trimmed);
  if (type == "ubyte") return IsNumber<std::uint8_t>(trimmed);
  if (type == "short") return IsNumber<std::int16_t>(trimmed);
  if (type == "ushort") return IsNumber<std::uint16_t>(trimmed);
  if (type == "int") return IsNumber<std::int32_t>(trimmed);
  if (type == "uint") return IsNumber<std::uint32_t>(trimmed);
  if (type == "long") return IsNumber<std::int64_t>(trimmed);
  if (type == "ulong") return IsNumber<std::uint64_t>(trimmed);
  if (type == "hex")
    return trimmed.size() % 2 == 0 &&
           std::ranges::all_of(trimmed, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
  if (type == "date") return IsDateTime(trimmed);
  std::string allowed = fmt::format("/{}/", type);
  return allowed.find(fmt::format("/{}/", value)) != std::string::npos && value.find('/') == std::string_view::npos;
}

struct Attribute {
  std::string name, type;
  bool is_required;
};

struct Child {
  std::vector<std::string> names;  // one of them
  char times;                      // ' ', '?', '*', '+'
};

struct Element {
  std::vector<Attribute> attributes;
  std::vector<Child> children;
  bool takes_anything = false;
};

std::vector<Child> ReadChildren(std::string_view text) {
  std::vector<Child> children;
  std::optional<Child> choice;
  for (std::string word : Words(text)) {
    bool opens = word.starts_with('(');
    if (opens) {
      word.erase(0, 1);
      choice.emplace();
    }
    char times = ' ';
    if (word.ends_with('?') || word.ends_with('*') || word.ends_with('+')) {
      times = word.back();
      word.pop_back();
    }
    bool closes = word.ends_with(')');
    if (closes) word.pop_back();
    if (!choice) {
      children.push_back({{word}, times});
      continue;
    }
    choice->names.push_back(word);
    if (closes) {
      choice->times = times;
      children.push_back(*choice);
      choice.reset();
    }
  }
  return children;
}

std::map<std::string, Element> ReadTable(std::string_view table) {
  std::map<std::string, Element> elements;
  std::istringstream in{std::string(table)};
  for (std::string line; std::getline(in, line);) {
    std::size_t first = line.find('|'), second = line.find('|', first + 1);
    if (first == std::string::npos) continue;
    Element element;
    for (const std::string& word : Words(std::string_view(line).substr(first + 1, second - first - 1))) {
      std::size_t colon = word.find(':');
      bool is_required = word[colon - 1] == '!';
      element.attributes.push_back(
          {word.substr(0, colon - (is_required ? 1 : 0)), word.substr(colon + 1), is_required});
    }
    std::string_view children = std::string_view(line).substr(second + 1);
    element.takes_anything = children.find("…") != std::string_view::npos;
    if (!element.takes_anything) element.children = ReadChildren(children);
    for (const std::string& name : Words(std::string_view(line).substr(0, first))) elements[name] = element;
  }
  return elements;
}

class Checker {
 public:
  Checker(std::string_view table, const XmlLines& lines, std::vector<Problem>& problems)
      : elements_(ReadTable(table)), lines_(lines), problems_(problems) {}

  void Check(const pugi::xml_node& node, std::string_view parent) {
    auto found = elements_.find(fmt::format("{}/{}", parent, node.name()));
    if (found == elements_.end()) found = elements_.find(node.name());
    if (found == elements_.end()) return;  // reported where it stands
    Attributes(node, found->second);
    if (found->second.takes_anything) return;
    Children(node, found->second);
    for (const pugi::xml_node& child : node.children())
      if (child.type() == pugi::node_element) Check(child, node.name());
  }

 private:
  void Say(const pugi::xml_node& node, std::string text) { problems_.push_back({lines_.At(node), std::move(text)}); }

  void Attributes(const pugi::xml_node& node, const Element& element) {
    std::set<std::string> seen;
    for (const pugi::xml_attribute& a : node.attributes()) {
      std::string name = a.name();
      if (!seen.insert(name).second)
        Say(node, fmt::format("the element {} has two attributes '{}'", node.name(), name));
      auto known = std::ranges::find(element.attributes, name, &Attribute::name);
      if (known == element.attributes.end()) {
        bool is_foreign = name.find(':') != std::string::npos || name.starts_with("xmlns");
        if (!is_foreign) Say(node, fmt::format("the element {} has no attribute '{}'", node.name(), name));
      } else if (!IsOfType(a.value(), known->type)) {
        Say(node, fmt::format("the attribute '{}' of {} is '{}', which is not {}", name, node.name(), a.value(),
                              known->type.find('/') == std::string::npos ? "of the type " + known->type
                                                                         : "one of " + known->type));
      }
    }
    for (const Attribute& a : element.attributes)
      if (a.is_required && !seen.contains(a.name))
        Say(node, fmt::format("the element {} lacks the attribute '{}'", node.name(), a.name));
  }

  void Children(const pugi::xml_node& node, const Element& element) {
    std::size_t at = 0, count = 0;  // of the present group of children
    auto is_in = [&](std::size_t group, const std::string& name) {
      return std::ranges::find(element.children[group].names, name) != element.children[group].names.end();
    };
    auto close = [&] {
      const Child& child = element.children[at];
      if (count == 0 && (child.times == ' ' || child.times == '+'))
        Say(node, fmt::format("the element {} lacks {}", node.name(), fmt::join(child.names, " or ")));
      ++at;
      count = 0;
    };
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      std::string name = child.name();
      std::size_t group = 0;
      while (group < element.children.size() && !is_in(group, name)) ++group;
      if (group == element.children.size()) {
        Say(child, fmt::format("an element {} cannot stand in {}", name, node.name()));
        continue;
      }
      if (group < at) {
        Say(child, fmt::format("the element {} stands too late in {}", name, node.name()));
        continue;
      }
      while (at < group) close();
      char times = element.children[at].times;
      if (++count > 1 && (times == ' ' || times == '?'))
        Say(child, fmt::format("{} may have one element {}", node.name(), name));
    }
    while (at < element.children.size()) close();
  }

  std::map<std::string, Element> elements_;
  const XmlLines& lines_;
  std::vector<Problem>& problems_;
};

}  // namespace

void CheckSchema(const pugi::xml_node& root, std::string_view table, const XmlLines& lines,
                 std::vector<Problem>& problems) {
  Checker(table, lines, problems).Check(root, "");
}

}  // namespace mica::fmi
