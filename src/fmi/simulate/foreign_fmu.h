// FMI: an instance of an FMU of another tool, in this process. Each call into it is a frame of its own: a signal inside
// ends that call, not the program (run/report/model_fault.h), and so does a status of the standard that says that
// nothing goes on: both are a FmuFailure.
#pragma once

#include <csetjmp>
#include <string>
#include <utility>
#include <vector>

#include <MicaForeignFmu.h>
#include "fmi/import/open_fmu.h"
#include "run/report/model_fault.h"

namespace mica::fmi {

struct FmuFailure {
  std::string text;  // what happened in which function
  bool is_fault = false;
};

enum class FmuInterface : std::uint8_t { kModelExchange, kCoSimulation };

class ForeignFmu {
 public:
  struct Message {
    int status = 0;
    std::string text;
    bool operator==(const Message&) const = default;
  };

  // Throws a FmuFailure where there is no instance.
  ForeignFmu(const OpenFmu& fmu, FmuInterface interface, const std::string& library, bool is_logging);
  ~ForeignFmu();
  ForeignFmu(const ForeignFmu&) = delete;
  ForeignFmu& operator=(const ForeignFmu&) = delete;

  // A call, given the handle. `Try` gives its status up to a discarded one, `Do` only those that mean success.
  template <class Call>
  int Try(Call&& call) {
    int status = Guarded([&] { return call(handle_); });
    if (status >= MICA_FMI_ERROR) Fail(status);
    return status;
  }
  template <class Call>
  void Do(Call&& call) {
    if (int status = Try(std::forward<Call>(call)); status > MICA_FMI_WARNING) Fail(status);
  }

  bool uses_event_mode() const { return uses_event_mode_; }
  // What it said since the last call.
  std::vector<Message> TakeMessages() { return std::exchange(messages_, {}); }

 private:
  static void OnMessage(void* data, int status, const char* category, const char* text);
  [[noreturn]] void Fail(int status);
  [[noreturn]] void FailFault(const run::ModelFault& fault);

  template <class Call>
  int Guarded(Call&& call) {
    run::ModelCodeFrame frame;
    if (setjmp(frame.back) != 0) {
      run::ExitModelCode(frame);
      FailFault(frame.fault);
    }
    run::EnterModelCode(frame);
    int status = call();
    run::ExitModelCode(frame);
    return status;
  }

  static constexpr std::size_t kMostMessages = 100;  // kept between two looks at them
  MicaForeignFmu* handle_ = nullptr;
  bool uses_event_mode_ = false, is_dead_ = false;
  std::vector<Message> messages_;
};

}  // namespace mica::fmi
