// Versions of libraries: "3.2.3", "4.0.0-beta.1" (specification 18.8.1).
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace mica::library {

struct Version {
  std::vector<int> numbers;
  std::string pre_release;  // empty: a release, which comes after its pre-releases

  friend std::strong_ordering operator<=>(const Version& a, const Version& b);
  friend bool operator==(const Version& a, const Version& b) { return (a <=> b) == 0; }
};

Version ParseVersion(std::string_view text);

}  // namespace mica::library
