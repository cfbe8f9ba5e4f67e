#include "fmi/structured_name.h"

#include <cctype>

namespace mica::fmi {

namespace {

bool IsIdentifier(std::string_view name) {
  std::size_t i = 0;
  auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (true) {
    if (i >= name.size()) return false;
    if (name[i] == '\'') {
      std::size_t end = i + 1;
      for (; end < name.size() && name[end] != '\''; ++end) {
        if (name[end] == '\\' && ++end == name.size()) return false;
        if (static_cast<unsigned char>(name[end]) >= 0x7f || static_cast<unsigned char>(name[end]) < 0x20) return false;
      }
      if (end >= name.size() || end == i + 1) return false;
      i = end + 1;
    } else {
      if (!letter(name[i])) return false;
      while (i < name.size() && (letter(name[i]) || std::isdigit(static_cast<unsigned char>(name[i])))) ++i;
    }
    if (i < name.size() && name[i] == '[') {
      std::size_t end = name.find(']', i);
      if (end == std::string_view::npos || end == i + 1) return false;
      for (std::size_t k = i + 1; k < end; ++k)
        if (!std::isdigit(static_cast<unsigned char>(name[k])) && name[k] != ',') return false;
      i = end + 1;
    }
    if (i == name.size()) return true;
    if (name[i++] != '.') return false;
  }
}

}  // namespace

bool IsStructuredName(std::string_view name) {
  if (!name.starts_with("der(") || !name.ends_with(")")) return IsIdentifier(name);
  name = name.substr(4, name.size() - 5);
  // der(x,2)
  std::size_t order = name.size();
  while (order > 0 && std::isdigit(static_cast<unsigned char>(name[order - 1])) != 0) --order;
  if (order > 0 && order < name.size() && name[order - 1] == ',') name = name.substr(0, order - 1);
  return IsIdentifier(name);
}

}  // namespace mica::fmi
