#include "expression/copy_store.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

TEST(CopyStore, HandlesAreEqualAndTheOriginalStaysAsItIs) {
  NameTable names;
  Store store(names);
  Types& types = store.types;
  ExprPool& pool = store.exprs;
  EnumId gears = types.AddEnumeration({names.Intern("Gear"), {names.Intern("first"), names.Intern("second")}});
  TypeId gear = types.Enumeration(gears);
  RecordId pair =
      types.AddRecord({names.Intern("Pair"), {{names.Intern("x"), types.real()}, {names.Intern("g"), gear}}});
  TypeId pairs = types.Array(types.Record(pair), 3);
  TypeId unused = types.Array(types.integer(), 7);
  Expr x = pool.Scalar(ScalarId(4), types.real());
  Expr loop = pool.NewIterator(names.Intern("i"), types.integer());
  Expr sum = pool.Make(Op::kAdd, types.real(), {x, pool.Real(2)});
  Expr text = pool.String("a text");
  Expr literal = pool.EnumLiteral(gear, 2);
  Expr array = pool.Var(VarId(1), pairs);
  Function f;
  f.name = names.Intern("f");
  store.functions.Add(f);
  std::size_t size = pool.size();

  std::unique_ptr<StoreCopy> copy = CopyStore(store, std::span(&unused, 1));
  const Store& made = copy->store;
  EXPECT_EQ(made.exprs.size(), size);
  EXPECT_EQ(made.exprs.arg(sum, 0), x);
  EXPECT_EQ(made.exprs.string(text), "a text");
  EXPECT_EQ(made.names.text(made.exprs.iterator_name(loop)), "i");
  EXPECT_EQ(made.types.Text(made.exprs.type(array), made.names), types.Text(pairs, names));
  EXPECT_EQ(made.types.Text(unused, made.names), "Integer[7]");
  EXPECT_EQ(made.names.text(made.types.enumeration(made.exprs.type(literal)).literals[1]), "second");
  EXPECT_EQ(made.names.text(made.functions[FunctionId(0)].name), "f");

  // The same expression is found again in the copy; a new one is seen there alone.
  EXPECT_EQ(copy->store.exprs.Make(Op::kAdd, types.real(), {x, copy->store.exprs.Real(2)}), sum);
  copy->store.exprs.Make(Op::kMul, types.real(), {sum, x});
  EXPECT_EQ(copy->store.exprs.size(), size + 1);
  EXPECT_EQ(pool.size(), size);
}

}  // namespace
}  // namespace mica
