#include "plot/terminal_options.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace mica {

namespace {

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

int NumberIn(const char* name) {
  int value = std::atoi(std::string(Environment(name)).c_str());
  return value > 0 && value < 10000 ? value : 0;
}

bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(Environment(name));
    if (locale.empty()) continue;
    std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

TerminalOptions DetectTerminal(int descriptor) {
  TerminalOptions options;
  bool terminal = ::isatty(descriptor) == 1;
  winsize size{};
  if (terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    options.width = size.ws_col;
    options.height = size.ws_row;
  } else {
    if (int columns = NumberIn("COLUMNS")) options.width = columns;
    if (int lines = NumberIn("LINES")) options.height = lines;
  }
  options.colour = terminal && Environment("NO_COLOR").empty() && Environment("TERM") != "dumb";
  options.unicode = LocaleIsUtf8();
  return options;
}

}  // namespace mica
