// Results as CSV (RFC 4180): a head with the names, the first `time`; then a line a row, two of equal time at an event.
// Numbers have the fewest digits that give the same double back; Booleans are 0 and 1. A name is quoted where it must
// be (`"a[1,2]"`). Every signal has its column, aliases too and those that turned out constant; parameters only when
// asked for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "result/output_file.h"
#include "result/result_writer.h"

namespace mica {

class CsvWriter final : public ResultWriter {
 public:
  CsvWriter(std::string path, bool with_parameters, DiagnosticSink& sink);
  ~CsvWriter() override;

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override;

 private:
  // A number as text after a comma. Formatted when the value changes, copied to each column that shows it.
  struct Cell {
    static constexpr std::size_t kBytes = 32;  // copied whole: cheaper than by length
    double value = 0;
    std::array<char, kBytes> text{};
    std::uint8_t length = 0;

    void Set(double number, bool negated);
    void Update(double number, bool negated);
  };
  struct Source {
    std::uint32_t slot = 0;
    bool negated = false;
  };

  bool Flush();

  OutputFile file_;
  bool with_parameters_;
  FlushClock clock_;
  std::string buffer_;  // room for kFlushBytes and a row; `used_` of it are text
  std::size_t used_ = 0;
  std::size_t row_slots_ = 0;
  std::vector<Cell> cells_;             // first one for each source, then the constants
  std::vector<Source> sources_;         // of the cells that change
  std::vector<std::uint32_t> columns_;  // cells in the order of the head
};

}  // namespace mica
