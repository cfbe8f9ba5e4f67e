// The other side of confined_space.h: what the confined process does until it ends.
#pragma once

#include <string>

#include "code/foreign/confined_space.h"

namespace mica::code {

enum class ConfinedRequest : char { kLoad, kSymbol, kAsk, kRun, kDestroy };

// A message: its length, then as many bytes. False: the other end is gone, or the message is longer than `most`. A
// confined process has no calls that send, and must write.
bool SendMessage(int socket, std::string_view message, bool is_confined = false);
bool ReceiveMessage(int socket, std::string& message, std::size_t most);

// In the child of a fork. Confines itself, sends the Confinement and answers until the other end is gone.
[[noreturn]] void ServeConfined(int socket, const std::string& scratch, const ConfinedLimits& limits, pid_t parent);

}  // namespace mica::code
