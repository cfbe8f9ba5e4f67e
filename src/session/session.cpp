#include "session/session.h"

#include <fmt/format.h>

#include <new>
#include <system_error>

#include "session/codes.h"
#include "session/deep_stack.h"
#include "session/libraries/find_class.h"

namespace mica {

namespace {

// Tells the libraries of a session from those of another.
std::string LibrariesText(const SessionOptions& options) {
  std::string text;
  for (const auto& path : options.libraries) text += fmt::format("library {}\n", path.string());
  for (const auto& path : options.directories) text += fmt::format("directory {}\n", path.string());
  for (const library::LibraryPlace& place : options.preferred)
    text += fmt::format("preferred {} {}\n", place.name, place.file.string());
  for (const auto& [name, version] : options.versions) text += fmt::format("version {} {}\n", name, version);
  if (options.is_strict) text += "strict\n";
  return text;
}

}  // namespace

Session::Session(const SessionOptions& options)
    : classes_(sources_, names_, sink_),
      kept_(LibrariesText(options)),
      trust_(options.trust, classes_, names_, sources_, sink_),
      scalar_limit_(options.scalar_limit),
      is_strict_(options.is_strict) {
  StageTimer timer(load_seconds_);
  Guard("reading the libraries", [&] {
    for (const library::LibraryPlace& place : options.preferred) classes_.AddPreferred(place.name, place.file);
    for (const auto& [name, version] : options.versions) classes_.Require(name, version);
    AddLibraries(options.libraries, options.directories, classes_, sink_);
  });
}

bool Session::Guard(std::string_view doing, const std::function<void()>& work) {
  constexpr std::string_view kHint =
      "this is an error in Mica, not in the model: please report it, with the model and this message";
  try {
    RunOnDeepStack(work);
    return true;
  } catch (const InternalError& error) {
    sink_.Report(kInternalError, {}, fmt::format("internal error while {}: {}", doing, error.what())).hint = kHint;
  } catch (const std::bad_alloc&) {
    sink_.Report(kOutOfMemory, {}, fmt::format("there is not enough memory for {}", doing));
    return false;
  } catch (const std::system_error& error) {
    bool is_shortage =
        error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory;
    if (is_shortage) {  // no thread, and the like
      sink_.Report(kOutOfMemory, {}, fmt::format("there is not enough memory for {}: {}", doing, error.what()));
      return false;
    }
    sink_.Report(kInternalError, {}, fmt::format("internal error while {}: {}", doing, error.what())).hint = kHint;
  } catch (const std::exception& error) {
    sink_.Report(kInternalError, {}, fmt::format("internal error while {}: {}", doing, error.what())).hint = kHint;
  }
  faulted_ = true;
  return false;
}

void Session::ReportConfinement() {
  bool is_worth_it = confined_space_->is_started() && !confined_space_->confinement().is_whole();
  if (!is_worth_it || is_confinement_reported_) return;
  is_confinement_reported_ = true;
  sink_.Report(kNotConfined, {},
               fmt::format("external functions were called in a process that is not confined as to {}: the system does "
                           "not offer it",
                           LackingText(confined_space_->confinement())));
}

Result<library::Class*> Session::FindClass(const ModelRequest& request) {
  // What is wrong in the text itself is reported alone: what follows from half a model would only hide it.
  DiagnosticSink::Mark before = sink_.mark();
  library::Class* found = nullptr;
  StageTimer timer(load_seconds_);
  Guard("reading the model", [&] { found = mica::FindClass(request, classes_, names_, sink_); });
  if (found) named_files_.push_back(found->name_span().file);
  return found && !sink_.HasErrorsSince(before) ? Result<library::Class*>(found) : Reported();
}

Result<library::Class*> Session::FindModel(const ModelRequest& request) {
  Result<library::Class*> found = FindClass(request);
  if (!found) return Reported();
  bool is_model = false;
  Guard("reading the model", [&] { is_model = CheckIsModel(*found, classes_, sink_); });
  return is_model ? found : Reported();
}

Result<library::Class*> Session::ReadText(std::string path, std::string text) {
  DiagnosticSink::Mark before = sink_.mark();
  library::Class* last = nullptr;
  StageTimer timer(load_seconds_);
  Guard("reading the model", [&] { last = classes_.OpenText(std::move(path), std::move(text)); });
  if (last) named_files_.push_back(last->name_span().file);
  return last && !sink_.HasErrorsSince(before) ? Result<library::Class*>(last) : Reported();
}

}  // namespace mica
