#include "plot/thinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mica {

std::vector<std::size_t> ThinRows(const Figure& figure, std::size_t buckets) {
  std::size_t rows = figure.x.size();
  std::vector<std::size_t> kept;
  if (!figure.x_ascending || rows <= 4 * buckets) {
    kept.resize(rows);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return kept;
  }
  double low = figure.x.front(), width = (figure.x.back() - low) / static_cast<double>(buckets);
  auto bucket_of = [&](std::size_t row) { return width > 0 ? std::floor((figure.x[row] - low) / width) : 0.0; };
  std::vector<bool> keep(rows);
  for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
    double bucket = bucket_of(begin);
    for (end = begin + 1; end < rows && bucket_of(end) == bucket;) ++end;
    keep[begin] = keep[end - 1] = true;
    for (const Diagram& diagram : figure.diagrams)
      for (const Curve& curve : diagram.curves) {
        std::size_t lowest = begin, highest = begin;
        for (std::size_t row = begin; row < end; ++row) {
          double value = curve.values[row];
          if (value < curve.values[lowest] || std::isnan(curve.values[lowest])) lowest = row;
          if (value > curve.values[highest] || std::isnan(curve.values[highest])) highest = row;
          if (row > begin && std::isnan(value) != std::isnan(curve.values[row - 1])) keep[row] = keep[row - 1] = true;
        }
        keep[lowest] = keep[highest] = true;
      }
  }
  for (std::size_t row = 0; row < rows; ++row)
    if (keep[row]) kept.push_back(row);
  return kept;
}

}  // namespace mica
