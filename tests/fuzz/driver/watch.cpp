#include "watch.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <thread>

namespace mica::fuzz {

namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double ProcessorSeconds(clockid_t clock) {
  timespec now{};
  return clock_gettime(clock, &now) == 0 ? static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec)
                                         : 0;
}

std::uint64_t MemoryOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// What the two processes tell each other.
struct Shared {
  std::atomic<std::uint64_t> current, done;  // number of the input that runs; how many are done
  std::atomic<double> since, used;           // by the clock and the processor, when it began
};

[[noreturn]] void Work(const Campaign& campaign, Shared& shared, std::uint64_t from, double until) {
  // What a target prints is of no use, but what a fault says is.
  if (!std::freopen("/dev/null", "w", stdout)) std::_Exit(1);
  for (std::uint64_t k = from; campaign.inputs == 0 || k < campaign.first + campaign.inputs; ++k) {
    if (campaign.seconds > 0 && Now() > until) break;
    if (k % 64 == 0 && k != from && MemoryOf(getpid()) > kRenewedMemory) break;
    std::string input = campaign.mutator->Input(campaign.seed, k);
    shared.used = ProcessorSeconds(CLOCK_PROCESS_CPUTIME_ID);
    shared.since = Now();
    shared.current = k;
    campaign.target->run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    shared.done = k + 1;
  }
  std::_Exit(0);
}

enum class End { kEnded, kHang, kTooLarge };

// Until the process has ended by itself, or was ended. `status` is that of waitpid.
End Watch(pid_t process, const Shared& shared, int& status) {
  clockid_t clock = CLOCK_REALTIME;
  bool has_clock = clock_getcpuclockid(process, &clock) == 0;
  for (int look = 0;; ++look) {
    if (waitpid(process, &status, WNOHANG) == process) return End::kEnded;
    std::this_thread::sleep_for(std::chrono::milliseconds(look < 50 ? 1 : 20));
    std::uint64_t current = shared.current;
    double waited = Now() - shared.since;
    double used = has_clock ? ProcessorSeconds(clock) - shared.used : waited;
    End end = End::kEnded;
    if (used > kLongest || waited > kLongestWaiting) end = End::kHang;
    if (MemoryOf(process) > kMostMemory) end = End::kTooLarge;
    if (end == End::kEnded || current != shared.current) continue;
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
    return end;
  }
}

void Keep(const Campaign& campaign, std::uint64_t k, const char* what) {
  std::fprintf(stderr, "%s: seed %llu, input %llu: %s\n", campaign.target->name,
               static_cast<unsigned long long>(campaign.seed), static_cast<unsigned long long>(k), what);
  if (campaign.keep.empty()) return;
  std::string path =
      campaign.keep + "/" + campaign.target->name + "-" + std::to_string(campaign.seed) + "-" + std::to_string(k);
  std::ofstream(path, std::ios::binary) << campaign.mutator->Input(campaign.seed, k);
}

}  // namespace

Counts Run(const Campaign& campaign) {
  void* place = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) Fault("no shared memory");
  auto* shared = new (place) Shared{};
  Counts counts;
  double began = Now(), until = began + campaign.seconds;
  std::uint64_t next = campaign.first;
  auto is_over = [&] {
    return (campaign.inputs > 0 && next >= campaign.first + campaign.inputs) || (campaign.seconds > 0 && Now() > until);
  };
  while (!is_over()) {
    shared->current = shared->done = next;
    shared->since = Now();
    shared->used = 0;
    std::fflush(nullptr);
    pid_t process = fork();
    if (process < 0) Fault("no process");
    if (process == 0) Work(campaign, *shared, next, until);
    int status = 0;
    End end = Watch(process, *shared, status);
    bool is_fine = end == End::kEnded && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    next = shared->done;
    if (is_fine) continue;
    std::uint64_t k = shared->current;
    counts.found.push_back(k);
    if (end == End::kHang) {
      ++counts.hangs;
      Keep(campaign, k, "no end");
    } else if (end == End::kTooLarge) {
      ++counts.too_large;
      Keep(campaign, k, "too much memory");
    } else {
      ++counts.signals;
      Keep(campaign, k, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "ended by itself");
    }
    next = k + 1;
  }
  counts.inputs = next - campaign.first;
  counts.seconds = Now() - began;
  munmap(place, sizeof(Shared));
  return counts;
}

}  // namespace mica::fuzz
