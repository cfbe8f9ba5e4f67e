// Methods by name: those that are not there are refused with all that are, and with what was probably meant.
#include "session/find_method.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

TEST(FindMethod, EveryMethodHasItsName) {
  DiagnosticSink sink;
  for (const run::Method& method : run::Methods()) EXPECT_EQ(FindMethod(method.name, sink), &method);
  EXPECT_TRUE(sink.all().empty());
}

TEST(FindMethod, AnUnknownNameIsRefusedWithTheList) {
  DiagnosticSink sink;
  EXPECT_FALSE(FindMethod("dopri54", sink));
  ASSERT_EQ(sink.all().size(), 1u);
  const Diagnostic& error = sink.all()[0];
  EXPECT_EQ(error.code.id(), "E6001");
  ASSERT_EQ(error.notes.size(), 1u);
  for (const run::Method& method : run::Methods())
    EXPECT_NE(error.notes[0].message.find(method.name), std::string::npos);
  EXPECT_NE(error.hint.find("dopri45"), std::string::npos);
}

TEST(FindMethod, NamesOfOtherToolsHaveCounterparts) {
  DiagnosticSink sink;
  EXPECT_FALSE(FindMethod("DASSL", sink));
  EXPECT_EQ(sink.all()[0].hint, "ida is the form of DASSL in this program");
}

}  // namespace
}  // namespace mica
