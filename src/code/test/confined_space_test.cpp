// Foreign code in a confined process: what goes wrong there is a failed call here.
#include "code/foreign/confined_space.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/process.h"

namespace mica::code {
namespace {

Value Scalar(double x) {
  Value value;
  value.kind = TypeKind::kReal;
  value.data = x;
  return value;
}
Value Text(std::string text) {
  Value value;
  value.kind = TypeKind::kString;
  value.data = Value::Strings{std::move(text)};
  return value;
}

// The process is a copy of this one: functions are where they are here.
ForeignCall Calling(void* function, std::vector<Value> inputs) {
  ForeignCall call;
  call.name = "function";
  call.address = function;
  for (Value& each : inputs) call.arguments.push_back({std::move(each)});
  call.result = Scalar(0);
  return call;
}
template <class F>
void* At(F* function) {
  return reinterpret_cast<void*>(function);
}

double Half(double x) { return x / 2; }
double Crash(double) { std::abort(); }
double Forever(double x) {
  for (volatile double i = x;; i = i + 1) {
  }
}
double Write(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) return 0;
  std::fclose(file);
  return 1;
}
double Shell(const char* command) { return std::system(command) == 0; }
int calls = 0;
double Count(double) { return ++calls; }

TEST(ConfinedSpace, CallsAndKeepsStateOfItsOwn) {
  ConfinedSpace space;
  EXPECT_FALSE(space.is_started());
  std::string messages, problem;
  ForeignCall half = Calling(At(Half), {Scalar(3)});
  ASSERT_TRUE(space.Run(half, messages, problem)) << problem;
  EXPECT_EQ(half.result->real(), 1.5);
  for (int i = 1; i <= 3; ++i) {
    ForeignCall count = Calling(At(Count), {Scalar(0)});
    ASSERT_TRUE(space.Run(count, messages, problem));
    EXPECT_EQ(count.result->real(), i);  // the same process each time
  }
  EXPECT_EQ(calls, 0);  // and not this one
}

TEST(ConfinedSpace, ASignalIsAFailedCall) {
  ConfinedSpace space;
  std::string messages, problem;
  ForeignCall crash = Calling(At(Crash), {Scalar(0)});
  EXPECT_FALSE(space.Run(crash, messages, problem));
  EXPECT_NE(problem.find("signal 6"), std::string::npos) << problem;
  ForeignCall half = Calling(At(Half), {Scalar(3)});
  EXPECT_FALSE(space.Run(half, messages, problem));
  EXPECT_NE(problem.find("before"), std::string::npos) << problem;
}

TEST(ConfinedSpace, ACallThatDoesNotEndIsEnded) {
  ConfinedSpace space({.call_seconds = 0.2});
  std::string messages, problem;
  ForeignCall forever = Calling(At(Forever), {Scalar(0)});
  EXPECT_FALSE(space.Run(forever, messages, problem));
  EXPECT_NE(problem.find("did not end within 0.2 s"), std::string::npos) << problem;
}

TEST(ConfinedSpace, HasNoEffectOutside) {
  ConfinedSpace space;
  ScratchDirectory outside;
  std::string file = outside.path() + "/file", messages, problem;
  ForeignCall write = Calling(At(Write), {Text(file)});
  ASSERT_TRUE(space.Run(write, messages, problem)) << problem;
  if (!space.confinement().is_whole()) GTEST_SKIP() << "this system cannot confine processes";
  EXPECT_EQ(write.result->real(), 0);
  ForeignCall shell = Calling(At(Shell), {Text("touch " + file)});
  ASSERT_TRUE(space.Run(shell, messages, problem)) << problem;
  EXPECT_EQ(shell.result->real(), 0);
  EXPECT_FALSE(std::filesystem::exists(file));
}

// The thread that starts it may end before it is used: stages run on threads of their own.
TEST(ConfinedSpace, OutlivesTheThreadThatStartedIt) {
  ConfinedSpace space;
  std::string messages, problem;
  std::thread([&] {
    ForeignCall half = Calling(At(Half), {Scalar(3)});
    EXPECT_TRUE(space.Run(half, messages, problem)) << problem;
  }).join();
  ForeignCall half = Calling(At(Half), {Scalar(5)});
  EXPECT_TRUE(space.Run(half, messages, problem)) << problem;
  EXPECT_EQ(half.result->real(), 2.5);
}

}  // namespace
}  // namespace mica::code
