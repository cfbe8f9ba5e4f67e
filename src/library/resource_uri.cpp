#include "library/resource_uri.h"

#include <algorithm>
#include <cctype>

namespace mica::library {

namespace fs = std::filesystem;

namespace {

// Schemes are written in any case.
bool TakeScheme(std::string_view& text, std::string_view scheme) {
  if (text.size() < scheme.size()) return false;
  auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  if (!std::equal(scheme.begin(), scheme.end(), text.begin(), same)) return false;
  text.remove_prefix(scheme.size());
  return true;
}

int HexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

std::string Decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 && HexDigit(text[i + 2]) >= 0) {
      out += static_cast<char>(16 * HexDigit(text[i + 1]) + HexDigit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::optional<ResourceUri> ParseResourceUri(std::string_view uri) {
  if (!TakeScheme(uri, "modelica:/")) return std::nullopt;
  if (uri.starts_with('/')) uri.remove_prefix(1);
  std::size_t end = std::min(uri.find_first_of("/?#"), uri.size());
  ResourceUri found{Decoded(uri.substr(0, end)), ""};
  if (end < uri.size() && uri[end] == '/') found.path = Decoded(uri.substr(end, uri.find_first_of("?#", end) - end));
  return found;
}

std::optional<std::string> ResourceFile(std::string_view uri, ClassTree& classes, NameTable& names) {
  if (std::string_view file = uri; TakeScheme(file, "file://")) return Decoded(file);
  std::optional<ResourceUri> resource = ParseResourceUri(uri);
  if (!resource || resource->path.empty()) return std::nullopt;
  std::size_t dot = std::min(resource->class_name.find('.'), resource->class_name.size());
  Class* library = classes.FindTopLevel(names.Intern(std::string_view(resource->class_name).substr(0, dot)));
  fs::path directory = library ? classes.ResourceDirectory(library) : fs::path();
  if (!library || !library->tree) return std::nullopt;
  std::string below = resource->class_name.substr(dot);
  std::ranges::replace(below, '.', '/');
  std::error_code error;
  // The separator at the end stays exactly if it is written.
  return fs::absolute(directory / ".", error).lexically_normal().string() + (below + resource->path).substr(1);
}

std::optional<std::string> AbsoluteFile(std::string_view uri_or_path, ClassTree& classes, NameTable& names) {
  if (auto file = ResourceFile(uri_or_path, classes, names)) return file;
  if (ParseResourceUri(uri_or_path)) return std::nullopt;
  std::error_code error;
  return fs::absolute(fs::path(uri_or_path), error).lexically_normal().string();
}

}  // namespace mica::library
