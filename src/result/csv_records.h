// The records of a CSV file (RFC 4180, or with semicolons or tabs), one at a time and with bounded memory: quotes,
// doubled quotes, line ends of any system, line ends within quotes, a byte order mark. And its numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/input_file.h"

namespace mica {

class CsvRecords {
 public:
  // The separator is the one of comma, semicolon and tab that the first line has most of outside quotes.
  explicit CsvRecords(const InputFile& file);

  // The next record that is not a blank line; false at the end of the file. The cells are valid until the next call.
  bool Next(std::vector<std::string_view>& cells);
  std::uint64_t line() const { return line_; }     // of the record's start, from 1
  bool terminated() const { return terminated_; }  // the record ended with a line end: it is not cut
  bool open_quote() const { return open_quote_; }  // the file ended within quotes
  char separator() const { return separator_; }

 private:
  bool Fill();
  std::optional<std::size_t> FindEnd();
  void Split(std::string_view record, std::vector<std::string_view>& cells);

  const InputFile& file_;
  std::string buffer_;
  std::size_t begin_ = 0;   // of the next record in the buffer
  std::uint64_t read_ = 0;  // bytes of the file so far
  std::uint64_t line_ = 0;
  std::uint64_t next_line_ = 1;
  char separator_ = ',';
  bool terminated_ = true;
  bool open_quote_ = false;
  std::string unquoted_;  // cells that had doubled quotes
};

// A cell as a number: anything std::from_chars reads, a leading plus, `true` and `false`, a decimal comma where the
// separator is not a row; an empty cell is not a number (NaN) but no mistake.
std::optional<double> ParseCsvNumber(std::string_view cell, char separator);

// Without blanks around.
std::string_view TrimCell(std::string_view cell);

}  // namespace mica
