#include "plot/axis.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <limits>

#include "plot/thinning.h"
#include "sample_figure.h"

namespace mica {
namespace {

std::vector<std::string> Labels(AxisRange range, int most) {
  std::vector<std::string> labels;
  for (const Tick& tick : MakeTicks(range, most)) labels.push_back(tick.label);
  return labels;
}

TEST(Axis, TicksAreRoundNumbers) {
  EXPECT_EQ(Labels({0, 1}, 5), (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(Labels({-170, 55}, 5), (std::vector<std::string>{"-150", "-100", "-50", "0", "50"}));
  EXPECT_EQ(Labels({0, 2e6}, 4), (std::vector<std::string>{"0", "5.0e5", "1.0e6", "1.5e6", "2.0e6"}));
  EXPECT_EQ(Labels({1e6, 1.2e6}, 2), (std::vector<std::string>{"1.0e6", "1.1e6", "1.2e6"}));
  EXPECT_EQ(Labels({0, 1e-7}, 2), (std::vector<std::string>{"0", "5.0e-8", "1.0e-7"}));
  EXPECT_EQ(Labels({101325, 101325.001}, 2), (std::vector<std::string>{"101325.0000", "101325.0005", "101325.0010"}));
}

TEST(Axis, LabelsDifferAndTicksLieWithin) {
  for (double low : {-1e300, -5.0, 0.0, 1e-300, 0.1, 299.99, 101325.0})
    for (double width : {1e-9, 1e-3, 0.7, 3.0, 12345.0, 1e12, 1e299}) {
      AxisRange range{low, low + width};
      if (!(range.width() > 1e-12 * std::abs(low))) continue;
      std::vector<Tick> ticks = MakeTicks(range, 6);
      EXPECT_GE(ticks.size(), 2u) << low << ' ' << width;
      EXPECT_LE(ticks.size(), 8u) << low << ' ' << width;
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        EXPECT_GE(ticks[i].value, low - 1e-3 * width);
        EXPECT_LE(ticks[i].value, range.high + 1e-3 * width);
        if (i > 0) {
          EXPECT_NE(ticks[i].label, ticks[i - 1].label) << low << " " << width;
        }
      }
    }
}

TEST(Axis, RangesAreNeverEmpty) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& values : std::vector<std::vector<double>>{
           {}, {kNan}, {kInf, -kInf}, {0}, {5, 5}, {-1e308, 1e308}, {1e-320, 0}, {7, 7 + 1e-15}}) {
    AxisRange range = RangeOf(values);
    EXPECT_GT(range.width(), 0);
    EXPECT_TRUE(std::isfinite(range.width()));
  }
  EXPECT_EQ(RangeOf(std::vector<double>{kNan, 2, kInf, 3}).low, 2);
  EXPECT_EQ(RangeOf(std::vector<double>{kNan, 2, kInf, 3}).high, 3);
  EXPECT_TRUE(MakeTicks({1, 1}, 5).empty());
  EXPECT_TRUE(MakeTicks({0, std::numeric_limits<double>::infinity()}, 5).empty());
}

TEST(Thinning, KeepsTheExtremesOfEveryBucket) {
  constexpr std::size_t kRows = 100000, kBuckets = 100;
  Figure figure = FigureOf({Wave(kRows, 3), Wave(kRows, 777)});
  figure.diagrams[0].curves[0].values[54321] = 99;  // a spike of one row
  std::vector<std::size_t> rows = ThinRows(figure, kBuckets);
  EXPECT_LT(rows.size(), kBuckets * 8);
  EXPECT_EQ(rows.front(), 0u);
  EXPECT_EQ(rows.back(), kRows - 1);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), std::size_t{54321}));
  for (const Curve& curve : figure.diagrams[0].curves)
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
      double low = 9, high = -9, kept_low = 9, kept_high = -9;
      for (std::size_t row = bucket * 1000; row < (bucket + 1) * 1000; ++row) {
        low = std::min(low, curve.values[row]);
        high = std::max(high, curve.values[row]);
        if (!std::binary_search(rows.begin(), rows.end(), row)) continue;
        kept_low = std::min(kept_low, curve.values[row]);
        kept_high = std::max(kept_high, curve.values[row]);
      }
      EXPECT_NEAR(kept_low, low, 1e-3);
      EXPECT_NEAR(kept_high, high, 1e-3);
    }
}

TEST(Thinning, KeepsTheEdgesOfGapsAndAllRowsOfSmallOrFoldedFigures) {
  Figure figure = FigureOf({Wave(10000)});
  for (std::size_t row = 5003; row < 5010; ++row) figure.diagrams[0].curves[0].values[row] = std::nan("");
  std::vector<std::size_t> rows = ThinRows(figure, 10);
  for (std::size_t row : {std::size_t{5002}, std::size_t{5003}, std::size_t{5009}, std::size_t{5010}})
    EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), row)) << row;
  EXPECT_EQ(ThinRows(FigureOf({Wave(50)}), 100).size(), 50u);
  figure.x_ascending = false;
  EXPECT_EQ(ThinRows(figure, 10).size(), 10000u);
}

}  // namespace
}  // namespace mica
