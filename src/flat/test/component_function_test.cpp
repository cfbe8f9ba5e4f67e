// Functions of components (specification 5.3.2), and types that extend arrays.
#include "flat_fixture.h"

namespace mica::flat {
namespace {

TEST(ComponentFunction, IsFoundThroughTheInnerOne) {
  FlatFixture flat(R"(model World
  parameter Real g = 9.81;
  function standard
    input Real r;
    input Real g0;
    output Real a;
  algorithm
    a := g0*r;
  end standard;
  replaceable function gravity = standard(g0 = 2*g);
end World;
model Body
  outer World world;
  Real a = world.gravity(3);
end Body;
model M
  inner World world;
  Body body;
end M;)");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_TRUE(flat.Has("Real body.a = World.gravity(3.0, 2.0*world.g);"));
}

TEST(ComponentFunction, OfAnotherNameIsReported) {
  FlatFixture flat(R"(model World
  function gravity
    input Real r;
    output Real a = r;
  algorithm
  end gravity;
end World;
model M
  World world;
  Real a = world.gravty(3);
end M;)");
  EXPECT_EQ(flat.Codes(), std::vector<std::string>{"E3002"}) << flat.Messages();
}

TEST(TypeOfArray, KeepsItsSizesWhenExtended) {
  FlatFixture flat(R"(type Base = Real[3];
type Orientation
  extends Base(each unit = "1");
end Orientation;
model M
  Orientation t[2];
end M;)");
  ASSERT_TRUE(flat.ok()) << flat.Messages();
  EXPECT_EQ(flat.store().types.sizes(flat.model().variables[VarId(0)].type).size(), 2u);
}

}  // namespace
}  // namespace mica::flat
