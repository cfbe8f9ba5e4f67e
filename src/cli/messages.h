// What is reported to the user besides results: diagnostics on the standard error, errors first, each once; those of
// one code at one place of the source as one (message_groups.h). Notes take one line, with details by --verbose;
// warnings about the text of libraries are counted only, unless --warnings says otherwise.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cli/options/arguments.h"
#include "cli/own_files.h"
#include "session/session.h"

namespace mica::cli {

class Messages {
 public:
  Messages(const Session& session, const Arguments& arguments);

  // Notes of this code say what the command itself says better: they are shown by --verbose only.
  void HideNote(const DiagnosticCode& code) { hidden_notes_.push_back(code); }
  // Those that came since the last call. Quiet: without notes, but for what the model itself says.
  void Show();
  // Shows the rest and counts them all, where there were several errors. Gives the exit code.
  int Close(Outcome outcome);
  bool colour() const { return colour_; }

 private:
  bool IsShown(const Diagnostic& diagnostic) const;
  // A file of the user, or of the model at hand.
  bool IsOwn(FileId file) const;
  std::string Text(const Diagnostic& diagnostic) const;
  // W9008: entries of MODELICAPATH that are not directories, before all else.
  void ShowMissingDirectories();

  const Session& session_;
  const Arguments& arguments_;
  OwnFiles own_files_;
  bool colour_;
  std::vector<DiagnosticCode> hidden_notes_;
  std::map<std::string, std::size_t, std::less<>> hidden_;  // warnings about libraries: how many of each code
  bool is_first_ = true;
  std::size_t shown_ = 0, warnings_ = 0;
};

// Whether a stream gets colours, by --colour and what it is.
bool UsesColour(const Arguments& arguments, int descriptor);

}  // namespace mica::cli
