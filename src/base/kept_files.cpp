#include "base/kept_files.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <set>
#include <vector>

#include "base/cache_directory.h"
#include "base/hash.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDigestSize = 32;
constexpr auto kLongestMaking = std::chrono::hours(1);        // of an entry; a compiler needs a minute
constexpr auto kNoteUseEvery = std::chrono::hours(1);         // the time of use orders days
constexpr auto kLongestUnused = std::chrono::hours(60 * 24);  // entries of other versions are never used again

std::string DigestOf(const std::string& key, std::string_view content) {
  std::string all = key + "\n";
  all += content;
  return KeptFiles::Digest(all);
}

std::optional<std::string> ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

void Remove(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

}  // namespace

std::string KeptFiles::Digest(std::string_view content) {
  std::uint64_t a = 0x6A09E667F3BCC908ull, b = 0xBB67AE8584CAA73Bull;
  for (std::size_t i = 0; i < content.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, content.data() + i, std::min<std::size_t>(8, content.size() - i));
    a = MixHash(a, word);
    b = MixHash(b, word ^ 0x3C6EF372FE94F82Bull);
  }
  return fmt::format("{:016x}{:016x}", MixHash(a, content.size()), MixHash(b, content.size()));
}

// Directories are cleaned once in a process. That one is private, and still there, is seen each time.
bool KeptFiles::IsReady() const {
  static std::mutex mutex;
  static std::set<std::string> cleaned;
  if (directory_.empty() || !MakePrivateDirectory(directory_)) return false;
  bool is_first = false;
  {
    std::lock_guard lock(mutex);
    is_first = cleaned.insert(directory_).second;
  }
  if (is_first) Prune();
  return true;
}

std::string KeptFiles::NewName(const std::string& key) const {
  return IsReady() ? fmt::format("{}/{}.{:08x}{:08x}", directory_, key, std::random_device{}(), std::random_device{}())
                   : std::string();
}

std::optional<std::string> KeptFiles::Find(const std::string& key) const {
  if (!IsReady()) return std::nullopt;
  std::optional<std::string> all = ReadAll(Path(key));
  if (!all) return std::nullopt;
  std::string_view content = std::string_view(*all).substr(std::min(kDigestSize, all->size()));
  if (DigestOf(key, content) != std::string_view(*all).substr(0, kDigestSize)) {
    Remove(Path(key));
    return std::nullopt;
  }
  NoteUse(Path(key));
  return std::string(content);
}

void KeptFiles::Put(const std::string& key, std::string_view bytes) const {
  std::string temporary = NewName(key);
  if (temporary.empty()) return;
  {
    std::ofstream file(temporary, std::ios::binary);
    file << DigestOf(key, bytes) << bytes;
    file.close();
    if (!file) return Remove(temporary);
  }
  std::error_code error;
  fs::rename(temporary, Path(key), error);
  if (error) Remove(temporary);
}

std::string KeptFiles::FindFile(const std::string& key) const {
  if (!IsReady()) return {};
  std::optional<std::string> all = ReadAll(Path(key));
  if (!all) return {};
  std::size_t size = all->size() - std::min(kDigestSize, all->size());
  if (DigestOf(key, std::string_view(*all).substr(0, size)) != std::string_view(*all).substr(size)) {
    Remove(Path(key));
    return {};
  }
  NoteUse(Path(key));
  return Path(key);
}

std::string KeptFiles::PutFile(const std::string& key, const std::string& made) const {
  std::optional<std::string> all = ReadAll(made);
  if (!all || !IsReady()) return {};
  {
    std::ofstream file(made, std::ios::binary | std::ios::app);
    file << DigestOf(key, *all);
    file.close();
    if (!file) return Remove(made), std::string();
  }
  std::error_code error;
  fs::rename(made, Path(key), error);
  if (error) return Remove(made), std::string();
  return Path(key);
}

void KeptFiles::NoteUse(const std::string& path) const {
  std::error_code error;
  auto now = fs::file_time_type::clock::now();
  auto last = fs::last_write_time(path, error);
  if (!error && now - last > kNoteUseEvery) fs::last_write_time(path, now, error);
}

// What killed runs left behind, what nobody has used for long, and the oldest as long as all together are too large.
void KeptFiles::Prune() const {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t size;
    std::string path;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  std::error_code error;
  auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(directory_, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    Entry entry{it->last_write_time(gone), 0, it->path().string()};
    if (gone) continue;
    // Entries of a directory differ in their suffix, which follows the key; names of what is being made have digits
    // there.
    std::string extension = it->path().extension().string();
    bool is_being_made = it->is_directory(gone) ||
                         extension.find_first_not_of("0123456789abcdef", 1) == std::string::npos || extension == ".c";
    if (is_being_made ? now - entry.used > kLongestMaking : now - entry.used > kLongestUnused) {
      Remove(entry.path);
      continue;
    }
    if (!is_being_made) entry.size = it->file_size(gone);
    if (gone || is_being_made) continue;
    sum += entry.size;
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (sum <= kMostBytes) break;
    Remove(entry.path);
    sum -= entry.size;
  }
}

}  // namespace mica
