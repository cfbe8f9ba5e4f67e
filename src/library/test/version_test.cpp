#include "library/version.h"

#include <gtest/gtest.h>

namespace mica::library {
namespace {

TEST(VersionTest, OrdersByNumbersThenReleases) {
  EXPECT_LT(ParseVersion("3.2.3"), ParseVersion("4.0.0"));
  EXPECT_LT(ParseVersion("3.9"), ParseVersion("3.10"));
  EXPECT_EQ(ParseVersion("4.0"), ParseVersion("4.0.0"));
  EXPECT_LT(ParseVersion("4.0.0-beta.1"), ParseVersion("4.0.0"));
  EXPECT_LT(ParseVersion("4.0.0-alpha"), ParseVersion("4.0.0-beta"));
}

}  // namespace
}  // namespace mica::library
