// Conversion rules applied to texts. The large example is that of the specification (18.8.2.1), input and outcome.
#include "library/convert_text.h"

#include <gtest/gtest.h>

#include "syntax/parse/parse.h"

namespace mica::library {
namespace {

class ConvertText : public testing::Test {
 protected:
  std::string Convert(const std::string& script, const std::string& text, const std::string& library = "Lib") {
    ConversionRules rules = ParseConversionScript("script.mos", script, sources_, names_, sink_);
    DiagnosticSink parsing;
    syntax::SyntaxTree tree = syntax::Parse(sources_.Add("user.mo", text), sources_, names_, parsing);
    EXPECT_FALSE(parsing.has_errors());
    const syntax::SyntaxTree* trees[] = {&tree};
    return ConvertTexts(trees, rules, {library, "1.0", "2.0"}, names_, sink_)[0].text;
  }

  SourceMap sources_;
  NameTable names_;
  DiagnosticSink sink_;
};

TEST_F(ConvertText, ExampleOfTheSpecification) {
  const char* script = R"(
// comments are ignored
convertClass("Modelica.Thermal.FluidHeatFlow.Components.IsolatedPipe", "Modelica.Thermal.FluidHeatFlow.Components.Pipe");
convertModifiers({"Modelica.Thermal.FluidHeatFlow.Components.IsolatedPipe"}, fill("", 0), {"useHeatPort=false"});
convertClass("Modelica.StateGraph.Temporary.NumericValue", "Modelica.Blocks.Interaction.Show.RealValue")
convertModifiers("Modelica.StateGraph.Temporary.NumericValue", {"Value"}, {"number=%Value%"});
convertModifiers("Modelica.StateGraph.Temporary.NumericValue", {"hideConnector"}, {"use_numberPort=not %hideConnector%"});
convertModifiers("Modelica.Blocks.Math.LinearDependency", {"y0=0", "k1=0", "k2=0"}, {"y0=%y0%", "k1=%y0%*%k1%", "k2=%y0%*%k2%"}, true);
)";
  EXPECT_EQ(Convert(script, R"(model M
  Modelica.Thermal.FluidHeatFlow.Components.IsolatedPipe pipe1; // stays
  Modelica.StateGraph.Temporary.NumericValue tempValue(
    Value = 10, hideConnector = true);
  Modelica.Blocks.Math.LinearDependency linearDep(y0 = 2, k2 = 1 + 1);
end M;
)",
                    "Modelica"),
            R"(model M
  Modelica.Thermal.FluidHeatFlow.Components.Pipe pipe1(useHeatPort=false); // stays
  Modelica.Blocks.Interaction.Show.RealValue tempValue(
    number=10, use_numberPort=not true);
  Modelica.Blocks.Math.LinearDependency linearDep(y0=2, k1=2*0, k2=2*(1 + 1));
end M;
)");
  EXPECT_FALSE(sink_.has_errors());
}

// The second half of that example: imports stay, inheritance among the user's classes counts.
TEST_F(ConvertText, ImportsAndInheritance) {
  const char* script = R"(convertClass("My.Library.BadPackage", "My.Library.Package");
convertElement("My.Library.BadPackage.PartialBase", "bad", "correct");
convertElement("My.Library.BadPackage.ActualClass", "bad", "correct");)";
  EXPECT_EQ(Convert(script, R"(package U
model A
  import My.Library;
  extends Library.BadPackage.ActualClass;
end A;
model B
  extends A;
  Boolean b = bad;
  A a(bad = true);
  Boolean c = a.bad;
end B;
end U;
)",
                    "My"),
            R"(package U
model A
  import My.Library;
  extends Library.Package.ActualClass;
end A;
model B
  extends A;
  Boolean b = correct;
  A a(correct = true);
  Boolean c = a.correct;
end B;
end U;
)");
}

TEST_F(ConvertText, LongerPathsFirst) {
  EXPECT_EQ(Convert(R"(convertClass("Lib.SI", "Lib.Units.SI"); convertClass("Lib.SI.Icons", "Lib.Units.Icons");)",
                    "model M import SI = Lib.SI; SI.Length x; Lib.SI.Icons.I y; extends Lib.SI.Icons; Real z = "
                    "Lib.SI.f(1) + SI.Conversions.g(x); Lib.SIother.T t; end M;"),
            "model M import SI = Lib.Units.SI; SI.Length x; Lib.Units.Icons.I y; extends Lib.Units.Icons; Real z = "
            "Lib.Units.SI.f(1) + SI.Conversions.g(x); "
            "Lib.SIother.T t; end M;");
}

// A name of the user's own hides the library; `.Lib` leads to it all the same.
TEST_F(ConvertText, NamesOfTheUserStay) {
  EXPECT_EQ(Convert(R"(convertClass("Lib.A", "Lib.B");)",
                    "package P package Lib model A end A; end Lib; Lib.A own; .Lib.A other; end P;"),
            "package P package Lib model A end A; end Lib; Lib.A own; .Lib.B other; end P;");
}

TEST_F(ConvertText, ElementsInCallsAndRedeclarations) {
  const char* script =
      R"(convertElement({"Lib.World", "Lib.World.gravity"}, "mue", "mu"); convertElement("Lib.Pipe", "Medium", "Fluid");
convertElement("Lib.Types.Init", "Old", "New"); convertClass("Lib.Types.Init", "Lib.Types.Start");)";
  EXPECT_EQ(Convert(script,
                    "model M Lib.World w[2](each mue = 2); Real x = Lib.World.gravity(mue = w[1].mue); Lib.Pipe "
                    "p(redeclare package Medium = Lib.Water); "
                    "function f = Lib.World.gravity(mue = 4); parameter Lib.Types.Init i = Lib.Types.Init.Old; end M;"),
            "model M Lib.World w[2](each mu = 2); Real x = Lib.World.gravity(mu = w[1].mu); Lib.Pipe p(redeclare "
            "package Fluid = Lib.Water); "
            "function f = Lib.World.gravity(mu = 4); parameter Lib.Types.Start i = Lib.Types.Start.New; end M;");
}

TEST_F(ConvertText, ClassByAModifier) {
  const char* script =
      R"(convertClassIf("Lib.Valve", "kind", "Lib.Kinds.linear", "Lib.LinearValve"); convertClassIf("Lib.Valve", "open", "true", "Lib.OpenValve");
convertClass("Lib.Valve", "Lib.AnyValve"); convertElement("Lib.Valve", "d", "diameter");)";
  EXPECT_EQ(Convert(script,
                    "model M Lib.Valve a(d = 1, kind = Lib.Kinds.linear); Lib.Valve b(open = true); Lib.Valve c(open = "
                    "false); end M;"),
            "model M Lib.LinearValve a(diameter = 1); Lib.OpenValve b; Lib.AnyValve c(open = false); end M;");
  Convert(script, "model M Lib.Valve a(open = true), b; end M;");
  ASSERT_EQ(sink_.all().size(), 1u);
  EXPECT_EQ(sink_.all()[0].code.id(), "W2011");
}

TEST_F(ConvertText, CardinalityAndExistingModifiers) {
  const char* script =
      R"(convertModifiers("Lib.Wall", {"cardinality(port) = 1"}, {"usePort=true"}); convertModifiers("Lib.Wall", fill("", 0), {"area=1"});)";
  EXPECT_EQ(
      Convert(script, "model M Lib.Wall a; Lib.Wall b(area = 3); Lib.Port p; equation connect(p, a.port); end M;"),
      "model M Lib.Wall a(usePort=true, area=1); Lib.Wall b(area = 3); Lib.Port p; equation connect(p, a.port); end "
      "M;");
}

TEST_F(ConvertText, MessagesAddressesAndVersion) {
  EXPECT_EQ(
      Convert(
          R"(convertMessage("Lib.Gone", "use something else"); convertMessage("Lib.Pipe", "nobody needs it", "odd"); convertClass("Lib.A", "Lib.B");)",
          "model M Lib.Gone g; Lib.Pipe p(odd = 1); annotation (uses(Lib(version = \"1.0\")), Documentation(info = "
          "\"<a href=\\\"modelica://Lib.A.x\\\">A</a>\")); end M;"),
      "model M Lib.Gone g; Lib.Pipe p(odd = 1); annotation (uses(Lib(version = \"2.0\")), Documentation(info = \"<a "
      "href=\\\"modelica://Lib.B.x\\\">A</a>\")); end M;");
  ASSERT_EQ(sink_.all().size(), 2u);
  EXPECT_NE(sink_.all()[0].message.find("use something else"), std::string::npos);
  EXPECT_NE(sink_.all()[1].message.find("nobody needs it"), std::string::npos);
}

TEST_F(ConvertText, ScriptsThatAreWrong) {
  for (const char* script : {"convertEverything(\"a\", \"b\");", "convertClass(\"a\");",
                             "convertClass({\"a\", \"b\"}, {\"c\"});", "convertClass(1, 2);", "x := 1;"}) {
    sink_.Clear();
    Convert(script, "model M end M;");
    ASSERT_EQ(sink_.error_count(), 1u) << script;
    EXPECT_EQ(sink_.all()[0].code.id(), "E2010");
  }
}

// Packages that inherit from each other end nowhere, but they end.
TEST_F(ConvertText, CircularInheritance) {
  Convert(R"(convertClass("Lib.A", "Lib.B"); convertElement("Lib.A", "x", "y");)",
          "package P extends Q.R; extends P.S; package R extends P; Lib.A a; T t; Real z = t.x; end R; package Q "
          "extends P; end Q; end P;");
}

}  // namespace
}  // namespace mica::library
