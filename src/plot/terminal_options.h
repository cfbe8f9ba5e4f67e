// What the terminal can show: its size, colours, Unicode.
#pragma once

namespace mica {

struct TerminalOptions {
  int width = 80;
  int height = 24;
  bool colour = false;
  bool unicode = true;
};

// For the stream of that descriptor: the size from the terminal, or COLUMNS and LINES, or 80 × 24; colours on a
// terminal unless NO_COLOR is set or TERM is dumb; Unicode if the locale (LC_ALL, LC_CTYPE, LANG) is UTF-8.
TerminalOptions DetectTerminal(int descriptor);

}  // namespace mica
