#include "base/source.h"

#include <fmt/format.h>
#include <algorithm>

namespace mica {

FileId SourceMap::Add(std::string path, std::string text) {
  Check(text.size() < UINT32_MAX, "source files are shorter than 4 GB");
  files_.push_back({std::move(path), std::move(text), {}});
  return FileId(files_.size() - 1);
}

std::string_view SourceMap::text(Span span) const { return text(span.file).substr(span.begin, span.end - span.begin); }

const std::vector<std::uint32_t>& SourceMap::LineStarts(FileId file) const {
  const File& f = files_[file.index()];
  if (f.line_starts.empty()) {
    f.line_starts.push_back(0);
    for (std::size_t at = f.text.find('\n'); at != std::string::npos; at = f.text.find('\n', at + 1))
      f.line_starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return f.line_starts;
}

LineColumn SourceMap::Locate(FileId file, std::uint32_t offset) const {
  const auto& starts = LineStarts(file);
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  auto line = static_cast<std::uint32_t>(after - starts.begin());
  std::string_view before = text(file).substr(starts[line - 1], offset - starts[line - 1]);
  auto characters = std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return {line, static_cast<std::uint32_t>(characters) + 1};
}

std::string_view SourceMap::line(FileId file, std::uint32_t line) const {
  const auto& starts = LineStarts(file);
  if (line == 0 || line > starts.size()) return {};
  std::string_view rest = text(file).substr(starts[line - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

std::string SourceMap::Describe(Span span) const {
  if (!span.valid()) return "";
  return fmt::format("{}:{}", path(span.file), Locate(span.file, span.begin).line);
}

}  // namespace mica
