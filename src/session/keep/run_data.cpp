#include "session/keep/run_data.h"

#include <fmt/format.h>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "result/result_reader.h"
#include "run/runnable.h"
#include "session/codes.h"

namespace mica {

bool ReadOverrideFile(const std::string& path, std::vector<run::Override>& overrides, DiagnosticSink& sink) {
  std::ifstream in(path);
  std::error_code error;
  if (!in || std::filesystem::is_directory(path, error)) {
    sink.Report(kSetFileUnreadable, {}, fmt::format("the file of values {} cannot be read", path));
    return false;
  }
  bool good = true;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#' || line.compare(first, 2, "//") == 0) continue;
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with(';')) line.pop_back();
    DiagnosticSink own;
    if (run::ParseOverride(line.substr(first), overrides, own)) continue;
    for (const Diagnostic& each : own.all())
      sink.Report(each.code, {}, fmt::format("{}:{}: {}", path, number, each.message));
    good = false;
  }
  return good;
}

bool ReadInputTable(const std::string& path, run::SimulationOptions& options, DiagnosticSink& sink) {
  Result<Trajectory> data = ReadResult(path, sink);
  if (!data) return false;
  options.inputs = std::make_shared<run::InputTable>(run::InputTable{path, std::move(*data)});
  return true;
}

bool ReadInitialPoint(const std::string& text, run::SimulationOptions& options, DiagnosticSink& sink) {
  std::string file = text;
  std::optional<double> time;
  std::error_code error;
  if (std::size_t at = text.rfind('@'); at != std::string::npos && !std::filesystem::exists(text, error)) {
    double value = 0;
    const char* end = text.data() + text.size();
    auto [stopped, problem] = std::from_chars(text.data() + at + 1, end, value);
    if (problem != std::errc() || stopped != end) {
      sink.Report(kWrongInitialResult, {},
                  fmt::format("'{}' is not a time: --initial requires RESULT or RESULT@TIME", text.substr(at + 1)));
      return false;
    }
    file = text.substr(0, at);
    time = value;
  }
  Result<Trajectory> data = ReadResult(file, sink);
  if (!data) return false;
  if (data->rows() == 0) {
    sink.Report(kWrongInitialResult, {}, fmt::format("{} has no time points to start from", file));
    return false;
  }
  double wanted = time.value_or(data->time.back());
  if (wanted < data->time.front() || wanted > data->time.back()) {
    sink.Report(
        kWrongInitialResult, {},
        fmt::format("{} goes from {} to {}, and does not have the time {}", file, run::NumberText(data->time.front()),
                    run::NumberText(data->time.back()), run::NumberText(wanted)));
    return false;
  }
  options.initial = std::make_shared<run::InitialPoint>(run::InitialPoint{file, std::move(*data), wanted});
  return true;
}

}  // namespace mica
