#include "result/memory_writer.h"

#include <algorithm>

#include "base/check.h"

namespace mica {

namespace {
constexpr std::size_t kBlockRows = 64;
}

void AppendTransposed(const double* block, std::size_t rows, std::size_t width,
                      std::span<std::vector<double>> columns) {
  Check(columns.size() == width, "a block does not fit the columns");
  constexpr std::size_t kTile = 8;  // columns a pass: a line of cache in each row
  for (std::size_t first = 0; first < width; first += kTile) {
    std::size_t last = std::min(width, first + kTile);
    double* out[kTile];
    for (std::size_t c = first; c < last; ++c) {
      std::size_t size = columns[c].size();
      columns[c].resize(size + rows);
      out[c - first] = columns[c].data() + size;
    }
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = first; c < last; ++c) out[c - first][r] = block[r * width + c];
  }
}

bool MemoryWriter::Begin(const SignalTable& signals, std::span<const double> constants, double, double) {
  Check(constants.size() == signals.constant_slots(), "constants do not fit the signals");
  trajectory_ = {};
  trajectory_.signals = signals;
  trajectory_.constants.assign(constants.begin(), constants.end());
  trajectory_.columns.resize(signals.row_slots());
  block_.clear();
  block_.reserve(kBlockRows * signals.row_slots());
  return true;
}

bool MemoryWriter::Append(double time, std::span<const double> values) {
  Check(values.size() == trajectory_.columns.size(), "a row does not fit the signals");
  trajectory_.time.push_back(time);
  block_.insert(block_.end(), values.begin(), values.end());
  if (block_.size() >= kBlockRows * values.size()) Transpose();
  return true;
}

void MemoryWriter::Transpose() {
  std::size_t width = trajectory_.columns.size();
  if (width > 0) AppendTransposed(block_.data(), block_.size() / width, width, trajectory_.columns);
  block_.clear();
}

bool MemoryWriter::Finish() {
  Transpose();
  return true;
}

Trajectory MemoryWriter::Take() {
  Transpose();
  return std::move(trajectory_);
}

}  // namespace mica
