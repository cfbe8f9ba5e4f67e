// Run stage: memory for factorisations by KLU, taken at the start. KLU asks for memory at its first factorisation and whenever pivots must be chosen anew; a
// step that keeps time cannot wait for the system to give it.
//
// A store is one piece of memory, of which KLU gets parts while a Use of it lives in the thread: first fit, neighbours that are free are joined. What it
// has no place for comes from the system as ever, as does everything asked for outside of a Use. Parts may be given back at any time, before their store goes.
#pragma once

#include <cstddef>
#include <memory>

namespace mica::run {

class FactorMemory {
 public:
  FactorMemory() = default;
  FactorMemory(const FactorMemory&) = delete;
  FactorMemory& operator=(const FactorMemory&) = delete;

  // Takes the memory; what was taken before stays.
  void Reserve(std::size_t bytes);

  class Use {
   public:
    explicit Use(FactorMemory& memory);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    FactorMemory* outer_;
  };

  // For the hooks of SuiteSparse.
  static void* Take(std::size_t bytes);
  static void GiveBack(void* part);
  static void* Resize(void* part, std::size_t bytes);

 private:
  struct Part;
  Part* Find(std::size_t bytes);

  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace mica::run
