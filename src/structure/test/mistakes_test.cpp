// What is wrong with a model, said in terms of the model.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

TEST(Mistakes, AVariableThatNothingDetermines) {
  AnalyzedModel model("model M Real a, b, lonely; equation a = 1; b = 2*a; end M;");
  EXPECT_FALSE(model.ok());
  EXPECT_NE(model.MessagesOf("E5101").find("no equation determines lonely"), std::string::npos) << model.Diagnostics();
}

TEST(Mistakes, TwoUnknownsInOneEquation) {
  AnalyzedModel model("model M Real a, b, c; equation a = 1; b + c = a; end M;");
  EXPECT_FALSE(model.ok());
  std::string text = model.MessagesOf("E5101");
  EXPECT_NE(text.find("2 unknowns in only 1 equation"), std::string::npos) << model.Diagnostics();
  EXPECT_NE(text.find("b + c = a"), std::string::npos);
}

TEST(Mistakes, EquationsThatFight) {
  AnalyzedModel model("model M Real a, b, c; equation a = 1; a = 2*time; b = a; c = b; end M;");
  EXPECT_FALSE(model.ok());
  std::string text = model.MessagesOf("E5102");
  EXPECT_NE(text.find("2 equations for the 1 unknown a"), std::string::npos) << model.Diagnostics();
  EXPECT_EQ(text.find("c = b"), std::string::npos) << "an equation that has no part in it is named";
}

TEST(Mistakes, AnEquationSaidTwice) {
  AnalyzedModel model("model M Real a, b, c; equation a = b; b = a; c = time; end M;");
  EXPECT_FALSE(model.ok());
  EXPECT_NE(model.MessagesOf("E5101").find("says nothing that other equations do not say: b = a"), std::string::npos)
      << model.Diagnostics();
}

TEST(Mistakes, ParametersInACircle) {
  AnalyzedModel model("model M parameter Real p = q + 1, q = r, r = 2*p, s = 1; Real x = p; end M;");
  EXPECT_FALSE(model.ok());
  std::string text = model.Diagnostics();
  EXPECT_NE(text.find("p"), std::string::npos);
}

TEST(Mistakes, FixedStartsThatContradict) {
  AnalyzedModel model(
      "model M Real x(start = 1, fixed = true), y(start = 2, fixed = true); equation der(x) = -x; y = -x; end M;");
  EXPECT_FALSE(model.ok());
  EXPECT_TRUE(model.HasCode("E5303")) << model.Diagnostics();
}

TEST(Mistakes, AStateSelectThatCannotBeHonoured) {
  AnalyzedModel always(
      "model M Real x(stateSelect = StateSelect.always, fixed = true), y(stateSelect = StateSelect.always), z; "
      "equation der(x) = z; der(y) = 1; x^3 + x = 2*y; end M;");
  EXPECT_TRUE(always.ok()) << always.Diagnostics();
  EXPECT_NE(always.MessagesOf("W5205").find("follows from states by way of x^3.0 + x = 2.0*y"), std::string::npos)
      << always.Diagnostics();
  AnalyzedModel prefer(
      "model M Real x(stateSelect = StateSelect.prefer, fixed = true), y(stateSelect = StateSelect.prefer), z; "
      "equation der(x) = z; der(y) = 1; x = 2*y; end M;");
  EXPECT_NE(prefer.MessagesOf("N5209").find("not chosen: y"), std::string::npos) << prefer.Diagnostics();
  AnalyzedModel honoured(
      "model M Real x(stateSelect = StateSelect.prefer, fixed = true), y, z; equation der(x) = z; der(y) = 1; x = 2*y; "
      "end M;");
  EXPECT_FALSE(honoured.HasCode("N5209")) << honoured.Diagnostics();
}

TEST(Mistakes, AParameterWithoutAValueIsAWarning) {
  AnalyzedModel model("model M parameter Real p(start = 4); Real x = p; end M;");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("x"), 4);
}

TEST(Mistakes, ABooleanEquationThatCannotBeSolved) {
  AnalyzedModel model("model M Boolean a, b = time > 1; equation (a and b) = (b or a); end M;");
  EXPECT_FALSE(model.ok());
}

}  // namespace
}  // namespace mica::structure
