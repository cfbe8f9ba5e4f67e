#include "expression/type.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

struct TypeTest : testing::Test {
  NameTable names;
  Types types;
};

TEST_F(TypeTest, EqualTypesHaveEqualIds) {
  TypeId a = types.Array(types.real(), std::vector<std::int32_t>{3, 2});
  TypeId b = types.Array(types.Array(types.real(), 2), 3);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, types.Array(types.real(), std::vector<std::int32_t>{2, 3}));
  EXPECT_NE(a, types.Array(types.integer(), std::vector<std::int32_t>{3, 2}));
  EXPECT_EQ(types.Element(a), types.real());
  EXPECT_EQ(types.Drop(a, 1), types.Array(types.real(), 2));
  EXPECT_EQ(types.Drop(a, 2), types.real());
  EXPECT_THROW(types.Drop(a, 3), InternalError);
}

TEST_F(TypeTest, CountsElementsAndScalars) {
  RecordId complex = types.AddRecord(
      {names.Intern("Complex"), {{names.Intern("re"), types.real()}, {names.Intern("im"), types.real()}}});
  TypeId array = types.Array(types.Record(complex), std::vector<std::int32_t>{4, 5});
  EXPECT_EQ(types.ElementCount(array), 20);
  EXPECT_EQ(types.ScalarCount(array), 40);
  EXPECT_EQ(types.ElementCount(types.Array(types.real(), std::vector<std::int32_t>{0, 7})), 0);
  TypeId unknown = types.Array(types.real(), kUnknownSize);
  EXPECT_TRUE(types.has_unknown_size(unknown));
  EXPECT_THROW((void)types.ElementCount(unknown), InternalError);
}

TEST_F(TypeTest, DefinitionsAreShared) {
  EnumDefinition colours{names.Intern("P.Colour"), {names.Intern("red"), names.Intern("green")}};
  EnumId first = types.AddEnumeration(colours);
  EXPECT_EQ(types.AddEnumeration(colours), first);
  colours.literals.push_back(names.Intern("blue"));
  EXPECT_NE(types.AddEnumeration(colours), first);
  EXPECT_EQ(types.enumeration(types.Enumeration(first)).literals.size(), 2u);
}

TEST_F(TypeTest, Text) {
  EXPECT_EQ(types.Text(types.Array(types.real(), std::vector<std::int32_t>{3, kUnknownSize}), names), "Real[3, :]");
  std::vector<TypeId> parts{types.real(), types.Array(types.integer(), 2)};
  EXPECT_EQ(types.Text(types.Tuple(parts), names), "(Real, Integer[2])");
  std::vector<TypeId> out{types.boolean()};
  EXPECT_EQ(types.Text(types.Function(parts, out), names), "function(Real, Integer[2]) -> (Boolean)");
}

}  // namespace
}  // namespace mica
