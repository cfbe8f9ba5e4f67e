#include "result/compare.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cmath>
#include <cstdlib>
#include <random>

#include "result/csv_writer.h"
#include "result/memory_writer.h"
#include "result/result_reader.h"
#include "temporary_directory.h"

namespace mica {
namespace {

Trajectory Line(std::vector<double> times, std::vector<double> values) {
  Trajectory result;
  result.signals.Add({.name = "x"});
  result.time = std::move(times);
  result.columns = {std::move(values)};
  return result;
}

Reference Bands(std::vector<double> times, std::vector<double> low, std::vector<double> high) {
  return {std::move(times), {{"x", std::move(low), std::move(high)}}};
}

TEST(Compare, ToleranceIsOfRangeMagnitudeAndAbsolute) {
  // Range 10, magnitude 20: e = 0.02 + 0.0002 + 1e-9.
  Reference reference = Bands({0, 1}, {10, 20}, {10, 20});
  SignalComparison exact = Compare(Line({0, 1}, {10, 20}), reference).signals[0];
  EXPECT_NEAR(exact.tolerance, 0.020200001, 1e-12);
  EXPECT_EQ(exact.verdict, SignalVerdict::kAgrees);
  EXPECT_EQ(exact.worst_distance, 0);
  EXPECT_TRUE(Compare(Line({0, 1}, {10.0202, 20}), reference).verified);
  Comparison off = Compare(Line({0, 1}, {10, 20.0203}), reference);
  EXPECT_FALSE(off.verified);
  EXPECT_EQ(off.signals[0].agreeing, 1u);
  EXPECT_EQ(off.signals[0].worst_time, 1);
  EXPECT_NEAR(off.signals[0].worst_distance, 0.0203, 1e-9);
}

TEST(Compare, BothSidesOfAnEventCount) {
  // The step is at 0.5: the reference sampled the value before it, or the one after.
  Trajectory step = Line({0, 0.5, 0.5, 1}, {0, 0, 1, 1});
  EXPECT_TRUE(Compare(step, Bands({0, 0.5, 1}, {0, 0, 1}, {0, 0, 1})).verified);
  EXPECT_TRUE(Compare(step, Bands({0, 0.5, 1}, {0, 1, 1}, {0, 1, 1})).verified);
  EXPECT_TRUE(Compare(step, Bands({0, 0.5, 1}, {0, 0.4, 1}, {0, 0.6, 1})).verified);  // reaches through
  EXPECT_FALSE(Compare(step, Bands({0, 0.4, 1}, {0, 1, 1}, {0, 1, 1})).verified);
}

TEST(Compare, OneSampleInAHundredMayDisagree) {
  std::vector<double> times, zeros;
  for (int i = 0; i < 100; ++i) {
    times.push_back(i);
    zeros.push_back(0);
  }
  Reference reference = Bands(times, zeros, zeros);
  std::vector<double> values = zeros;
  values[50] = 1;
  EXPECT_TRUE(Compare(Line(times, values), reference).verified);
  values[70] = 1;
  Comparison two = Compare(Line(times, values), reference);
  EXPECT_FALSE(two.verified);
  EXPECT_EQ(two.signals[0].agreeing, 98u);
}

TEST(Compare, ShortOrEmptyResultsAndMissingSignals) {
  Reference reference = Bands({0, 10}, {0, 0}, {0, 0});
  Comparison early = Compare(Line({0, 9.98}, {0, 0}), reference);
  EXPECT_FALSE(early.complete);
  EXPECT_NE(FormatComparison(early).find("stops at 9.98 of 10"), std::string::npos);
  EXPECT_TRUE(Compare(Line({0, 9.995}, {0, 0}), reference).verified);
  EXPECT_FALSE(Compare(Line({}, {}), reference).complete);
  reference.signals[0].name = "y";
  Comparison missing = Compare(Line({0, 10}, {0, 0}), reference);
  EXPECT_FALSE(missing.verified);
  EXPECT_EQ(missing.signals[0].verdict, SignalVerdict::kMissing);
  EXPECT_NE(FormatComparison(missing).find("missing"), std::string::npos);
}

TEST(Compare, ValuesThatAreNoNumbersDisagree) {
  Reference reference = Bands({0, 1}, {0, 0}, {0, 0});
  Comparison comparison = Compare(Line({0, 1}, {std::nan(""), std::nan("")}), reference);
  EXPECT_FALSE(comparison.verified);
  EXPECT_EQ(comparison.signals[0].agreeing, 0u);
}

TEST(Reference, CellsMayBeBands) {
  TemporaryDirectory directory;
  WriteAll(directory / "ref.csv", "time,\"a[1,2]\"\n0,1\n1,-2:3.5\n");
  DiagnosticSink sink;
  auto reference = ReadReference(directory / "ref.csv", sink);
  ASSERT_TRUE(reference.ok());
  EXPECT_EQ(reference->signals[0].name, "a[1,2]");
  EXPECT_EQ(reference->signals[0].low, (std::vector<double>{1, -2}));
  EXPECT_EQ(reference->signals[0].high, (std::vector<double>{1, 3.5}));
}

TEST(Reference, BadOnesAreDiagnosed) {
  TemporaryDirectory directory;
  for (auto [text, code] : {std::pair{"time,x\n0,1:\n", "E7004"},
                            {"time,x\n0,:\n", "E7004"},
                            {"time,x\n0,1:2:3\n", "E7004"},
                            {"time,x\n", "E7020"},
                            {"time,x\n0,\n", "E7004"},
                            {"", "E7004"},
                            {"time,\n0,\n1,\n", "E7020"}}) {
    WriteAll(directory / "ref.csv", text);
    DiagnosticSink sink;
    EXPECT_FALSE(ReadReference(directory / "ref.csv", sink).ok()) << text;
    ASSERT_FALSE(sink.all().empty()) << text;
    EXPECT_EQ(sink.all()[0].code.id(), code) << text;
  }
}

TEST(Reference, BandsAroundATrajectoryAreItsExtremesNearby) {
  std::mt19937 random(3);
  std::vector<double> times, values;
  for (int i = 0; i <= 400; ++i) {
    times.push_back(0.25 * (i - i % 3));  // rows of equal time among them
    values.push_back(static_cast<double>(random() % 1000));
  }
  Reference reference = BandsAround(Line(times, values), 0.05);
  double reach = 0.05 * (times.back() - times.front());
  for (std::size_t i = 0; i < times.size(); ++i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < times.size(); ++k)
      if (times[k] >= times[i] - reach && times[k] <= times[i] + reach) {
        low = std::min(low, values[k]);
        high = std::max(high, values[k]);
      }
    EXPECT_EQ(reference.signals[0].low[i], low);
    EXPECT_EQ(reference.signals[0].high[i], high);
  }
}

// The script that judges published results is the authority: same verdicts on random data near the limit. MICA_JUDGE
// names it.
TEST(Compare, AgreesWithTheJudge) {
  const char* judge = std::getenv("MICA_JUDGE");
  if (!judge || !std::filesystem::exists(judge)) GTEST_SKIP() << "MICA_JUDGE does not name a judge.py";
  std::mt19937 random(7);
  auto uniform = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  int verified = 0, mismatched = 0;
  for (int round = 0; round < 60; ++round) {
    TemporaryDirectory directory;
    // A result of two signals with events, and a reference that is about as far off as the rule allows.
    std::string result = "time,\"a[1,2]\",y\n", reference = "time,\"a[1, 2]\",y\n";
    double closeness = round % 3 == 0 ? 0.0 : round % 3 == 1 ? 0.0021 : 0.0026;
    double end = round % 10 == 9 ? 0.99 : 1;
    for (int i = 0; i <= 200; ++i) {
      double t = end * i / 200.0;
      result += fmt::format("{},{},{}\n", t, std::sin(7 * t), t < 0.5 ? "false" : "true");
      if (i == 100) result += fmt::format("{},{},{}\n", t, std::sin(7 * t) + 0.1, round % 7 == 0 ? "nan" : "1");
    }
    for (int i = 0; i <= 130; ++i) {
      double t = i / 130.0, y = std::sin(7 * t) + 2 * closeness * uniform();
      if (i % 5 == 0)
        reference += fmt::format("{},{}:{},{}\n", t, y - 0.001, y + 0.001, t < 0.5 ? "0" : "0:1");
      else
        reference += fmt::format("{},{},{}\n", t, y, t < 0.5 ? 0 : 1);
    }
    WriteAll(directory / "result.csv", result);
    WriteAll(directory / "reference.csv", reference);
    std::string command =
        fmt::format("python3 '{}' '{}' '{}' > /dev/null", judge, directory / "result.csv", directory / "reference.csv");
    bool expected = std::system(command.c_str()) == 0;
    DiagnosticSink sink;
    auto read = ReadResult(directory / "result.csv", sink);
    auto bands = ReadReference(directory / "reference.csv", sink);
    ASSERT_TRUE(read.ok() && bands.ok());
    EXPECT_EQ(Compare(*read, *bands).verified, expected) << "round " << round << '\n'
                                                         << FormatComparison(Compare(*read, *bands), true);
    ++(expected ? verified : mismatched);
  }
  EXPECT_GT(verified, 5);  // both verdicts were met
  EXPECT_GT(mismatched, 5);
}

}  // namespace
}  // namespace mica
