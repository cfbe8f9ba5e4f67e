// Tables of small models, held against what their text says.
#include "table/model_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "structure/test/analyzed_model.h"

namespace mica::table {
namespace {

using structure::AnalyzedModel;

struct Tabled {
  explicit Tabled(std::string text, structure::Options options = {}) : model(std::move(text), options) {
    EXPECT_TRUE(model.ok()) << model.Diagnostics();
    if (model.ok()) made.emplace(model.blocks(), model.store(), &model.flat(), std::span<const Site>());
  }
  const MicaModelTable& t() const { return made->table(); }
  std::string Text(std::uint32_t place) const { return t().texts + place; }
  std::vector<std::uint32_t> List(MicaRange range) const {
    return {t().indices + range.first, t().indices + range.first + range.count};
  }
  const MicaScalar& Scalar(const std::string& name) const {
    for (std::uint32_t i = 0; i < t().scalars_count; ++i)
      if (Text(t().scalars[i].name) == name) return t().scalars[i];
    ADD_FAILURE() << "there is no scalar called " << name;
    return t().scalars[0];
  }

  AnalyzedModel model;
  std::optional<ModelTable> made;
};

TEST(ModelTable, ScalarsHaveTypesAliasesAndDeclarations) {
  Tabled m(R"(
    model M
      type Level = enumeration(low, high);
      parameter Real p(unit = "m") = 3 "a length";
      parameter Level level = Level.high;
      parameter String file = "data.txt";
      output Real y;
      Real x(start = 2, fixed = true), z;
      discrete Integer n(start = 0, fixed = true);
    equation
      der(x) = -p*x;
      y = x;
      z = -x;
      when x < 0.5 then
        n = pre(n) + 1;
      end when;
      annotation (experiment(StopTime = 7, Tolerance = 1e-5));
    end M;)");
  const MicaScalar &p = m.Scalar("p"), &z = m.Scalar("z"), &x = m.Scalar("x");
  EXPECT_EQ(p.kind, MICA_KIND_PARAMETER);
  EXPECT_EQ(p.value, 3);
  EXPECT_TRUE(p.flags & MICA_SCALAR_HAS_VALUE);
  EXPECT_EQ(m.Text(p.unit), "m");
  EXPECT_EQ(m.Text(p.description), "a length");
  const MicaScalar& level = m.Scalar("level");
  EXPECT_EQ(level.value, 2);
  ASSERT_EQ(level.type, static_cast<std::uint32_t>(MICA_TYPE_ENUMERATION));
  EXPECT_EQ(m.Text(m.List(m.t().enumerations[level.enumeration])[1]), "high");
  EXPECT_EQ(m.Text(m.Scalar("file").text), "data.txt");
  EXPECT_EQ(z.slot, x.slot);
  EXPECT_EQ(z.sign, -1);
  EXPECT_EQ(m.Text(m.t().scalars[z.owner].name), "x");
  EXPECT_TRUE(m.Scalar("y").flags & MICA_SCALAR_OUTPUT);
  EXPECT_TRUE(x.flags & MICA_SCALAR_FIXED);
  EXPECT_EQ(m.List(m.t().state_slots), std::vector<std::uint32_t>{x.slot});
  EXPECT_EQ(m.List(m.t().derivative_slots), std::vector<std::uint32_t>{m.t().scalars[x.derivative].slot});
  EXPECT_EQ(m.t().stop_time, 7);
  EXPECT_EQ(m.t().tolerance, 1e-5);
  ASSERT_EQ(m.t().relations_count, 1u);
  EXPECT_EQ(m.t().relations[0].true_side, -1);
  EXPECT_EQ(m.Text(m.t().relations[0].text), "x < 0.5");
}

TEST(ModelTable, SystemsHavePatternsAndModes) {
  Tabled m(R"(
    model M "two currents through a diode that leaks"
      parameter Real R = 2;
      Real i, v, u(start = 1, fixed = true);
      Boolean off;
    equation
      der(u) = -i;
      u = R*i + v;
      off = v < 0.5;
      i = if off then 1e-3*v else v^3;
    end M;)");
  ASSERT_GE(m.t().systems_count, 1u);
  std::uint32_t number = m.List(m.t().solved_systems).at(0);
  const MicaSystem& system = m.t().systems[number];
  EXPECT_FALSE(system.flags & MICA_SYSTEM_LINEAR);
  EXPECT_TRUE(system.flags & MICA_SYSTEM_ANALYTIC);
  EXPECT_EQ(system.unknowns.count, 1u);
  EXPECT_EQ(m.List(system.rows), std::vector<std::uint32_t>{0});
  EXPECT_EQ(system.held.count, 1u);
  EXPECT_EQ(system.discrete.count, 1u);
  EXPECT_EQ(m.List(system.discrete), std::vector<std::uint32_t>{m.Scalar("off").slot});
  EXPECT_EQ(m.t().mode_variables_count > 0, true);
  // The state equations: der(u) depends on u, through the system.
  EXPECT_TRUE(m.t().flags & MICA_MODEL_HAS_PATTERN);
  EXPECT_EQ(m.List(m.t().pattern_starts), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(m.List(m.t().pattern_columns), (std::vector<std::uint32_t>{0}));
}

TEST(ModelTable, SidesOfRelationsAreFormulas) {
  Tabled m(R"(
    model M
      Real x(start = 1, fixed = true), minus;
      Boolean b;
      function f
        input Real u; output Real y;
      algorithm
        y := 0;
        for i in 1:3 loop y := y + u^i; end for;
      end f;
      Boolean c;
    equation
      der(x) = 1;
      minus = -x;
      b = 2*minus + sqrt(time) > min(x, 3);
      c = f(x) > 1;
    end M;)");
  ASSERT_EQ(m.t().relations_count, 2u);
  std::size_t plain = m.t().relations[0].left != MICA_NONE ? 0 : 1;
  const MicaRelation &relation = m.t().relations[plain], &call = m.t().relations[1 - plain];
  EXPECT_EQ(call.left, MICA_NONE);
  ASSERT_NE(relation.left, MICA_NONE);
  ASSERT_NE(relation.right, MICA_NONE);
  std::vector<double> reals(m.t().real_count, 0.0);
  reals[m.Scalar("x").slot] = 5;
  MicaInstance instance{};
  instance.time = 9;
  instance.reals = reals.data();
  EXPECT_EQ(mica_formula_value(&m.t(), relation.left, &instance), 2 * -5.0 + 3);
  EXPECT_EQ(mica_formula_value(&m.t(), relation.right, &instance), 3);
}

TEST(ModelTable, BytesReadBackElsewhere) {
  Tabled m(R"(
    model M
      Real x(start = 1, fixed = true), y;
    equation
      der(x) = if y > 0.2 then -y else 1;
      y + y^3 = x;
    end M;)");
  std::size_t size = mica_model_table_size(&m.t());
  std::vector<double> bytes((size + 7) / 8), moved(bytes.size() + 3);
  mica_model_table_write(&m.t(), bytes.data());
  std::memcpy(&moved[3], bytes.data(), size);
  MicaModelTable read{};
  ASSERT_TRUE(mica_model_table_read(&read, &moved[3], size));
  EXPECT_EQ(read.real_count, m.t().real_count);
#define MICA_TEST_SAME(type, name)                                                                                 \
  ASSERT_EQ(read.name##_count, m.t().name##_count);                                                                \
  EXPECT_TRUE(read.name##_count == 0 || std::memcmp(read.name, m.t().name, read.name##_count * sizeof(type)) == 0) \
      << #name;
  MICA_TABLE_ARRAYS(MICA_TEST_SAME)
#undef MICA_TEST_SAME
  // Written again, it is the same block.
  std::vector<double> again(bytes.size());
  mica_model_table_write(&read, again.data());
  EXPECT_EQ(std::memcmp(again.data(), bytes.data(), size), 0);
}

TEST(ModelTable, DamagedBytesAreRefused) {
  Tabled m("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
  std::size_t size = mica_model_table_size(&m.t());
  std::vector<double> bytes((size + 7) / 8);
  mica_model_table_write(&m.t(), bytes.data());
  MicaModelTable read{};
  EXPECT_FALSE(mica_model_table_read(&read, bytes.data(), size - 8));
  EXPECT_FALSE(mica_model_table_read(&read, bytes.data(), 16));
  for (std::size_t at = 0; at < size; at += 41) {
    std::vector<double> damaged = bytes;
    reinterpret_cast<unsigned char*>(damaged.data())[at] ^= 0x10;
    EXPECT_FALSE(mica_model_table_read(&read, damaged.data(), size)) << at;
  }
  MicaModelTable other = m.t();
  other.version += 1;
  mica_model_table_write(&other, bytes.data());
  EXPECT_FALSE(mica_model_table_read(&read, bytes.data(), size));
}

}  // namespace
}  // namespace mica::table
