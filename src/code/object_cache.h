// Compiled code kept between runs: files named by the digest of what they were made from, under $XDG_CACHE_HOME/mica. A file is
// written under another name and renamed, so that a reader never sees half of one; what does not check out is ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mica::code {

// $XDG_CACHE_HOME/mica, or ~/.cache/mica, or a directory for temporary files.
std::string DefaultCacheDirectory();

class ObjectCache {
 public:
  explicit ObjectCache(std::string directory, std::string suffix = ".o")
      : directory_(directory.empty() ? DefaultCacheDirectory() + "/objects" : std::move(directory)), suffix_(std::move(suffix)) {}

  std::optional<std::string> Find(const std::string& key) const;
  void Put(const std::string& key, std::string_view bytes) const;  // failures are nobody's business: the cache only saves time

  // 128 bits in hexadecimal.
  static std::string Digest(std::string_view content);

 private:
  std::string Path(const std::string& key) const { return directory_ + "/" + key + suffix_; }
  std::string directory_, suffix_;
};

}  // namespace mica::code
