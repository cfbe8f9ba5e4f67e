// Checks on ourselves. A failed check is a fault of Mica, never of the user's model: it throws InternalError, which is
// caught only at the session's boundary and in C callbacks, and shown as such. A user's mistake is a Diagnostic instead
// (diagnostic.h).
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mica {

class InternalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void FailCheck(std::string_view what, std::source_location where = std::source_location::current());

// Always on. `what` says which invariant was broken.
inline void Check(bool holds, std::string_view what = "check failed",
                  std::source_location where = std::source_location::current()) {
  if (!holds) [[unlikely]]
    FailCheck(what, where);
}

// For hot loops: off in release builds.
#ifdef NDEBUG
inline void DCheck(bool, std::string_view = {}) {}
#else
inline void DCheck(bool holds, std::string_view what = "check failed",
                   std::source_location where = std::source_location::current()) {
  Check(holds, what, where);
}
#endif

}  // namespace mica
