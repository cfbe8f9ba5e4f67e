// Tables: what is known of the values without the code: interpolants that are exact for polynomials, monotone, held or
// continued outside; limits at jumps; files.
#include <gtest/gtest.h>
#include <unistd.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "runtime/tables/table.h"

namespace {

class TableTest : public testing::Test {
 protected:
  TableTest() {
    host.report = [](MicaInstance* m, MicaReportKind, uint32_t, const char* text) -> int {
      static_cast<TableTest*>(m->host_data)->reports += text;
      return MICA_FAILED;
    };
    instance.host = &host;
    instance.host_data = this;
  }
  ~TableTest() override {
    for (void* table : made) mica_table_close(m(), 0, table);
  }
  MicaInstance* m() { return &instance; }

  const MicaTable* Keep(void* table) {
    if (table) made.push_back(table);
    return static_cast<const MicaTable*>(table);
  }
  const MicaTable* Open(const std::vector<double>& data, int smoothness, int extrapolation, const char* file = "NoName",
                        const char* name = "NoName") {
    int column = 2;
    void* table = nullptr;
    mica_table_open(m(), 7, file, name, data.data(), data.size() / 2, 2, &column, 1, smoothness, extrapolation, 0, ",",
                    0, &table);
    return Keep(table);
  }
  const MicaTable* OpenTime(const std::vector<double>& data, int smoothness, int extrapolation, int events,
                            double start = 0, double shift = 0) {
    int column = 2;
    void* table = nullptr;
    mica_time_table_open(m(), 7, "NoName", "NoName", data.data(), data.size() / 2, 2, start, &column, 1, smoothness,
                         extrapolation, shift, events, 0, ",", 0, &table);
    return Keep(table);
  }
  double Value(const MicaTable* table, double u) {
    double y = NAN;
    EXPECT_EQ(mica_table_value(m(), 7, table, 1, u, &y), MICA_OK);
    return y;
  }
  double Slope(const MicaTable* table, double u) {
    double y = NAN;
    EXPECT_EQ(mica_table_derivative(m(), 7, table, 1, u, 1, &y), MICA_OK);
    return y;
  }
  double At(const MicaTable* table, double t, double next, double pre_next) {
    double y = NAN;
    EXPECT_EQ(mica_time_table_value(m(), 7, table, 1, t, next, pre_next, &y), MICA_OK);
    return y;
  }
  double Next(const MicaTable* table, double t) {
    double next = NAN;
    EXPECT_EQ(mica_time_table_next_event(m(), 7, table, t, &next), MICA_OK);
    return next;
  }

  MicaHost host{};
  MicaInstance instance{};
  std::string reports;
  std::vector<void*> made;
};

TEST_F(TableTest, LinearSegments) {
  const MicaTable* table = Open({0, 1, 2, 5, 3, 4}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD);
  EXPECT_DOUBLE_EQ(Value(table, 0.5), 2);
  EXPECT_DOUBLE_EQ(Slope(table, 0.5), 2);
  EXPECT_DOUBLE_EQ(Value(table, 2.25), 4.75);
  EXPECT_DOUBLE_EQ(Value(table, -1), 1);
  EXPECT_DOUBLE_EQ(Slope(table, -1), 0);
  EXPECT_DOUBLE_EQ(Value(table, 9), 4);
  double y = 0;
  EXPECT_EQ(mica_table_last_abscissa(m(), 7, table, &y), MICA_OK);
  EXPECT_EQ(y, 3);
}

TEST_F(TableTest, Outside) {
  std::vector<double> data{0, 1, 2, 5, 3, 4};
  const MicaTable* continued = Open(data, MICA_TABLE_LINEAR, MICA_TABLE_LAST_TWO);
  EXPECT_DOUBLE_EQ(Value(continued, -1), -1);
  EXPECT_DOUBLE_EQ(Value(continued, 5), 2);
  const MicaTable* periodic = Open(data, MICA_TABLE_LINEAR, MICA_TABLE_PERIODIC);
  EXPECT_DOUBLE_EQ(Value(periodic, 0.5 + 3 * 1000), 2);
  EXPECT_DOUBLE_EQ(Value(periodic, 0.5 - 3 * 1000), 2);
  double y = 0;
  EXPECT_NE(mica_table_value(m(), 7, Open(data, MICA_TABLE_LINEAR, MICA_TABLE_NO_EXTRAPOLATION), 1, 3.5, &y), MICA_OK);
  EXPECT_NE(reports.find("u = 3.5 is outside"), std::string::npos) << reports;
}

// On equal distances the differences of a parabola rise by the same amount everywhere: Akima's weights are equal, its
// slopes exact, and a cubic with exact slopes is the parabola.
TEST_F(TableTest, AkimaIsExactForParabolas) {
  std::vector<double> data;
  for (int i = -2; i <= 3; ++i) data.insert(data.end(), {double(i), 3.0 * i * i - i + 2});
  const MicaTable* table = Open(data, MICA_TABLE_AKIMA, MICA_TABLE_LAST_TWO);
  for (double u = -2; u <= 3; u += 0.17) {
    EXPECT_NEAR(Value(table, u), 3 * u * u - u + 2, 1e-12);
    EXPECT_NEAR(Slope(table, u), 6 * u - 1, 1e-11);
    double second = 0;
    mica_table_second_derivative(m(), 7, table, 1, u, 2, 5, &second);
    EXPECT_NEAR(second, 6 * 4 + (6 * u - 1) * 5, 1e-10);
  }
  EXPECT_NEAR(Value(table, 4), 26 + 17, 1e-11);  // on with the slope at the end
}

TEST_F(TableTest, MonotoneDataStayMonotone) {
  std::vector<double> data{0, 0, 1, 0, 2, 0.1, 2.5, 5, 4, 5.1, 5, 5.1, 7, 9};
  for (int smoothness : {MICA_TABLE_FRITSCH_BUTLAND, MICA_TABLE_STEFFEN}) {
    const MicaTable* table = Open(data, smoothness, MICA_TABLE_HOLD);
    for (std::size_t i = 0; i < data.size(); i += 2) EXPECT_NEAR(Value(table, data[i]), data[i + 1], 1e-12);
    for (double u = 0; u < 7; u += 0.01)
      EXPECT_GE(Value(table, u + 0.01), Value(table, u) - 1e-12) << smoothness << " at " << u;
    EXPECT_NE(Value(table, 2.2), Value(Open(data, MICA_TABLE_LINEAR, MICA_TABLE_HOLD), 2.2));
  }
}

// What Ionita's weights are for: beside a flat piece there is no overshoot.
TEST_F(TableTest, ModifiedAkimaStaysFlat) {
  const MicaTable* table = Open({1, 0, 2, 0, 3, 0, 4, 10, 5, 10, 6, 10}, MICA_TABLE_MODIFIED_AKIMA, MICA_TABLE_HOLD);
  for (double u = 1; u <= 3; u += 0.1) EXPECT_NEAR(Value(table, u), 0, 1e-12);
  for (double u = 4; u <= 6; u += 0.1) EXPECT_NEAR(Value(table, u), 10, 1e-12);
}

// 0 at 0 rises to 1 at 1, jumps to 3, which holds until 2.
TEST_F(TableTest, TimeTableJumpsAtItsEvent) {
  const MicaTable* table =
      OpenTime({0, 0, 1, 1, 1, 3, 2, 3}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, MICA_TABLE_EVENTS_AT_JUMPS);
  EXPECT_EQ(Next(table, 0), 1);
  EXPECT_EQ(Next(table, 1), 2);
  EXPECT_EQ(Next(table, 2), DBL_MAX);
  EXPECT_DOUBLE_EQ(At(table, 0.5, 1, 1), 0.5);
  EXPECT_DOUBLE_EQ(At(table, 1, 1, 1), 1);         // before the event: from the left
  EXPECT_DOUBLE_EQ(At(table, 1 + 1e-9, 1, 1), 1);  // as long as there was none
  EXPECT_DOUBLE_EQ(At(table, 1, 2, 1), 3);         // at the event
  EXPECT_DOUBLE_EQ(At(table, 1.5, 2, 2), 3);
  EXPECT_DOUBLE_EQ(At(table, 5, DBL_MAX, DBL_MAX), 3);
}

TEST_F(TableTest, TimeTableStartsShiftsAndRepeats) {
  const MicaTable* table =
      OpenTime({0, 1, 1, 2, 3, 2}, MICA_TABLE_CONSTANT, MICA_TABLE_PERIODIC, MICA_TABLE_EVENTS_ALWAYS, 0.5, 0.25);
  EXPECT_EQ(Next(table, 0), 0.5);
  EXPECT_EQ(At(table, 0.25, 0.5, 0.5), 0);
  EXPECT_EQ(Next(table, 0.5), 1.25);
  EXPECT_EQ(At(table, 0.5, 1.25, 0.5), 1);
  EXPECT_EQ(Next(table, 1.25), 3.25);
  EXPECT_EQ(At(table, 2, 3.25, 3.25), 2);
  EXPECT_EQ(Next(table, 3.25 + 3 * 7), 4.25 + 3 * 7);
  EXPECT_EQ(At(table, 3.5 + 3 * 7, 4.25 + 3 * 7, 4.25 + 3 * 7), 1);
}

TEST_F(TableTest, BilinearIsExactForProducts) {
  std::vector<double> data{0, 1, 2, 4};
  for (double x : {0.0, 1.0, 3.0}) {
    data.push_back(x);
    for (int j = 1; j <= 3; ++j) data.push_back(2 * x * data[static_cast<std::size_t>(j)] + x - 1);
  }
  void* made_table = nullptr;
  ASSERT_EQ(mica_table2_open(m(), 7, "NoName", "NoName", data.data(), 4, 4, MICA_TABLE_LINEAR, MICA_TABLE_LAST_TWO, 0,
                             ",", 0, &made_table),
            MICA_OK);
  const MicaTable* table = Keep(made_table);
  for (double x : {-0.5, 0.3, 1.0, 2.2, 3.5})
    for (double z : {0.5, 1.5, 3.0, 4.5}) {
      double y = 0;
      EXPECT_EQ(mica_table2_value(m(), 7, table, x, z, &y), MICA_OK);
      EXPECT_NEAR(y, 2 * x * z + x - 1, 1e-12);
      EXPECT_EQ(mica_table2_derivative(m(), 7, table, x, z, 1, 10, &y), MICA_OK);
      EXPECT_NEAR(y, 2 * z + 1 + 20 * x, 1e-11);
      EXPECT_EQ(mica_table2_second_derivative(m(), 7, table, x, z, 3, 5, 0, 0, &y), MICA_OK);
      EXPECT_NEAR(y, 2 * 2 * 3 * 5, 1e-10);
    }
}

// As of one variable: on equal distances both slopes and their cross derivative are exact for a product of parabolas,
// and so is the surface.
TEST_F(TableTest, SurfaceIsExactForProductsOfParabolas) {
  auto f = [](double x) { return x * x - x + 2; };
  auto g = [](double z) { return 3 * z * z + z - 1; };
  std::vector<double> data{0, -1, 0, 1, 2, 3};
  for (double x : {0.0, 0.5, 1.0, 1.5}) {
    data.push_back(x);
    for (double z : {-1.0, 0.0, 1.0, 2.0, 3.0}) data.push_back(f(x) * g(z));
  }
  void* made_table = nullptr;
  ASSERT_EQ(mica_table2_open(m(), 7, "NoName", "NoName", data.data(), 5, 6, MICA_TABLE_AKIMA, MICA_TABLE_HOLD, 0, ",",
                             0, &made_table),
            MICA_OK)
      << reports;
  const MicaTable* table = Keep(made_table);
  for (double x : {0.0, 0.2, 0.75, 1.4})
    for (double z : {-0.9, 0.1, 1.0, 2.7}) {
      double y = 0;
      EXPECT_EQ(mica_table2_value(m(), 7, table, x, z, &y), MICA_OK);
      EXPECT_NEAR(y, f(x) * g(z), 1e-11);
      EXPECT_EQ(mica_table2_derivative(m(), 7, table, x, z, 2, 3, &y), MICA_OK);
      EXPECT_NEAR(y, 2 * (2 * x - 1) * g(z) + 3 * f(x) * (6 * z + 1), 1e-10);
      EXPECT_EQ(mica_table2_second_derivative(m(), 7, table, x, z, 2, 3, 5, 7, &y), MICA_OK);
      double expected = 4 * 2 * g(z) + 2 * 6 * (2 * x - 1) * (6 * z + 1) + 9 * f(x) * 6 + 5 * (2 * x - 1) * g(z) +
                        7 * f(x) * (6 * z + 1);
      EXPECT_NEAR(y, expected, 1e-9);
    }
  double outside = 0;
  EXPECT_EQ(mica_table2_value(m(), 7, table, 9, 1, &outside), MICA_OK);
  EXPECT_NEAR(outside, f(1.5) * g(1), 1e-11);
}

TEST_F(TableTest, MistakesAreTold) {
  EXPECT_EQ(Open({0, 1, 0, 2}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD), nullptr);
  EXPECT_NE(reports.find("must rise"), std::string::npos);
  EXPECT_EQ(Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD), nullptr);
  EXPECT_EQ(Open({0, 1}, 9, MICA_TABLE_HOLD), nullptr);
  EXPECT_EQ(Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, "NoName", "ofUser"), nullptr);
  EXPECT_NE(reports.find("usertab"), std::string::npos);
}

TEST_F(TableTest, Files) {
  std::string path =
      (std::filesystem::temp_directory_path() / ("mica_table_test." + std::to_string(getpid()))).string();
  std::ofstream(path + ".txt")
      << "#1\ndouble first(1,2) # one\n0 9\ndouble second(3, 2)\n# the numbers\n0,1; 1\t3\n2 # and on\n 5\n";
  std::ofstream(path + ".csv") << "time,y\n0,1\n1, 3\r\n2,5\n";
  const MicaTable* table = Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, (path + ".txt").c_str(), "second");
  ASSERT_NE(table, nullptr) << reports;
  EXPECT_DOUBLE_EQ(Value(table, 1.5), 4);
  EXPECT_EQ(Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, (path + ".txt").c_str(), "third"), nullptr);
  EXPECT_NE(reports.find("has no matrix third"), std::string::npos);
  EXPECT_EQ(Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, (path + ".none").c_str(), "third"), nullptr);
  EXPECT_NE(reports.find("cannot be read"), std::string::npos);
  // Two matrices, the second of floats: type, rows, columns, real, length of the name, then columns.
  {
    std::ofstream mat(path + ".mat", std::ios::binary);
    auto put = [&](auto value) { mat.write(reinterpret_cast<const char*>(&value), sizeof value); };
    for (std::int32_t number : {0, 1, 2, 0, 2}) put(number);
    mat << "a" << '\0';
    put(0.0), put(9.0);
    for (std::int32_t number : {10, 3, 2, 0, 7}) put(number);
    mat << "second" << '\0';
    for (float number : {0.f, 1.f, 2.f, 1.f, 3.f, 5.f}) put(number);
  }
  table = Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, (path + ".mat").c_str(), "second");
  ASSERT_NE(table, nullptr) << reports;
  EXPECT_DOUBLE_EQ(Value(table, 1.5), 4);
  EXPECT_EQ(Open({}, MICA_TABLE_LINEAR, MICA_TABLE_HOLD, (path + ".mat").c_str(), "fourth"), nullptr);
  EXPECT_NE(reports.find("has no matrix fourth"), std::string::npos);
  std::remove((path + ".mat").c_str());
  size_t rows = 0, columns = 0;
  char problem[100];
  std::unique_ptr<double, decltype(&std::free)> numbers(
      mica_table_read((path + ".csv").c_str(), "", ",", 1, &rows, &columns, problem, sizeof problem), &std::free);
  ASSERT_NE(numbers, nullptr);
  EXPECT_EQ(rows, 3u);
  EXPECT_EQ(columns, 2u);
  EXPECT_EQ(numbers.get()[5], 5);
  std::remove((path + ".txt").c_str());
  std::remove((path + ".csv").c_str());
}

}  // namespace
