// Whole libraries: every file is read without a message, prints as it is, and formats to something stable. The
// directories come from the environment variable MICA_TEST_LIBRARIES, with colons between them; without it the test is
// skipped.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "parsed.h"
#include "syntax/format.h"
#include "syntax/print.h"
#include "syntax/verify.h"

namespace mica::syntax {
namespace {

std::vector<std::filesystem::path> LibraryFiles() {
  std::vector<std::filesystem::path> files;
  const char* variable = std::getenv("MICA_TEST_LIBRARIES");
  std::istringstream directories(variable ? variable : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (!std::filesystem::is_directory(directory)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
      if (entry.is_regular_file() && entry.path().extension() == ".mo") files.push_back(entry.path());
    }
  }
  return files;
}

TEST(Libraries, AreReadLosslesslyAndFormatStably) {
  std::vector<std::filesystem::path> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << "MICA_TEST_LIBRARIES names no directory with .mo files";
  for (const auto& path : files) {
    std::ifstream in(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    Parsed parsed(text);
    EXPECT_EQ(parsed.Messages(), "") << path;
    EXPECT_EQ(Verify(*parsed.tree), "") << path;
    EXPECT_TRUE(Print(*parsed.tree) == text) << path;
    if (parsed.tree->has_errors()) continue;
    std::string formatted = Format(*parsed.tree);
    Parsed again(formatted);
    EXPECT_EQ(again.Dump(), parsed.Dump()) << path;
    EXPECT_TRUE(Format(*again.tree) == formatted) << path;
  }
}

}  // namespace
}  // namespace mica::syntax
