#include "result/csv_writer.h"

#include <gtest/gtest.h>
#include <cmath>

#include "sample_result.h"
#include "temporary_directory.h"

namespace mica {
namespace {

TEST(CsvWriter, SampleIsWrittenExactly) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  CsvWriter writer(directory / "r.csv", false, sink);
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  // Round trip needs 16 digits for 1/3; the minus of zero is zero; parameters are left out, constants not.
  EXPECT_EQ(ReadAll(directory / "r.csv"),
            "time,x,g,on,\"a[1,2]\",sub.on\n"
            "0,1,9.81,0,-1,0\n"
            "0.5,0.3333333333333333,9.81,0,-0.3333333333333333,0\n"
            "0.5,-1.5,9.81,1,1.5,1\n"
            "1,0,9.81,1,0,1\n");
  EXPECT_TRUE(sink.all().empty());
}

TEST(CsvWriter, ParametersWhenAskedFor) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  CsvWriter writer(directory / "r.csv", true, sink);
  ASSERT_TRUE(SampleResult().WriteTo(writer));
  std::string text = ReadAll(directory / "r.csv");
  EXPECT_TRUE(text.starts_with("time,p,x,g,on,\"a[1,2]\",sub.on\n0,0.1,1,9.81,")) << text;
}

TEST(CsvWriter, QuotesInNamesAreDoubledAndNumbersThatAreNoneAreWritten) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  SignalTable signals;
  signals.Add({.name = "'say \"hi\"'"});
  signals.Add({.name = "y"});
  CsvWriter writer(directory / "r.csv", false, sink);
  ASSERT_TRUE(writer.Begin(signals, {}, 0, 1));
  ASSERT_TRUE(writer.Append(0, std::vector<double>{std::nan(""), -HUGE_VAL}));
  ASSERT_TRUE(writer.Append(1e-300, std::vector<double>{-0.0, 1.7976931348623157e308}));
  ASSERT_TRUE(writer.Finish());
  EXPECT_EQ(ReadAll(directory / "r.csv"),
            "time,\"'say \"\"hi\"\"'\",y\n0,nan,-inf\n1e-300,0,1.7976931348623157e+308\n");
}

TEST(CsvWriter, RowsAreOnDiskBeforeTheEnd) {
  TemporaryDirectory directory;
  DiagnosticSink sink;
  SignalTable signals;
  signals.Add({.name = "y"});
  CsvWriter writer(directory / "r.csv", false, sink);
  ASSERT_TRUE(writer.Begin(signals, {}, 0, 1));
  for (int i = 0; i < 200000; ++i) ASSERT_TRUE(writer.Append(i, std::vector<double>{i * 0.1}));
  std::string text = ReadAll(directory / "r.csv");  // as a killed run leaves it
  EXPECT_GT(text.size(), kFlushBytes);
  EXPECT_TRUE(text.ends_with('\n'));
}

TEST(CsvWriter, PlaceThatCannotBeWrittenIsReportedOnce) {
  DiagnosticSink sink;
  CsvWriter writer("/no such directory/r.csv", false, sink);
  SampleResult sample;
  EXPECT_FALSE(writer.Begin(sample.signals, sample.constants, 0, 1));
  EXPECT_FALSE(writer.Append(0, sample.rows[0]));
  EXPECT_FALSE(writer.Finish());
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].code.id(), "E7010");
}

TEST(CsvWriter, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  DiagnosticSink sink;
  CsvWriter writer("/dev/full", false, sink);
  EXPECT_FALSE(SampleResult().WriteTo(writer));
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].code.id(), "E7011");
}

TEST(ResultWriter, IsChosenByTheEnding) {
  DiagnosticSink sink;
  EXPECT_NE(MakeResultWriter("a.csv", {}, sink), nullptr);
  EXPECT_NE(MakeResultWriter("a.mat", {}, sink), nullptr);
  EXPECT_TRUE(sink.all().empty());
  EXPECT_EQ(MakeResultWriter("a.hdf", {}, sink), nullptr);
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].code.id(), "E7012");
}

}  // namespace
}  // namespace mica
