#include "expression/expr.h"

#include <gtest/gtest.h>

#include "expression/store.h"

namespace mica {
namespace {

struct ExprTest : testing::Test {
  NameTable names;
  Store store{names};
  ExprPool& pool = store.exprs;
  Types& types = store.types;
};

TEST_F(ExprTest, EqualExpressionsAreOne) {
  Expr x = pool.Scalar(ScalarId(1), types.real());
  Expr sum = pool.Make(Op::kAdd, types.real(), {x, pool.Real(2)});
  std::size_t size = pool.size();
  EXPECT_EQ(pool.Make(Op::kAdd, types.real(), {x, pool.Real(2)}), sum);
  EXPECT_EQ(pool.size(), size);
  EXPECT_NE(pool.Make(Op::kAdd, types.real(), {pool.Real(2), x}), sum);
  EXPECT_NE(pool.Real(0.0), pool.Real(-0.0));
  EXPECT_NE(pool.Real(1.0), pool.Integer(1));
}

TEST_F(ExprTest, SurvivesGrowth) {
  std::vector<Expr> chain{pool.Real(0)};
  for (int i = 1; i < 50000; ++i) chain.push_back(pool.Make(Op::kAdd, types.real(), {chain.back(), pool.Integer(i)}));
  for (int i = 1; i < 50000; ++i) {
    ASSERT_EQ(pool.Make(Op::kAdd, types.real(), {chain[i - 1], pool.Integer(i)}), chain[i]);
    ASSERT_LT(pool.arg(chain[i], 0).index(), chain[i].index());
  }
}

TEST_F(ExprTest, ArgumentsMayBeAViewOfThePool) {
  Expr a = pool.Real(1), b = pool.Real(2), c = pool.Real(3);
  Expr array = pool.Make(Op::kArray, types.Array(types.real(), 3), {a, b, c});
  for (int i = 0; i < 1000; ++i) {
    Expr same = pool.Make(Op::kArray, types.Array(types.real(), i), pool.args(array));
    ASSERT_EQ(pool.ArgsCopy(same), (std::vector<Expr>{a, b, c}));
  }
}

TEST_F(ExprTest, IndexKnowsItsType) {
  Expr a = pool.Var(VarId(0), types.Array(types.real(), std::vector<std::int32_t>{2, 3, 4}));
  Expr one = pool.Integer(1);
  Expr list = pool.Make(Op::kArray, types.Array(types.integer(), 2), {one, one});
  auto text = [&](std::vector<Expr> subscripts) { return types.Text(pool.type(pool.Index(a, subscripts)), names); };
  EXPECT_EQ(text({one}), "Real[3, 4]");
  EXPECT_EQ(text({one, pool.Colon(), one}), "Real[3]");
  EXPECT_EQ(text({pool.Colon(), list}), "Real[2, 2, 4]");
  EXPECT_EQ(text({one, one, one}), "Real");
  EXPECT_THROW(text({one, one, one, one}), InternalError);
}

TEST_F(ExprTest, IteratorsAreUnique) {
  Expr i = pool.NewIterator(names.Intern("i"), types.integer());
  Expr j = pool.NewIterator(names.Intern("i"), types.integer());
  EXPECT_NE(i, j);
  EXPECT_EQ(names.text(pool.iterator_name(j)), "i");
}

TEST_F(ExprTest, OpNames) {
  EXPECT_EQ(OpName(Op::kPow), "^");
  EXPECT_EQ(OpName(Op::kNotEqual), "<>");
  EXPECT_EQ(OpName(Op::kTimeInState), "timeInState");
  EXPECT_EQ(ClassOf(Op::kLess), OpClass::kRelation);
  EXPECT_EQ(ClassOf(Op::kFloor), OpClass::kEventMath);
}

}  // namespace
}  // namespace mica
