#include "result/mat4_reader.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/check.h"
#include "result/codes.h"
#include "result/selection.h"

namespace mica {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

Signal DescribeSignal(std::string name, std::string_view description) {
  Mat4Description parts = DecodeMat4Description(description);
  Signal signal;
  signal.name = std::move(name);
  signal.description = std::move(parts.text);
  signal.unit = std::move(parts.unit);
  signal.display_unit = std::move(parts.display_unit);
  signal.type = parts.type.empty() || parts.type == "Real" ? SignalType::kReal
                : parts.type == "Boolean"                  ? SignalType::kBoolean
                : parts.type == "Integer"                  ? SignalType::kInteger
                                                           : SignalType::kEnumeration;
  return signal;
}

}  // namespace

bool LooksLikeMat4(std::string_view head) { return DecodeMat4Header(head).has_value(); }

bool Mat4Reader::Broken(std::string_view why, DiagnosticSink& sink) const {
  sink.Report(kBrokenResult, {}, fmt::format("'{}' is broken: {}", file_->path(), why));
  return false;
}

Result<std::unique_ptr<ResultReader>> Mat4Reader::Open(std::unique_ptr<InputFile> file, DiagnosticSink& sink) {
  std::unique_ptr<Mat4Reader> reader(new Mat4Reader(std::move(file)));
  Mat4Directory directory = ListMat4Matrices(*reader->file_);
  const Mat4Matrix* class_matrix = directory.Find("Aclass");
  if (!class_matrix) {
    sink.Report(
        kNotAResult, {},
        fmt::format("'{}' is a MAT-4 file without a result in it: it has no matrix 'Aclass'", reader->file_->path()));
    return Reported{};
  }
  auto texts = ReadMat4Texts(*reader->file_, *class_matrix, false);
  if (!texts) {
    reader->Broken("it ends within its first matrix", sink);
    return Reported{};
  }
  texts->resize(4);
  bool opened;
  if ((*texts)[0] == "Atrajectory" && (*texts)[1] != "1.0") {
    bool transposed = (*texts)[3] != "binNormal";
    opened = reader->OpenTrajectory(directory, transposed, sink);
  } else if (directory.Find("names") && directory.Find("data")) {
    opened = reader->OpenPlain(directory, sink);
  } else {
    sink.Report(kNotAResult, {},
                fmt::format("'{}' is a file of class '{}', not a result", reader->file_->path(), (*texts)[0]));
    opened = false;
  }
  if (!opened) return Reported{};
  return std::unique_ptr<ResultReader>(std::move(reader));
}

// The block in `matrix`, with the time points that are really in the file: a run that was killed may leave fewer or
// more than the header says.
bool Mat4Reader::FindBlock(const Mat4Directory& directory, const Mat4Matrix& matrix, bool transposed, Block& block,
                           DiagnosticSink& sink) const {
  const Mat4Header& header = matrix.header;
  block = {matrix, transposed, transposed ? header.columns : header.rows, transposed ? header.rows : header.columns};
  bool last = &matrix == &directory.matrices.back();
  if (!last || directory.end == file_->size()) return true;
  if (!transposed) {
    if (matrix.end() <= file_->size()) return true;  // something follows that is no matrix
    return Broken(fmt::format("it ends within '{}', before all signals had their values", header.name), sink);
  }
  if (block.entries == 0) return true;
  std::uint64_t available = matrix.offset < file_->size() ? file_->size() - matrix.offset : 0;
  block.points = available / (block.entries * Mat4Width(header.number));
  sink.Report(kUnfinishedResult, {},
              fmt::format("'{}' was not finished: its {} complete time points are taken", file_->path(), block.points));
  return true;
}

bool Mat4Reader::OpenTrajectory(const Mat4Directory& directory, bool transposed, DiagnosticSink& sink) {
  const Mat4Matrix* name_matrix = directory.Find("name");
  const Mat4Matrix* info_matrix = directory.Find("dataInfo");
  const Mat4Matrix* description_matrix = directory.Find("description");
  const Mat4Matrix* first = directory.Find("data_1");
  const Mat4Matrix* second = directory.Find("data_2");
  if (!name_matrix || !info_matrix || (!first && !second))
    return Broken("it ends before its values, or lacks one of the matrices 'name', 'dataInfo', 'data_2'", sink);
  auto names = ReadMat4Texts(*file_, *name_matrix, transposed);
  auto info = ReadMat4Numbers(*file_, *info_matrix);
  if (!names || !info) return Broken("it ends within the names of its signals", sink);
  auto descriptions = description_matrix ? ReadMat4Texts(*file_, *description_matrix, transposed) : std::nullopt;
  if (!descriptions) descriptions.emplace();
  descriptions->resize(names->size());
  std::size_t fields = transposed ? info_matrix->header.rows : info_matrix->header.columns;
  std::size_t described = transposed ? info_matrix->header.columns : info_matrix->header.rows;
  if (fields < 2 || described < names->size()) return Broken("'dataInfo' does not fit the names", sink);

  // The time points are those of data_2; a file without any holds constants alone, over two points.
  int row_block = second ? 2 : 1;
  if (!FindBlock(directory, second ? *second : *first, transposed, rows_, sink)) return false;
  if (second && first && !FindBlock(directory, *first, transposed, constants_, sink)) return false;
  if (rows_.entries == 0) return Broken("its time points have no time", sink);

  struct Owner {
    SignalId signal;
    bool negated = false;
  };
  std::unordered_map<std::uint32_t, Owner> row_owners, constant_owners;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < names->size(); ++i) {
    auto field = [&](std::size_t k) { return (*info)[transposed ? i * fields + k : k * described + i]; };
    double block = field(0), signed_entry = field(1), entry = std::abs(signed_entry);
    if (block == 0 || entry == 1) continue;  // time
    bool row = block == row_block, constant = block == 1 && constants_.points > 0;
    const Block& values = row ? rows_ : constants_;
    if ((!row && !constant) || !(entry >= 1 && entry <= static_cast<double>(values.entries)) ||
        (!row && constants_.points > 2)) {
      ++left_out;
      continue;
    }
    Signal signal = DescribeSignal(std::move((*names)[i]), (*descriptions)[i]);
    signal.kind = !row                               ? SignalKind::kConstant
                  : signal.type == SignalType::kReal ? SignalKind::kContinuous
                                                     : SignalKind::kDiscrete;
    Place place{static_cast<std::uint32_t>(entry), signed_entry < 0};
    Owner& owner = (row ? row_owners : constant_owners)[place.entry];
    // Tools that call minus a Boolean its negation leave no alias that makes sense: it gets values of its own.
    if (owner.signal.valid() && place.negated != owner.negated && signals_[owner.signal].type == SignalType::kBoolean) {
      signals_.Add(std::move(signal));
      (row ? row_places_ : constant_places_).push_back(place);
    } else if (owner.signal.valid()) {
      signals_.AddAlias(std::move(signal), owner.signal, place.negated != owner.negated);
    } else {
      owner = {signals_.Add(std::move(signal)), place.negated};
      (row ? row_places_ : constant_places_).push_back(place);
    }
  }
  if (left_out > 0)
    sink.Report(kSignalsWithoutValues, {},
                fmt::format("'{}': {} signals have no values in the file and are left out", file_->path(), left_out));
  return true;
}

// Dymola's 'export as plotted': `names`, the first being time, and `data` with a row for each time point.
bool Mat4Reader::OpenPlain(const Mat4Directory& directory, DiagnosticSink& sink) {
  auto names = ReadMat4Texts(*file_, *directory.Find("names"), false);
  if (!names) return Broken("it ends within the names of its signals", sink);
  if (!FindBlock(directory, *directory.Find("data"), false, rows_, sink)) return false;
  if (names->empty() || names->size() > rows_.entries)
    return Broken("'data' has fewer columns than there are names", sink);
  for (std::size_t i = 1; i < names->size(); ++i) {
    signals_.Add(DescribeSignal(std::move((*names)[i]), ""));
    row_places_.push_back({static_cast<std::uint32_t>(i + 1), false});
  }
  return true;
}

bool Mat4Reader::ReadEntries(const Block& block, std::span<const Place> places,
                             std::vector<std::vector<double>>& columns, DiagnosticSink& sink) const {
  const Mat4Header& header = block.matrix.header;
  std::size_t width = Mat4Width(header.number);
  auto ended = [&] { return Broken("it became shorter while it was read", sink); };
  if (block.points > 0 && block.entries > 0 &&
      block.points > (file_->size() - block.matrix.offset) / (block.entries * width))
    return Broken(fmt::format("it ends within '{}'", header.name), sink);
  columns.assign(places.size(), std::vector<double>(block.points));
  std::string bytes;
  if (!block.transposed) {
    bytes.resize(block.points * width);
    for (std::size_t c = 0; c < places.size(); ++c) {
      std::uint64_t at = block.matrix.offset + std::uint64_t{places[c].entry - 1} * block.points * width;
      if (file_->ReadAt(at, bytes.data(), bytes.size()) != bytes.size()) return ended();
      DecodeMat4Numbers(header, bytes.data(), block.points, columns[c].data());
    }
  } else {
    std::size_t point_bytes = block.entries * width;
    std::size_t chunk = std::max<std::size_t>(1, kReadBytes / point_bytes);
    std::vector<double> values(block.points > 0 ? std::min<std::uint64_t>(chunk, block.points) * block.entries : 0);
    bytes.resize(values.size() * width);
    for (std::size_t first = 0; first < block.points; first += chunk) {
      std::size_t count = std::min<std::size_t>(chunk, block.points - first);
      std::size_t size = count * point_bytes;
      if (file_->ReadAt(block.matrix.offset + std::uint64_t{first} * point_bytes, bytes.data(), size) != size)
        return ended();
      DecodeMat4Numbers(header, bytes.data(), count * block.entries, values.data());
      for (std::size_t c = 0; c < places.size(); ++c)
        for (std::size_t r = 0; r < count; ++r) columns[c][first + r] = values[r * block.entries + places[c].entry - 1];
    }
  }
  for (std::size_t c = 0; c < places.size(); ++c)
    if (places[c].negated)
      for (double& value : columns[c]) value = 0.0 - value;
  return true;
}

Result<Trajectory> Mat4Reader::Read(const std::function<bool(const Signal&)>& wanted, DiagnosticSink& sink) {
  SignalSelection selection = SelectSignals(signals_, wanted);
  auto places = [](std::span<const SlotSource> sources, std::span<const Place> all, std::vector<Place> into) {
    for (SlotSource source : sources)
      into.push_back({all[source.slot].entry, all[source.slot].negated != source.negated});
    return into;
  };
  Trajectory trajectory;
  std::vector<std::vector<double>> columns;
  if (!ReadEntries(rows_, places(selection.rows, row_places_, {{1, false}}), columns, sink)) return Reported{};
  trajectory.time = std::move(columns.front());
  columns.erase(columns.begin());
  trajectory.columns = std::move(columns);
  if (!selection.constants.empty()) {
    std::vector<std::vector<double>> constants;
    if (!ReadEntries(constants_, places(selection.constants, constant_places_, {}), constants, sink)) return Reported{};
    for (const std::vector<double>& column : constants) trajectory.constants.push_back(column.front());
  }
  trajectory.signals = std::move(selection.table);
  if (!CheckTimes(file_->path(), trajectory.time, sink)) return Reported{};
  return trajectory;
}

}  // namespace mica
