// See confine.h. The seccomp filter names what is forbidden: external functions are compiled against the whole C
// library, and what a harmless one calls cannot be listed. System calls of other architectures than the program's end
// it.
#include "base/confine/confine.h"

#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

#if defined(__linux__)
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace mica {

namespace {

void Bound(int resource, std::size_t most) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, most);
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
  setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit);
}

void BoundResources(const ConfineOptions& options) {
  Bound(RLIMIT_CORE, 0);
  Bound(RLIMIT_FSIZE, options.file_bytes);
  if (options.processor_seconds > 0) Bound(RLIMIT_CPU, options.processor_seconds);
#if defined(__linux__)
  unsigned long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  bool is_known = file && std::fscanf(file, "%lu", &pages) == 1;
  if (file) std::fclose(file);
  if (is_known && options.memory_bytes > 0)
    Bound(RLIMIT_AS, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + options.memory_bytes);
#endif
}

#if defined(__linux__)

// Of linux/landlock.h, newer than the header of Debian 12 has it. The size says which version is meant.
struct LandlockRules {
  std::uint64_t files = 0, network = 0, scope = 0;
};
struct [[gnu::packed]] LandlockPath {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};
constexpr int kLandlockVersionFlag = 1, kLandlockBelowPath = 1;
constexpr std::uint64_t kWriteFile = 1u << 1;
constexpr std::uint64_t kMakeAndRemove = 0x1ff0;  // 4: remove a directory … 12: make a link
constexpr std::uint64_t kRefer = 1u << 13, kTruncate = 1u << 14, kDeviceControl = 1u << 15;
constexpr std::uint64_t kBindAndConnect = 3;     // of TCP
constexpr std::uint64_t kSocketsAndSignals = 3;  // to processes outside

bool AllowBelow(int rules, const char* path, std::uint64_t allowed) {
  LandlockPath rule{allowed, open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) return false;
  bool done = syscall(SYS_landlock_add_rule, rules, kLandlockBelowPath, &rule, 0) == 0;
  close(rule.parent);
  return done;
}

// Version of Landlock, or 0: files are not confined by it.
long ConfineFiles(const std::string& directory) {
  long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, kLandlockVersionFlag);
  if (version < 1) return 0;
  LandlockRules rules;
  rules.files = kWriteFile | kMakeAndRemove;
  if (version >= 2) rules.files |= kRefer;
  if (version >= 3) rules.files |= kTruncate;
  if (version >= 5) rules.files |= kDeviceControl;
  if (version >= 4) rules.network = kBindAndConnect;
  if (version >= 6) rules.scope = kSocketsAndSignals;
  std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int made = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (made < 0) return 0;
  bool done = directory.empty() || AllowBelow(made, directory.c_str(), rules.files & ~kDeviceControl);
  AllowBelow(made, "/dev/null", kWriteFile);
  done = done && syscall(SYS_landlock_restrict_self, made, 0) == 0;
  close(made);
  return done ? version : 0;
}

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {}
  ~Filter() {
    if (context_) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void Forbid(std::initializer_list<const char*> calls, int error = EPERM) {
    for (const char* call : calls) Forbid(call, error, {});
  }
  // A name that the library does not know is skipped: kernels of its time have no such call.
  void Forbid(const char* call, int error, std::initializer_list<scmp_arg_cmp> conditions) {
    int number = seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) return;
    int failed = seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number,
                                        static_cast<unsigned>(conditions.size()), conditions.begin());
    // -EDOM: a call that this architecture does not have.
    if (failed != 0 && failed != -EDOM) is_whole_ = false;
  }
  // Calls newer than the library, by their numbers, which are the same on all architectures from 424 on.
  void ForbidNewer(std::initializer_list<int> numbers) {
    for (int number : numbers)
      if (seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(ENOSYS), number, 0, nullptr) != 0) is_whole_ = false;
  }
  bool Load() { return context_ && is_whole_ && seccomp_load(context_) == 0; }
  bool ok() const { return context_ != nullptr; }

 private:
  scmp_filter_ctx context_;
  bool is_whole_ = true;
};

void ForbidProcesses(Filter& filter) {
  auto self = static_cast<scmp_datum_t>(getpid());
  // Threads are allowed; clone3, whose flags a filter cannot see, is reported as missing, and clone is used instead.
  filter.Forbid("clone", EPERM, {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)});
  filter.Forbid({"clone3"}, ENOSYS);
  filter.Forbid({"fork", "vfork", "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
                 "pidfd_getfd", "pidfd_send_signal", "process_madvise", "kcmp", "setns", "unshare"});
  filter.Forbid("kill", EPERM, {SCMP_A0(SCMP_CMP_NE, self)});
  filter.Forbid("tgkill", EPERM, {SCMP_A0(SCMP_CMP_NE, self)});
  filter.Forbid("rt_sigqueueinfo", EPERM, {SCMP_A0(SCMP_CMP_NE, self)});
  filter.Forbid("rt_tgsigqueueinfo", EPERM, {SCMP_A0(SCMP_CMP_NE, self)});
  filter.Forbid("prlimit64", EPERM, {SCMP_A0(SCMP_CMP_NE, 0)});
  filter.Forbid({"tkill", "setpgid", "setsid", "setpriority", "sched_setscheduler", "sched_setattr", "ioprio_set"});
  // Shared memory and queues reach other processes.
  filter.Forbid({"shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semctl",
                 "semtimedop", "mq_open", "mq_unlink", "keyctl", "add_key", "request_key"});
}

void ForbidNetwork(Filter& filter) {
  filter.Forbid({"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg",
                 "sendmmsg", "recvmsg", "recvmmsg", "io_uring_setup", "io_uring_enter", "io_uring_register"});
}

void ForbidSystem(Filter& filter) {
  filter.Forbid({"mount",         "umount",          "umount2",       "pivot_root",  "chroot",
                 "swapon",        "swapoff",         "reboot",        "sethostname", "setdomainname",
                 "init_module",   "finit_module",    "delete_module", "kexec_load",  "kexec_file_load",
                 "bpf",           "perf_event_open", "userfaultfd",   "acct",        "quotactl",
                 "syslog",        "settimeofday",    "clock_settime", "adjtimex",    "clock_adjtime",
                 "iopl",          "ioperm",          "personality",   "vhangup",     "open_by_handle_at",
                 "fanotify_init", "lookup_dcookie",  "modify_ldt",    "fsopen",      "fsconfig",
                 "fsmount",       "fspick",          "move_mount",    "open_tree",   "mount_setattr"});
  // What it writes to a terminal it could let another program read as typed.
  filter.Forbid("ioctl", EPERM, {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI)});
  filter.Forbid("ioctl", EPERM, {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCLINUX)});
}

// What Landlock does not see: attributes of files.
void ForbidAttributes(Filter& filter) {
  filter.Forbid({"chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat",
                 "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"},
                EACCES);
  constexpr int kFchmodat2 = 452, kSetxattrat = 463, kRemovexattrat = 466, kFileSetattr = 469;
  filter.ForbidNewer({kFchmodat2, kSetxattrat, kRemovexattrat, kFileSetattr});
}

// Where there is no Landlock no file is opened for writing at all.
void ForbidWriting(Filter& filter) {
  filter.Forbid({"creat", "truncate", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat",
                 "rmdir", "link", "linkat", "symlink", "symlinkat", "mknod", "mknodat"},
                EACCES);
  filter.Forbid({"openat2"}, ENOSYS);
  for (int flag : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC}) {
    auto bit = static_cast<scmp_datum_t>(flag);
    filter.Forbid("open", EACCES, {SCMP_A1(SCMP_CMP_MASKED_EQ, bit, bit)});
    filter.Forbid("openat", EACCES, {SCMP_A2(SCMP_CMP_MASKED_EQ, bit, bit)});
  }
}

#endif

}  // namespace

Confinement ConfineThisProcess(const ConfineOptions& options) {
  Confinement held;
  BoundResources(options);
#if defined(__linux__)
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return held;
  constexpr long kSeesTruncate = 3, kSeesNetwork = 4;  // versions of Landlock
  long landlock = ConfineFiles(options.directory);
  Filter filter;
  if (filter.ok()) {
    ForbidProcesses(filter);
    ForbidNetwork(filter);
    ForbidSystem(filter);
    ForbidAttributes(filter);
    if (landlock == 0) ForbidWriting(filter);
    if (landlock > 0 && landlock < kSeesTruncate) filter.Forbid({"truncate"}, EACCES);
  }
  bool is_filtered = filter.Load();
  held.files = landlock >= kSeesTruncate || is_filtered;
  held.processes = is_filtered;
  held.network = is_filtered || unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) == 0 || landlock >= kSeesNetwork;
#endif
  return held;
}

std::string LackingText(const Confinement& confinement) {
  std::string text;
  auto add = [&](bool holds, const char* what) {
    if (!holds) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(confinement.files, "files");
  add(confinement.network, "network");
  add(confinement.processes, "other processes");
  return text;
}

}  // namespace mica
