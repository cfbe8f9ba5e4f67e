#include "session/deep_stack.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace mica {
namespace {

// A frame of about a kilobyte that the compiler cannot fold away.
int Descend(int depth) {
  volatile char room[1024];
  room[depth % 1024] = static_cast<char>(depth);
  return depth == 0 ? room[0] : Descend(depth - 1) + room[depth % 1024];
}

TEST(DeepStack, HoldsWhatTheUsualOneDoesNot) {
  int calls = 0;
  RunOnDeepStack([&] {
    Descend(100'000);  // some 100 MB
    ++calls;
  });
  EXPECT_EQ(calls, 1);
}

TEST(DeepStack, ExceptionsComeOut) {
  EXPECT_THROW(RunOnDeepStack([] { throw std::runtime_error("out"); }), std::runtime_error);
}

TEST(DeepStack, Nests) {
  int depth = 0;
  RunOnDeepStack([&] { RunOnDeepStack([&] { ++depth; }); });
  EXPECT_EQ(depth, 1);
}

}  // namespace
}  // namespace mica
