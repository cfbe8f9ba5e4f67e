#include "study/sweep/text_column.h"

#include <fmt/format.h>

#include <algorithm>

#include "result/csv_records.h"
#include "study/codes.h"

namespace mica::study {

std::optional<std::vector<std::string>> ReadTextColumn(const std::string& path, const std::string& name,
                                                       DiagnosticSink& sink) {
  InputFile file(path);
  DiagnosticSink own;
  if (!file.Open(own)) {
    sink.Report(kWrongColumn, {}, fmt::format("the values of {} cannot be read: {}", name, own.all().front().message));
    return std::nullopt;
  }
  CsvRecords records(file);
  std::vector<std::string_view> cells;
  std::size_t column = 0;
  bool has_column = false;
  if (records.Next(cells)) {
    for (std::size_t i = 0; i < cells.size() && !has_column; ++i)
      if (TrimCell(cells[i]) == name) column = i, has_column = true;
    if (cells.size() == 1) has_column = true;
  }
  if (!has_column) {
    sink.Report(kWrongColumn, {}, fmt::format("{} has no column '{}'", path, name));
    return std::nullopt;
  }
  std::vector<std::string> values;
  // A file with one column need not have a head: a number there is a value.
  if (cells.size() == 1 && ParseCsvNumber(TrimCell(cells[0]), records.separator()))
    values.emplace_back(TrimCell(cells[0]));
  while (records.Next(cells)) {
    if (column >= cells.size() || TrimCell(cells[column]).empty()) {
      sink.Report(kWrongColumn, {}, fmt::format("{}:{}: there is no value of {}", path, records.line(), name));
      return std::nullopt;
    }
    values.emplace_back(TrimCell(cells[column]));
  }
  if (values.empty()) {
    sink.Report(kWrongColumn, {}, fmt::format("{} has no values of {}", path, name));
    return std::nullopt;
  }
  return values;
}

}  // namespace mica::study
