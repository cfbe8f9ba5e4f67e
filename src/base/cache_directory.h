// The directory for what is kept between runs: $XDG_CACHE_HOME/mica, or ~/.cache/mica. It belongs to the user alone:
// code is loaded from it.
#pragma once

#include <string>

namespace mica {

// The directory, there and private. Where it cannot be had (no home directory, no right to write, another user's, a
// link) it is a new directory for temporary files that is removed when the process ends: runs are slower then, and
// nothing else. Empty if there is not even that.
const std::string& CacheDirectory();

// Makes `path` a directory of this user that nobody else can look into; parents are made as needed. False: it cannot
// be, or it is not this user's.
bool MakePrivateDirectory(const std::string& path);

}  // namespace mica
