// Results as MAT-4 files in Dymola's layout (mat4_format.h). data_2 is the last matrix, so rows are appended as they
// come; with each flush the number of columns in its header follows, and the file is complete again. Rows go out as
// whole blocks: memory is one flush.
//
// The format counts rows and columns in 32 bits and says nothing of bytes: a file may pass 2 GiB. Some readers do not
// like it: W7013.
#pragma once

#include <cstdint>
#include <string>

#include "result/mat4_format.h"
#include "result/output_file.h"
#include "result/result_writer.h"

namespace mica {

class Mat4Writer final : public ResultWriter {
 public:
  Mat4Writer(std::string path, ResultPrecision precision, DiagnosticSink& sink);
  ~Mat4Writer() override;

  [[nodiscard]] bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                           double stop_time) override;
  [[nodiscard]] bool Append(double time, std::span<const double> values) override;
  [[nodiscard]] bool Finish() override;

 private:
  void AddNumbers(std::span<const double> values);
  bool Flush();

  OutputFile file_;
  Mat4Number number_;
  FlushClock clock_;
  std::string buffer_;  // whole rows
  std::size_t row_slots_ = 0;
  std::uint64_t rows_ = 0;
  double last_time_ = 0;
  std::uint64_t stop_time_offset_ = 0;  // of the stop time in data_1
  std::uint64_t columns_offset_ = 0;    // of the number of time points in the header of data_2
  bool large_ = false;                  // W7013 was given
};

}  // namespace mica
