#include "result/result_reader.h"

#include <fmt/format.h>

#include "result/codes.h"
#include "result/csv_reader.h"
#include "result/input_file.h"
#include "result/mat4_reader.h"

namespace mica {

Result<std::unique_ptr<ResultReader>> OpenResult(const std::string& path, DiagnosticSink& sink) {
  auto file = std::make_unique<InputFile>(path);
  if (!file->Open(sink)) return Reported{};
  auto refuse = [&](std::string_view why, std::string_view hint) {
    sink.Report(kNotAResult, {}, fmt::format("'{}' is not a result file: {}", path, why)).hint = hint;
    return Reported{};
  };
  std::string head(4096, '\0');
  head.resize(file->ReadAt(0, head.data(), head.size()));
  constexpr std::string_view kReadable = "Mica reads MAT-4 results of Modelica tools, and CSV with a head";
  if (head.empty()) return refuse("it is empty", "");
  if (head.starts_with("MATLAB 5.0 MAT-file"))
    return refuse("it is a MAT-5 file", "in MATLAB, save with the option -v4");
  if (head.starts_with("MATLAB 7.3 MAT-file") || head.starts_with("\x89HDF\r\n"))
    return refuse("it is an HDF5 file (MAT 7.3)", "in MATLAB, save with the option -v4");
  if (LooksLikeMat4(head)) return Mat4Reader::Open(std::move(file), sink);
  if (head.find('\0') == std::string::npos) return CsvReader::Open(std::move(file), sink);
  return refuse("its first bytes are of no format known", kReadable);
}

Result<Trajectory> ReadResult(const std::string& path, DiagnosticSink& sink) {
  auto reader = OpenResult(path, sink);
  if (!reader) return Reported{};
  return (*reader)->Read([](const Signal&) { return true; }, sink);
}

bool CheckTimes(const std::string& path, std::span<const double> times, DiagnosticSink& sink) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] != times[i]) {
      sink.Report(kTimeGoesBack, {}, fmt::format("'{}': the time of row {} is not a number", path, i + 1));
      return false;
    }
    if (i > 0 && times[i] < times[i - 1]) {
      sink.Report(kTimeGoesBack, {},
                  fmt::format("'{}': time goes back from {} to {} at row {}", path, times[i - 1], times[i], i + 1));
      return false;
    }
  }
  return true;
}

}  // namespace mica
