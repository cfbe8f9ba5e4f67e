// A file that grows by appended blocks and whose head is patched in place: plain POSIX writes, so that what was written
// survives the process. The first failure is reported to the sink and kept; nothing is written after it.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace mica {

class OutputFile {
 public:
  OutputFile(std::string path, DiagnosticSink& sink) : path_(std::move(path)), sink_(sink) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] bool Create();
  [[nodiscard]] bool Append(std::string_view bytes);
  [[nodiscard]] bool WriteAt(std::uint64_t offset, std::string_view bytes);
  [[nodiscard]] bool Close();

  bool open() const { return descriptor_ >= 0; }
  bool failed() const { return failed_; }
  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }
  DiagnosticSink& sink() { return sink_; }
  void Fail(const DiagnosticCode& code, std::string message);

 private:
  bool FailWriting();

  std::string path_;
  DiagnosticSink& sink_;
  int descriptor_ = -1;
  bool failed_ = false;
  std::uint64_t size_ = 0;
};

// When buffered rows should go out: enough bytes, or enough time since the last flush.
class FlushClock {
 public:
  bool Due(std::size_t buffered_bytes) const;
  void Flushed() { last_ = std::chrono::steady_clock::now(); }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace mica
