// What a fuzz target is: a function of bytes that must come to an end, whatever the bytes are, without a signal,
// without an endless loop, without more memory than a model may take. What Mica must never do besides is a Fault.
//
// A target is the entry point of libFuzzer where it is built for that (MICA_LIBFUZZER, one target a program), and
// otherwise registers itself for the program mica_fuzz, whose driver (driver/) mutates a corpus by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mica::fuzz {

struct Target {
  const char* name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

// All of this program.
std::vector<Target>& Targets();

struct Registered {
  explicit Registered(const Target& target) { Targets().push_back(target); }
};

// Prints what is wrong and ends the process by a signal, which every driver sees.
[[noreturn]] void Fault(const std::string& what);

// Choices that bytes decide: where they have come to an end, every choice is the first one.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::size_t Pick(std::size_t count) {
    if (at_ >= size_ || count == 0) return 0;
    std::size_t wide = data_[at_++];
    if (count > 256 && at_ < size_) wide = wide << 8 | data_[at_++];
    return wide % count;
  }
  template <class T, std::size_t kCount>
  const T& Of(const T (&list)[kCount]) {
    return list[Pick(kCount)];
  }
  bool is_over() const { return at_ >= size_; }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

inline std::string TextOf(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string() : std::string(reinterpret_cast<const char*>(data), size);
}

// A file that holds the bytes, in memory; the same path each time.
std::string FileOf(const std::uint8_t* data, std::size_t size);

}  // namespace mica::fuzz

#ifdef MICA_LIBFUZZER
#define MICA_FUZZ_TARGET(name) extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define MICA_FUZZ_TARGET(name)                                                \
  static int Run_##name(const std::uint8_t* data, std::size_t size);          \
  static const mica::fuzz::Registered registered_##name({#name, Run_##name}); \
  static int Run_##name(const std::uint8_t* data, std::size_t size)
#endif
