#include "result/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "result/codes.h"

namespace mica {

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool InputFile::Open(DiagnosticSink& sink) {
  auto fail = [&](const char* why) {
    sink.Report(kUnreadableResult, {}, fmt::format("cannot read '{}': {}", path_, why));
    return false;
  };
  // Not blocking: a named pipe would wait for its writer.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) return fail(std::strerror(errno));
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0) return fail(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return fail("it is a directory");
  if (!S_ISREG(status.st_mode)) return fail("it is not a regular file");
  size_ = static_cast<std::uint64_t>(status.st_size);
  return true;
}

std::size_t InputFile::ReadAt(std::uint64_t offset, char* into, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    ssize_t got = ::pread(descriptor_, into + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace mica
