#include "cli/options/refuse_words.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "session/outcome.h"

namespace mica::cli {

std::string Suggest(const std::string& word, const CLI::App& app) {
  std::vector<std::string> known;
  if (word.starts_with('-')) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  } else {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
      known.push_back(sub->get_name());
  }
  std::vector<std::string_view> views(known.begin(), known.end());
  std::string_view nearest = NearestSpelling(word.substr(0, word.find('=')), views);
  return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

int Refuse(const CLI::App& app, const std::string& message) {
  const std::string call = app.get_parent() ? "mica " + app.get_name() : "mica";
  fmt::print(stderr, "mica: {}\nSee '{} --help'.\n", message, call);
  return static_cast<int>(Outcome::kCallWrong);
}

int RefuseExtras(const CLI::App& app, const CLI::ParseError& error) {
  for (const std::string& word : app.remaining(true)) {
    bool is_option = word.starts_with('-') && word.size() > 1;
    if (is_option) return Refuse(app, fmt::format("there is no option '{}'{}", word, Suggest(word, app)));
    if (!app.get_parent()) return Refuse(app, fmt::format("there is no command '{}'{}", word, Suggest(word, app)));
    return Refuse(app, fmt::format("unexpected argument '{}'", word));
  }
  return Refuse(app, error.what());
}

}  // namespace mica::cli
