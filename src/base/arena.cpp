#include "base/arena.h"

#include <algorithm>
#include <cstdint>

namespace mica {

void* Arena::Allocate(std::size_t size, std::size_t alignment) {
  auto aligned = [alignment](std::byte* p) {
    auto address = reinterpret_cast<std::uintptr_t>(p);
    return reinterpret_cast<std::byte*>((address + alignment - 1) & ~(std::uintptr_t{alignment} - 1));
  };
  std::byte* at = next_ ? aligned(next_) : nullptr;
  if (!at || at + size > limit_) {
    constexpr std::size_t kFirstChunk = 4096, kLargestChunk = std::size_t{1} << 20;
    std::size_t wanted = std::clamp(bytes_used_, kFirstChunk, kLargestChunk);
    wanted = std::max(wanted, size + alignment);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(wanted));
    next_ = chunks_.back().get();
    limit_ = next_ + wanted;
    at = aligned(next_);
  }
  next_ = at + size;
  bytes_used_ += size;
  return at;
}

}  // namespace mica
