// Foreign code in a process of its own, confined (base/confine): while a model is translated, external functions are
// called there. They write no file but in a scratch directory, reach no network and start no program, their time and
// memory are bounded, and a signal in one of them is a failed call.
//
// The process is a copy of this one, made when it is first needed and used from then on. It carries out what it is
// sent: load, look up, call, destroy; what is to be loaded is found and compiled on this side. The two exchange
// messages over a pair of sockets: a length and as many bytes. Nothing that comes back is believed (call_bytes.h).
#pragma once

#include <sys/types.h>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/confine/confine.h"
#include "base/process.h"
#include "code/foreign/foreign_space.h"

namespace mica::code {

struct ConfinedLimits {
  // Of one call: reading the weather of a year from a file takes a second.
  double call_seconds = 60;
  // Of the process, should this one end without being able to end it.
  unsigned processor_seconds = 600;
  // Beyond what this process has. Tables of a hundred million numbers fit.
  std::size_t memory_bytes = std::size_t{2} << 30;
};

class ConfinedSpace final : public ForeignSpace {
 public:
  explicit ConfinedSpace(ConfinedLimits limits = {}) : limits_(limits) {}
  ~ConfinedSpace() override;
  ConfinedSpace(const ConfinedSpace&) = delete;
  ConfinedSpace& operator=(const ConfinedSpace&) = delete;

  void* Load(const std::string& path, Loading how, std::string& problem) override;
  void* Symbol(void* handle, const std::string& name) override;
  void* Ask(void* function) override;
  bool Run(ForeignCall& call, std::string& messages, std::string& problem) override;

  bool is_started() const { return started_; }
  // Of the process, once it is started.
  const Confinement& confinement() const { return confinement_; }

 private:
  // What is shared with the handles of external objects, which may outlive the space.
  struct Link;
  bool Start(std::string& problem);
  // Sends a message and waits for the answer. False: the process has ended, or was ended; `problem` says why.
  bool Exchange(std::string_view message, std::string& answer, std::string& problem);

  ConfinedLimits limits_;
  std::unique_ptr<ScratchDirectory> scratch_;
  std::shared_ptr<Link> link_;
  Confinement confinement_;
  bool started_ = false;
  std::string ended_;  // why there is no process any more
};

}  // namespace mica::code
