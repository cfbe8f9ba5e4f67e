#include "run/input_signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/codes.h"
#include "run/events/event_calendar.h"
#include "run/instance.h"

namespace mica::run {

namespace {

constexpr std::size_t kShown = 8;  // names in one message

std::string List(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

std::vector<std::string> NamesOf(std::span<const InputPlace> inputs) {
  std::vector<std::string> names;
  for (const InputPlace& input : inputs) names.push_back(input.name);
  return names;
}

std::vector<InputPlace> InputsOf(const Instance& instance) {
  const MicaModelTable& t = instance.table();
  std::vector<InputPlace> inputs;
  for (const MicaScalar& scalar : Scalars(t))
    if (scalar.kind == MICA_KIND_INPUT && !HasFlag(scalar, MICA_SCALAR_HIDDEN) && scalar.type != MICA_TYPE_NONE &&
        !IsString(scalar))
      inputs.push_back({std::string(Text(t, scalar.name)), scalar.slot, static_cast<double>(scalar.sign),
                        scalar.type != MICA_TYPE_REAL});
  return inputs;
}

}  // namespace

InputSignals::InputSignals(const InputTable& table, const Instance& instance, DiagnosticSink& sink)
    : InputSignals(table, InputsOf(instance), sink) {}

InputSignals::InputSignals(const InputTable& table, std::span<const InputPlace> inputs, DiagnosticSink& sink) {
  const Trajectory& data = table.data;
  std::vector<bool> is_used(data.signals.size(), false);
  for (const InputPlace& input : inputs) {
    auto function = std::ranges::find(table.functions, input.name, &InputFunction::name);
    if (function != table.functions.end()) {
      computed_.push_back({input.slot, input.sign, &function->value});
      continue;
    }
    SignalId column = data.signals.Find(input.name);
    if (!column.valid()) continue;
    is_used[column.index()] = true;
    Signal signal{input.slot, input.sign, input.is_discrete, {}};
    SignalView view = data.View(column);
    for (std::size_t row = 0; row < view.size(); ++row) {
      signal.values.push_back(view[row]);
      if (std::isfinite(view[row])) continue;
      sink.Report(kWrongInputFile, {},
                  fmt::format("{} has no value for the input {} at time = {}", table.file, input.name,
                              NumberText(data.time[row])));
      return;
    }
    signals_.push_back(std::move(signal));
  }
  auto is_unknown = [&](const InputFunction& each) {
    return std::ranges::find(inputs, each.name, &InputPlace::name) == inputs.end();
  };
  auto unknown = std::ranges::find_if(table.functions, is_unknown);
  bool is_empty = data.rows() == 0 && computed_.empty();
  if (is_empty || unknown != table.functions.end() || (signals_.empty() && computed_.empty())) {
    Diagnostic& error =
        sink.Report(kWrongInputFile, {},
                    unknown != table.functions.end() ? fmt::format("{} is not an input of the model", unknown->name)
                    : is_empty                       ? fmt::format("{} has no rows", table.file)
                               : fmt::format("{} has no column with the name of an input of the model", table.file));
    error.hint = inputs.empty() ? "the model has no input at its top level"
                                : fmt::format("the inputs are {}", List(NamesOf(inputs)));
    return;
  }
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < data.signals.size(); ++i)
    if (!is_used[i] && !data.signals.signals()[i].constant()) unused.push_back(data.signals.signals()[i].name);
  if (!unused.empty())
    sink.Report(
        kUnusedInputColumns, {},
        fmt::format("columns of {} that are not inputs of the model are not used: {}", table.file, List(unused)));
  times_ = data.time;
  CutIntoPieces();
  FindKinks();
  ok_ = true;
}

void InputSignals::FindKinks() {
  for (const Signal& signal : signals_) {
    if (signal.is_discrete) continue;
    auto [low, high] = std::minmax_element(signal.values.begin(), signal.values.end());
    for (std::size_t row = 1; row + 1 < times_.size(); ++row) {
      double before = times_[row] - times_[row - 1], after = times_[row + 1] - times_[row];
      if (before <= 0 || after <= 0) continue;
      double line = signal.values[row] + (signal.values[row] - signal.values[row - 1]) / before * after;
      if (std::abs(signal.values[row + 1] - line) > kKink * (*high - *low)) kinks_.push_back(times_[row]);
    }
  }
  std::sort(kinks_.begin(), kinks_.end());
  kinks_.erase(std::unique(kinks_.begin(), kinks_.end()), kinks_.end());
}

bool InputSignals::IsKink(double time) const { return std::binary_search(kinks_.begin(), kinks_.end(), time); }

void InputSignals::CutIntoPieces() {
  pieces_.push_back({0, 0});
  for (std::size_t row = 1; row < times_.size(); ++row) {
    bool jumps = times_[row] == times_[row - 1];
    bool switches = !jumps && std::any_of(signals_.begin(), signals_.end(), [&](const Signal& s) {
      return s.is_discrete && s.values[row] != s.values[row - 1];
    });
    if (!jumps) pieces_.back().last = row;
    if (jumps || switches) pieces_.push_back({row, row});
  }
}

bool InputSignals::Serves(std::uint32_t slot) const {
  return std::any_of(signals_.begin(), signals_.end(), [&](const Signal& each) { return each.slot == slot; }) ||
         std::any_of(computed_.begin(), computed_.end(), [&](const Computed& each) { return each.slot == slot; });
}

void InputSignals::Apply(double time, std::span<double> reals) const {
  for (const Computed& each : computed_) reals[each.slot] = each.sign * (*each.value)(time);
  if (signals_.empty()) return;
  const Piece& piece = pieces_[piece_];
  auto begin = times_.begin() + static_cast<std::ptrdiff_t>(piece.first),
       end = times_.begin() + static_cast<std::ptrdiff_t>(piece.last) + 1;
  auto after = std::upper_bound(begin, end, time);
  std::size_t before = after == begin ? piece.first : static_cast<std::size_t>(after - times_.begin()) - 1;
  std::size_t next = after == end ? before : static_cast<std::size_t>(after - times_.begin());
  double share = next == before || after == begin ? 0 : (time - times_[before]) / (times_[next] - times_[before]);
  for (const Signal& signal : signals_) {
    double value = signal.is_discrete ? signal.values[piece.first] : signal.values[before];
    if (!signal.is_discrete && share > 0) value += share * (signal.values[next] - signal.values[before]);
    reals[signal.slot] = signal.sign * value;
  }
}

double InputSignals::next_jump() const {
  return piece_ + 1 < pieces_.size() ? times_[pieces_[piece_ + 1].first] : std::numeric_limits<double>::infinity();
}

double InputSignals::NextPoint(double time) const {
  if (times_.empty()) return std::numeric_limits<double>::infinity();
  const Piece& piece = pieces_[piece_];
  auto end = times_.begin() + static_cast<std::ptrdiff_t>(piece.last) + 1;
  auto after = std::upper_bound(times_.begin() + static_cast<std::ptrdiff_t>(piece.first), end, time);
  while (after != end && SameTime(*after, time)) ++after;
  return after == end ? std::numeric_limits<double>::infinity() : *after;
}

void InputSignals::PassTo(double time) {
  while (piece_ + 1 < pieces_.size()) {
    double start = times_[pieces_[piece_ + 1].first];
    if (start > time && !SameTime(start, time)) break;
    ++piece_;
  }
}

}  // namespace mica::run
