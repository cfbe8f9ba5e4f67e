// `mica test`: all examples of a library, each simulated by a process of its own, so that nothing one of them does can
// harm another; where a reference is at hand, the result is held against it.
//
// A reference directory holds MODEL.csv (or MODEL.mat) for each model it knows, and may hold index.csv with the columns
// model, start, stop and tolerance: the experiment that the references were made with, which then takes the place of
// the model's own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "session/show/listing.h"

namespace mica {

enum class TestVerdict : std::uint8_t {
  kVerified,  // agrees with its reference
  kRuns,      // to the end; there is no reference
  kMismatch,  // with its reference
  kTooSlow,
  kFailed,  // the simulation
  kWrong,   // the model, as far as Mica can tell
  kFault,   // of Mica
};

// 'verified', 'runs', …
std::string_view Spelling(TestVerdict verdict);
inline bool IsGood(TestVerdict verdict) { return verdict <= TestVerdict::kRuns; }

struct ModelTest {
  std::string model;
  TestVerdict verdict = TestVerdict::kFault;
  std::string cause;     // in a line; empty when all is well
  std::string messages;  // what the run said
  double seconds = 0;    // of the wall, from text to trajectory
  double peak_megabytes = 0;
  std::int64_t unknowns = 0, states = 0, steps = 0, evaluations = 0, events = 0;
  std::vector<std::string> sketches;  // inline SVG: what differs, or else some signals
};

struct LibraryTestRequest {
  std::string package;  // its examples are tested: all models below with an experiment, or it alone when it is a model
  std::string pattern;  // only full names that this fits
  std::filesystem::path reference;   // a directory; empty: none
  std::string program;               // Mica itself
  std::vector<std::string> options;  // for it: the libraries that the caller names
  unsigned jobs = 0;                 // runs at a time; 0: as many as there are processors
  double limit_seconds = 120;        // for each
  // Called when a model is done, from one thread at a time.
  std::function<void(const ModelTest& last, std::size_t done, std::size_t total)> progress;
  std::stop_token stop;  // models that have not begun are left out
};

struct LibraryTest {
  std::string package;
  std::size_t examples = 0;  // that were to be tested
  double seconds = 0;
  std::vector<ModelTest> models;  // in the order of the library; fewer when it was stopped

  std::size_t Count(TestVerdict verdict) const;
  bool all_good() const {
    return models.size() == examples && Count(TestVerdict::kVerified) + Count(TestVerdict::kRuns) == examples;
  }
};

// What is wrong with the request is reported.
Result<LibraryTest> TestLibrary(const LibraryTestRequest& request, Session& session);

}  // namespace mica
