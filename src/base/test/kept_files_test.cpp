// What is put is found; what was cut off, changed or put in the place of another is not, and is removed; directories of
// others are left alone; sizes are bounded.
#include "base/kept_files.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/cache_directory.h"

namespace mica {
namespace {

namespace fs = std::filesystem;

class KeptFilesTest : public testing::Test {
 protected:
  KeptFilesTest() : parent(fs::temp_directory_path() / ("mica-kept-" + std::to_string(getpid()))) {
    static int count = 0;
    folder = (parent / std::to_string(++count)).string();  // each is looked at once in a process
  }
  ~KeptFilesTest() override { fs::remove_all(parent); }
  static void Write(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }
  static std::string Read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  }
  static void Age(const fs::path& path, std::chrono::hours age) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
  }
  fs::path parent;
  std::string folder;
};

TEST_F(KeptFilesTest, FindsWhatWasPut) {
  KeptFiles kept(folder, ".o");
  std::string key = KeptFiles::Digest("some program"), bytes("\0object\xff", 8);
  EXPECT_FALSE(kept.Find(key));
  kept.Put(key, bytes);
  EXPECT_EQ(kept.Find(key), bytes);
  EXPECT_FALSE(kept.Find(KeptFiles::Digest("another program")));
  kept.Put(key, "");
  EXPECT_EQ(kept.Find(key), "");
}

TEST_F(KeptFilesTest, BrokenEntriesAreRemoved) {
  KeptFiles kept(folder, ".o");
  std::string path = folder + "/k.o";
  kept.Put("k", "object code");
  std::string good = Read(path);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] ^= 1;
    for (const std::string& bad : {changed, good.substr(0, i)}) {
      Write(path, bad);
      EXPECT_FALSE(kept.Find("k")) << i;
      EXPECT_FALSE(fs::exists(path)) << i;
    }
  }
}

TEST_F(KeptFilesTest, AnEntryInThePlaceOfAnotherIsNotTaken) {
  KeptFiles kept(folder, ".o");
  kept.Put("a", "code of a");
  kept.Put("b", "code of b");
  fs::copy_file(folder + "/a.o", folder + "/b.o", fs::copy_options::overwrite_existing);
  EXPECT_FALSE(kept.Find("b"));
  EXPECT_EQ(kept.Find("a"), "code of a");
}

TEST_F(KeptFilesTest, FilesCarryTheirDigestAtTheEnd) {
  KeptFiles kept(folder, ".so");
  EXPECT_EQ(kept.FindFile("k"), "");
  std::string made = kept.NewName("k");
  Write(made, "\177ELF and so on");
  std::string path = kept.PutFile("k", made);
  EXPECT_EQ(path, folder + "/k.so");
  EXPECT_FALSE(fs::exists(made));
  EXPECT_TRUE(Read(path).starts_with("\177ELF and so on"));
  EXPECT_EQ(kept.FindFile("k"), path);
  std::string good = Read(path);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] ^= 1;
    for (const std::string& bad : {changed, good.substr(0, i)}) {
      Write(path, bad);
      EXPECT_EQ(kept.FindFile("k"), "") << i;
      EXPECT_FALSE(fs::exists(path)) << i;
    }
  }
}

TEST_F(KeptFilesTest, DirectoriesArePrivate) {
  KeptFiles(folder, ".o").Put("k", "x");
  struct stat facts{};
  ASSERT_EQ(stat(folder.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700u);
  // One that others can look into is closed.
  std::string open = (parent / "open").string();
  fs::create_directory(open);
  ASSERT_EQ(chmod(open.c_str(), 0755), 0);
  EXPECT_TRUE(MakePrivateDirectory(open));
  ASSERT_EQ(stat(open.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700u);
  // A link, as another user may lay one in a directory for temporary files, a file and the directory of somebody else
  // are not used.
  fs::create_directory_symlink(open, parent / "link");
  EXPECT_FALSE(MakePrivateDirectory((parent / "link").string()));
  Write(parent / "file", "");
  EXPECT_FALSE(MakePrivateDirectory((parent / "file").string()));
  if (geteuid() == 0) {
    ASSERT_EQ(chown(open.c_str(), 12345, 12345), 0);
    EXPECT_FALSE(MakePrivateDirectory(open));
  }
  KeptFiles refused((parent / "file").string(), ".o");
  refused.Put("k", "x");
  EXPECT_FALSE(refused.Find("k"));
  EXPECT_EQ(refused.NewName("k"), "");
  KeptFiles none("", ".o");
  none.Put("k", "x");
  EXPECT_FALSE(none.Find("k"));
}

TEST_F(KeptFilesTest, CleansAtTheFirstLook) {
  fs::create_directories(folder);
  for (const char* name : {"old.o", "new.o", "half.0a1b2c3d4e5f6071", "fresh.0a1b2c3d4e5f6072", "half.0a1b.c"})
    Write(folder + "/" + name, "x");
  fs::create_directory(folder + "/half.0a1b.include");
  Write(folder + "/half.0a1b.include/h.h", "x");
  Age(folder + "/old.o", std::chrono::hours(24 * 61));
  for (const char* name : {"half.0a1b2c3d4e5f6071", "half.0a1b.c", "half.0a1b.include"})
    Age(folder + "/" + name, std::chrono::hours(2));
  EXPECT_FALSE(KeptFiles(folder, ".o").Find("none"));
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder)) left.insert(entry.path().filename().string());
  EXPECT_EQ(left, (std::set<std::string>{"new.o", "fresh.0a1b2c3d4e5f6072"}));
}

TEST_F(KeptFilesTest, TheOldestGoWhenAllAreTooLarge) {
  fs::create_directories(folder);
  for (int i = 0; i < 6; ++i) {
    std::string path = folder + "/" + std::to_string(i) + ".o";
    Write(path, "");
    fs::resize_file(path, KeptFiles::kMostBytes / 4);  // holes take no room
    Age(path, std::chrono::hours(i + 1));
  }
  EXPECT_FALSE(KeptFiles(folder, ".o").Find("none"));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(fs::exists(folder + "/" + std::to_string(i) + ".o"), i < 4) << i;
}

TEST_F(KeptFilesTest, DigestsDiffer) {
  EXPECT_NE(KeptFiles::Digest("a"), KeptFiles::Digest("b"));
  EXPECT_NE(KeptFiles::Digest(std::string("a\0", 2)), KeptFiles::Digest("a"));
  EXPECT_EQ(KeptFiles::Digest("").size(), 32u);
}

}  // namespace
}  // namespace mica
