// SHA-256 (FIPS 180-4): digests that an attacker cannot choose a second content for. Digests of the cache, which is
// private, are faster ones (kept_files.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mica {

class Sha256 {
 public:
  void Add(std::string_view bytes);
  // 64 hexadecimal digits. The object is used up.
  std::string Finish();

  static std::string Of(std::string_view bytes);

 private:
  void AddBlock(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t length_ = 0;  // in bytes
};

}  // namespace mica
