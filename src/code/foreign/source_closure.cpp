// Which C sources a foreign function needs, see source_closure.h.
#include "code/foreign/source_closure.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>

namespace mica::code {

namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Without comments, literals and preprocessor lines.
std::string Plain(const std::string& text) {
  std::string out;
  bool at_line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '/' && i + 1 < text.size() && text[i + 1] == '*') {
      std::size_t end = text.find("*/", i + 2);
      i = end == std::string::npos ? text.size() : end + 1;
      out += ' ';
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c && text[i] != '\n'; ++i)
        if (text[i] == '\\') ++i;
      out += ' ';
    } else if (c == '#' && at_line_start) {
      for (; i < text.size() && text[i] != '\n'; ++i)
        if (text[i] == '\\') ++i;
      out += '\n';
      continue;
    } else {
      out += c;
      if (c == '\n')
        at_line_start = true;
      else if (c != ' ' && c != '\t')
        at_line_start = false;
    }
  }
  return out;
}

}  // namespace

CallsAndDefinitions ScanC(const std::string& text) {
  CallsAndDefinitions found;
  std::string plain = Plain(text);
  int braces = 0;
  std::string word;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    char c = plain[i];
    if (c == '{') ++braces;
    if (c == '}') braces = std::max(0, braces - 1);
    if (IsWord(c)) {
      std::size_t end = i;
      while (end < plain.size() && IsWord(plain[end])) ++end;
      word = plain.substr(i, end - i);
      i = end - 1;
      continue;
    }
    if (c != '(' || word.empty()) {
      if (!std::isspace(static_cast<unsigned char>(c))) word.clear();
      continue;
    }
    if (braces > 0) {
      found.calls.push_back(word);
      word.clear();
      continue;
    }
    // At the outermost level: a definition unless the list is followed by a semicolon, a comma or another list.
    std::size_t end = i;
    for (int depth = 0; end < plain.size(); ++end) {
      if (plain[end] == '(') ++depth;
      if (plain[end] == ')' && --depth == 0) break;
    }
    std::size_t next = end + 1;
    while (next < plain.size() && std::isspace(static_cast<unsigned char>(plain[next]))) ++next;
    if (next < plain.size() && (plain[next] == '{' || IsWord(plain[next]))) found.definitions.push_back(word);
    word.clear();
  }
  return found;
}

std::vector<std::string> SourceClosure(const std::string& function, const std::vector<std::string>& sources) {
  std::map<std::string, CallsAndDefinitions> scanned;
  std::map<std::string, std::string> defined_in;
  for (const std::string& path : sources) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    CallsAndDefinitions& scan = scanned[path] = ScanC(text);
    for (const std::string& name : scan.definitions) defined_in.emplace(name, path);
  }
  std::vector<std::string> wanted{function};
  std::set<std::string> files;
  while (!wanted.empty()) {
    std::string name = std::move(wanted.back());
    wanted.pop_back();
    auto it = defined_in.find(name);
    if (it == defined_in.end() || !files.insert(it->second).second) continue;
    const CallsAndDefinitions& scan = scanned[it->second];
    std::set<std::string> own(scan.definitions.begin(), scan.definitions.end());
    for (const std::string& call : scan.calls)
      if (!own.contains(call)) wanted.push_back(call);
  }
  return {files.begin(), files.end()};
}

}  // namespace mica::code
