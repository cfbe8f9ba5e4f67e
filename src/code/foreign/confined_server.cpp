#include "code/foreign/confined_server.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "code/foreign/call_bytes.h"

namespace mica::code {

namespace {

pid_t server_parent = 0;  // of the server, for its signal handler

void EndWithoutParent(int) {
  if (getppid() != server_parent) _exit(0);
}

// While foreign code runs nobody reads the socket: a clock looks whether the parent is still there.
class ParentWatch {
 public:
  ParentWatch() { Every(200'000); }
  ~ParentWatch() { Every(0); }
  ParentWatch(const ParentWatch&) = delete;
  ParentWatch& operator=(const ParentWatch&) = delete;

 private:
  static void Every(long microseconds) {
    itimerval interval{{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &interval, nullptr);
  }
};

// Open files of this process are not for foreign code: the result of a run may be among them. The socket is 3.
int KeepOnly(int socket) {
  int null = open("/dev/null", O_RDWR);
  if (null < 0) _exit(1);
  int kept = fcntl(socket, F_DUPFD, 4);
  for (int standard = 0; standard <= 2; ++standard) dup2(null, standard);
  dup2(kept, 3);
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 4u, ~0u, 0u) == 0) return 3;
#endif
  for (long fd = 4, most = sysconf(_SC_OPEN_MAX); fd < most; ++fd) close(static_cast<int>(fd));
  return 3;
}

void ResetSignals() {
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGHUP, SIGXCPU, SIGXFSZ})
    std::signal(number, SIG_DFL);
  // Of the terminal: the parent decides.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  struct sigaction watch{};
  watch.sa_handler = EndWithoutParent;
  watch.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &watch, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

class Server {
 public:
  std::string Answer(std::string_view message) {
    ByteReader from(message);
    ByteWriter to;
    switch (from.Get<ConfinedRequest>()) {
      case ConfinedRequest::kLoad: {
        std::string path = from.GetText(), problem;
        auto how = from.Get<ForeignSpace::Loading>();
        to.Put(space_->Load(path, how, problem));
        to.PutText(problem);
        break;
      }
      case ConfinedRequest::kSymbol: {
        void* handle = from.Get<void*>();
        to.Put(space_->Symbol(handle, from.GetText()));
        break;
      }
      case ConfinedRequest::kAsk:
        to.Put(space_->Ask(from.Get<void*>()));
        break;
      case ConfinedRequest::kRun: {
        ForeignCall call = GetCall(from);
        std::string messages, problem;
        bool done = space_->Run(call, messages, problem);
        to.Put(done);
        to.PutText(messages);
        to.PutText(problem);
        if (!done) break;
        PutResults(to, call);
        if (call.result && call.result->kind == TypeKind::kExternalObject) {
          const auto& object = std::get<ObjectValue>(call.result->data);
          objects_[object.handle.get()] = object.handle;
        }
        break;
      }
      case ConfinedRequest::kDestroy:
        objects_.erase(from.Get<void*>());
        break;
    }
    return std::move(to.bytes());
  }

 private:
  std::shared_ptr<ForeignSpace> space_ = OwnSpace();
  std::map<void*, std::shared_ptr<void>> objects_;
};

}  // namespace

bool SendMessage(int socket, std::string_view message, bool is_confined) {
  auto send_all = [&](const char* from, std::size_t size) {
    while (size > 0) {
      ssize_t sent = is_confined ? write(socket, from, size) : send(socket, from, size, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      from += sent;
      size -= static_cast<std::size_t>(sent);
    }
    return true;
  };
  std::uint64_t length = message.size();
  return send_all(reinterpret_cast<const char*>(&length), sizeof length) && send_all(message.data(), message.size());
}

bool ReceiveMessage(int socket, std::string& message, std::size_t most) {
  auto receive = [&](char* to, std::size_t size) {
    while (size > 0) {
      ssize_t got = read(socket, to, size);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to += got;
      size -= static_cast<std::size_t>(got);
    }
    return true;
  };
  std::uint64_t length = 0;
  if (!receive(reinterpret_cast<char*>(&length), sizeof length) || length > most) return false;
  message.resize(length);
  return receive(message.data(), message.size());
}

void ServeConfined(int socket, const std::string& scratch, const ConfinedLimits& limits, pid_t parent) {
  server_parent = parent;
  socket = KeepOnly(socket);
  ResetSignals();
  if (!scratch.empty()) setenv("TMPDIR", scratch.c_str(), 1);
  Confinement held = ConfineThisProcess({scratch, limits.memory_bytes, limits.processor_seconds});
  std::string message(reinterpret_cast<const char*>(&held), sizeof held);
  if (!SendMessage(socket, message, true)) _exit(0);
  Server server;
  while (ReceiveMessage(socket, message, ~std::size_t{0})) {
    std::string answer;
    try {
      ParentWatch watch;
      answer = server.Answer(message);
    } catch (...) {
      _exit(1);  // no memory, or an exception of C++ code that nobody may catch
    }
    if (!SendMessage(socket, answer, true)) break;
  }
  _exit(0);
}

}  // namespace mica::code
