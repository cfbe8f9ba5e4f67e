#include "result/csv_writer.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/check.h"

namespace mica {

namespace {

void AppendName(std::string& out, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += name;
    return;
  }
  out += '"';
  for (char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

void CsvWriter::Cell::Set(double number, bool negated) {
  value = number;
  double shown = negated ? 0.0 - number : number + 0.0;  // no "-0"
  text[0] = ',';
  // Shortest round trip: at most 24 characters. Not a number has no sign worth showing.
  auto [end, error] =
      std::to_chars(text.data() + 1, text.data() + text.size(), shown != shown ? std::abs(shown) : shown);
  Check(error == std::errc(), "a double of more than 24 characters");
  length = static_cast<std::uint8_t>(end - text.data());
}

void CsvWriter::Cell::Update(double number, bool negated) {
  if (std::bit_cast<std::uint64_t>(number) != std::bit_cast<std::uint64_t>(value)) Set(number, negated);
}

CsvWriter::CsvWriter(std::string path, bool with_parameters, DiagnosticSink& sink)
    : file_(std::move(path), sink), with_parameters_(with_parameters) {}

CsvWriter::~CsvWriter() {
  if (file_.open() && !file_.failed()) static_cast<void>(Finish());
}

bool CsvWriter::Begin(const SignalTable& signals, std::span<const double> constants, double, double) {
  Check(constants.size() == signals.constant_slots(), "constants do not fit the signals");
  if (!file_.Create()) return false;
  row_slots_ = signals.row_slots();

  // One cell for each slot and sign that some signal shows.
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::array<std::vector<std::uint32_t>, 2> cell_of{std::vector(row_slots_, kNone), std::vector(row_slots_, kNone)};
  std::string head = "time";
  for (const Signal& signal : signals.signals())
    if (!signal.constant() && cell_of[signal.negated][signal.slot] == kNone) {
      cell_of[signal.negated][signal.slot] = static_cast<std::uint32_t>(sources_.size());
      sources_.push_back({signal.slot, signal.negated});
    }
  cells_.resize(sources_.size());
  for (Cell& cell : cells_) cell.Set(0, false);
  for (const Signal& signal : signals.signals()) {
    if (signal.kind == SignalKind::kParameter && !with_parameters_) continue;
    head += ',';
    AppendName(head, signal.name);
    if (signal.constant()) {
      columns_.push_back(static_cast<std::uint32_t>(cells_.size()));
      cells_.emplace_back().Set(constants[signal.slot], signal.negated);
    } else {
      columns_.push_back(cell_of[signal.negated][signal.slot]);
    }
  }
  head += '\n';
  buffer_.resize(kFlushBytes + (columns_.size() + 2) * Cell::kBytes);
  clock_.Flushed();
  return file_.Append(head);
}

bool CsvWriter::Append(double time, std::span<const double> values) {
  if (file_.failed() || !file_.open()) return false;
  Check(values.size() == row_slots_, "a row does not fit the signals");
  for (std::size_t i = 0; i < sources_.size(); ++i) cells_[i].Update(values[sources_[i].slot], sources_[i].negated);

  char* out = buffer_.data() + used_;
  Cell first;
  first.Set(time, false);
  std::memcpy(out, first.text.data() + 1, first.length - 1);
  out += first.length - 1;
  for (std::uint32_t column : columns_) {
    const Cell& cell = cells_[column];
    std::memcpy(out, cell.text.data(), Cell::kBytes);
    out += cell.length;
  }
  *out++ = '\n';
  used_ = static_cast<std::size_t>(out - buffer_.data());
  return clock_.Due(used_) ? Flush() : true;
}

bool CsvWriter::Flush() {
  bool written = file_.Append(std::string_view(buffer_).substr(0, used_));
  used_ = 0;
  clock_.Flushed();
  return written;
}

bool CsvWriter::Finish() {
  if (!file_.open()) return !file_.failed();
  bool written = Flush();
  return file_.Close() && written;
}

}  // namespace mica
