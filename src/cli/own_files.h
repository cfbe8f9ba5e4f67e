// Which files are the user's own, and which belong to libraries that somebody else wrote: warnings about the text of
// the latter are of no use to whoever only uses them.
//
// Own are the files that the call names, the library around such a file, and what lies in the working directory.
// Libraries are the directories of MODELICAPATH, of --library and those where libraries are installed. Where a file
// lies in both, the deeper directory decides; a tie goes to the user.
#pragma once

#include <string>
#include <vector>

#include "cli/options/arguments.h"

namespace mica::cli {

class OwnFiles {
 public:
  explicit OwnFiles(const Arguments& arguments);
  bool Has(const std::string& path) const;

 private:
  std::vector<std::string> own_, libraries_;  // absolute directories with a slash at the end, and files
};

}  // namespace mica::cli
