#include "fmi/simulate/foreign_fmu.h"

#include <fmt/format.h>

#include "run/report/model_fault.h"

namespace mica::fmi {

ForeignFmu::ForeignFmu(const OpenFmu& fmu, FmuInterface interface, const std::string& library, bool is_logging) {
  const Description& d = fmu.description;
  bool is_stepped = interface == FmuInterface::kCoSimulation;
  uses_event_mode_ = is_stepped && d.version == 3 && d.cosimulation->has_event_mode;
  MicaForeignSettings settings{};
  settings.version = d.version;
  settings.is_cosimulation = is_stepped ? 1 : 0;
  settings.uses_event_mode = uses_event_mode_ ? 1 : 0;
  settings.library = library.c_str();
  settings.name = d.model_name.c_str();
  settings.token = d.token.c_str();
  settings.directory = fmu.directory->path().c_str();
  settings.is_logging = is_logging ? 1 : 0;
  settings.say = OnMessage;
  settings.data = this;
  char problem[1000] = "";
  auto open = [&] {
    handle_ = mica_foreign_open(&settings, problem, sizeof problem);
    return 0;
  };
  (void)Guarded(open);
  // Some say in their description that they have event mode, and refuse it.
  if (!handle_ && uses_event_mode_) {
    uses_event_mode_ = false;
    settings.uses_event_mode = 0;
    std::vector<Message> first = TakeMessages();
    (void)Guarded(open);
    if (handle_) messages_.push_back({MICA_FMI_WARNING, "its event mode, which its description offers, does not work"});
    if (!handle_) messages_ = std::move(first);
  }
  if (!handle_) {
    std::string text = problem;
    for (const Message& message : messages_) text += "\n" + message.text;
    throw FmuFailure{text};
  }
}

ForeignFmu::~ForeignFmu() {
  if (!handle_ || is_dead_) return;
  try {
    (void)Guarded([&] {
      mica_foreign_close(handle_);
      return 0;
    });
  } catch (const FmuFailure&) {
    // The run is over: what it computed stays.
  }
}

void ForeignFmu::OnMessage(void* data, int status, const char* category, const char* text) {
  run::HostCode ours;
  auto& self = *static_cast<ForeignFmu*>(data);
  Message message{status, text};
  while (!message.text.empty() && message.text.back() == '\n') message.text.pop_back();
  (void)category;
  if (self.messages_.size() < kMostMessages) self.messages_.push_back(std::move(message));
}

void ForeignFmu::Fail(int status) {
  is_dead_ = is_dead_ || status == MICA_FMI_FATAL;
  const char* word = status == MICA_FMI_DISCARD ? "discard" : status == MICA_FMI_ERROR ? "error" : "fatal";
  std::string text = fmt::format("{} ended with the status '{}'", mica_foreign_last_call(handle_), word);
  for (const Message& message : messages_)
    if (message.status >= MICA_FMI_DISCARD) text += ": " + message.text;
  std::erase_if(messages_, [](const Message& message) { return message.status >= MICA_FMI_DISCARD; });
  throw FmuFailure{text};
}

void ForeignFmu::FailFault(const run::ModelFault& fault) {
  is_dead_ = true;
  const char* function = handle_ ? mica_foreign_last_call(handle_) : "its instantiation";
  if (fault.kind == run::ModelFault::Kind::kStack)
    throw FmuFailure{fmt::format("{} uses more memory for its calls than there is", function), true};
  throw FmuFailure{fmt::format("{} {}", function, run::SignalText(fault.signal)), true};
}

}  // namespace mica::fmi
