// Confinement of the calling process, for code that nobody vouches for: from then on it, and what it starts, writes no
// file outside one directory, reaches no network and no other process, starts no program, and has bounded memory and
// processor time. It cannot be undone. Reading files stays allowed.
//
// On Linux this is Landlock (files; kernel 5.13 and later) and a seccomp filter made by libseccomp (everything else,
// and files where there is no Landlock: none can be written then, the directory included). Where the kernel has no
// seccomp filters, namespaces of its own take the network away. On other systems only the bounds hold.
#pragma once

#include <cstddef>
#include <string>

namespace mica {

struct ConfineOptions {
  std::string directory;               // the one that may be written to
  std::size_t memory_bytes = 0;        // of address space, beyond what the process has now
  unsigned processor_seconds = 0;      // in all
  std::size_t file_bytes = 64u << 20;  // the largest file
};

struct Confinement {
  bool files = false;      // none is written outside the directory
  bool network = false;    // there is none
  bool processes = false;  // none is started, none is reached
  bool is_whole() const { return files && network && processes; }
};

// Only in a process with one thread: confinement holds for the thread that asks for it and those that it starts.
Confinement ConfineThisProcess(const ConfineOptions& options);

// What it does not hold, for a person: 'files, network'; empty when it is whole.
std::string LackingText(const Confinement& confinement);

}  // namespace mica
