// Documentation of classes: what is found, and how HTML reads in a terminal.
#include "document/document_text.h"

#include <gtest/gtest.h>

#include "document/html_tag.h"
#include "document/html_text.h"

namespace mica {
namespace {

constexpr char kText[] = R"(package Lib "A library"
  connector Pin "A pin" Real v; flow Real i; end Pin;
  type Resistance = Real(unit = "Ohm");
  partial model OnePort "Two pins" Pin p "First", n "Second"; end OnePort;
  model Resistor "Ohm's law"
    extends OnePort;
    parameter Resistance R = 10 "Resistance";
    parameter Real k[2, :] = [1; 2];
  protected
    parameter Real hidden = 1;
    annotation (Documentation(info = "<html><p>See <a href=\"modelica://Lib.OnePort\">the base</a> &amp; <b>more</b>.</p></html>", revisions = "first"));
  end Resistor;
  function f "Squares" input Real x "Number"; output Real y; algorithm y := x^2; end f;
  type Colour = enumeration(red "like a rose", blue);
  model Broken Real x = nothing.there; Missing m; end Broken;
  annotation (version = "1.2");
end Lib;)";

class Documents : public testing::Test {
 protected:
  Documents() { EXPECT_TRUE(session_.ReadText("Lib.mo", kText).ok()); }
  ClassDocument Of(const char* name) { return *DocumentClass(*session_.FindClass({name, "", {}}), session_); }
  Session session_;
};

TEST_F(Documents, Model) {
  ClassDocument d = Of("Lib.Resistor");
  EXPECT_EQ(d.kind, "model");
  EXPECT_EQ(d.description, "Ohm's law");
  EXPECT_EQ(d.extends, std::vector<std::string>{"Lib.OnePort"});
  ASSERT_EQ(d.parameters.size(), 2u);
  EXPECT_EQ(
      d.parameters[0].name + " " + d.parameters[0].type + " " + d.parameters[0].value + " " + d.parameters[0].unit,
      "R Resistance 10 Ohm");
  EXPECT_EQ(d.parameters[1].type, "Real[2, :]");
  ASSERT_EQ(d.connectors.size(), 2u);
  EXPECT_EQ(d.connectors[1].description, "Second");
  EXPECT_EQ(d.connectors[1].from, "Lib.OnePort");
  EXPECT_EQ(d.revisions, "first");
  EXPECT_EQ(d.place, "Lib.mo:5");
}

TEST_F(Documents, PackageFunctionEnumeration) {
  ClassDocument d = Of("Lib");
  EXPECT_EQ(d.version, "1.2");
  ASSERT_EQ(d.contents.size(), 7u);
  EXPECT_EQ(d.contents[2].kind, "partial model");
  d = Of("Lib.f");
  EXPECT_EQ(d.inputs[0].description, "Number");
  EXPECT_EQ(d.outputs[0].name, "y");
  d = Of("Lib.Colour");
  EXPECT_EQ(d.literals[0].description, "like a rose");
  EXPECT_EQ(Of("Lib.Broken").name, "Lib.Broken");
  EXPECT_FALSE(session_.sink().has_errors());
}

TEST_F(Documents, Forms) {
  ClassDocument d = Of("Lib.Resistor");
  EXPECT_EQ(DocumentText(d, session_, 80, false),
            "Lib.Resistor  model\nOhm's law\n\nSee the base [Lib.OnePort] & more.\n\nExtends\n  Lib.OnePort\n\n"
            "Parameters\n  R  Resistance  10 [Ohm]  Resistance\n  k  Real[2, :]  [1; 2]\n\n"
            "Connectors\n  p  Pin  First   (Lib.OnePort)\n  n  Pin  Second  "
            "(Lib.OnePort)\n\nRevisions\n\nfirst\n\nLib.mo:5\n");
  std::string page =
      DocumentPage(d, session_, [](const std::string& name) { return name == "Lib.OnePort" ? "there.html" : ""; });
  EXPECT_NE(page.find("<a href=\"there.html\">the base</a>"), std::string::npos);
  EXPECT_EQ(page.find("<html>"), std::string::npos);
  EXPECT_NE(DocumentJson(d).find("\"unit\": \"Ohm\""), std::string::npos);
}

std::string Text(std::string_view html, std::size_t width = 40) { return HtmlText(html, {width, false, {}}); }

TEST(Html, Blocks) {
  EXPECT_EQ(Text("<p>one\n two</p><p>three<br>four</p>"), "one two\n\nthree\nfour\n");
  EXPECT_EQ(Text("<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>end"), "- a\n- b\n 1. c\n 2. d\n\nend\n");
  EXPECT_EQ(Text("<pre>\n  x = 1;\n\n  y\n</pre>"), "  x = 1;\n\n  y\n");
  EXPECT_EQ(Text("<table><tr><th>a</th><th>b</th></tr><tr><td>long</td><td>c</td></tr></table>"), "a     b\nlong  c\n");
  EXPECT_EQ(Text("<p>wrapped where the width ends</p>", 14), "wrapped where\nthe width ends\n");
}

TEST(Html, EntitiesAndWhatIsNone) {
  EXPECT_EQ(Text("a &lt; b &amp;&#8364;&#x41; &unknown; x<y &"), "a < b &€A &unknown; x<y &\n");
  EXPECT_EQ(Text("<!-- hidden --><style>p {}</style>seen<br"), "seen<br\n");
  EXPECT_EQ(Text(""), "");
}

}  // namespace
}  // namespace mica
