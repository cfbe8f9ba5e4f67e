#include "result/csv_records.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace mica {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

char GuessSeparator(std::string_view line) {
  std::size_t counts[3] = {};
  constexpr std::string_view kSeparators = ",;\t";
  bool quoted = false;
  for (char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '\n' || c == '\r')) break;
    std::size_t i = kSeparators.find(c);
    if (!quoted && i != std::string_view::npos) ++counts[i];
  }
  return kSeparators[static_cast<std::size_t>(std::max_element(counts, counts + 3) - counts)];
}

}  // namespace

CsvRecords::CsvRecords(const InputFile& file) : file_(file) {
  Fill();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::string_view(buffer_).starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
  separator_ = GuessSeparator(std::string_view(buffer_).substr(begin_));
}

// One more piece of the file behind what is still unused; false at its end.
bool CsvRecords::Fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  std::size_t kept = buffer_.size();
  // A record of many pieces grows by its own size: linear in all.
  std::size_t want = std::max(kReadBytes, kept);
  buffer_.resize(kept + want);
  std::size_t got = file_.ReadAt(read_, buffer_.data() + kept, want);
  buffer_.resize(kept + got);
  read_ += got;
  return got > 0;
}

// The end of the record at begin_, before its line end; empty if the buffer ends first.
std::optional<std::size_t> CsvRecords::FindEnd() {
  const char* base = buffer_.data();
  auto find = [&](std::size_t from, std::size_t to, char c) {
    auto* at = static_cast<const char*>(std::memchr(base + from, c, to - from));
    return at ? static_cast<std::size_t>(at - base) : to;
  };
  std::size_t at = begin_, size = buffer_.size();
  while (true) {
    std::size_t end = find(at, size, '\n');
    std::size_t quote = find(at, end, '"');
    if (quote == end) {
      if (end == size) return std::nullopt;
      return end;
    }
    std::size_t close = find(quote + 1, size, '"');
    if (close == size) return std::nullopt;
    at = close + 1;  // a doubled quote opens again at once
  }
}

bool CsvRecords::Next(std::vector<std::string_view>& cells) {
  while (true) {
    std::optional<std::size_t> end = FindEnd();
    while (!end && Fill()) end = FindEnd();
    terminated_ = end.has_value();
    if (!end && begin_ >= buffer_.size()) return false;
    std::size_t stop = end.value_or(buffer_.size());
    std::string_view record = std::string_view(buffer_).substr(begin_, stop - begin_);
    open_quote_ = !end && std::count(record.begin(), record.end(), '"') % 2 != 0;
    line_ = next_line_;
    next_line_ += 1 + static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    begin_ = end ? stop + 1 : stop;
    if (record.ends_with('\r')) record.remove_suffix(1);
    if (TrimCell(record).empty()) continue;
    Split(record, cells);
    return true;
  }
}

void CsvRecords::Split(std::string_view record, std::vector<std::string_view>& cells) {
  cells.clear();
  unquoted_.clear();
  unquoted_.reserve(record.size());  // views into it stay valid
  std::size_t at = 0;
  while (true) {
    std::size_t first = at;
    while (first < record.size() && record[first] == ' ') ++first;
    if (first < record.size() && record[first] == '"') {
      std::size_t begin = unquoted_.size(), i = first + 1;
      for (; i < record.size(); ++i) {
        if (record[i] == '"') {
          if (i + 1 >= record.size() || record[i + 1] != '"') break;
          ++i;
        }
        unquoted_ += record[i];
      }
      cells.push_back(std::string_view(unquoted_).substr(begin));
      at = std::min(record.find(separator_, std::min(i + 1, record.size())), record.size());
    } else {
      auto* found = static_cast<const char*>(std::memchr(record.data() + at, separator_, record.size() - at));
      std::size_t end = found ? static_cast<std::size_t>(found - record.data()) : record.size();
      cells.push_back(record.substr(at, end - at));
      at = end;
    }
    if (at >= record.size()) return;
    ++at;  // behind the separator; a last empty cell counts
    if (at == record.size()) {
      cells.push_back({});
      return;
    }
  }
}

std::string_view TrimCell(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r')) cell.remove_suffix(1);
  return cell;
}

std::optional<double> ParseCsvNumber(std::string_view cell, char separator) {
  cell = TrimCell(cell);
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  auto parse = [](std::string_view text) -> std::optional<double> {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {  // underflow or overflow: to the nearest there is
      bool negative = text[0] == '-', tiny = text.find("e-") != text.npos || text.find("E-") != text.npos;
      double limit = tiny ? 0.0 : std::numeric_limits<double>::infinity();
      return negative ? -limit : limit;
    }
    if (error != std::errc()) return std::nullopt;
    return value;
  };
  if (std::optional<double> value = parse(cell)) return value;
  auto is_word = [&](std::string_view word) {
    return cell.size() == word.size() &&
           std::equal(cell.begin(), cell.end(), word.begin(), [](char a, char b) { return (a | 0x20) == b; });
  };
  if (is_word("true")) return 1.0;
  if (is_word("false")) return 0.0;
  if (separator != ',' && std::count(cell.begin(), cell.end(), ',') == 1) {
    std::string point(cell);
    std::replace(point.begin(), point.end(), ',', '.');
    return parse(point);
  }
  return std::nullopt;
}

}  // namespace mica
