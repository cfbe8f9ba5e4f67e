// The scan of C text that finds which sources a function needs.
#include "code/foreign/source_closure.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace mica::code {
namespace {

TEST(SourceClosure, ScansDefinitionsAndCalls) {
  CallsAndDefinitions found = ScanC(R"(
    #define MACRO(x) f(x) \
      { not_a_call(1); }
    int declared(int a);
    /* int commented(void) { } */
    static const char* text = "quoted(1) {";
    int old_style(a, b) int a; double b; { return helper(a); }
    void defined(int x) { if (x) other((1), 'c'); // last(2)
    })");
  EXPECT_EQ(found.definitions, (std::vector<std::string>{"old_style", "defined"}));
  EXPECT_EQ(found.calls, (std::vector<std::string>{"helper", "if", "other"}));
}

TEST(SourceClosure, FollowsCallsBetweenFiles) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("mica-closure-test-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::vector<std::string> paths;
  auto write = [&](const char* name, const char* text) {
    paths.push_back((folder / name).string());
    std::ofstream(paths.back()) << text;
  };
  write("a.c", "double a(double x) { return b(x) + c(x); } static double c(double x) { return x; }");
  write("b.c", "double b(double x) { return d(x); }");
  write("d.c", "double d(double x) { return a(x); }");
  write("e.c", "double e(double x) { return a(x); } double c(double x) { return x; }");
  EXPECT_EQ(SourceClosure("a", paths), (std::vector<std::string>{paths[0], paths[1], paths[2]}));
  EXPECT_EQ(SourceClosure("e", paths).size(), 4u);
  EXPECT_TRUE(SourceClosure("none", paths).empty());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace mica::code
