#include "result/result_reader.h"

#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <random>

#include "result/mat4_format.h"
#include "result/mat4_writer.h"
#include "sample_result.h"
#include "temporary_directory.h"

namespace mica {
namespace {

std::string FirstCode(const DiagnosticSink& sink) {
  return sink.all().empty() ? "" : std::string(sink.all()[0].code.id());
}

std::string SampleBytes(std::string_view ending, ResultPrecision precision = ResultPrecision::kDouble) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  std::string path = directory / ("r" + std::string(ending));
  auto writer = MakeResultWriter(path, {.parameters_in_csv = true, .mat_precision = precision}, sink);
  EXPECT_TRUE(SampleResult().WriteTo(*writer));
  return ReadAll(path);
}

void ExpectSample(const Trajectory& result, double accuracy) {
  SampleResult sample;
  ASSERT_EQ(result.time, sample.times);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    EXPECT_NEAR((*result.FindView("p"))[row], 0.1, accuracy);
    EXPECT_NEAR((*result.FindView("g"))[row], 9.81, 10 * accuracy);
    EXPECT_NEAR((*result.FindView("x"))[row], sample.rows[row][0], accuracy);
    EXPECT_NEAR((*result.FindView("a[1,2]"))[row], -sample.rows[row][0], accuracy);
    EXPECT_EQ((*result.FindView("sub.on"))[row], sample.rows[row][1]);
  }
}

TEST(ResultReader, ReadsBackWhatWasWritten) {
  TemporaryDirectory directory;
  for (std::string_view ending : {".mat", ".csv"}) {
    WriteAll(directory / "r", SampleBytes(ending));
    DiagnosticSink sink;
    auto result = ReadResult(directory / "r", sink);
    ASSERT_TRUE(result.ok());
    EXPECT_TRUE(sink.all().empty());
    ExpectSample(*result, 0);
  }
  WriteAll(directory / "r", SampleBytes(".mat", ResultPrecision::kSingle));
  DiagnosticSink sink;
  ExpectSample(*ReadResult(directory / "r", sink), 1e-7);
}

TEST(ResultReader, MatKeepsUnitsTypesAndAliases) {
  TemporaryDirectory directory;
  WriteAll(directory / "r", SampleBytes(".mat"));
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r", sink);
  ASSERT_TRUE(result.ok());
  const SignalTable& signals = result->signals;
  ASSERT_EQ(signals.size(), 6u);
  EXPECT_EQ(signals.row_slots(), 2u);
  EXPECT_EQ(signals[signals.Find("p")].unit, "K");
  EXPECT_EQ(signals[signals.Find("p")].display_unit, "degC");
  EXPECT_EQ(signals[signals.Find("p")].description, "A parameter");
  EXPECT_EQ(signals[signals.Find("on")].type, SignalType::kBoolean);
  EXPECT_EQ(signals[signals.Find("on")].kind, SignalKind::kDiscrete);
  EXPECT_TRUE(signals[signals.Find("a[1,2]")].negated);
}

TEST(ResultReader, OnlyWantedSignalsAreLoaded) {
  TemporaryDirectory directory;
  for (std::string_view ending : {".mat", ".csv"}) {
    WriteAll(directory / "r", SampleBytes(ending));
    DiagnosticSink sink;
    auto reader = OpenResult(directory / "r", sink);
    ASSERT_TRUE(reader.ok());
    EXPECT_EQ((*reader)->signals().size(), 6u);
    auto result = (*reader)->Read([](const Signal& signal) { return signal.name == "a[1,2]"; }, sink);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->signals.size(), 1u);
    EXPECT_EQ(result->columns.size(), 1u);
    EXPECT_EQ((*result->FindView("a[1,2]"))[2], 1.5);
  }
}

// Builds MAT-4 matrices from numbers by rows, transposed or in the other byte order as asked.
class MatBuilder {
 public:
  explicit MatBuilder(bool big_endian = false) : big_endian_(big_endian) {}
  void Texts(const std::string& name, const std::vector<std::string>& rows, bool transpose) {
    std::size_t longest = 0;
    for (const std::string& row : rows) longest = std::max(longest, row.size());
    std::vector<std::vector<double>> numbers;
    for (const std::string& row : rows) {
      numbers.emplace_back(longest, ' ');
      for (std::size_t i = 0; i < row.size(); ++i) numbers.back()[i] = static_cast<unsigned char>(row[i]);
    }
    Add(51, name, numbers, transpose);
  }
  void Add(int type, const std::string& name, const std::vector<std::vector<double>>& rows, bool transpose) {
    std::size_t height = rows.size(), width = rows.empty() ? 0 : rows[0].size();
    std::int32_t stored_rows = static_cast<std::int32_t>(transpose ? width : height);
    std::int32_t stored_columns = static_cast<std::int32_t>(transpose ? height : width);
    Put(static_cast<std::int32_t>(type + (big_endian_ ? 1000 : 0)));
    Put(stored_rows);
    Put(stored_columns);
    Put(std::int32_t{0});
    Put(static_cast<std::int32_t>(name.size() + 1));
    bytes.append(name.c_str(), name.size() + 1);
    for (std::int32_t c = 0; c < stored_columns; ++c)
      for (std::int32_t r = 0; r < stored_rows; ++r) {
        double value = transpose ? rows[static_cast<std::size_t>(c)][static_cast<std::size_t>(r)]
                                 : rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
        switch (type) {
          case 0:
            Put(value);
            break;
          case 10:
            Put(static_cast<float>(value));
            break;
          case 20:
            Put(static_cast<std::int32_t>(value));
            break;
          default:
            bytes += static_cast<char>(value);
        }
      }
  }
  std::string bytes;

 private:
  void Put(auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (big_endian_) std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
  }
  bool big_endian_;
};

std::string HandMade(bool transpose, bool big_endian, int data_type) {
  MatBuilder mat(big_endian);
  mat.Texts("Aclass", {"Atrajectory", "1.1", "", transpose ? "binTrans" : "binNormal"}, false);
  mat.Texts("name", {"Time", "k", "x", "mx", "y"}, transpose);
  mat.Texts("description", {"Time in [s]", "gain", "x [m]", "", "y [:#(type=Integer)]"}, transpose);
  mat.Add(20, "dataInfo", {{0, 1, 0, -1}, {1, 2, 0, 0}, {2, -2, 0, -1}, {2, 2, 0, -1}, {2, 3, 0, -1}}, transpose);
  mat.Add(data_type, "data_1", {{0, 2.5}, {1, 2.5}}, transpose);
  mat.Add(data_type, "data_2", {{0, 1, 7}, {0.5, 2, 8}, {1, 3, 9}}, transpose);
  return mat.bytes;
}

TEST(ResultReader, MatOfOtherTools) {
  TemporaryDirectory directory;
  for (bool transpose : {true, false})
    for (bool big_endian : {true, false})
      for (int type : {0, 10}) {
        WriteAll(directory / "r.mat", HandMade(transpose, big_endian, type));
        DiagnosticSink sink;
        auto result = ReadResult(directory / "r.mat", sink);
        ASSERT_TRUE(result.ok()) << transpose << big_endian << type;
        EXPECT_TRUE(sink.all().empty());
        EXPECT_EQ(result->time, (std::vector<double>{0, 0.5, 1}));
        EXPECT_EQ((*result->FindView("k"))[1], 2.5);
        EXPECT_EQ((*result->FindView("x"))[2], -3);  // its place in dataInfo is negative
        EXPECT_EQ((*result->FindView("mx"))[2], 3);
        EXPECT_EQ((*result->FindView("y"))[0], 7);
        EXPECT_EQ(result->signals[result->signals.Find("y")].type, SignalType::kInteger);
      }
}

TEST(ResultReader, PlainExportOfDymola) {
  MatBuilder mat;
  mat.Texts("Aclass", {"Atrajectory", "1.0", "Stored by Dymola", "binNormal"}, false);
  mat.Texts("names", {"Time", "x", "y"}, false);
  mat.Add(0, "data", {{0, 1, 2}, {1, 3, 4}}, false);
  TemporaryDirectory directory;
  WriteAll(directory / "r.mat", mat.bytes);
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r.mat", sink);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ((*result->FindView("y"))[1], 4);
}

TEST(ResultReader, SignalsWithoutValuesAreLeftOut) {
  MatBuilder mat;
  mat.Texts("Aclass", {"Atrajectory", "1.1", "", "binTrans"}, false);
  mat.Texts("name", {"Time", "x", "beyond", "elsewhere"}, true);
  mat.Add(20, "dataInfo", {{0, 1, 0, -1}, {2, 2, 0, -1}, {2, 9, 0, -1}, {3, 2, 0, -1}}, true);
  mat.Add(0, "data_2", {{0, 1}, {1, 3}}, true);
  TemporaryDirectory directory;
  WriteAll(directory / "r.mat", mat.bytes);
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r.mat", sink);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(FirstCode(sink), "W7006");
  EXPECT_EQ(result->signals.size(), 1u);
}

TEST(ResultReader, UnfinishedMatGivesItsWholeRows) {
  std::string bytes = HandMade(true, false, 0);
  std::string more = bytes;
  more.append(24 + 7, '\1');  // a fourth time point and part of a fifth that the header does not count
  TemporaryDirectory directory;
  WriteAll(directory / "r.mat", more);
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r.mat", sink);
  EXPECT_EQ(FirstCode(sink), "W7005");
  // The fourth time is a tiny number, smaller than the third: that is reported too.
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(sink.all().back().code.id(), "E7007");

  sink.Clear();
  WriteAll(directory / "r.mat", bytes.substr(0, bytes.size() - 30));
  auto cut = ReadResult(directory / "r.mat", sink);
  ASSERT_TRUE(cut.ok());
  EXPECT_EQ(cut->rows(), 1u);
  EXPECT_EQ(FirstCode(sink), "W7005");
}

// Whatever is cut off: a whole answer or a diagnostic, and never more rows than there were.
TEST(ResultReader, EveryTruncationIsSurvived) {
  TemporaryDirectory directory;
  for (const std::string& bytes : {SampleBytes(".mat"), SampleBytes(".csv"), HandMade(false, true, 10)})
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      WriteAll(directory / "r", std::string_view(bytes).substr(0, size));
      DiagnosticSink sink;
      auto result = ReadResult(directory / "r", sink);
      if (result.ok()) {
        EXPECT_LE(result->rows(), 4u);
        for (std::size_t i = 0; i < result->signals.size(); ++i) static_cast<void>(result->View(SignalId(i)));
      } else {
        EXPECT_TRUE(sink.has_errors()) << size;
      }
    }
}

TEST(ResultReader, RandomDamageIsSurvived) {
  TemporaryDirectory directory;
  std::mt19937 random(1);
  for (const std::string& original : {SampleBytes(".mat"), HandMade(false, false, 0), SampleBytes(".csv")})
    for (int round = 0; round < 1500; ++round) {
      std::string bytes = original;
      for (int k = 0; k < 1 + round % 4; ++k)
        bytes[random() % bytes.size()] = static_cast<char>(round % 2 ? random() : random() % 2 * 255);
      WriteAll(directory / "r", bytes);
      DiagnosticSink sink;
      auto result = ReadResult(directory / "r", sink);
      if (!result.ok())
        EXPECT_TRUE(sink.has_errors());
      else
        for (std::size_t i = 0; i < result->signals.size(); ++i) static_cast<void>(result->View(SignalId(i)));
    }
}

struct BadFile {
  const char* name;
  std::string bytes;
  const char* code;
};

class BadFiles : public testing::TestWithParam<BadFile> {};

TEST_P(BadFiles, AreDiagnosed) {
  TemporaryDirectory directory;
  WriteAll(directory / "r", GetParam().bytes);
  DiagnosticSink sink;
  EXPECT_FALSE(ReadResult(directory / "r", sink).ok());
  EXPECT_EQ(FirstCode(sink), GetParam().code);
}

std::string WithoutResult() {
  MatBuilder mat;
  mat.Add(0, "A", {{1, 2}, {3, 4}}, false);
  return mat.bytes;
}

INSTANTIATE_TEST_SUITE_P(
    ResultReader, BadFiles,
    testing::Values(BadFile{"Empty", "", "E7002"}, BadFile{"Mat5", "MATLAB 5.0 MAT-file, Platform: GLNXA64", "E7002"},
                    BadFile{"Hdf5", "\x89HDF\r\n\x1a\n", "E7002"},
                    BadFile{"Binary", std::string("\0\1\2\3", 4), "E7002"},
                    BadFile{"NoAclass", WithoutResult(), "E7002"}, BadFile{"NoHead", "0,1\n1,2\n", "E7004"},
                    BadFile{"Word", "time,x\n0,one\n", "E7004"}, BadFile{"Ragged", "time,x\n0,1,2\n1,2\n", "E7004"},
                    BadFile{"OpenQuote", "time,\"x\n0,1\n", "E7004"}, BadFile{"Band", "time,x\n0,1:2\n", "E7004"},
                    BadFile{"Backwards", "time,x\n1,1\n0,1\n", "E7007"}, BadFile{"NoTime", "time,x\n,1\n", "E7007"},
                    BadFile{"BlankOnly", "\n\n  \n", "E7004"}),
    [](const auto& info) { return info.param.name; });

TEST(ResultReader, MissingFileAndDirectory) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  EXPECT_FALSE(ReadResult(directory / "none.mat", sink).ok());
  EXPECT_EQ(FirstCode(sink), "E7001");
  sink.Clear();
  EXPECT_FALSE(ReadResult(directory / "", sink).ok());
  EXPECT_EQ(FirstCode(sink), "E7001");
}

TEST(ResultReader, CsvOfOtherTools) {
  struct Form {
    std::string text;
    double second;
  };
  TemporaryDirectory directory;
  for (const Form& form :
       {Form{"\"time\",\"x\"\n0,1\n1,2.5\n", 2.5}, Form{"\xEF\xBB\xBFtime,x\r\n0,1\r\n1,2.5\r\n", 2.5},
        Form{"time;x\n0;1\n1;2,5\n", 2.5}, Form{"time\tx\n0\t1\n1\t+2.5", 2.5},
        Form{"time, x \n0, 1\n\n1, 2.5 \n", 2.5}, Form{"time,x,\n0,1,\n1,2.5,\n", 2.5},
        Form{"time,x\n0,false\n1,TRUE\n", 1}, Form{"time,x\n0,1\n1,1e999\n", HUGE_VAL},
        Form{"time,x\n0,1\n1,1e-999\n", 0}, Form{"time,\"x\"\n0,\"1\"\n1,\"2.5\"\n", 2.5}}) {
    WriteAll(directory / "r.csv", form.text);
    DiagnosticSink sink;
    auto result = ReadResult(directory / "r.csv", sink);
    ASSERT_TRUE(result.ok()) << form.text;
    ASSERT_EQ(result->rows(), 2u) << form.text;
    EXPECT_EQ((*result->FindView("x"))[1], form.second) << form.text;
  }
}

TEST(ResultReader, CsvEmptyCellIsNoNumberButNoMistake) {
  TemporaryDirectory directory;
  WriteAll(directory / "r.csv", "time,x\n0,\n1,2\n");
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r.csv", sink);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(std::isnan((*result->FindView("x"))[0]));
}

TEST(ResultReader, CsvTellsSeveralMistakesButNotThousands) {
  std::string text = "time,x\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + ",bad" + std::to_string(i) + "\n";
  TemporaryDirectory directory;
  WriteAll(directory / "r.csv", text);
  DiagnosticSink sink;
  EXPECT_FALSE(ReadResult(directory / "r.csv", sink).ok());
  EXPECT_EQ(sink.all().size(), 5u);
  EXPECT_NE(sink.all()[4].message.find("line 6"), std::string::npos) << sink.all()[4].message;
}

TEST(ResultReader, CsvLongerThanABufferIsWhole) {
  std::string text = "time,x\n";
  for (int i = 0; i < 300000; ++i) text += std::to_string(i) + "," + std::to_string(2 * i) + "\n";
  TemporaryDirectory directory;
  WriteAll(directory / "r.csv", text);
  DiagnosticSink sink;
  auto result = ReadResult(directory / "r.csv", sink);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->rows(), 300000u);
  for (std::size_t i = 0; i < result->rows(); ++i) ASSERT_EQ((*result->FindView("x"))[i], 2.0 * static_cast<double>(i));
}

TEST(Mat4Description, UnitsAndTypesRoundTrip) {
  for (const Mat4Description& d :
       {Mat4Description{"Angle", "rad", "deg", ""}, Mat4Description{"", "m", "", ""},
        Mat4Description{"flag", "", "", "Boolean"}, Mat4Description{"count", "1", "", "Integer"}}) {
    Mat4Description back = DecodeMat4Description(EncodeMat4Description(d));
    EXPECT_EQ(back.text, d.text);
    EXPECT_EQ(back.unit, d.unit);
    EXPECT_EQ(back.display_unit, d.display_unit);
    EXPECT_EQ(back.type, d.type);
  }
  EXPECT_EQ(DecodeMat4Description("Type of gravity [:#(type=World.Types.Gravity)]").type, "World.Types.Gravity");
  EXPECT_EQ(DecodeMat4Description("plain").text, "plain");
  EXPECT_EQ(DecodeMat4Description("]").text, "]");
}

}  // namespace
}  // namespace mica
