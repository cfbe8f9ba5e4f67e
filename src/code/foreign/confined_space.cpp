#include "code/foreign/confined_space.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include "code/foreign/call_bytes.h"
#include "code/foreign/confined_server.h"

namespace mica::code {

namespace {

// More than any external function gives back; a process that is not honest cannot ask for all memory.
constexpr std::size_t kLongestAnswer = std::size_t{1} << 30;

}  // namespace

struct ConfinedSpace::Link {
  int socket = -1;
  pid_t child = -1;

  ~Link() { End(); }
  // How it ended, as waitpid has it. Kills it if it does not end by itself at once.
  int End() {
    if (socket >= 0) close(std::exchange(socket, -1));
    int status = 0;
    if (child <= 0) return status;
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = -1;
    return status;
  }
};

ConfinedSpace::~ConfinedSpace() {
  // Objects whose handles are still held somewhere end with the process.
  if (link_) link_->End();
}

bool ConfinedSpace::Start(std::string& problem) {
  if (started_) return ended_.empty() ? true : (problem = ended_, false);
  started_ = true;
  int ends[2];
  auto fail = [&](const char* what) {
    ended_ = fmt::format("external functions cannot be called: {}: {}", what, std::strerror(errno));
    return problem = ended_, false;
  };
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return fail("no pair of sockets");
  scratch_ = std::make_unique<ScratchDirectory>();
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return fail("no process for them");
  }
  if (child == 0) ServeConfined(ends[1], scratch_->path(), limits_, parent);
  close(ends[1]);
  link_ = std::make_shared<Link>();
  link_->socket = ends[0];
  link_->child = child;
  // Half a message is waited for no longer than a whole one.
  auto seconds = static_cast<time_t>(limits_.call_seconds) + 1;
  timeval longest{seconds, 0};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
  std::string first;
  if (!ReceiveMessage(ends[0], first, sizeof confinement_) || first.size() != sizeof confinement_) {
    link_->End();
    ended_ = "external functions cannot be called: the process for them did not start";
    return problem = ended_, false;
  }
  std::memcpy(&confinement_, first.data(), sizeof confinement_);
  return true;
}

bool ConfinedSpace::Exchange(std::string_view message, std::string& answer, std::string& problem) {
  if (!Start(problem)) return false;
  using Clock = std::chrono::steady_clock;
  auto until = Clock::now() + std::chrono::duration<double>(limits_.call_seconds);
  bool answered = false, is_late = false;
  if (SendMessage(link_->socket, message)) {
    while (true) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd wait{link_->socket, POLLIN, 0};
      int ready = poll(&wait, 1, static_cast<int>(std::max<long long>(left, 0)));
      if (ready < 0 && errno == EINTR) continue;
      is_late = ready == 0;
      answered = ready > 0 && ReceiveMessage(link_->socket, answer, kLongestAnswer);
      break;
    }
  }
  if (answered) return true;
  // The end of the socket comes before the end of the process by a moment; what ended it is seen by waiting for it.
  pid_t child = std::exchange(link_->child, -1);
  if (is_late) kill(child, SIGKILL);
  int status = 0;
  for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; ++waited) {
    if (waited == 200) kill(child, SIGKILL);
    usleep(5000);
  }
  link_->End();
  if (is_late)
    ended_ = fmt::format("it did not end within {} s, which is all that a call while translating may take",
                         limits_.call_seconds);
  else if (WIFSIGNALED(status))
    ended_ = fmt::format("it ended its process by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    ended_ = "it ended its process";
  problem = ended_;
  // Later calls can only know that it was another.
  ended_ = "an external function that was called before has ended the process for them";
  return false;
}

void* ConfinedSpace::Load(const std::string& path, Loading how, std::string& problem) {
  ByteWriter to;
  to.Put(ConfinedRequest::kLoad);
  to.PutText(path);
  to.Put(how);
  std::string answer;
  if (!Exchange(to.bytes(), answer, problem)) return nullptr;
  ByteReader from(answer);
  void* handle = from.Get<void*>();
  problem = from.GetText();
  return handle;
}

void* ConfinedSpace::Symbol(void* handle, const std::string& name) {
  ByteWriter to;
  to.Put(ConfinedRequest::kSymbol);
  to.Put(handle);
  to.PutText(name);
  std::string answer, ignored;
  return Exchange(to.bytes(), answer, ignored) ? ByteReader(answer).Get<void*>() : nullptr;
}

void* ConfinedSpace::Ask(void* function) {
  ByteWriter to;
  to.Put(ConfinedRequest::kAsk);
  to.Put(function);
  std::string answer, ignored;
  return Exchange(to.bytes(), answer, ignored) ? ByteReader(answer).Get<void*>() : nullptr;
}

bool ConfinedSpace::Run(ForeignCall& call, std::string& messages, std::string& problem) {
  ByteWriter to;
  to.Put(ConfinedRequest::kRun);
  PutCall(to, call);
  std::string answer;
  if (!Exchange(to.bytes(), answer, problem)) return problem = call.name + ": " + problem, false;
  ByteReader from(answer);
  bool done = from.Get<bool>();
  messages += from.GetText();
  problem = from.GetText();
  if (!done) return false;
  auto own = [link = link_](void* object) {
    return std::shared_ptr<void>(object, [link](void* of) {
      if (link->socket < 0) return;
      ByteWriter destroy;
      destroy.Put(ConfinedRequest::kDestroy);
      destroy.Put(of);
      std::string ignored;
      if (!SendMessage(link->socket, destroy.bytes()) || !ReceiveMessage(link->socket, ignored, 0)) link->End();
    });
  };
  GetResults(from, call, own);
  if (!from.ok()) return problem = call.name + ": its answer does not fit its declaration", false;
  return true;
}

}  // namespace mica::code
