// Writers of results. The runtime declares the signals once, appends rows while it runs and finishes. A run that is
// killed leaves a file with all rows up to the last flush, at most kFlushSeconds old. If it is killed within a flush,
// the last block may be cut: our reader takes the complete rows; others may refuse such a MAT file.
//
// Each call tells whether writing still works. The first failure is reported to the sink (E701x); later calls return
// false and do nothing.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "result/signal.h"

namespace mica {

class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  // `constants` has a value for each constant slot of `signals`. The table must outlive the writer's use.
  [[nodiscard]] virtual bool Begin(const SignalTable& signals, std::span<const double> constants, double start_time,
                                   double stop_time) = 0;
  // One time point with a value for each row slot. Times never decrease; at an event, a second row of equal time.
  [[nodiscard]] virtual bool Append(double time, std::span<const double> values) = 0;
  // All rows to the disk and the file closed. A writer destroyed without it does the same, silently.
  [[nodiscard]] virtual bool Finish() = 0;
};

inline constexpr double kFlushSeconds = 1.0;
inline constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

enum class ResultPrecision : std::uint8_t { kDouble, kSingle };

struct ResultWriterOptions {
  bool parameters_in_csv = false;
  ResultPrecision mat_precision =
      ResultPrecision::kDouble;  // single precision, as Dymola writes by default, halves the file
};

// The writer for the file's ending, `.mat` or `.csv`; null, with E7012, for any other.
std::unique_ptr<ResultWriter> MakeResultWriter(const std::string& path, const ResultWriterOptions& options,
                                               DiagnosticSink& sink);

}  // namespace mica
