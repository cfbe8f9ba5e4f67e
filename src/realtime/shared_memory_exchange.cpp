// Outputs and inputs in a segment of shared memory:
//   0 "MICASHM1", 8 uint32 number of inputs, 12 uint32 number of outputs, 16 uint32 running (1, and 0 after the end),
//   20 uint32 (0), 24 uint64 output sequence, 32 uint64 step, 40 double time, 48 uint64 input sequence, 56 (0), 64
//   outputs, then inputs
// A sequence number is odd while its side writes, and even otherwise: who reads takes a copy between two equal even
// values, else once more. Each side writes its own number and values only.
// The controller is a stranger: what it writes into the head decides nothing here, and while it has made the segment
// shorter than it was, nothing is given or taken.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "realtime/codes.h"
#include "realtime/exchange.h"

namespace mica::realtime {

namespace {

struct Segment {
  char magic[8];
  std::uint32_t inputs, outputs, running, reserved;
  std::atomic<std::uint64_t> output_sequence;
  std::uint64_t step;
  double time;
  std::atomic<std::uint64_t> input_sequence;
  std::uint64_t more;
};
static_assert(sizeof(Segment) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);

class SharedMemoryExchange final : public Exchange {
 public:
  SharedMemoryExchange(std::string name, int descriptor, Segment* segment, std::size_t bytes, std::size_t outputs)
      : name_(std::move(name)), descriptor_(descriptor), segment_(segment), bytes_(bytes), outputs_(outputs) {}
  ~SharedMemoryExchange() override {
    if (IsWhole()) segment_->running = 0;
    munmap(segment_, bytes_);
    close(descriptor_);
    shm_unlink(name_.c_str());
  }
  SharedMemoryExchange(const SharedMemoryExchange&) = delete;
  SharedMemoryExchange& operator=(const SharedMemoryExchange&) = delete;

  void Send(std::uint64_t step, double time, std::span<const double> outputs, bool is_last) override {
    if (!IsWhole()) return;
    std::uint64_t number = segment_->output_sequence.load(std::memory_order_relaxed);
    segment_->output_sequence.store(number + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    segment_->step = step;
    segment_->time = time;
    std::memcpy(values(), outputs.data(), outputs.size_bytes());
    if (is_last) segment_->running = 0;
    segment_->output_sequence.store(number + 2, std::memory_order_release);
  }

  bool Take(std::span<double> inputs) override {
    if (!IsWhole()) return false;
    constexpr int kMostTries = 100;  // a writer that died in the middle must not hold the model up
    for (int k = 0; k < kMostTries; ++k) {
      std::uint64_t number = segment_->input_sequence.load(std::memory_order_acquire);
      if (number == taken_) return false;
      if (number % 2 != 0) continue;
      std::memcpy(inputs.data(), values() + outputs_, inputs.size_bytes());
      std::atomic_thread_fence(std::memory_order_acquire);
      if (segment_->input_sequence.load(std::memory_order_relaxed) != number) continue;
      taken_ = number;
      return true;
    }
    return false;
  }

  bool Wait(double seconds) override {
    auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (int look = 0;; ++look) {
      if (!IsWhole()) return false;
      std::uint64_t number = segment_->input_sequence.load(std::memory_order_acquire);
      if (number != taken_ && number % 2 == 0) return true;
      if (std::chrono::steady_clock::now() >= until) return false;
      if (look < 1000)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

 private:
  double* values() { return reinterpret_cast<double*>(segment_ + 1); }
  // A read beyond the end of the segment is a signal.
  bool IsWhole() const {
    struct stat about{};
    return fstat(descriptor_, &about) == 0 && about.st_size >= static_cast<off_t>(bytes_);
  }

  std::string name_;
  int descriptor_;
  Segment* segment_;
  std::size_t bytes_, outputs_;
  std::uint64_t taken_ = 0;
};

}  // namespace

std::unique_ptr<Exchange> MakeSharedMemoryExchange(const std::string& wanted, std::span<const double> initial,
                                                   std::size_t outputs, DiagnosticSink& sink) {
  std::string name = wanted.starts_with('/') ? wanted : "/" + wanted;
  auto refuse = [&](const char* what) -> std::unique_ptr<Exchange> {
    Diagnostic& error =
        sink.Report(kNoSharedMemory, {}, fmt::format("shared memory '{}' {}: {}", name, what, std::strerror(errno)));
    if (errno == EEXIST) error.hint = "another run uses it, or one that was killed has left it behind: /dev/shm" + name;
    return nullptr;
  };
  int descriptor = shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
  if (descriptor < 0) return refuse("cannot be made");
  std::size_t bytes = sizeof(Segment) + 8 * (initial.size() + outputs);
  void* place = ftruncate(descriptor, static_cast<off_t>(bytes)) == 0
                    ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
                    : MAP_FAILED;
  if (place == MAP_FAILED) {
    auto refused = refuse("cannot be taken");
    close(descriptor);
    shm_unlink(name.c_str());
    return refused;
  }
  auto* segment = new (place) Segment{};
  segment->inputs = static_cast<std::uint32_t>(initial.size());
  segment->outputs = static_cast<std::uint32_t>(outputs);
  std::memcpy(reinterpret_cast<double*>(segment + 1) + outputs, initial.data(), initial.size_bytes());
  segment->running = 1;
  std::atomic_thread_fence(std::memory_order_release);
  std::memcpy(segment->magic, "MICASHM1", 8);
  return std::make_unique<SharedMemoryExchange>(std::move(name), descriptor, segment, bytes, outputs);
}

}  // namespace mica::realtime
