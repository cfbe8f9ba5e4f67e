// Each attempt is made in a process of its own, which confines itself first; its exit code says how it went.
#include "base/confine/confine.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "base/process.h"

namespace mica {
namespace {

// 128 and more: ended by a signal.
int InConfinement(const ConfineOptions& options, const std::function<bool()>& attempt) {
  pid_t child = fork();
  if (child == 0) {
    Confinement held = ConfineThisProcess(options);
    _exit(!held.is_whole() ? 77 : attempt() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

class Confine : public testing::Test {
 protected:
  int Try(const std::function<bool()>& attempt) { return InConfinement({inside.path()}, attempt); }
  void SetUp() override {
    if (Try([] { return true; }) == 77) GTEST_SKIP() << "this system cannot confine processes";
  }
  ScratchDirectory inside, outside;
};

bool Create(const std::string& path) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  return file >= 0 && write(file, "x", 1) == 1;
}

TEST_F(Confine, WritesInItsDirectoryAlone) {
  EXPECT_EQ(Try([&] { return Create(inside.path() + "/file"); }), 0);
  EXPECT_EQ(Try([&] { return Create(outside.path() + "/file"); }), 1);
  EXPECT_FALSE(std::filesystem::exists(outside.path() + "/file"));
}

TEST_F(Confine, ReadsAnything) {
  std::string file = outside.path() + "/data";
  ASSERT_TRUE(WriteWholeFile(file, "text"));
  EXPECT_EQ(Try([&] { return ReadWholeFile(file) == "text"; }), 0);
}

TEST_F(Confine, ChangesNoFileOutside) {
  std::string file = outside.path() + "/data", link = outside.path() + "/link";
  ASSERT_TRUE(WriteWholeFile(file, "text"));
  EXPECT_EQ(Try([&] { return unlink(file.c_str()) == 0; }), 1);
  EXPECT_EQ(Try([&] { return rename(file.c_str(), (inside.path() + "/taken").c_str()) == 0; }), 1);
  EXPECT_EQ(Try([&] { return truncate(file.c_str(), 0) == 0; }), 1);
  EXPECT_EQ(Try([&] { return open(file.c_str(), O_RDONLY | O_TRUNC) >= 0; }), 1);
  EXPECT_EQ(Try([&] { return chmod(file.c_str(), 0777) == 0; }), 1);
  EXPECT_EQ(Try([&] { return symlink(file.c_str(), link.c_str()) == 0; }), 1);
  EXPECT_EQ(Try([&] { return ::link(file.c_str(), link.c_str()) == 0; }), 1);
  EXPECT_EQ(Try([&] { return mkdir(link.c_str(), 0700) == 0; }), 1);
  EXPECT_EQ(Try([&] { return utimensat(AT_FDCWD, file.c_str(), nullptr, 0) == 0; }), 1);
  // By way of a link in its own directory.
  EXPECT_EQ(Try([&] {
              std::string way = inside.path() + "/way";
              return symlink(file.c_str(), way.c_str()) == 0 && Create(way);
            }),
            1);
  EXPECT_EQ(ReadWholeFile(file), "text");
}

TEST_F(Confine, ReachesNoNetwork) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_EQ(Try([&] {
              int to = socket(AF_INET, SOCK_STREAM, 0);
              return to >= 0 && connect(to, reinterpret_cast<sockaddr*>(&address), size) == 0;
            }),
            1);
  EXPECT_EQ(Try([&] { return socket(AF_INET, SOCK_DGRAM, 0) >= 0; }), 1);
  EXPECT_EQ(Try([&] { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }), 1);
  // One that is there already is of no use either.
  int ready = socket(AF_INET, SOCK_DGRAM, 0);
  EXPECT_EQ(Try([&] { return sendto(ready, "x", 1, 0, reinterpret_cast<sockaddr*>(&address), size) == 1; }), 1);
  close(ready);
  close(listener);
}

TEST_F(Confine, StartsNoProgram) {
  EXPECT_EQ(Try([] { return fork() >= 0; }), 1);
  EXPECT_EQ(Try([] { return std::system("true") == 0; }), 1);
  EXPECT_EQ(Try([] { return execl("/bin/true", "true", nullptr) == 0; }), 1);
}

TEST_F(Confine, ReachesNoOtherProcess) {
  EXPECT_EQ(Try([] { return kill(getppid(), 0) == 0; }), 1);
  EXPECT_EQ(Try([] { return kill(-1, 0) == 0; }), 1);
}

TEST_F(Confine, MayUseThreadsMemoryAndAbort) {
  EXPECT_EQ(Try([] {
              int seen = 0;
              std::thread([&] { seen = 7; }).join();
              return seen == 7 && std::string(10 << 20, 'x').size() == 10 << 20;
            }),
            0);
  EXPECT_EQ(Try([]() -> bool { std::abort(); }), 128 + SIGABRT);
}

TEST_F(Confine, BoundsMemoryAndTime) {
  ConfineOptions options{inside.path()};
  options.memory_bytes = 64u << 20;
  auto take = [] { return mmap(nullptr, 128u << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; };
  EXPECT_EQ(InConfinement(options, take), 1);
  EXPECT_EQ(Try(take), 0);
  options = {inside.path(), 0, 1};
  int ended = InConfinement(options, [] {
    for (volatile int i = 0;; i = i + 1) {
    }
    return true;
  });
  EXPECT_TRUE(ended == 128 + SIGXCPU || ended == 128 + SIGKILL) << ended;
}

}  // namespace
}  // namespace mica
