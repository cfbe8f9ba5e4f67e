// Partitions, clocks and solver methods of whole models: the examples of chapter 16 of the specification.
#include "analyzed_model.h"

namespace mica::structure {
namespace {

TEST(ClocksTest, EquationsOfDifferentClocksAreNoSystem) {  // 16.7.4, forbidden
  AnalyzedModel m(R"(
    model T
      Real a;
      Real y = superSample(a + z, 2);
      Real z;
    equation
      a + z = sample(time, Clock(1, 100));
      0 = subSample(y, 2) + a;
    end T;)");
  EXPECT_FALSE(m.ok());
  EXPECT_TRUE(m.HasCode("E5608")) << m.Diagnostics();
}

TEST(ClocksTest, PartitionsNeedNotBeSortedAsWholes) {  // 16.7.4, legal
  AnalyzedModel m(R"(
    model T
      Real x = sample(time, Clock(1, 100));
      Real y = superSample(x, 2);
      Real z = subSample(y, 2) + x;
    end T;)");
  ASSERT_TRUE(m.ok()) << m.Diagnostics();
  ASSERT_EQ(m.blocks().samplers.size(), 2u);
  const Sampler &slow = m.blocks().samplers[0], &fast = m.blocks().samplers[1];
  EXPECT_EQ(slow.step * fast.denominator, 2 * fast.step * slow.denominator);
}

TEST(ClocksTest, SolverMethodsAreInferredThroughConversions) {  // 16.8.5
  AnalyzedModel m(R"(
    model InferenceTest
      Real x(start = 3), y, z;
    equation
      der(x) = -x + sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
      der(y) = subSample(x, 2) + sample(1, Clock(Clock(2, 10), solverMethod = "ImplicitEuler"));
      der(z) = subSample(x, 2) + 1;
    end InferenceTest;)");
  EXPECT_TRUE(m.ok()) << m.Diagnostics();
}

TEST(ClocksTest, TwoMethodsForOnePartition) {  // 16.8.5, illegal
  AnalyzedModel m(R"(
    model IllegalInference
      Real x(start = 3), y, z;
    equation
      der(x) = -x + sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
      der(y) = subSample(x, 2) + sample(1, Clock(Clock(2, 10), solverMethod = "ImplicitEuler"));
      der(z) = subSample(x, 4) + 1 + subSample(y);
    end IllegalInference;)");
  EXPECT_FALSE(m.ok());
  EXPECT_TRUE(m.HasCode("E5606")) << m.Diagnostics();
}

TEST(ClocksTest, EventClocksAreNotSuperSampled) {  // 16.5.2
  for (bool good : {true, false}) {
    AnalyzedModel m(std::string(R"(
      model T
        Real x = sin(time);
        Real u = sample(x, Clock(x > 0));
        Real y = subSample(u, 4);
        Real z = superSample(y, )") +
                    (good ? "2" : "5") + "); end T;");
    EXPECT_EQ(m.ok(), good) << m.Diagnostics();
    EXPECT_EQ(m.HasCode("E5605"), !good);
  }
}

TEST(ClocksTest, TwoClocksInOnePartition) {  // 16.3.1
  AnalyzedModel m(R"(
    model T
      parameter Real T1 = 0.1, T2 = 0.2;
      Real u = sample(time, Clock(T1));
      Real v = sample(time, Clock(T2)) + subSample(u, 2);
    end T;)");
  EXPECT_FALSE(m.ok());
  EXPECT_TRUE(m.HasCode("E5603")) << m.Diagnostics();
}

TEST(ClocksTest, WithoutAClockThereIsAWarning) {
  AnalyzedModel m("model T Real x(start = 0) = previous(x) + 1; end T;");
  EXPECT_TRUE(m.ok()) << m.Diagnostics();
  EXPECT_TRUE(m.HasCode("W5601"));
}

}  // namespace
}  // namespace mica::structure
