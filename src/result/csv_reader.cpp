#include "result/csv_reader.h"

#include <fmt/format.h>

#include "result/codes.h"
#include "result/selection.h"

namespace mica {

namespace {
constexpr int kMostMistakes = 5;  // of one file are reported
}

CsvRows::CsvRows(const InputFile& file, DiagnosticSink& sink) : file_(file), sink_(sink), records_(file) {}

void CsvRows::Refuse(std::string message, std::string hint) {
  if (++mistakes_ > kMostMistakes) return;
  sink_.Report(kBrokenCsv, {}, fmt::format("'{}', line {}: {}", file_.path(), records_.line(), message)).hint =
      std::move(hint);
}

bool CsvRows::ReadHead(std::vector<std::string>& names) {
  std::vector<std::string_view> cells;
  if (!records_.Next(cells)) {
    Refuse("there is no head with the names of the signals");
    return false;
  }
  if (records_.open_quote()) {
    Refuse("a quote is not closed");
    return false;
  }
  for (std::string_view cell : cells) names_.emplace_back(TrimCell(cell));
  if (names_.size() > 1 && names_.back().empty()) names_.pop_back();  // some tools end every line with a separator
  if (ParseCsvNumber(names_[0], separator()) && !names_[0].empty()) {
    Refuse(fmt::format("the first line should name the signals, but begins with the number {}", names_[0]),
           "the first line is a head: time,name,…");
    return false;
  }
  names = names_;
  return true;
}

bool CsvRows::Next(std::vector<std::string_view>& cells) {
  while (mistakes_ < kMostMistakes && records_.Next(cells)) {
    if (records_.open_quote()) {
      Refuse("a quote is not closed");
      return false;
    }
    if (cells.size() == names_.size() + 1 && TrimCell(cells.back()).empty()) cells.pop_back();
    if (!records_.terminated()) {
      // Only the last line end may be missing; whether digits of the last number are, nobody can know.
      if (cells.size() == names_.size() && !cells.back().empty() && ParseCsvNumber(cells.back(), separator()))
        return true;
      sink_.Report(kUnfinishedResult, {},
                   fmt::format("'{}' was not finished: its last line {} is not complete and left out", file_.path(),
                               records_.line()));
      return false;
    }
    if (cells.size() == names_.size()) return true;
    Refuse(fmt::format("{} cells, but the head has {}", cells.size(), names_.size()));
  }
  return false;
}

void CsvRows::RefuseCell(std::size_t column, std::string_view cell) {
  std::string shown(cell.substr(0, 40));
  bool band = cell.find(':') != std::string_view::npos;
  Refuse(fmt::format("'{}' is not a number (signal '{}')", shown, names_[column]),
         band ? "cells of the form low:high stand in references: compare a result with it" : "");
}

Result<std::unique_ptr<ResultReader>> CsvReader::Open(std::unique_ptr<InputFile> file, DiagnosticSink& sink) {
  std::unique_ptr<CsvReader> reader(new CsvReader(std::move(file)));
  CsvRows rows(*reader->file_, sink);
  std::vector<std::string> names;
  if (!rows.ReadHead(names)) return Reported{};
  for (std::size_t i = 1; i < names.size(); ++i) {
    Signal signal;
    signal.name = std::move(names[i]);
    reader->signals_.Add(std::move(signal));  // slot i - 1
  }
  return std::unique_ptr<ResultReader>(std::move(reader));
}

Result<Trajectory> CsvReader::Read(const std::function<bool(const Signal&)>& wanted, DiagnosticSink& sink) {
  CsvRows rows(*file_, sink);
  std::vector<std::string> names;
  if (!rows.ReadHead(names)) return Reported{};
  if (names.size() != signals_.size() + 1) {
    sink.Report(kBrokenCsv, {}, fmt::format("'{}' changed while it was read", file_->path()));
    return Reported{};
  }
  SignalSelection selection = SelectSignals(signals_, wanted);
  Trajectory trajectory;
  trajectory.columns.resize(selection.rows.size());
  std::vector<std::string_view> cells;
  while (rows.Next(cells)) {
    auto number = [&](std::size_t column) {
      std::optional<double> value = ParseCsvNumber(cells[column], rows.separator());
      if (!value) rows.RefuseCell(column, cells[column]);
      return value.value_or(0);
    };
    trajectory.time.push_back(number(0));
    for (std::size_t i = 0; i < selection.rows.size(); ++i)
      trajectory.columns[i].push_back(number(selection.rows[i].slot + 1));
  }
  if (!rows.ok()) return Reported{};
  trajectory.signals = std::move(selection.table);
  if (!CheckTimes(file_->path(), trajectory.time, sink)) return Reported{};
  return trajectory;
}

}  // namespace mica
