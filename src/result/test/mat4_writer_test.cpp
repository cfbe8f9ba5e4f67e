// The bytes of the file are taken apart here by hand, not by our reader: the layout is what other tools rely on.
#include "result/mat4_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cstdlib>
#include <cstring>

#include "result/result_reader.h"
#include "sample_result.h"
#include "temporary_directory.h"

namespace mica {
namespace {

struct RawMatrix {
  std::int32_t type, rows, columns, imaginary;
  std::string elements;

  double number(int row, int column) const {
    std::size_t at = static_cast<std::size_t>(column * rows + row);
    if (type == 0) {
      double value;
      std::memcpy(&value, elements.data() + 8 * at, 8);
      return value;
    }
    std::int32_t value;
    std::memcpy(&value, elements.data() + 4 * at, 4);
    return value;
  }
  std::string text(int column) const {
    return elements.substr(static_cast<std::size_t>(column * rows), static_cast<std::size_t>(rows));
  }
};

std::vector<std::pair<std::string, RawMatrix>> TakeApart(const std::string& bytes) {
  std::vector<std::pair<std::string, RawMatrix>> matrices;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::int32_t head[5];
    std::memcpy(head, bytes.data() + at, 20);
    std::string name(bytes.data() + at + 20);
    EXPECT_EQ(static_cast<std::size_t>(head[4]), name.size() + 1);
    std::size_t width = head[0] == 0 ? 8 : head[0] == 51 ? 1 : 4;
    std::size_t size = width * static_cast<std::size_t>(head[1]) * static_cast<std::size_t>(head[2]);
    at += 20 + name.size() + 1;
    EXPECT_LE(at + size, bytes.size());
    matrices.push_back({name, {head[0], head[1], head[2], head[3], bytes.substr(at, size)}});
    at += size;
  }
  return matrices;
}

TEST(Mat4Writer, LayoutIsDymolas) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  Mat4Writer writer(directory / "r.mat", ResultPrecision::kDouble, sink);
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  auto matrices = TakeApart(ReadAll(directory / "r.mat"));
  ASSERT_EQ(matrices.size(), 6u);
  const char* names[] = {"Aclass", "name", "description", "dataInfo", "data_1", "data_2"};
  const int types[] = {51, 51, 51, 20, 0, 0};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(matrices[i].first, names[i]);
    EXPECT_EQ(matrices[i].second.type, types[i]);
    EXPECT_EQ(matrices[i].second.imaginary, 0);
  }
  // These 44 characters are at the start of every file that Dymola 7.4 to 2014 wrote.
  EXPECT_EQ(matrices[0].second.elements, std::string("A1 bt.\0ir1 na\0 Tj  re  ac  nt  so  \0r   y   ", 44));
  const RawMatrix& name = matrices[1].second;
  EXPECT_EQ(name.columns, 7);
  EXPECT_EQ(name.text(0), "Time  ");
  EXPECT_EQ(name.text(5), "a[1,2]");
  const RawMatrix& description = matrices[2].second;
  EXPECT_TRUE(description.text(0).starts_with("Time in [s] "));
  EXPECT_TRUE(description.text(1).starts_with("A parameter [K|degC] "));
  EXPECT_TRUE(description.text(3).starts_with("[m/s2] "));
  EXPECT_TRUE(description.text(4).starts_with("[:#(type=Boolean)]"));
  const double info[7][4] = {{0, 1, 0, -1}, {1, 2, 0, 0},   {2, 2, 0, -1}, {1, 3, 0, 0},
                             {2, 3, 0, -1}, {2, -2, 0, -1}, {2, 3, 0, -1}};
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 4; ++k) EXPECT_EQ(matrices[3].second.number(k, i), info[i][k]) << i << ' ' << k;
  const RawMatrix& constants = matrices[4].second;
  ASSERT_EQ(constants.rows, 3);
  ASSERT_EQ(constants.columns, 2);
  EXPECT_EQ(constants.number(0, 1), 1.0);
  EXPECT_EQ(constants.number(1, 0), 0.1);
  EXPECT_EQ(constants.number(2, 1), 9.81);
  const RawMatrix& rows = matrices[5].second;
  ASSERT_EQ(rows.rows, 3);
  ASSERT_EQ(rows.columns, 4);
  EXPECT_EQ(rows.number(0, 2), 0.5);
  EXPECT_EQ(rows.number(1, 1), 1.0 / 3);
  EXPECT_EQ(rows.number(2, 3), 1.0);
}

TEST(Mat4Writer, KilledRunLeavesACompleteFile) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  SignalTable signals;
  for (int i = 0; i < 100; ++i) signals.Add({.name = fmt::format("x{}", i)});
  Mat4Writer writer(directory / "r.mat", ResultPrecision::kDouble, sink);
  ASSERT_TRUE(writer.Begin(signals, {}, 0, 10));
  EXPECT_EQ(TakeApart(ReadAll(directory / "r.mat")).back().second.columns, 0);
  std::vector<double> row(100, 1.0);
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(writer.Append(i, row));
  auto matrices = TakeApart(ReadAll(directory / "r.mat"));  // as it is now; the writer lives on
  const RawMatrix& data = matrices.back().second;
  EXPECT_GT(data.columns, 3000);
  EXPECT_EQ(data.elements.size(), static_cast<std::size_t>(data.columns) * 101 * 8);
  EXPECT_EQ(data.number(0, data.columns - 1), data.columns - 1);
}

TEST(Mat4Writer, StopTimeIsWhereTheRunEnded) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  SampleResult sample;
  {
    Mat4Writer writer(directory / "r.mat", ResultPrecision::kDouble, sink);
    ASSERT_TRUE(writer.Begin(sample.signals, sample.constants, 0, 100));
    ASSERT_TRUE(writer.Append(0, sample.rows[0]));
    ASSERT_TRUE(writer.Append(7, sample.rows[0]));
  }  // destroyed without Finish, as by an exception
  auto matrices = TakeApart(ReadAll(directory / "r.mat"));
  EXPECT_EQ(matrices[4].second.number(0, 1), 7.0);
  EXPECT_EQ(matrices[5].second.columns, 2);
}

TEST(Mat4Writer, NoveletteOfADescriptionIsCutAtACharacter) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  SignalTable signals;
  std::string novel;
  for (int i = 0; i < 500; ++i) novel += "ö";
  signals.Add({.name = "x", .description = "a" + novel, .unit = "m"});
  Mat4Writer writer(directory / "r.mat", ResultPrecision::kSingle, sink);
  ASSERT_TRUE(writer.Begin(signals, {}, 0, 1));
  ASSERT_TRUE(writer.Finish());
  auto result = ReadResult(directory / "r.mat", sink);
  ASSERT_TRUE(result.ok());
  const Signal& x = result->signals.signals()[0];
  EXPECT_EQ(x.unit, "m");
  EXPECT_TRUE(x.description.ends_with("ö..."));
  EXPECT_LT(x.description.size(), 310u);
}

// SciPy is what most people read such files with.
TEST(Mat4Writer, SciPyReadsIt) {
  if (std::system("/usr/bin/python3 -c 'import scipy.io' 2>/dev/null") != 0) GTEST_SKIP() << "no SciPy here";
  for (ResultPrecision precision : {ResultPrecision::kDouble, ResultPrecision::kSingle}) {
    TemporaryDirectory directory;
    DiagnosticSink sink;
    Mat4Writer writer(directory / "r.mat", precision, sink);
    ASSERT_TRUE(SampleResult().WriteTo(writer));
    WriteAll(directory / "check.py",
             "import sys, scipy.io\n"
             "m = scipy.io.loadmat(sys.argv[1], chars_as_strings=False)\n"
             "texts = lambda a: [''.join(c).rstrip(' \\0') for c in a]\n"
             "assert texts(m['Aclass']) == ['Atrajectory', '1.1', '', 'binTrans'], texts(m['Aclass'])\n"
             "assert texts(m['name'].T) == ['Time', 'p', 'x', 'g', 'on', 'a[1,2]', 'sub.on']\n"
             "assert m['data_2'].shape == (3, 4) and m['data_1'].shape == (3, 2)\n"
             "assert abs(m['data_2'][1, 1] - 1/3) < 1e-7 and list(m['data_2'][0]) == [0, 0.5, 0.5, 1]\n"
             "assert m['dataInfo'][1, 5] == -2\n");
    EXPECT_EQ(std::system(("/usr/bin/python3 " + (directory / "check.py") + " " + (directory / "r.mat")).c_str()), 0);
  }
}

}  // namespace
}  // namespace mica
