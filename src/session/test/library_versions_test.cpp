// Which of several versions of a library is read, and what is said when none fits.
#include <gtest/gtest.h>
#include <fstream>

#include "base/process.h"
#include "session/libraries/convert_files.h"
#include "session/libraries/format_file.h"
#include "session/libraries/library_path.h"
#include "session/session.h"

namespace mica {
namespace {

namespace fs = std::filesystem;

class LibraryVersions : public testing::Test {
 protected:
  fs::path Write(const fs::path& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    return root_ / path;
  }
  void WriteLibrary(const fs::path& path, const std::string& version, const std::string& more = "") {
    Write(path, "package Lib constant String which = \"" + version + "\"; annotation (version = \"" + version + "\"" +
                    more + "); end Lib;");
  }
  SessionOptions Options() const { return {.directories = {root_ / "a", root_ / "b"}}; }
  // The version of Lib that a session has in the end.
  std::string Version(Session& session) {
    library::Class* lib = session.classes().FindTopLevel(session.names().Intern("Lib"));
    return lib ? session.classes().FactsOf(lib).version : "";
  }
  std::string Codes(const Session& session) {
    std::string codes;
    for (const Diagnostic& d : session.sink().all()) codes += std::string(d.code.id()) + " ";
    return codes;
  }
  std::string UserText(const std::string& version) {
    return "model User annotation (uses(Lib(version = \"" + version + "\"))); end User;";
  }

  ScratchDirectory scratch_;
  fs::path root_ = scratch_.path();
};

TEST_F(LibraryVersions, NewestOfTheFirstDirectory) {
  WriteLibrary("a/Lib 1.0/package.mo", "1.0");
  WriteLibrary("a/Lib 1.10/package.mo", "1.10");
  WriteLibrary("a/Lib 1.9.mo", "1.9");
  WriteLibrary("b/Lib/package.mo", "2.0");
  Session session(Options());
  EXPECT_EQ(Version(session), "1.10");
}

// Specification 13.3: the wanted version is found although another comes first.
TEST_F(LibraryVersions, UsesPicksAVersionInALaterDirectory) {
  WriteLibrary("a/Lib/package.mo", "2.1");
  WriteLibrary("b/Lib/package.mo", "2.2");
  Session session(Options());
  EXPECT_TRUE(session.ReadText("user.mo", UserText("2.2")).ok());
  EXPECT_EQ(Version(session), "2.2");
  EXPECT_EQ(Codes(session), "");
}

TEST_F(LibraryVersions, AVersionThatServesTheOther) {
  WriteLibrary("a/Lib/package.mo", "1.0");
  WriteLibrary("b/Lib/package.mo", "2.2", ", conversion(noneFromVersion = \"2.1\")");
  Session session(Options());
  EXPECT_TRUE(session.ReadText("user.mo", UserText("2.1")).ok());
  EXPECT_EQ(Version(session), "2.2");
  EXPECT_EQ(Codes(session), "");
}

TEST_F(LibraryVersions, NoneThatFits) {
  WriteLibrary("a/Lib/package.mo", "3.0");
  Session session(Options());
  EXPECT_TRUE(session.ReadText("user.mo", UserText("2.1")).ok());
  EXPECT_EQ(Version(session), "3.0");
  EXPECT_EQ(Codes(session), "W2008 ");
}

TEST_F(LibraryVersions, TwoUsersDisagree) {
  WriteLibrary("a/Lib 1.0/package.mo", "1.0");
  WriteLibrary("a/Lib 2.0/package.mo", "2.0");
  Session session(Options());
  EXPECT_TRUE(session.ReadText("user.mo", UserText("1.0")).ok());
  EXPECT_TRUE(session.ReadText("other.mo", "model Other annotation (uses(Lib(version = \"2.0\"))); end Other;").ok());
  EXPECT_EQ(Version(session), "1.0");
  ASSERT_EQ(Codes(session), "W2008 ");
  EXPECT_EQ(session.sink().all()[0].notes.back().message, "User uses that one");
}

TEST_F(LibraryVersions, RequiredByTheCall) {
  WriteLibrary("a/Lib 1.0/package.mo", "1.0");
  WriteLibrary("a/Lib 2.0/package.mo", "2.0");
  SessionOptions options = Options();
  options.versions = {{"Lib", "1.0"}};
  Session session(options);
  EXPECT_EQ(Version(session), "1.0");
  options.versions = {{"Lib", "1.5"}};
  Session other(options);
  EXPECT_EQ(Version(other), "");
  EXPECT_EQ(Codes(other), "E2007 ");
}

TEST_F(LibraryVersions, PreferredLibrariesComeFirst) {
  WriteLibrary("a/Lib/package.mo", "1.0");
  WriteLibrary("own/Lib/package.mo", "7.0");
  Write("own/Other.mo", "package Other end Other;");
  Write("own/manifest.json", "{\"first\": [\"Lib\", \"Absent\"]}");
  SessionOptions options = Options();
  options.preferred = PreferredLibraries(root_ / "own");
  ASSERT_EQ(options.preferred.size(), 1u);
  Session session(options);
  EXPECT_EQ(Version(session), "7.0");
  EXPECT_EQ(session.classes().FindTopLevel(session.names().Intern("Other")), nullptr);
}

// A library of two versions, a user of the first, in files of its own: in memory it is converted, and as ConvertFiles
// writes it.
TEST_F(LibraryVersions, ConvertsUsersOfOlderVersions) {
  Write("b/Lib/package.mo",
        "package Lib model Source parameter Real height = 1; Real y = height; end Source; "
        "annotation (version = \"2.0\", conversion(from(version = {\"1.0\", \"1.1\"}, script = "
        "\"modelica://Lib/to2.mos\"))); end Lib;");
  Write("b/Lib/to2.mos",
        "convertClass(\"Lib.Step\", \"Lib.Source\"); convertElement(\"Lib.Step\", \"h\", \"height\");");
  fs::path package = Write("User/package.mo", "package User \n annotation (uses(Lib(version = \"1.1\"))); end User;");
  fs::path model = Write("User/M.mo", "within User;\nmodel M extends Base; Real z = s.h; end M;\n");
  fs::path base = Write("User/Base.mo", "within User;\nmodel Base\n  Lib.Step s(h = 7); // seven\nend Base;\n");
  Session session(Options());
  Result<library::Class*> found = session.FindModel({model.string(), "", {}});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(Codes(session), "N2009 ");
  EXPECT_TRUE(session.Translate(*found).Flatten().ok());
  EXPECT_FALSE(session.sink().has_errors());

  std::vector<std::string> converted;
  Session writing(Options());
  EXPECT_EQ(ConvertFiles((root_ / "User").string(), {}, true, writing,
                         [&](const std::string& file) { converted.push_back(file); }),
            Outcome::kDone);
  EXPECT_EQ(converted.size(), 3u);
  EXPECT_EQ(*ReadFile(base), "within User;\nmodel Base\n  Lib.Source s(height = 7); // seven\nend Base;\n");
  EXPECT_EQ(*ReadFile(model), "within User;\nmodel M extends Base; Real z = s.height; end M;\n");
  EXPECT_NE(ReadFile(package)->find("\"2.0\""), std::string::npos);
  Session again(Options());
  converted.clear();
  EXPECT_EQ(ConvertFiles((root_ / "User").string(), {}, true, again,
                         [&](const std::string& file) { converted.push_back(file); }),
            Outcome::kDone);
  EXPECT_EQ(converted.size(), 0u);
  EXPECT_EQ(Codes(again), "");
}

TEST_F(LibraryVersions, ScriptThatIsNotThere) {
  WriteLibrary("a/Lib/package.mo", "2.0", ", conversion(from(version = \"1.0\", script = \"absent.mos\"))");
  Session session(Options());
  EXPECT_FALSE(session.ReadText("user.mo", UserText("1.0")).ok());
  EXPECT_EQ(Codes(session), "E2012 ");
}

// Two libraries that use each other, as some do.
TEST_F(LibraryVersions, Cycle) {
  WriteLibrary("a/Lib/package.mo", "1.0", ", uses(Other(version = \"1.0\"))");
  Write("a/Other.mo", "package Other annotation (version = \"1.0\", uses(Lib(version = \"1.0\"))); end Other;");
  Session session(Options());
  EXPECT_EQ(Version(session), "1.0");
  EXPECT_EQ(Codes(session), "");
}

}  // namespace
}  // namespace mica
