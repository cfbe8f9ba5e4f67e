// The linearised stage of Rosenbrock methods: what it gives for a direction δ is held against the definition, y = (I -
// gain J)⁻¹ J δ, that is y = J (δ + gain y), with the Jacobian's product by differences of the model's own derivatives.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

Options Linearised() {
  Options options;
  options.stage.kind = StageRequest::Kind::kTangent;
  return options;
}

std::vector<double> Slopes(AnalyzedModel& model, const std::vector<std::string>& states,
                           const std::vector<double>& at) {
  for (std::size_t i = 0; i < states.size(); ++i) model.Set(states[i], at[i]);
  model.Run(false);
  std::vector<double> slopes;
  for (const std::string& state : states) slopes.push_back(model.Get("der(" + state + ")"));
  return slopes;
}

void ExpectTangent(const char* text, const std::vector<std::string>& states, double gain) {
  AnalyzedModel model(text, Linearised());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.blocks().stage_slopes.size(), states.size());
  model.Initialize(0.4);
  std::vector<double> point, direction, slopes;
  for (const std::string& state : states) point.push_back(model.Get(state));
  Slopes(model, states, point);
  for (std::size_t i = 0; i < states.size(); ++i) {
    direction.push_back(0.3 + 0.7 * static_cast<double>(i) - 0.4 * static_cast<double>(i * i));
    model.Set("$direction(" + states[i] + ")", direction.back());
  }
  model.Set("$gain", gain);
  BlockModel general = model.blocks(), tangent = general;
  tangent.dynamics = tangent.stage;
  model.Take(std::move(tangent));
  model.Run(false);
  for (const std::string& state : states) slopes.push_back(model.Get("$slope(" + state + ")"));
  EXPECT_LT(model.worst_jacobian, 1e-3);
  model.Take(std::move(general));
  constexpr double kShift = 1e-6;
  std::vector<double> up = point, down = point;
  for (std::size_t i = 0; i < states.size(); ++i) {
    up[i] += kShift * (direction[i] + gain * slopes[i]);
    down[i] -= kShift * (direction[i] + gain * slopes[i]);
  }
  std::vector<double> high = Slopes(model, states, up), low = Slopes(model, states, down);
  for (std::size_t i = 0; i < states.size(); ++i) {
    double product = (high[i] - low[i]) / (2 * kShift);
    EXPECT_NEAR(slopes[i], product, 1e-5 * (1 + std::abs(product))) << states[i] << " at gain " << gain << "\n"
                                                                    << model.Text();
  }
}

TEST(SortTangent, SolvesForADirection) {
  for (double gain : {1e-4, 1e-2, 1.0})
    ExpectTangent(R"(
      model Reactions
        Real a(start = 0.8, fixed = true), b(start = 0.3, fixed = true), c(start = 0.1, fixed = true);
      equation
        der(a) = -4*a + 100*b*c;
        der(b) = 4*a - 100*b*c - 30*b^2*exp(-c);
        der(c) = 30*b^2*exp(-c) + sin(time);
      end Reactions;)",
                  {"a", "b", "c"}, gain);
}

TEST(SortTangent, GoesThroughNonlinearSystemsAliasesAndConstraints) {
  // x + y³ = u and y = 2 v - x³/10 are solved together; p and q are bound by a constraint, so that one of them is a
  // state.
  for (double gain : {1e-3, 0.2})
    ExpectTangent(R"(
      model Loop
        Real u(start = 1.2, fixed = true), v(start = 0.4, fixed = true), x(start = 0.5), y(start = 0.5), same = v;
        Real p(start = 0.7, fixed = true, stateSelect = StateSelect.always), w(start = 0.2, fixed = true, stateSelect = StateSelect.always), q, f;
      equation
        x + y^3 = u;
        y = 2*same - x^3/10;
        der(u) = -x*y;
        der(v) = x - 3*v*y;
        q = 3*p;
        der(p) = w;
        der(w) = f - 4*p;
        5*der(der(q)) = u - 10*f;
      end Loop;)",
                  {"u", "v", "p", "w"}, gain);
}

TEST(SortTangent, AnAlgorithmIsLeftToDifferences) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true), y;
    algorithm
      y := x;
      for i in 1:3 loop
        y := y*x;
      end for;
    equation
      der(x) = -y;
    end M;)",
                      Linearised());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().stage.empty());
  EXPECT_TRUE(model.blocks().stage_slopes.empty());
}

}  // namespace
}  // namespace mica::structure
