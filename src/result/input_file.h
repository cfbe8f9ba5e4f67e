// A file read by position, in pieces; never mapped, so that a file that shrinks meanwhile is a short read and not a
// signal.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/diagnostic.h"

namespace mica {

class InputFile {
 public:
  explicit InputFile(std::string path) : path_(std::move(path)) {}
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // False, with E7001, if the path is not a readable regular file.
  [[nodiscard]] bool Open(DiagnosticSink& sink);
  // As many bytes from `offset` as there are, up to `size`; fewer at the end of the file or on a read error.
  std::size_t ReadAt(std::uint64_t offset, char* into, std::size_t size) const;

  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace mica
