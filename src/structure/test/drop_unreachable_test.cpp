// Branches that no values of the Boolean variables lead to are gone, and no others.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

std::string TextOf(const std::string& equations, Options options = {}) {
  AnalyzedModel model(
      "model Test Real x(start = 1, fixed = true), y; Boolean forward, backward, locked, free; equation "
      "forward = x > 2; backward = x < -2; der(x) = cos(time) - y; " +
          equations + " end Test;",
      std::move(options));
  EXPECT_TRUE(model.ok()) << model.Diagnostics();
  return model.ok() ? model.Text() : "";
}

constexpr const char* kSlides =
    "y = if locked then 0 elseif free then x elseif forward then x - 1 elseif backward then x + 1 else x*sign(x);";

TEST(DropUnreachable, ElseThatDefinitionsRuleOut) {
  std::string text = TextOf(std::string("free = time > 5; locked = not free and not (forward or backward);") + kSlides);
  EXPECT_EQ(text.find("sign("), std::string::npos) << text;
  EXPECT_NE(text.find("elseif forward then x - 1.0 else x + 1.0"), std::string::npos) << text;
}

TEST(DropUnreachable, ElseThatIsReachedStays) {
  std::string text = TextOf(std::string("free = time > 5; locked = not free and not forward and time > 1;") + kSlides);
  EXPECT_NE(text.find("sign("), std::string::npos) << text;
}

TEST(DropUnreachable, MayBeSwitchedOff) {
  Options options;
  options.switched_off = {"drop-unreachable"};
  std::string text =
      TextOf(std::string("free = time > 5; locked = not free and not (forward or backward);") + kSlides, options);
  EXPECT_NE(text.find("sign("), std::string::npos) << text;
}

// Through two definitions, and a branch at the front.
TEST(DropUnreachable, DefinitionsOfDefinitions) {
  std::string text = TextOf(
      "free = forward and backward; locked = not forward;"
      "y = if free and locked then sign(x) elseif forward then 2*x else x;");
  EXPECT_EQ(text.find("sign("), std::string::npos) << text;
  EXPECT_NE(text.find("if forward then"), std::string::npos) << text;
}

// Values that contradict their own definition have no solution; a circle that has one keeps what it leads to.
TEST(DropUnreachable, CirclesKeepTheirSolutions) {
  std::string text = TextOf(
      "free = forward or pre(locked); locked = free and not backward;"
      "y = if locked and free then 2*x elseif free then 3*x elseif locked then sign(x) else x;");
  EXPECT_EQ(text.find("sign("), std::string::npos) << text;
  EXPECT_NE(text.find("elseif free then 3.0*x"), std::string::npos) << text;
}

}  // namespace
}  // namespace mica::structure
