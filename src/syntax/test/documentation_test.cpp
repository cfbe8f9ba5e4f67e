// The page docs/diagnostics/syntax.md and the code agree: every code has a heading, and each example brings its
// message.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

const std::filesystem::path kRoot = MICA_SOURCE_DIR;

TEST(Documentation, HasAHeadingForEveryCode) {
  std::string page = ReadFile(kRoot / "docs/diagnostics/syntax.md");
  std::set<std::string> codes;
  std::regex pattern("\"([EW]1[0-9]{3})\"");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "src/syntax")) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() == "test") continue;
    std::string source = ReadFile(entry.path());
    for (std::sregex_iterator match(source.begin(), source.end(), pattern), end; match != end; ++match)
      codes.insert((*match)[1]);
  }
  EXPECT_GT(codes.size(), 20u);
  for (const std::string& code : codes) EXPECT_NE(page.find("### " + code + " "), std::string::npos) << code;
}

TEST(Documentation, ExamplesBringTheirMessage) {
  std::istringstream page(ReadFile(kRoot / "docs/diagnostics/syntax.md"));
  std::string code, example;
  bool in_example = false;
  int examples = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("### ")) {
      code = line.substr(4, 5);
    } else if (line == "```modelica") {
      in_example = true;
      example.clear();
    } else if (line == "```" && in_example) {
      in_example = false;
      ++examples;
      Parsed parsed(example);
      ASSERT_EQ(parsed.sink.all().size(), 1u) << code << "\n" << parsed.Messages();
      EXPECT_EQ(parsed.sink.all()[0].code.id(), code) << parsed.Messages();
    } else if (in_example) {
      example += line + "\n";
    }
  }
  EXPECT_GT(examples, 20);
}

}  // namespace
}  // namespace mica::syntax
