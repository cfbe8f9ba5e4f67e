// A bump allocator. What it hands out lives as long as the arena and is never destroyed, so it holds trivially
// destructible types only.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mica {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  template <class T, class... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T>
  std::span<T> NewArray(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* first = static_cast<T*>(Allocate(sizeof(T) * count, alignof(T)));
    std::uninitialized_value_construct_n(first, count);
    return {first, count};
  }

  template <class T>
  std::span<const T> Copy(std::span<const T> items) {
    auto copy = NewArray<std::remove_const_t<T>>(items.size());
    std::uninitialized_copy(items.begin(), items.end(), copy.begin());
    return copy;
  }
  template <class T>
  std::span<const T> Copy(const std::vector<T>& items) {
    return Copy(std::span<const T>(items));
  }

  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {};
    char* copy = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  void* Allocate(std::size_t size, std::size_t alignment);
  std::size_t bytes_used() const { return bytes_used_; }

 private:
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* next_ = nullptr;
  std::byte* limit_ = nullptr;
  std::size_t bytes_used_ = 0;
};

}  // namespace mica
