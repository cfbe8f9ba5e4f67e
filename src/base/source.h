// Source texts and places in them. A SourceMap owns every file that a session has read; a Span is a half-open byte
// range of one.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace mica {

struct FileTag;
using FileId = Id<FileTag>;

struct Span {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool valid() const { return file.valid(); }
  friend bool operator==(Span, Span) = default;
};

// From the start of `first` to the end of `last`, which is in the same file.
inline Span Join(Span first, Span last) { return {first.file, first.begin, last.end}; }

struct LineColumn {
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in characters (UTF-8 code points)
};

class SourceMap {
 public:
  SourceMap() = default;
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  FileId Add(std::string path, std::string text);
  const std::string& path(FileId file) const { return files_[file.index()].path; }
  std::string_view text(FileId file) const { return files_[file.index()].text; }
  std::string_view text(Span span) const;
  LineColumn Locate(FileId file, std::uint32_t offset) const;
  // The text of one line, without its line end.
  std::string_view line(FileId file, std::uint32_t line) const;
  // 'path:line' as the text forms of the stages print it.
  std::string Describe(Span span) const;
  std::size_t size() const { return files_.size(); }

 private:
  struct File {
    std::string path;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;  // made on first use
  };
  const std::vector<std::uint32_t>& LineStarts(FileId file) const;

  std::deque<File> files_;
};

}  // namespace mica
