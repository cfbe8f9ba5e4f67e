// The C of external functions that an exported model calls: what of it travels along. Sources are taken from where the
// run finds them (code/foreign/external_library.h): the text of the Include annotation with the files that it includes,
// and the sources beside the library (Resources/C-Sources) that define what is called, followed from function to
// function. What is in a library of the system is linked. A function whose code is in a binary library of the model
// alone cannot come along: libraries are of one kind of machine.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "code/reachable.h"
#include "expression/store.h"

namespace mica {

struct ForeignParts {
  std::vector<std::pair<std::string, std::string>> files;  // name below the export, text
  std::vector<std::string> sources, folders, libraries;    // of the files: what is compiled, where headers are; -l
  bool has_zlib = false;
  std::vector<std::string> problems;  // each names a function, who calls it and why it cannot come along
};

ForeignParts CollectForeign(const code::Reachable& reachable, const Store& store);

}  // namespace mica
