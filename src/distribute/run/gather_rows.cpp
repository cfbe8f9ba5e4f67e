#include "distribute/run/gather_rows.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace mica::distribute {

namespace {

// Where a part stands while rows are made.
struct Cursor {
  std::size_t row = 0;    // the first that is not before the time in hand
  std::size_t count = 0;  // of rows at that time
};

class Gatherer {
 public:
  explicit Gatherer(const std::vector<GatheredPart>& parts) : parts_(parts), cursors_(parts.size()) {}

  // The times of all rows up to `end`, with the number of rows at each.
  std::vector<std::pair<double, std::size_t>> Times(double end) const {
    std::map<double, std::size_t> times;
    for (const GatheredPart& part : parts_) {
      std::span<const double> own = part.rows->times();
      for (std::size_t i = 0; i < own.size() && own[i] <= end;) {
        std::size_t next = i;
        while (next < own.size() && own[next] == own[i]) ++next;
        std::size_t& count = times[own[i]];
        count = std::max(count, next - i);
        i = next;
      }
    }
    return {times.begin(), times.end()};
  }

  void MoveTo(double time) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      std::span<const double> own = parts_[p].rows->times();
      Cursor& cursor = cursors_[p];
      while (cursor.row < own.size() && own[cursor.row] < time) ++cursor.row;
      cursor.count = 0;
      while (cursor.row + cursor.count < own.size() && own[cursor.row + cursor.count] == time) ++cursor.count;
    }
  }

  double Value(std::size_t p, std::size_t column, double time, std::size_t which, bool is_discrete) const {
    const PartRows& rows = *parts_[p].rows;
    const Cursor& cursor = cursors_[p];
    if (cursor.count > 0) return rows.value(cursor.row + std::min(which, cursor.count - 1), column);
    if (cursor.row == 0) return rows.times().empty() ? 0 : rows.value(0, column);
    if (is_discrete || cursor.row == rows.times().size()) return rows.value(cursor.row - 1, column);
    return Interpolated(rows, cursor.row, column, time);
  }

 private:
  // Newton's form through the row after the time and up to three before it, no further than the last event.
  static double Interpolated(const PartRows& rows, std::size_t right, std::size_t column, double time) {
    constexpr std::size_t kPoints = 4;
    double at[kPoints], differences[kPoints];
    std::size_t count = 0;
    for (std::size_t row = right + 1; row-- > 0 && count < kPoints;) {
      if (count > 1 && rows.times()[row] == at[count - 1]) break;
      at[count] = rows.times()[row];
      differences[count++] = rows.value(row, column);
    }
    for (std::size_t order = 1; order < count; ++order)
      for (std::size_t i = count - 1; i >= order; --i)
        differences[i] = (differences[i] - differences[i - 1]) / (at[i] - at[i - order]);
    double sum = differences[count - 1];
    for (std::size_t i = count - 1; i-- > 0;) sum = differences[i] + (time - at[i]) * sum;
    return sum;
  }

  const std::vector<GatheredPart>& parts_;
  std::vector<Cursor> cursors_;
};

}  // namespace

bool GatherRows(std::vector<GatheredSignal> signals, const std::vector<GatheredPart>& parts, double start, double stop,
                double end, ResultWriter& writer) {
  std::ranges::stable_sort(signals, {}, &GatheredSignal::order);
  struct Column {
    std::uint32_t part, column;
    double sign;
    bool is_discrete;
  };
  struct Owner {
    SignalId id;
    bool negated;
  };
  SignalTable table;
  std::vector<Column> columns;
  std::vector<double> constants;
  std::map<std::tuple<std::uint32_t, bool, std::uint32_t>, Owner> owners;
  std::unordered_set<std::string_view> names;
  for (const GatheredSignal& each : signals) {
    // What several parts have, parameters, stands there once.
    if (!names.insert(each.signal.name).second) continue;
    bool is_constant = each.signal.constant();
    const GatheredPart& part = parts[each.part];
    auto slot = std::ranges::lower_bound(part.slots, each.slot);
    if (!is_constant && (slot == part.slots.end() || *slot != each.slot)) continue;
    std::tuple key{each.part, is_constant, each.slot};
    if (auto found = owners.find(key); found != owners.end()) {
      table.AddAlias(each.signal, found->second.id, each.negated != found->second.negated);
      continue;
    }
    owners.emplace(key, Owner{table.Add(each.signal), each.negated});
    double sign = each.negated ? -1 : 1;
    if (is_constant)
      constants.push_back(sign * part.rows->constants()[each.slot]);
    else
      columns.push_back({each.part, static_cast<std::uint32_t>(slot - part.slots.begin()), sign,
                         each.signal.kind == SignalKind::kDiscrete});
  }
  if (!writer.Begin(table, constants, start, stop)) return false;
  Gatherer gatherer(parts);
  std::vector<double> row(columns.size());
  for (auto [time, count] : gatherer.Times(end)) {
    gatherer.MoveTo(time);
    for (std::size_t which = 0; which < count; ++which) {
      for (std::size_t c = 0; c < columns.size(); ++c)
        row[c] =
            columns[c].sign * gatherer.Value(columns[c].part, columns[c].column, time, which, columns[c].is_discrete);
      if (!writer.Append(time, row)) return false;
    }
  }
  return writer.Finish();
}

}  // namespace mica::distribute
