// What a controller sends to a running model, by UDP and in shared memory, at any moment of the exchange: taken, or
// counted as refused. The bytes are pieces, each after its length; a controller may also shorten its shared memory.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstring>

#include "realtime/exchange.h"
#include "target.h"

namespace {

using namespace mica;
constexpr std::size_t kInputs = 3, kOutputs = 2;
constexpr int kMostPieces = 40;

std::string NextPiece(const std::uint8_t* data, std::size_t size, std::size_t& at) {
  std::size_t length = std::min<std::size_t>(data[at], size - at - 1);
  std::string piece = fuzz::TextOf(data + at + 1, length);
  at += 1 + length;
  return piece;
}

void Exchange(realtime::Exchange& exchange, std::uint64_t step) {
  double inputs[kInputs] = {};
  const double outputs[kOutputs] = {1, 2};
  exchange.Send(step, 0.1 * static_cast<double>(step), outputs, false);
  (void)exchange.Wait(0);
  (void)exchange.Take(inputs);
}

void ByUdp(const std::uint8_t* data, std::size_t size) {
  static int port = 20000 + getpid() % 20000;
  DiagnosticSink sink;
  std::unique_ptr<realtime::Exchange> exchange;
  for (int tries = 0; !exchange && tries < 50; ++tries)
    exchange = realtime::MakeUdpExchange({"127.0.0.1", ++port, "", size % 2 == 0}, kInputs, kOutputs, sink);
  if (!exchange) return;
  int sender = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::size_t at = 0;
  for (std::uint64_t step = 0; at < size && step < kMostPieces; ++step) {
    std::string piece = NextPiece(data, size, at);
    (void)sendto(sender, piece.data(), piece.size(), MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&address),
                 sizeof address);
    Exchange(*exchange, step);
  }
  close(sender);
}

// A piece is written somewhere into the segment; one of length 0 shortens it, once.
void BySharedMemory(const std::uint8_t* data, std::size_t size) {
  std::string name = "/mica-fuzz-" + std::to_string(getpid());
  DiagnosticSink sink;
  const double initial[kInputs] = {};
  auto exchange = realtime::MakeSharedMemoryExchange(name, initial, kOutputs, sink);
  if (!exchange) return;
  int descriptor = shm_open(name.c_str(), O_RDWR, 0600);
  if (descriptor < 0) fuzz::Fault("the segment is not there");
  constexpr std::size_t kBytes = 64 + 8 * (kInputs + kOutputs);
  std::size_t at = 0;
  for (std::uint64_t step = 0; at < size && step < kMostPieces; ++step) {
    std::string piece = NextPiece(data, size, at);
    std::size_t place = at < size ? data[at] % kBytes : 0;
    if (piece.empty() && ftruncate(descriptor, static_cast<off_t>(place)) != 0)
      fuzz::Fault("the segment cannot be shortened");
    piece.resize(std::min(piece.size(), kBytes - place));
    if (!piece.empty() && pwrite(descriptor, piece.data(), piece.size(), static_cast<off_t>(place)) < 0)
      fuzz::Fault("the segment cannot be written");
    Exchange(*exchange, step);
  }
  close(descriptor);
  exchange.reset();
  if (int left = shm_open(name.c_str(), O_RDWR, 0600); left >= 0) {
    close(left);
    shm_unlink(name.c_str());
    fuzz::Fault("the segment stays behind");
  }
}

}  // namespace

MICA_FUZZ_TARGET(frames) {
  ByUdp(data, size);
  BySharedMemory(data, size);
  return 0;
}
