// What stands between two tokens: blanks, line ends and comments. Internal to the stage.
#pragma once

#include <string_view>

namespace mica::syntax {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct TriviaComment {
  std::string_view text;         // with its signs, without blanks at the end
  std::size_t lines_before = 0;  // line ends between it and what comes before
  bool is_line = false;          // `// …`: goes to the end of its line
};

// Calls visit(const TriviaComment&) for each comment; returns the number of line ends after the last one.
template <class F>
std::size_t ReadTrivia(std::string_view trivia, F&& visit) {
  std::size_t lines = 0;
  while (!trivia.empty()) {
    bool is_line = trivia.starts_with("//");
    if (is_line || trivia.starts_with("/*")) {
      std::size_t end = is_line ? trivia.find('\n') : trivia.find("*/", 2);
      end = end == std::string_view::npos ? trivia.size() : is_line ? end : end + 2;
      std::string_view text = trivia.substr(0, end);
      text = text.substr(0, text.find_last_not_of(" \t\r\v\f") + 1);
      visit(TriviaComment{text, lines, is_line});
      lines = 0;
      trivia.remove_prefix(end);
    } else {
      lines += trivia[0] == '\n';
      trivia.remove_prefix(1);
    }
  }
  return lines;
}

}  // namespace mica::syntax
