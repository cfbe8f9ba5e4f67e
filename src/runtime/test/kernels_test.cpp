// Strings, integer arithmetic, arrays of foreign functions, errors of foreign functions.
#include <gtest/gtest.h>
#include <climits>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/foreign/ModelicaUtilities.h"
#include "runtime/foreign/external_guard.h"
#include "runtime/kernels.h"

namespace {

class KernelTest : public testing::Test {
 protected:
  KernelTest() {
    host.scratch = [](MicaInstance* m, size_t bytes) -> void* {
      auto* test = static_cast<KernelTest*>(m->host_data);
      test->memory.emplace_back(bytes + 8);
      return test->memory.back().data();
    };
    host.report = [](MicaInstance* m, MicaReportKind kind, uint32_t site, const char* text) -> int {
      static_cast<KernelTest*>(m->host_data)->reports +=
          std::to_string(kind) + "@" + std::to_string(site) + ": " + text + "\n";
      return kind == MICA_REPORT_WARNING ? MICA_OK : MICA_FAILED;
    };
    host.message = [](MicaInstance* m, const char* text) { static_cast<KernelTest*>(m->host_data)->messages += text; };
    instance.host = &host;
    instance.host_data = this;
  }
  MicaInstance* m() { return &instance; }

  MicaHost host{};
  MicaInstance instance{};
  std::vector<std::vector<char>> memory;
  std::string reports, messages;
};

// The specification, 3.7.1: '%-*.*g', 6 significant digits.
TEST_F(KernelTest, StringOfNumbers) {
  EXPECT_STREQ(mica_text_of_real(m(), 1.0 / 3, 6, 0, 1), "0.333333");
  EXPECT_STREQ(mica_text_of_real(m(), -1e100, 3, 0, 1), "-1e+100");
  EXPECT_STREQ(mica_text_of_real(m(), 2, 6, 5, 1), "2    ");
  EXPECT_STREQ(mica_text_of_real(m(), 2, 6, 5, 0), "    2");
  EXPECT_STREQ(mica_text_of_integer(m(), -42, 6, 0), "   -42");
  EXPECT_STREQ(mica_text_of_boolean(m(), 1, 0, 1), "true");
  EXPECT_STREQ(mica_text_of_real_format(m(), 3.14159, ".3f"), "3.142");
  EXPECT_STREQ(mica_text_of_real_format(m(), 3.14159, "10.2e"), "  3.14e+00");
  EXPECT_STREQ(mica_text_of_integer_format(m(), 7, "03d"), "007");
  EXPECT_STREQ(mica_text_of_real_format(m(), 1.5, "s%n"), "1.5");  // no format that numbers take
}

TEST_F(KernelTest, LengthsAreOfCharacters) { EXPECT_STREQ(mica_text_padded(m(), "\xC3\xA4", 3, 1), "\xC3\xA4  "); }

TEST_F(KernelTest, ConcatenationAndOrder) {
  EXPECT_STREQ(mica_concat(m(), "a", "bc"), "abc");
  EXPECT_STREQ(mica_concat(m(), nullptr, ""), "");
  EXPECT_LT(mica_compare("a", "b"), 0);
  EXPECT_EQ(mica_compare(nullptr, ""), 0);
}

// 3.7.2: div truncates, mod goes with floor, rem with div.
TEST_F(KernelTest, IntegerDivision) {
  for (int64_t x = -7; x <= 7; ++x)
    for (int64_t y = -3; y <= 3; ++y) {
      if (y == 0) continue;
      double q = static_cast<double>(x) / static_cast<double>(y);
      EXPECT_EQ(mica_div_integer(x, y), static_cast<int64_t>(std::trunc(q)));
      EXPECT_EQ(mica_mod_integer(x, y), x - static_cast<int64_t>(std::floor(q)) * y);
      EXPECT_EQ(mica_rem_integer(x, y), x - static_cast<int64_t>(std::trunc(q)) * y);
    }
  EXPECT_EQ(mica_div_integer(INT64_MIN, -1), INT64_MIN);  // no trap
  EXPECT_EQ(mica_mul_integer(-3, 7), -21);
  EXPECT_EQ(mica_mul_integer(int64_t{1} << 40, int64_t{1} << 40), int64_t{1} << 62);  // 2^80 does not come back as 0
  EXPECT_EQ(mica_mul_integer(INT64_MIN, 3), -(int64_t{1} << 62));
  EXPECT_EQ(mica_integer(-2.5), -3);
  EXPECT_EQ(mica_integer(1e300), INT64_MAX);
  EXPECT_DOUBLE_EQ(mica_power_integer(1.5, -3), std::pow(1.5, -3));
}

TEST_F(KernelTest, ColumnMajorAndBack) {
  int64_t sizes[] = {2, 3};
  double rows[] = {11, 12, 13, 21, 22, 23}, columns[6], back[6];
  mica_to_column_major(columns, rows, 2, sizes, 8);
  EXPECT_EQ(std::vector<double>(columns, columns + 6), (std::vector<double>{11, 21, 12, 22, 13, 23}));
  mica_to_row_major(back, columns, 2, sizes, 8);
  EXPECT_EQ(std::vector<double>(back, back + 6), std::vector<double>(rows, rows + 6));
}

TEST_F(KernelTest, ErrorLeavesTheSection) {
  auto section = [](MicaInstance* instance) -> int {
    mica_external_begin(instance, 17);
    ModelicaWarning("careful");
    ModelicaFormatMessage("%d", 5);
    ModelicaFormatError("%s failed", "it");
    return MICA_OK;
  };
  EXPECT_EQ(mica_guarded(m(), section), MICA_FAILED);
  EXPECT_EQ(reports, "1@17: careful\n2@17: it failed\n");
  EXPECT_EQ(messages, "5");
  EXPECT_EQ(mica_external_frame(), nullptr);
}

// A solver calls sections from inside a section: an error of the inner one does not end the outer one.
TEST_F(KernelTest, FramesNest) {
  auto outer = [](MicaInstance* instance) -> int {
    auto inner = [](MicaInstance*, double*) -> int {
      ModelicaError("inner");
      return MICA_OK;
    };
    return mica_guarded_array(instance, inner, nullptr) == MICA_FAILED ? MICA_TERMINATED : MICA_OK;
  };
  EXPECT_EQ(mica_guarded(m(), outer), MICA_TERMINATED);
}

TEST_F(KernelTest, StringsOfForeignFunctions) {
  auto section = [](MicaInstance*) -> int {
    char* text = ModelicaAllocateString(3);
    EXPECT_EQ(text[3], 0);
    EXPECT_STREQ(ModelicaDuplicateString("abc"), "abc");
    return MICA_OK;
  };
  EXPECT_EQ(mica_guarded(m(), section), MICA_OK);
}

TEST_F(KernelTest, FailuresNeverLookFine) {
  host.report = [](MicaInstance*, MicaReportKind, uint32_t, const char*) -> int { return MICA_OK; };
  EXPECT_EQ(mica_division_failed(m(), 1), MICA_FAILED);
  EXPECT_EQ(mica_subscript_failed(m(), 1, 4, 3), MICA_FAILED);
}

}  // namespace
