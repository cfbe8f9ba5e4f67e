#include "session/show/step_histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mica {

std::vector<HistogramRow> HistogramRows(const run::StepCost& cost) {
  std::vector<HistogramRow> rows;
  std::uint64_t from = 0;
  for (std::uint64_t decade = 10; decade <= 100'000'000'000; decade *= 10) {  // nanoseconds
    for (std::uint64_t digit : {1, 2, 5}) {
      std::uint64_t to = digit * decade;
      rows.push_back({static_cast<double>(from) / 1000, static_cast<double>(to) / 1000, cost.CountBetween(from, to)});
      from = to;
    }
  }
  auto is_empty = [](const HistogramRow& row) { return row.steps == 0; };
  while (!rows.empty() && is_empty(rows.back())) rows.pop_back();
  rows.erase(rows.begin(), std::find_if_not(rows.begin(), rows.end(), is_empty));
  return rows;
}

namespace {

std::string TimeText(double us) {
  return us >= 1e6    ? fmt::format("{:g} s", us / 1e6)
         : us >= 1000 ? fmt::format("{:g} ms", us / 1000)
                      : fmt::format("{:g} µs", us);
}

}  // namespace

std::string HistogramText(const run::StepCost& cost, std::size_t width) {
  std::string text;
  std::vector<HistogramRow> rows = HistogramRows(cost);
  std::uint64_t largest = 1;
  for (const HistogramRow& row : rows) largest = std::max(largest, row.steps);
  for (const HistogramRow& row : rows) {
    auto length = static_cast<std::size_t>(
        std::ceil(static_cast<double>(row.steps) / static_cast<double>(largest) * static_cast<double>(width)));
    std::string bar;
    for (std::size_t k = 0; k < length; ++k) bar += "█";
    text += fmt::format("  {:>7} to {:<7} {:>9}  {}\n", TimeText(row.from_us), TimeText(row.to_us), row.steps, bar);
  }
  return text;
}

}  // namespace mica
