#include "target.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace mica::fuzz {

std::vector<Target>& Targets() {
  static std::vector<Target> targets;
  return targets;
}

void Fault(const std::string& what) {
  std::fprintf(stderr, "fault: %s\n", what.c_str());
  std::fflush(stderr);
  std::abort();
}

std::string FileOf(const std::uint8_t* data, std::size_t size) {
  static const int descriptor = memfd_create("input", 0);
  if (descriptor < 0 || ftruncate(descriptor, 0) != 0) Fault("no file in memory");
  if (pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) Fault("a file in memory cannot be written");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace mica::fuzz
