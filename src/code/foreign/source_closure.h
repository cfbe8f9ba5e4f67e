// Which C sources of a library a foreign function needs, so that asking for one function does not compile them all: the
// file that defines it, and those that define what these files call. Found by a scan of the text; data shared between
// files is not followed.
#pragma once

#include <string>
#include <vector>

namespace mica::code {

// Paths out of `sources`; empty if none of them defines the function.
std::vector<std::string> SourceClosure(const std::string& function, const std::vector<std::string>& sources);

struct CallsAndDefinitions {
  std::vector<std::string> calls, definitions;  // names followed by an argument list: inside bodies; in front of one
};
CallsAndDefinitions ScanC(const std::string& text);

}  // namespace mica::code
