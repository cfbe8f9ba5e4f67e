// The libraries that the user trusts, remembered in $XDG_CONFIG_HOME/mica/trust.json, or ~/.config/mica/trust.json: by
// name, version and digest, so that a library that has changed is another one.
#pragma once

#include <string>
#include <vector>

namespace mica {

struct TrustedLibrary {
  std::string name, version, digest, place;
  friend bool operator==(const TrustedLibrary&, const TrustedLibrary&) = default;
};

class TrustStore {
 public:
  TrustStore();
  explicit TrustStore(std::string file) : file_(std::move(file)) {}

  // Empty: there is no home, and nothing is remembered.
  const std::string& file() const { return file_; }
  std::vector<TrustedLibrary> Read() const;
  // False: it cannot be written.
  bool Add(const TrustedLibrary& library) const;
  // All of that name; how many there were, or -1: it cannot be written.
  int Remove(const std::string& name) const;

 private:
  bool Write(const std::vector<TrustedLibrary>& libraries) const;
  std::string file_;
};

}  // namespace mica
