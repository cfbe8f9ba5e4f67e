// Command line: what is said about a call that is wrong, with a better word where there is one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mica::cli {

// The words that could have been meant: options of the command at hand, or the commands.
std::string Suggest(const std::string& word, const CLI::App& app);
// Prints the message and where to find help; the exit code of a wrong call.
int Refuse(const CLI::App& app, const std::string& message);
// CLI11 reports that words are left; which of them are wrong is looked up here, to suggest better ones.
int RefuseExtras(const CLI::App& app, const CLI::ParseError& error);

}  // namespace mica::cli
