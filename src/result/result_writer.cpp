#include "result/result_writer.h"

#include <fmt/format.h>

#include "result/codes.h"
#include "result/csv_writer.h"
#include "result/mat4_writer.h"

namespace mica {

std::unique_ptr<ResultWriter> MakeResultWriter(const std::string& path, const ResultWriterOptions& options,
                                               DiagnosticSink& sink) {
  if (path.ends_with(".mat")) return std::make_unique<Mat4Writer>(path, options.mat_precision, sink);
  if (path.ends_with(".csv")) return std::make_unique<CsvWriter>(path, options.parameters_in_csv, sink);
  sink.Report(kUnknownResultFormat, {}, fmt::format("no result format is known for '{}'", path)).hint =
      "the name must end in .mat or .csv";
  return nullptr;
}

}  // namespace mica
