// Outputs and inputs as datagrams. A datagram is a head of 32 bytes and doubles, in the byte order of the machine:
//   0 "MICA", 4 uint16 version (1), 6 uint16 kind (1 outputs, 2 inputs, 3 last outputs), 8 uint64 step, 16 double time,
//   24 uint32 count, 28 uint32 (0), 32 values
// Of inputs, the time is not read, and the step in lockstep only: there inputs of another step than the last one sent
// do no more than say where the controller is. Outputs that nobody was there for are sent when somebody speaks.
// Sockets do not block: sending never waits, and what the network drops is dropped.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <vector>

#include "realtime/codes.h"
#include "realtime/exchange.h"

namespace mica::realtime {

namespace {

struct Head {
  char magic[4];
  std::uint16_t version, kind;
  std::uint64_t step;
  double time;
  std::uint32_t count, reserved;
};
static_assert(sizeof(Head) == 32);
constexpr std::uint16_t kVersion = 1, kOutputs = 1, kInputs = 2, kLast = 3;
constexpr std::size_t kLargest = 65507;  // bytes of a datagram

bool Resolve(const std::string& host, const std::string& port, sockaddr_in& address) {
  addrinfo wish{}, *found = nullptr;
  wish.ai_family = AF_INET;
  wish.ai_socktype = SOCK_DGRAM;
  if (getaddrinfo(host.c_str(), port.c_str(), &wish, &found) != 0 || !found) return false;
  std::memcpy(&address, found->ai_addr, sizeof address);
  freeaddrinfo(found);
  return true;
}

class UdpExchange final : public Exchange {
 public:
  UdpExchange(int socket, bool lockstep, std::size_t inputs, std::size_t outputs)
      : socket_(socket),
        lockstep_(lockstep),
        inputs_(inputs),
        in_values_(inputs),
        out_(sizeof(Head) + 8 * outputs),
        in_(kLargest + 1) {}
  ~UdpExchange() override { close(socket_); }
  UdpExchange(const UdpExchange&) = delete;
  UdpExchange& operator=(const UdpExchange&) = delete;

  void SetPeer(const sockaddr_in& peer) {
    peer_ = peer;
    has_peer_ = keeps_peer_ = true;
  }

  void Send(std::uint64_t step, double time, std::span<const double> outputs, bool is_last) override {
    Head head{{'M', 'I', 'C', 'A'},
              kVersion,
              is_last ? kLast : kOutputs,
              step,
              time,
              static_cast<std::uint32_t>(outputs.size()),
              0};
    std::memcpy(out_.data(), &head, sizeof head);
    std::memcpy(out_.data() + sizeof head, outputs.data(), outputs.size_bytes());
    step_ = step;
    waits_for_peer_ = !has_peer_;
    if (has_peer_) SendDatagram();
  }

  bool Take(std::span<double> inputs) override {
    Receive();
    if (!has_new_) return false;
    has_new_ = false;
    std::memcpy(inputs.data(), in_values_.data(), inputs.size_bytes());
    return true;
  }

  bool Wait(double seconds) override {
    Receive();
    if (has_new_) return true;
    pollfd wish{socket_, POLLIN, 0};
    if (poll(&wish, 1, static_cast<int>(std::ceil(seconds * 1000))) <= 0) return false;
    Receive();
    return has_new_;
  }

  std::uint64_t refused() const override { return refused_; }

 private:
  void SendDatagram() {
    (void)sendto(socket_, out_.data(), out_.size(), MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&peer_),
                 sizeof peer_);
  }

  // All that has come; the last one that is in order counts.
  void Receive() {
    while (true) {
      sockaddr_in from{};
      socklen_t length = sizeof from;
      ssize_t got =
          recvfrom(socket_, in_.data(), in_.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &length);
      if (got < 0) {
        // A peer that is not there yet answers by a refusal, which is no error of this socket.
        if (errno == ECONNREFUSED || errno == EINTR) continue;
        return;
      }
      Head head{};
      if (static_cast<std::size_t>(got) >= sizeof head) std::memcpy(&head, in_.data(), sizeof head);
      bool good = std::memcmp(head.magic, "MICA", 4) == 0 && head.version == kVersion && head.kind == kInputs &&
                  head.count == inputs_ && static_cast<std::size_t>(got) == sizeof head + 8 * inputs_;
      if (!good) {
        ++refused_;
        continue;
      }
      if (!keeps_peer_) peer_ = from;
      has_peer_ = true;
      if (waits_for_peer_) SendDatagram();
      waits_for_peer_ = false;
      if (lockstep_ && head.step != step_) continue;
      std::memcpy(in_values_.data(), in_.data() + sizeof head, 8 * inputs_);
      has_new_ = true;
    }
  }

  int socket_;
  bool lockstep_;
  std::size_t inputs_;
  std::vector<double> in_values_;
  std::vector<char> out_, in_;
  sockaddr_in peer_{};
  std::uint64_t step_ = 0;  // of the last outputs
  bool waits_for_peer_ = false;
  bool has_peer_ = false, keeps_peer_ = false, has_new_ = false;
  std::uint64_t refused_ = 0;
};

}  // namespace

std::unique_ptr<Exchange> MakeUdpExchange(const UdpSettings& settings, std::size_t inputs, std::size_t outputs,
                                          DiagnosticSink& sink) {
  if (sizeof(Head) + 8 * std::max(inputs, outputs) > kLargest) {
    sink.Report(
        kPortUnavailable, {},
        fmt::format("{} values do not fit into one datagram; shared memory takes them", std::max(inputs, outputs)));
    return nullptr;
  }
  sockaddr_in own{}, peer{};
  if (!Resolve(settings.address, std::to_string(settings.port), own)) {
    sink.Report(kWrongAddress, {}, fmt::format("'{}' is not an address of this machine", settings.address));
    return nullptr;
  }
  if (!settings.peer.empty()) {
    std::size_t colon = settings.peer.rfind(':');
    if (colon == std::string::npos || colon + 1 == settings.peer.size() ||
        !Resolve(settings.peer.substr(0, colon), settings.peer.substr(colon + 1), peer)) {
      sink.Report(kWrongAddress, {},
                  fmt::format("'{}' is not an address of a controller; HOST:PORT is expected", settings.peer));
      return nullptr;
    }
  }
  int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  if (descriptor < 0 || bind(descriptor, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) {
    std::string why = std::strerror(errno);
    if (descriptor >= 0) close(descriptor);
    Diagnostic& error =
        sink.Report(kPortUnavailable, {},
                    fmt::format("UDP port {} of {} is not available: {}", settings.port, settings.address, why));
    error.hint = "another program may listen there; --udp takes any free port";
    return nullptr;
  }
  auto exchange = std::make_unique<UdpExchange>(descriptor, settings.lockstep, inputs, outputs);
  if (!settings.peer.empty()) exchange->SetPeer(peer);
  return exchange;
}

}  // namespace mica::realtime
