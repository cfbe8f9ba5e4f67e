// The outcome of work that may fail through the user's model: a value, or the fact that the failure was reported to the
// sink.
#pragma once

#include <optional>
#include <utility>

#include "base/check.h"

namespace mica {

struct Reported {};  // the diagnostics are in the sink

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Reported) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() { return Get(); }
  const T& operator*() const { return const_cast<Result*>(this)->Get(); }
  T* operator->() { return &Get(); }
  const T* operator->() const { return &const_cast<Result*>(this)->Get(); }

 private:
  T& Get() {
    Check(value_.has_value(), "the value of a failed result was used");
    return *value_;
  }
  std::optional<T> value_;
};

}  // namespace mica
