#include "run/events/inside_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

// One watched function of time and a state that stands for it: x = time. Without a formula nothing is known of it but
// its values.
class Signal : public OdeProblem {
 public:
  explicit Signal(std::function<double(double)> g) : g_(std::move(g)) {}
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return 1; }
  Status Evaluate(double, std::span<const double>, std::span<double> derivatives) override {
    return derivatives[0] = 1, Status::kOk;
  }
  Status Watch(double time, std::span<const double>, std::span<double> values) override {
    return ++watches, values[0] = g_(time), Status::kOk;
  }
  double Movement(double, double, std::span<const double>, std::span<const double>) override { return movement; }
  std::span<const double> nominal() const override { return nominal_; }
  int watches = 0;
  double movement = 0;  // of what the signal is computed from

 private:
  std::function<double(double)> g_;
  std::vector<double> nominal_{1};
};

bool States(double time, std::span<double> states) { return states[0] = time, true; }

TEST(InsideSearch, FindsAPairOfCrossingsOfAFastSignal) {
  Signal signal([](double t) { return std::sin(20 * t) - 0.5; });
  InsideSearch search(signal, 0.02);
  std::optional<Root> root = search.Find(0, 1, States);
  ASSERT_TRUE(root);
  EXPECT_NEAR(root->time, std::asin(0.5) / 20, 1e-9);
}

TEST(InsideSearch, EvaluatesLittleWhereNothingHappens) {
  Signal signal([](double t) { return 2 + 0.3 * t + 0.01 * t * t; });
  InsideSearch search(signal, 0.01);
  EXPECT_FALSE(search.Find(0, 1, States));
  int first = signal.watches;
  for (int k = 1; k < 20; ++k) EXPECT_FALSE(search.Find(k, k + 1, States));
  EXPECT_LE(signal.watches - first, 19);  // the ends
}

TEST(InsideSearch, FindsAPulseWhereInputsMove) {
  Signal signal([](double t) { return 0.5 - std::exp(-std::pow((t - 3.3) / 0.03, 2)); });
  InsideSearch search(signal, 0.02);
  auto run = [&] {
    search.Restart();
    for (int k = 0; k < 6; ++k)
      if (std::optional<Root> root = search.Find(k, k + 1, States)) return root->time;
    return 0.0;
  };
  EXPECT_EQ(run(), 0);  // of inputs that rest nothing is expected
  signal.movement = 0.5;
  EXPECT_NEAR(run(), 3.3 - 0.03 * std::sqrt(std::log(2)), 1e-9);
}

TEST(InsideSearch, FindsWhatTheEndsShowIfAsked) {
  Signal signal([](double t) { return 0.3 - t; });
  InsideSearch search(signal, 0);
  std::optional<Root> root = search.Find(0, 1, States, true);
  ASSERT_TRUE(root);
  EXPECT_NEAR(root->time, 0.3, 1e-12);
  EXPECT_EQ(root->changed, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace mica::run
