// Study stage: the table of a sweep as CSV (RFC 4180).
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "study/codes.h"
#include "study/sweep/sweep.h"

namespace mica::study {

namespace {

std::string Cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string{c};
  return quoted + "\"";
}

}  // namespace

bool CanWriteSweep(const std::string& path, DiagnosticSink& sink) {
  if (path == "-" || path.ends_with(".csv")) return true;
  sink.Report(kCannotWriteStudy, {},
              fmt::format("the table of a study is written as .csv, and '{}' is another file", path));
  return false;
}

bool WriteSweep(const Sweep& sweep, const std::string& path, DiagnosticSink& sink) {
  if (!CanWriteSweep(path, sink)) return false;
  bool is_standard = path == "-";
  std::string text = "run";
  for (const std::string& name : sweep.names) text += "," + Cell(name);
  for (const std::string& measure : sweep.measures) text += "," + Cell(measure);
  text += ",status,message\n";
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepRow& row = sweep.rows[i];
    if (!row.is_done) continue;
    text += fmt::format("{}", i + 1);
    for (const std::string& value : row.point) text += "," + Cell(value);
    // An undefined measure is an empty cell.
    for (double value : row.measures) text += std::isnan(value) ? "," : fmt::format(",{}", value);
    text += fmt::format(",{},{}\n", row.is_good ? "done" : "failed", Cell(row.message));
  }
  std::FILE* file = is_standard ? stdout : std::fopen(path.c_str(), "wb");
  bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  if (file && !is_standard) written = std::fclose(file) == 0 && written;
  if (!written)
    sink.Report(kCannotWriteStudy, {}, fmt::format("the table of the study cannot be written to '{}'", path));
  return written;
}

}  // namespace mica::study
