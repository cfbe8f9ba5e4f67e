#include "result/memory_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "result/selecting_writer.h"
#include "sample_result.h"

namespace mica {
namespace {

TEST(MemoryWriter, ViewsResolveAliasesAndConstants) {
  MemoryWriter writer;
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  Trajectory result = writer.Take();
  ASSERT_EQ(result.rows(), 4u);
  SignalView minus = *result.FindView("a[1, 2]");
  EXPECT_EQ(minus[0], -1);
  EXPECT_EQ(minus[2], 1.5);
  SignalView constant = *result.FindView("g");
  EXPECT_EQ(constant.size(), 4u);
  EXPECT_EQ(constant[3], 9.81);
  EXPECT_TRUE(constant.constant());
  EXPECT_EQ((*result.FindView("time"))[2], 0.5);
  EXPECT_FALSE(result.FindView("y").has_value());
}

TEST(MemoryWriter, ManyRowsKeepTheirPlaces) {
  SignalTable signals;
  for (int i = 0; i < 37; ++i) signals.Add({.name = fmt::format("x{}", i)});
  MemoryWriter writer;
  ASSERT_TRUE(writer.Begin(signals, {}, 0, 1));
  std::vector<double> row(37);
  for (int r = 0; r < 1000; ++r) {
    for (int c = 0; c < 37; ++c) row[static_cast<std::size_t>(c)] = 1000 * r + c;
    ASSERT_TRUE(writer.Append(r, row));
  }
  Trajectory result = writer.Take();
  for (std::size_t r = 0; r < 1000; ++r)
    for (std::size_t c = 0; c < 37; ++c)
      ASSERT_EQ(result.View(SignalId(c))[r], 1000.0 * static_cast<double>(r) + static_cast<double>(c));
}

TEST(MemoryWriter, RowOfTheWrongSizeIsOurFault) {
  MemoryWriter writer;
  SampleResult sample;
  ASSERT_TRUE(writer.Begin(sample.signals, sample.constants, 0, 1));
  EXPECT_THROW(static_cast<void>(writer.Append(0, std::vector<double>{1})), InternalError);
}

// Keeps the trajectory that the selection wrote.
class Keeper final : public ResultWriter {
 public:
  explicit Keeper(Trajectory& into) : into_(into) {}
  bool Begin(const SignalTable& s, std::span<const double> c, double a, double b) override {
    return memory_.Begin(s, c, a, b);
  }
  bool Append(double time, std::span<const double> values) override { return memory_.Append(time, values); }
  bool Finish() override {
    into_ = memory_.Take();
    return true;
  }

 private:
  MemoryWriter memory_;
  Trajectory& into_;
};

TEST(SelectingWriter, NegatedAliasWithoutItsPartnerOwnsTheValues) {
  Trajectory result;
  SelectingWriter writer(std::make_unique<Keeper>(result),
                         [](const Signal& signal) { return signal.name == "a[1,2]" || signal.name == "p"; });
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  EXPECT_EQ(result.signals.size(), 2u);
  EXPECT_EQ(result.columns.size(), 1u);
  EXPECT_EQ((*result.FindView("a[1,2]"))[0], -1);
  EXPECT_EQ((*result.FindView("a[1,2]"))[2], 1.5);
  EXPECT_EQ((*result.FindView("p"))[0], 0.1);
  EXPECT_FALSE(result.FindView("x").has_value());
}

TEST(SelectingWriter, AliasesAmongTheChosenStayAliases) {
  Trajectory result;
  SelectingWriter writer(std::make_unique<Keeper>(result), [](const Signal& signal) { return signal.name != "on"; });
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  EXPECT_EQ(result.columns.size(), 2u);
  EXPECT_EQ((*result.FindView("x"))[2], -1.5);
  EXPECT_EQ((*result.FindView("a[1,2]"))[2], 1.5);
  EXPECT_EQ((*result.FindView("sub.on"))[3], 1);
}

TEST(Bracket, LastOfEqualTimesCounts) {
  const std::vector<double> times{0, 1, 1, 2};
  TimeBracket at_event = Bracket(times, 1);
  EXPECT_EQ(at_event.before, 2u);
  EXPECT_EQ(at_event.after, 3u);
  EXPECT_EQ(at_event.share, 0);
  EXPECT_EQ(Bracket(times, 0.25).share, 0.25);
  EXPECT_EQ(Bracket(times, 5).share, 1);
  EXPECT_EQ(Bracket(times, 5).after, 3u);
  EXPECT_EQ(Bracket(times, -5).share, 0);
  EXPECT_EQ(Bracket(std::vector<double>{3}, 5).after, 0u);
}

}  // namespace
}  // namespace mica
