// The session: the one interface that every front uses. It owns what all stages share (sources, names, diagnostics, the
// class tree) and the models on their way through them (translation.h). There is no state outside of it: two sessions
// run side by side in two threads; one session is used by one thread at a time.
//
// This is also where a fault of ours ends: an InternalError of any stage becomes diagnostic E9001, and the session says
// `faulted`.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/name.h"
#include "code/foreign/confined_space.h"
#include "library/class_tree.h"
#include "library/library_place.h"
#include "session/keep/kept_translations.h"
#include "session/outcome.h"
#include "session/translation.h"
#include "session/trust/trust.h"

namespace mica {

// A model as the user names it.
struct ModelRequest {
  std::string model;               // full name, a `.mo` file, or the directory of a package
  std::string class_name;          // which class of the file; empty: its last
  std::vector<std::string> files;  // further files, read before it
};

struct SessionOptions {
  std::vector<std::filesystem::path>
      libraries;  // named by the user: directories of libraries, libraries, files; they win
  std::vector<std::filesystem::path> directories;  // where else libraries are; library_path.h knows the usual ones
  std::vector<library::LibraryPlace> preferred;    // libraries that come before what the directories hold
  std::vector<std::pair<std::string, std::string>> versions;  // required: a library and its version
  bool is_strict = false;                     // breaches of the specification that other tools accept are errors
  std::optional<std::uint64_t> scalar_limit;  // how many scalars a model may have; none: the usual number
  TrustOptions trust;
};

class Session {
 public:
  // What is wrong with the libraries it is given is in the sink.
  explicit Session(const SessionOptions& options = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Stage load. The class must be one that can be instantiated as a model.
  Result<library::Class*> FindModel(const ModelRequest& request);
  // Any class.
  Result<library::Class*> FindClass(const ModelRequest& request);
  // Whether a class that was asked for (FindClass, FindModel, ReadText) stands in this file.
  bool HoldsNamedClass(FileId file) const { return std::ranges::find(named_files_, file) != named_files_.end(); }
  // Reads text instead of a file; `path` is what messages show. Gives its last class.
  Result<library::Class*> ReadText(std::string path, std::string text);

  // A model on its way. It lives as long as the session.
  Translation& Translate(library::Class* model) { return translations_.emplace_back(*this, model); }

  // Runs `work` at the boundary of the session: on a deep stack, faults of ours caught and reported. False after a
  // fault. `doing` says what failed.
  bool Guard(std::string_view doing, const std::function<void()>& work);
  bool faulted() const { return faulted_; }
  bool is_strict() const { return is_strict_; }
  std::optional<std::uint64_t> scalar_limit() const { return scalar_limit_; }

  SourceMap& sources() { return sources_; }
  const SourceMap& sources() const { return sources_; }
  NameTable& names() { return names_; }
  // Errors in it end what comes after them: a front that goes on after one clears it.
  DiagnosticSink& sink() { return sink_; }
  const DiagnosticSink& sink() const { return sink_; }
  library::ClassTree& classes() { return classes_; }
  const KeptTranslations& kept() const { return kept_; }
  Trust& trust() { return trust_; }
  // Where external functions run while models are translated: started when one is called.
  const std::shared_ptr<code::ConfinedSpace>& confined_space() { return confined_space_; }
  // N9073 once, if the machine could not confine it.
  void ReportConfinement();
  double load_seconds() const { return load_seconds_; }
  double age_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  SourceMap sources_;
  NameTable names_;
  DiagnosticSink sink_;
  library::ClassTree classes_;
  KeptTranslations kept_;
  Trust trust_;
  std::shared_ptr<code::ConfinedSpace> confined_space_ = std::make_shared<code::ConfinedSpace>();
  std::deque<Translation> translations_;
  std::vector<FileId> named_files_;
  double load_seconds_ = 0;
  bool faulted_ = false;
  bool is_confinement_reported_ = false;
  std::optional<std::uint64_t> scalar_limit_;
  bool is_strict_ = false;
};

}  // namespace mica
