// The value of a record reaches its fields: what the class of the record gives them are defaults only (specification
// 7.2.3, 12.6).
#include "flat_fixture.h"

namespace mica::flat {
namespace {

const std::string kData = R"(
record Inner
  Real a = 1;
end Inner;
record Data
  constant Real c = 9;
  Real x = 0;
  Real y = 2*x;
  Inner part(a = 5);
end Data;
)";

TEST(RecordValue, OverridesTheDefaultsOfTheClass) {
  FlatFixture flat(kData +
                   "model M parameter Data p = Data(x = 3, y = 4); constant Data q = Data(x = 3, y = 4); end M;");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("parameter Real p.x = 3.0;"));
  EXPECT_TRUE(flat.Has("parameter Real p.y = 4.0;"));
  EXPECT_TRUE(flat.Has("constant Real q.y = 4.0;"));
  EXPECT_TRUE(flat.Has("parameter Real p.part.a = 5.0;"));
  EXPECT_TRUE(flat.Has("constant Real p.c = 9.0;"));
}

TEST(RecordValue, DefaultsHoldWithoutAValue) {
  FlatFixture flat(kData + "model M parameter Data p; end M;");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("parameter Real p.y = 2.0*p.x;"));
}

TEST(RecordValue, AModifierFurtherOutWins) {
  FlatFixture flat(kData + R"(model Part parameter Data p = Data(x = 3, y = 4); end Part;
model M Part part(p(x = 7, part(a = 8))); end M;)");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("parameter Real part.p.x = 7.0;"));
  EXPECT_TRUE(flat.Has("parameter Real part.p.y = 4.0;"));
  EXPECT_TRUE(flat.Has("parameter Real part.p.part.a = 8.0;"));
}

TEST(RecordValue, OfTheOuterRecordReachesFieldsOfTheInner) {
  FlatFixture flat(kData + "model M parameter Data p; parameter Data q = p; end M;");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("parameter Real q.part.a = p.part.a;"));
}

TEST(RecordValue, DecidesAboutSizes) {
  FlatFixture flat(R"(record Data
  parameter Integer n = 1;
  parameter Real v[n] = {0};
end Data;
record Two
  extends Data(n = 2, v = {5, 6});
end Two;
model M
  parameter Two two;
  parameter Data data = two;
  Real x[data.n] = data.v;
end M;)");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("Real[2] x = data.v;"));
}

TEST(RecordValue, OfAFunctionMayHaveFieldsSizedByOthers) {
  FlatFixture flat(R"(record Data
  parameter Integer n = 2;
  Real v[n];
end Data;
function f
  input Data d;
  output Real y;
algorithm
  y := sum(d.v);
end f;
model M
  parameter Data data(n = 3, v = {1, 2, 3});
  Real y = f(data);
end M;)");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("Real y = f(Data(data.n, data.v));"));
}

}  // namespace
}  // namespace mica::flat
