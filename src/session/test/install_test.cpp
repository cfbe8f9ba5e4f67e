// Installing from directories and archives, and where libraries are found.
#include "session/libraries/install.h"

#include <gtest/gtest.h>
#include <zip.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "base/process.h"
#include "base/sha256.h"
#include "session/libraries/archive.h"
#include "session/libraries/library_path.h"

namespace mica {
namespace {

namespace fs = std::filesystem;

class Install : public testing::Test {
 protected:
  void Write(const fs::path& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void Zip(const char* name, std::vector<std::pair<const char*, std::string>> entries) {
    zip_t* archive = zip_open((root_ / name).c_str(), ZIP_CREATE, nullptr);
    ASSERT_NE(archive, nullptr);
    for (auto& [path, text] : entries) {
      zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
      ASSERT_GE(zip_file_add(archive, path, source, ZIP_FL_ENC_UTF_8), 0);
    }
    ASSERT_EQ(zip_close(archive), 0);
  }
  Outcome Run(const fs::path& source, bool replace = false) {
    told_.clear();
    return InstallLibraries({source.string(), root_ / "installed", replace}, session_,
                            [&](const std::string& line) { told_.push_back(line); });
  }

  ScratchDirectory scratch_;
  fs::path root_ = scratch_.path();
  Session session_;
  std::vector<std::string> told_;
};

constexpr char kPackage[] = "package Lib \"A library\" annotation (version = \"1.2.3\"); end Lib;";

TEST_F(Install, Directory) {
  Write("src/Lib/package.mo", kPackage);
  Write("src/Lib/M.mo", "within Lib; model M end M;");
  EXPECT_EQ(Run(root_ / "src" / "Lib"), Outcome::kDone);
  EXPECT_TRUE(fs::exists(root_ / "installed" / "Lib 1.2.3" / "M.mo"));
  Session other({.directories = {root_ / "installed"}});
  EXPECT_TRUE(other.FindModel({"Lib.M", "", {}}).ok());
}

TEST_F(Install, OneOfSeveralVersions) {
  Write("src/Lib 1.2.3/package.mo", kPackage);
  Write("src/Lib 2.0/package.mo", "package Lib annotation (version = \"2.0\"); end Lib;");
  auto install = [&](const std::string& version) {
    return InstallLibraries({(root_ / "src").string(), root_ / "installed", false, version}, session_,
                            [&](const std::string& line) { told_.push_back(line); });
  };
  EXPECT_EQ(install("2.0.0"), Outcome::kDone);
  EXPECT_TRUE(fs::exists(root_ / "installed" / "Lib 2.0"));
  EXPECT_FALSE(fs::exists(root_ / "installed" / "Lib 1.2.3"));
  EXPECT_EQ(install("3.0"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9027");
}

TEST_F(Install, NotTwiceUnlessForced) {
  Write("Lib/package.mo", kPackage);
  EXPECT_EQ(Run(root_ / "Lib"), Outcome::kDone);
  EXPECT_EQ(Run(root_ / "Lib"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9021");
  EXPECT_EQ(Run(root_ / "Lib", true), Outcome::kDone);
}

TEST_F(Install, ArchiveWithSeveralLibrariesInsideADirectory) {
  Zip("all.zip", {{"wrapped-1/Lib/package.mo", kPackage},
                  {"wrapped-1/Lib/Resources/data.txt", "1 2 3"},
                  {"wrapped-1/Other.mo", "package Other end Other;"},
                  {"wrapped-1/README.md", "read me"}});
  EXPECT_EQ(Run(root_ / "all.zip"), Outcome::kDone);
  EXPECT_EQ(told_.size(), 2u);
  EXPECT_TRUE(fs::exists(root_ / "installed" / "Lib 1.2.3" / "Resources" / "data.txt"));
  EXPECT_TRUE(fs::exists(root_ / "installed" / "Other.mo"));
}

TEST_F(Install, ArchiveThatLeadsOutside) {
  Zip("bad.zip", {{"../escaped.mo", "package Escaped end Escaped;"}});
  EXPECT_EQ(Run(root_ / "bad.zip"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9026");
  EXPECT_FALSE(fs::exists(root_.parent_path() / "escaped.mo"));
}

TEST_F(Install, ArchiveWithALink) {
  Zip("linked.zip", {{"Lib/package.mo", kPackage}, {"Lib/passwords", "/etc/passwd"}});
  zip_t* archive = zip_open((root_ / "linked.zip").c_str(), 0, nullptr);
  ASSERT_NE(archive, nullptr);
  ASSERT_EQ(zip_file_set_external_attributes(archive, 1, 0, ZIP_OPSYS_UNIX, 0120777u << 16), 0);
  ASSERT_EQ(zip_close(archive), 0);
  EXPECT_EQ(Run(root_ / "linked.zip"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9026");
  EXPECT_FALSE(fs::exists(root_ / "installed"));
}

TEST_F(Install, OfThisDigestAlone) {
  Write("Lib.mo", kPackage);
  auto install = [&](const std::string& digest) {
    InstallRequest request{(root_ / "Lib.mo").string(), root_ / "installed"};
    request.sha256 = digest;
    return InstallLibraries(request, session_, [](const std::string&) {});
  };
  EXPECT_EQ(install(std::string(64, '0')), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9029");
  EXPECT_FALSE(fs::exists(root_ / "installed"));
  std::string digest = Sha256::Of(kPackage);
  std::ranges::transform(digest, digest.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  EXPECT_EQ(install(digest), Outcome::kDone);
}

TEST_F(Install, WhatIsNoLibrary) {
  Write("empty/notes.txt", "nothing");
  EXPECT_EQ(Run(root_ / "empty"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9020");
  Write("broken.zip", "this is no archive");
  EXPECT_EQ(Run(root_ / "broken.zip"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9026");
  EXPECT_EQ(Run("NoSuchLibrary"), Outcome::kCallWrong);
  EXPECT_EQ(session_.sink().all().back().code.id(), "E9023");
}

TEST_F(Install, LibrariesOfADirectory) {
  Write("libs/A 1.0/package.mo", "package A end A;");
  Write("libs/B.mo", "package B end B;");
  Write("libs/no library/notes.txt", "");
  Write("libs/package.mo", "");
  std::vector<library::LibraryPlace> found = library::LibrariesIn(root_ / "libs");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name + " " + found[0].version, "A 1.0");
  EXPECT_EQ(found[1].name, "B");
}

TEST_F(Install, TheLibraryNamedInTheCallWins) {
  Write("one/Lib.mo", "package Lib model Old end Old; end Lib;");
  Write("two/Lib/package.mo", "package Lib model New end New; end Lib;");
  Session session({.libraries = {root_ / "two" / "Lib"}, .directories = {root_ / "one"}});
  EXPECT_TRUE(session.FindModel({"Lib.New", "", {}}).ok());
  Session by_directory({.libraries = {root_ / "two"}, .directories = {root_ / "one"}});
  EXPECT_TRUE(by_directory.FindModel({"Lib.New", "", {}}).ok());
}

TEST_F(Install, FileInsideALibraryFindsTheRest) {
  Write("Lib/package.mo", "package Lib end Lib;");
  Write("Lib/Base.mo", "within Lib; model Base Real x = 1; end Base;");
  Write("Lib/M.mo", "within Lib; model M extends Base; end M;");
  Session session;
  Result<library::Class*> model = session.FindModel({(root_ / "Lib" / "M.mo").string(), "", {}});
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(session.classes().QualifiedName(*model), "Lib.M");
  EXPECT_TRUE(session.Translate(*model).Flatten().ok());
}

}  // namespace
}  // namespace mica
