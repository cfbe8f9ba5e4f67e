#include "result/reference.h"

#include <fmt/format.h>
#include <deque>

#include "result/codes.h"
#include "result/csv_reader.h"
#include "result/input_file.h"
#include "result/mat4_reader.h"
#include "result/result_reader.h"

namespace mica {

namespace {

struct Band {
  double low, high;
};

std::optional<Band> ParseBand(std::string_view cell, char separator) {
  std::size_t colon = cell.find(':');
  auto number = [&](std::string_view text) {
    return TrimCell(text).empty() ? std::nullopt : ParseCsvNumber(text, separator);
  };
  std::optional<double> low = number(cell.substr(0, colon));
  std::optional<double> high = colon == std::string_view::npos ? low : number(cell.substr(colon + 1));
  if (!low || !high) return std::nullopt;
  return Band{*low, *high};
}

Result<Reference> ReadBands(const InputFile& file, DiagnosticSink& sink) {
  CsvRows rows(file, sink);
  std::vector<std::string> names;
  if (!rows.ReadHead(names)) return Reported{};
  Reference reference;
  reference.signals.resize(names.size() - 1);
  for (std::size_t i = 1; i < names.size(); ++i) reference.signals[i - 1].name = std::move(names[i]);
  std::vector<std::string_view> cells;
  while (rows.Next(cells)) {
    std::optional<double> time = ParseCsvNumber(cells[0], rows.separator());
    if (!time) rows.RefuseCell(0, cells[0]);
    reference.times.push_back(time.value_or(0));
    for (std::size_t i = 1; i < cells.size(); ++i) {
      std::optional<Band> band = ParseBand(cells[i], rows.separator());
      if (!band) rows.RefuseCell(i, cells[i]);
      reference.signals[i - 1].low.push_back(band ? band->low : 0);
      reference.signals[i - 1].high.push_back(band ? band->high : 0);
    }
  }
  if (!rows.ok() || !CheckTimes(file.path(), reference.times, sink)) return Reported{};
  return reference;
}

}  // namespace

Result<Reference> ReadReference(const std::string& path, DiagnosticSink& sink) {
  Result<Reference> reference = Reported{};
  {
    InputFile file(path);
    if (!file.Open(sink)) return Reported{};
    char head[256];
    std::string_view start(head, file.ReadAt(0, head, sizeof head));
    if (!LooksLikeMat4(start) && start.find('\0') == std::string_view::npos) {
      reference = ReadBands(file, sink);
    } else {
      auto reader = OpenResult(path, sink);
      if (!reader) return Reported{};
      auto trajectory = (*reader)->Read([](const Signal& signal) { return !signal.constant(); }, sink);
      if (!trajectory) return Reported{};
      reference = BandsAround(*trajectory);
    }
  }
  if (reference && (reference->times.empty() || reference->signals.empty())) {
    std::string_view lacks = reference->times.empty() ? "time point to compare at" : "signal to compare with";
    sink.Report(kEmptyReference, {}, fmt::format("'{}' has no {}", path, lacks));
    return Reported{};
  }
  return reference;
}

Reference BandsAround(const Trajectory& trajectory, double share) {
  Reference reference;
  reference.times = trajectory.time;
  std::size_t rows = trajectory.rows();
  double reach = rows > 0 ? share * (trajectory.time.back() - trajectory.time.front()) : 0;
  for (std::size_t s = 0; s < trajectory.signals.size(); ++s) {
    SignalView values = trajectory.View(SignalId(s));
    ReferenceSignal signal{trajectory.signals[SignalId(s)].name, std::vector<double>(rows), std::vector<double>(rows)};
    // Sliding extremes: each queue holds the rows of the window that no later row of it beats, so its front is the
    // extreme.
    std::deque<std::size_t> lowest, highest;
    std::size_t end = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (; end < rows && trajectory.time[end] <= trajectory.time[row] + reach; ++end) {
        while (!lowest.empty() && !(values[lowest.back()] < values[end])) lowest.pop_back();
        while (!highest.empty() && !(values[highest.back()] > values[end])) highest.pop_back();
        lowest.push_back(end);
        highest.push_back(end);
      }
      while (trajectory.time[lowest.front()] < trajectory.time[row] - reach) lowest.pop_front();
      while (trajectory.time[highest.front()] < trajectory.time[row] - reach) highest.pop_front();
      signal.low[row] = values[lowest.front()];
      signal.high[row] = values[highest.front()];
    }
    reference.signals.push_back(std::move(signal));
  }
  return reference;
}

}  // namespace mica
