#include "run/factor_memory.h"

#include <SuiteSparse_config.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace mica::run {

namespace {

thread_local FactorMemory* current = nullptr;

void* TakeZeros(std::size_t count, std::size_t size) {
  void* part = FactorMemory::Take(count * size);
  if (part) std::memset(part, 0, count * size);
  return part;
}

// Before anybody asks SuiteSparse for anything.
const bool installed = [] {
  SuiteSparse_config.malloc_func = FactorMemory::Take;
  SuiteSparse_config.calloc_func = TakeZeros;
  SuiteSparse_config.realloc_func = FactorMemory::Resize;
  SuiteSparse_config.free_func = FactorMemory::GiveBack;
  return true;
}();

}  // namespace

// What stands before every part.
struct alignas(std::max_align_t) FactorMemory::Part {
  std::size_t size;     // behind it
  FactorMemory* owner;  // null: the system's
  bool is_free;

  std::byte* memory() { return reinterpret_cast<std::byte*>(this) + sizeof(Part); }
  Part* next() { return reinterpret_cast<Part*>(memory() + size); }
};

void FactorMemory::Reserve(std::size_t bytes) {
  if (bytes_) return;
  size_ = (bytes + sizeof(Part) + alignof(Part) - 1) / alignof(Part) * alignof(Part);
  bytes_ = std::make_unique<std::byte[]>(size_);
  *reinterpret_cast<Part*>(bytes_.get()) = {size_ - sizeof(Part), this, true};
  (void)installed;
}

FactorMemory::Use::Use(FactorMemory& memory) : outer_(current) { current = memory.bytes_ ? &memory : nullptr; }
FactorMemory::Use::~Use() { current = outer_; }

FactorMemory::Part* FactorMemory::Find(std::size_t bytes) {
  auto* end = reinterpret_cast<Part*>(bytes_.get() + size_);
  for (auto* part = reinterpret_cast<Part*>(bytes_.get()); part != end; part = part->next()) {
    if (!part->is_free) continue;
    for (Part* next = part->next(); next != end && next->is_free; next = part->next()) part->size += sizeof(Part) + next->size;
    if (part->size < bytes) continue;
    if (part->size >= bytes + 2 * sizeof(Part)) {
      std::size_t rest = part->size - bytes - sizeof(Part);
      part->size = bytes;
      *part->next() = {rest, this, true};
    }
    part->is_free = false;
    return part;
  }
  return nullptr;
}

void* FactorMemory::Take(std::size_t bytes) {
  bytes = (std::max<std::size_t>(bytes, 1) + alignof(Part) - 1) / alignof(Part) * alignof(Part);
  Part* part = current ? current->Find(bytes) : nullptr;
  if (!part) {
    part = static_cast<Part*>(std::malloc(sizeof(Part) + bytes));
    if (!part) return nullptr;
    *part = {bytes, nullptr, false};
  }
  return part->memory();
}

void FactorMemory::GiveBack(void* memory) {
  if (!memory) return;
  auto* part = reinterpret_cast<Part*>(static_cast<std::byte*>(memory) - sizeof(Part));
  if (part->owner) part->is_free = true;
  else std::free(part);
}

void* FactorMemory::Resize(void* memory, std::size_t bytes) {
  if (!memory) return Take(bytes);
  auto* part = reinterpret_cast<Part*>(static_cast<std::byte*>(memory) - sizeof(Part));
  if (part->size >= bytes) return memory;
  void* larger = Take(bytes);
  if (!larger) return nullptr;
  std::memcpy(larger, memory, part->size);
  GiveBack(memory);
  return larger;
}

}  // namespace mica::run
