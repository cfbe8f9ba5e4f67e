// Native code that is known: the C sources, headers and compiled libraries of the releases of the Modelica Standard
// Library, by their SHA-256 (known_code.txt, made by scripts/known_code). A copy with some of the files missing is as
// well known as a whole one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mica {

bool IsKnownCode(std::string_view sha256);

// A file that a C compiler or the loader would take: sources, headers, objects, archives, shared libraries.
bool IsNativeFile(const std::filesystem::path& file);

// Whether every such file in the directory and below it is known; of a directory that is not there too. What is found
// is kept for the next time (base/kept_files.h), by the names, sizes and times of the files.
bool HasOnlyKnownCode(const std::filesystem::path& directory);

}  // namespace mica
