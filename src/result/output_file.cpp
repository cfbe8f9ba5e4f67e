#include "result/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "result/codes.h"
#include "result/result_writer.h"

namespace mica {

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::Fail(const DiagnosticCode& code, std::string message) {
  if (!failed_) sink_.Report(code, {}, std::move(message));
  failed_ = true;
}

bool OutputFile::FailWriting() {
  Fail(kWritingFailed, fmt::format("writing '{}' failed: {}", path_, std::strerror(errno)));
  return false;
}

bool OutputFile::Create() {
  Check(descriptor_ < 0, "the file is open already");
  // The standard output may be a file of somebody else: it is continued, not opened anew.
  descriptor_ = path_ == "/dev/stdout" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                       : ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return true;
  Fail(kCannotCreate, fmt::format("cannot write '{}': {}", path_, std::strerror(errno)));
  return false;
}

bool OutputFile::Append(std::string_view bytes) {
  if (failed_ || descriptor_ < 0) return false;
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FailWriting();
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return true;
}

bool OutputFile::WriteAt(std::uint64_t offset, std::string_view bytes) {
  if (failed_ || descriptor_ < 0) return false;
  while (!bytes.empty()) {
    ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FailWriting();
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return true;
}

bool OutputFile::Close() {
  if (descriptor_ < 0) return !failed_;
  int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0 && !failed_) return FailWriting();
  return !failed_;
}

bool FlushClock::Due(std::size_t buffered_bytes) const {
  if (buffered_bytes >= kFlushBytes) return true;
  std::chrono::duration<double> passed = std::chrono::steady_clock::now() - last_;
  return passed.count() >= kFlushSeconds;
}

}  // namespace mica
