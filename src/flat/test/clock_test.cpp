// Clocks and clocked operators in the flat model (specification chapter 16).
#include "flat_fixture.h"

namespace mica::flat {
namespace {

TEST(ClockTest, ConstructorsAreToldApartByTheirArguments) {
  FlatFixture f(R"(
    model T
      parameter Integer n = 3;
      Clock c[5] = {Clock(n, 10), Clock(0.1), Clock(time > 1, 0.5), Clock(Clock(1), "ImplicitEuler"), Clock(intervalCounter = 2, resolution = 5)};
    end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has(
      R"(Clock[5] c = {Clock(3, 10), Clock(0.1), Clock(time > 1.0, 0.5), Clock(Clock(1, 1), "ImplicitEuler"), Clock(2, 5)};)"));
  EXPECT_TRUE(f.Has("parameter Integer n = 3;"));
}

TEST(ClockTest, ACounterOfZeroIsInferred) {
  FlatFixture f("model T parameter Integer n = 0; Clock c = Clock(n, 10); end T;");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("Clock c = Clock();"));
}

TEST(ClockTest, SampleOfEventsAndOfClocks) {
  FlatFixture f(R"(
    model T
      Clock c = Clock(1, 10);
      Boolean b = sample(0, 0.1);
      Real x = sample(time, c), y = sample(time), z = sample(time, clock = c);
    end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("Boolean b = sample(0.0, 0.1);"));
  EXPECT_TRUE(f.Has("Real x = sample(time, c);"));
  EXPECT_TRUE(f.Has("Real y = sample(time);"));
  EXPECT_TRUE(f.Has("Real z = sample(time, c);"));
}

TEST(ClockTest, AClockedWhenHoldsAnyEquation) {
  FlatFixture f(R"(
    model T
      Real u, x(start = 1);
    equation
      when Clock(1, 10) then
        x + u = previous(x);
        u = subSample(superSample(x, 2), factor = 2);
      end when;
    end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("x + u = previous(x);"));
  EXPECT_TRUE(f.Has("u = subSample(superSample(x, 2), 2);"));
  Counts counts = CountScalars(f.model(), f.store());
  EXPECT_EQ(counts.equations, 2);
  EXPECT_EQ(counts.unknowns, 2);
}

TEST(ClockTest, WhichClockIsDecidedAtTranslation) {
  FlatFixture f(R"(
    model T
      parameter Boolean fast = true;
      Clock c;
    equation
      if fast then
        c = Clock(1, 100);
      else
        c = Clock(1, 10);
      end if;
    end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("c = Clock(1, 100);"));
}

TEST(ClockTest, PreviousIsOfAVariable) {
  FlatFixture f("model T Real x = previous(2*x); end T;");
  EXPECT_EQ(f.Codes(), std::vector<std::string>{"E3227"});
}

}  // namespace
}  // namespace mica::flat
