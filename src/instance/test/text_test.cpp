// The text form of small instance trees, line by line. What a line must say follows from the rules of the specification
// on modifiers, redeclarations, conditions, inner and outer; the layout is ours.
#include "instance/text.h"

#include <gtest/gtest.h>

namespace mica::instance {
namespace {

class Shown {
 public:
  explicit Shown(std::string text)
      : tree_(sources_, names_, sink_),
        store_(names_),
        last_(tree_.OpenText("folder/Test.mo", std::move(text))),
        instances_(store_, sources_, tree_, sink_),
        elaboration_(instances_) {
    if (Component* top = instances_.Model(last_)) text_ = InstanceText(elaboration_, top);
  }

  // The line with blanks before the comment made one; indentation kept.
  bool Has(const std::string& wanted) const {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = text_.find('\n', at);
      std::string line = text_.substr(at, end - at);
      if (std::size_t note = line.find("  //"); note != line.npos) {
        std::size_t last = line.find_last_not_of(' ', note);
        line = line.substr(0, last + 1) + line.substr(note + 1);
      }
      if (line == wanted) return true;
      at = end + 1;
    }
    return false;
  }
  const std::string& text() const { return text_; }
  std::vector<std::string> Codes() const {
    std::vector<std::string> codes;
    for (const Diagnostic& d : sink_.all()) codes.emplace_back(d.code.id());
    return codes;
  }

 private:
  SourceMap sources_;
  NameTable names_;
  DiagnosticSink sink_;
  library::ClassTree tree_;
  Store store_;
  library::Class* last_;
  Instances instances_;
  Elaboration elaboration_;
  std::string text_;
};

#define EXPECT_LINE(shown, line) EXPECT_TRUE((shown).Has(line)) << "no line '" << (line) << "' in\n" << (shown).text()

TEST(InstanceText, ValueAndAttributesTellWhereTheyComeFrom) {
  Shown shown(R"(model Part
  parameter Real k(unit = "1") = 1;
  parameter Real own = 2*k;
  Real x(start = k);
end Part;
model Top "a model"
  Part first;
  Part second(k = 7, x(start = 3, fixed = true));
end Top;)");
  EXPECT_EQ(shown.text().substr(0, shown.text().find('\n')), "model Top \"a model\"");
  EXPECT_LINE(shown, "  Part first");
  EXPECT_LINE(shown, "    parameter Real k(unit = \"1\") = 1.0");
  EXPECT_LINE(shown, "    parameter Real own = 2.0*first.k");
  EXPECT_LINE(shown, "    Real x(start = first.k)");
  EXPECT_LINE(shown, "    parameter Real k(unit = \"1\") = 7.0 // value at Test.mo:8");
  EXPECT_LINE(shown, "    Real x(start = 3.0, fixed = true)");
  EXPECT_TRUE(shown.Codes().empty());
}

TEST(InstanceText, InheritedOnesNameTheBaseAndStandInTheirPlace) {
  Shown shown(R"(partial model Base
  Real a;
end Base;
model Top
  Real before;
  extends Base(a = 4);
  Real after;
end Top;)");
  EXPECT_LINE(shown, "  Real a = 4.0 // from Base; value at Test.mo:6");
  EXPECT_LT(shown.text().find("before"), shown.text().find(" a "));
  EXPECT_LT(shown.text().find(" a "), shown.text().find("after"));
}

TEST(InstanceText, PrefixesAreMergedFromOutside) {
  Shown shown(R"(connector Pin
  Real v;
  flow Real i;
end Pin;
connector Signal = input Real;
record Data
  Real value = 1;
end Data;
block Top
  Pin p;
  Signal u;
  final parameter Data data;
protected
  discrete Real d;
  output Boolean b;
end Top;)");
  EXPECT_LINE(shown, "    flow Real i");
  EXPECT_LINE(shown, "  input Signal u");
  EXPECT_LINE(shown, "  final parameter Data data");
  EXPECT_LINE(shown, "    parameter Real value = 1.0");
  EXPECT_LINE(shown, "  protected discrete Real d");
  EXPECT_LINE(shown, "  protected output Boolean b");
}

TEST(InstanceText, FieldsTakeTheirPartOfTheRecordsValue) {
  Shown shown(R"(record Data
  Real a = 0;
  Real b = 2*a;
end Data;
model Top
  parameter Data given = Data(1, 2);
  parameter Data same = given;
  parameter Data changed(b = 9) = given;
end Top;)");
  EXPECT_LINE(shown, "    parameter Real a = given.a // value at Test.mo:7");
  EXPECT_LINE(shown, "    parameter Real b = given.b // value at Test.mo:7");
  EXPECT_LINE(shown, "    parameter Real b = 9.0 // value at Test.mo:8");
}

TEST(InstanceText, AbsentOnesAreMarkedAndNotOpened) {
  Shown shown(R"(model Part
  Real hidden;
end Part;
model Top
  parameter Boolean wanted = false;
  Part yes if not wanted;
  Part no if wanted
    and true;
end Top;)");
  EXPECT_LINE(shown, "  Part no // absent: wanted and true is false");
  EXPECT_LINE(shown, "  Part yes");
  EXPECT_EQ(shown.text().find("hidden"), shown.text().rfind("hidden"));
  EXPECT_LINE(shown, "  parameter Boolean wanted = false // evaluated");
}

TEST(InstanceText, ArraysAreOneLineWithTheirSizes) {
  Shown shown(R"(model Cell
  parameter Real k = 1;
  Real x[2];
end Cell;
model Top
  parameter Integer n = 3;
  parameter Integer m = n + 1;
  Cell cells[n, m](each k = 5);
end Top;)");
  EXPECT_LINE(shown, "  parameter Integer n = 3 // evaluated");
  EXPECT_LINE(shown, "  parameter Integer m = n + 1 // evaluated: 4");
  EXPECT_LINE(shown, "  Cell cells[3, 4]");
  EXPECT_LINE(shown, "    Real x[2]");
}

TEST(InstanceText, RedeclarationsTellWhere) {
  Shown shown(R"(model Plain
end Plain;
model Better
  extends Plain;
  parameter Real extra = 1;
end Better;
model Holder
  replaceable Plain part;
end Holder;
model Top
  Holder holder(redeclare Better part(extra = 2));
end Top;)");
  EXPECT_LINE(shown, "    replaceable Better part // redeclared at Test.mo:11");
  EXPECT_TRUE(shown.text().find("parameter Real extra = 2.0") != std::string::npos) << shown.text();
}

TEST(InstanceText, OuterOnesNameTheirInner) {
  Shown shown(R"(model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
end Body;
model Inside
  Body body;
end Inside;
model Top
  inner World world(g = 1.62);
  Inside inside;
end Top;)");
  EXPECT_LINE(shown, "  inner World world");
  EXPECT_LINE(shown, "      outer World world // is the inner world");
  EXPECT_EQ(shown.text().find("Real g"), shown.text().rfind("Real g"));
}

TEST(InstanceText, ASuppliedInnerStandsAtTheEnd) {
  Shown shown(R"(model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
end Body;
model Top
  Body body;
end Top;)");
  EXPECT_LINE(shown, "  inner World world // supplied, declared outer at Test.mo:5");
  EXPECT_LINE(shown, "    parameter Real g = 9.81");
}

TEST(InstanceText, WhatIsWrongIsReportedAndTheRestIsShown) {
  Shown shown(R"(model Top
  Nothing a;
  Real b = 1;
end Top;)");
  EXPECT_LINE(shown, "  Nothing a // in error");
  EXPECT_LINE(shown, "  Real b = 1.0");
  EXPECT_EQ(shown.Codes(), std::vector<std::string>{"E3001"});
}

}  // namespace
}  // namespace mica::instance
