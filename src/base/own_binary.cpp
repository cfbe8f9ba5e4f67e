#include "base/own_binary.h"

#include <link.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace mica {

namespace {

struct Search {
  std::uintptr_t address;
  std::string found;
};

// Called for each loaded object until it gives 1. The program itself has an empty name.
int OnObject(dl_phdr_info* object, std::size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || search.address < begin || search.address >= begin + part.p_memsz) continue;
    search.found = object->dlpi_name ? object->dlpi_name : "";
    return 1;
  }
  return 0;
}

}  // namespace

std::string OwnBinary() {
  Search search{reinterpret_cast<std::uintptr_t>(&OwnBinary), {}};
  dl_iterate_phdr(&OnObject, &search);
  std::error_code error;
  if (!search.found.empty()) {
    std::filesystem::path whole = std::filesystem::canonical(search.found, error);
    return error ? search.found : whole.string();
  }
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string() : program.string();
}

}  // namespace mica
