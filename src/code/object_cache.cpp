// Compiled code kept between runs, see object_cache.h. A file is its own digest, then the object.
#include "code/object_cache.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>

#include "base/hash.h"

namespace mica::code {

namespace fs = std::filesystem;

std::string DefaultCacheDirectory() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') return std::string(cache) + "/mica";
  if (const char* home = std::getenv("HOME"); home && *home) return std::string(home) + "/.cache/mica";
  std::error_code ignored;
  return (fs::temp_directory_path(ignored) / "mica-cache").string();
}

std::string ObjectCache::Digest(std::string_view content) {
  std::uint64_t a = 0x6A09E667F3BCC908ull, b = 0xBB67AE8584CAA73Bull;
  for (std::size_t i = 0; i < content.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, content.data() + i, std::min<std::size_t>(8, content.size() - i));
    a = MixHash(a, word);
    b = MixHash(b, word ^ 0x3C6EF372FE94F82Bull);
  }
  return fmt::format("{:016x}{:016x}", MixHash(a, content.size()), MixHash(b, content.size()));
}

std::optional<std::string> ObjectCache::Find(const std::string& key) const {
  std::ifstream file(Path(key), std::ios::binary);
  if (!file) return std::nullopt;
  std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  constexpr std::size_t kDigest = 32;
  if (all.size() < kDigest || Digest(std::string_view(all).substr(kDigest)) != all.substr(0, kDigest)) return std::nullopt;
  return all.substr(kDigest);
}

void ObjectCache::Put(const std::string& key, std::string_view bytes) const {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) return;
  std::string temporary = fmt::format("{}.{:x}", Path(key), std::random_device{}());
  {
    std::ofstream file(temporary, std::ios::binary);
    file << Digest(bytes) << bytes;
    file.close();
    if (!file) {
      fs::remove(temporary, error);
      return;
    }
  }
  fs::rename(temporary, Path(key), error);
  if (error) fs::remove(temporary, error);
}

}  // namespace mica::code
