// Where external functions are found, see external_library.h.
#include "code/foreign/external_library.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#if defined(__linux__)
#include <elf.h>
#endif
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "code/codes.h"
#include "runtime/kernels.h"

namespace mica::code {

namespace fs = std::filesystem;

namespace {

constexpr const char* Platform() {
#if defined(__linux__) && defined(__x86_64__)
  return "linux64";
#elif defined(__linux__) && defined(__aarch64__)
  return "aarch64-linux";
#elif defined(__APPLE__)
  return "darwin64";
#else
  return "linux32";
#endif
}

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Whether a shared object shows variables that can be written: state that functions of several sources share.
bool HasSharedState(const std::string& path) {
#if defined(__linux__) && defined(__LP64__)
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto at = [&]<class T>(T& into, std::size_t place) {
    if (place + sizeof(T) > bytes.size()) return false;
    std::memcpy(&into, bytes.data() + place, sizeof(T));
    return true;
  };
  Elf64_Ehdr header;
  if (!at(header, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (!at(sections[i], header.e_shoff + i * sizeof(Elf64_Shdr))) return false;
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_DYNSYM) continue;
    for (std::size_t k = 0; k < table.sh_size / sizeof(Elf64_Sym); ++k) {
      Elf64_Sym symbol;
      if (!at(symbol, table.sh_offset + k * sizeof(Elf64_Sym))) return false;
      bool is_shown = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL &&
                      symbol.st_shndx != SHN_UNDEF;
      if (is_shown && symbol.st_shndx < sections.size() && (sections[symbol.st_shndx].sh_flags & SHF_WRITE))
        return true;
    }
  }
#endif
  return false;
}

// Whether a source below the folder seems to define one of these as a variable at file scope: `Data *shared = NULL;`.
bool DefinesVariable(const fs::path& folder, const std::set<std::string>& names) {
  if (names.empty()) return false;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    if (it->path().extension() != ".c") continue;
    std::ifstream file(it->path());
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || !(std::isalpha(static_cast<unsigned char>(line[0])) || line[0] == '_') ||
          line.starts_with("extern") || line.find('(') != std::string::npos)
        continue;
      std::string word;
      for (char c : line + ";") {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
          word += c;
        else if (names.contains(word))
          return true;
        else
          word.clear();
      }
    }
  }
  return false;
}

// Why a file is not a library, where that can be seen; otherwise empty.
std::string NotALibrary(const std::string& path) {
  static constexpr std::string_view kPointer = "version https://git-lfs.github.com/";
  std::string start(kPointer.size(), '\0');
  std::ifstream(path).read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kPointer ? "is a pointer of Git LFS, not the library itself: fetch it with 'git lfs pull'" : "";
}

std::vector<std::string> Texts(const std::vector<fs::path>& paths) {
  std::vector<std::string> texts;
  for (const fs::path& path : paths) texts.push_back(path.string());
  return texts;
}

}  // namespace

ExternalLibraries::ExternalLibraries(ExternalOptions options, std::shared_ptr<ForeignSpace> space)
    : options_(std::move(options)),
      space_(std::move(space)),
      build_(options_.cache_directory, options_.compiler, ForeignBuild::Form::kShared) {}

// What another built is complete or not loaded at all; what was built here has stand-ins, and functions of the user's
// (usertab) are bound when they are called.
void* ExternalLibraries::Load(const std::string& path, std::string& problem, bool for_others) {
  auto [place, is_new] = loaded_.try_emplace(path);
  if (!is_new && (!place->second || !for_others)) return place->second;
  std::string why;
  place->second = space_->Load(path, {path.starts_with(build_.cache_directory()), for_others}, why);
  if (!place->second) {
    std::string seen = NotALibrary(path);
    problem += seen.empty() ? fmt::format("\n{}", why) : fmt::format("\n{} {}", path, seen);
  }
  return place->second;
}

// A shared library by the name that a Library annotation gives: from the library's directories, else the system's.
void* ExternalLibraries::LoadNamed(const std::string& library, const ExternalCall& call, std::string& problem,
                                   bool for_others, Origin& origin, std::string& file) {
  std::vector<fs::path> folders;
  for (const std::string& folder : call.library_directories)
    folders.insert(folders.end(), {fs::path(folder) / Platform(), fs::path(folder)});
  if (fs::path folder = ResourceFolder(call, "Library"); !folder.empty())
    folders.insert(folders.end(), {folder / Platform(), folder});
  origin = Origin::kFile;
  for (const fs::path& folder : folders)
    for (const std::string& name : {"lib" + library + ".so", library + ".so", library})
      if (Exists(folder / name) && !fs::is_directory(folder / name))
        return Load(file = (folder / name).string(), problem, for_others);
  origin = Origin::kSystem;
  std::string ignored;
  for (const char* suffix : {"", ".3", ".2", ".1", ".0"})
    if (void* handle = Load(file = "lib" + library + ".so" + suffix, ignored, for_others)) return handle;
  return nullptr;
}

ExternalLibraries::Place ExternalLibraries::Locate(const ExternalCall& call, std::string& problem) {
  std::string key = call.name + "\n" + call.language + "\n" + call.resource_directory;
  for (const auto* list : {&call.libraries, &call.includes, &call.include_directories, &call.library_directories}) {
    key += '\v';
    for (const std::string& item : *list) key += '\n' + item;
  }
  auto [at, is_new] = found_.try_emplace(std::move(key));
  if (is_new) at->second.place = Search(call, at->second.problem);
  problem += at->second.problem;
  return at->second.place;
}

ExternalLibraries::Place ExternalLibraries::Search(const ExternalCall& call, std::string& problem) {
  const std::string& name = call.name;
  auto in_process = [&]() -> Place {
    void* address = space_->Symbol(nullptr, name);
    return {address, address ? Origin::kProcess : Origin::kNone};
  };
  using Kind = ForeignSource::Kind;
  // Mica's own; a process beside this one is a copy of it.
  if (name == "ModelicaInternal_fullPathName")
    return {reinterpret_cast<void*>(mica_full_path_name), Origin::kFile, {.kind = Kind::kKernel}};
  std::vector<std::string> archives;
  std::string unloaded;  // named libraries that are not there, or not whole
  for (const std::string& library : call.libraries) {
    std::vector<fs::path> folders;
    for (const std::string& folder : call.library_directories)
      folders.insert(folders.end(), {fs::path(folder) / Platform(), fs::path(folder)});
    if (fs::path folder = ResourceFolder(call, "Library"); !folder.empty())
      folders.insert(folders.end(), {folder / Platform(), folder});
    bool is_archive = false;
    for (const fs::path& folder : folders) {
      fs::path archive = folder / ("lib" + library + ".a");
      if (Exists(folder / ("lib" + library + ".so"))) break;
      if (!is_archive && Exists(archive)) {
        archives.push_back(archive.string());
        is_archive = true;
      }
    }
    if (is_archive) continue;
    std::string why;
    Origin origin = Origin::kNone;
    std::string file;
    if (void* handle = LoadNamed(library, call, why, false, origin, file)) {
      if (void* address = space_->Symbol(handle, name))
        return {address, origin, {.kind = origin == Origin::kSystem ? Kind::kSystem : Kind::kLibrary, .files = {file}}};
      LoadNamed(library, call, why, true, origin, file);  // it may be what the function itself calls
    } else {
      unloaded += fmt::format("{}{}", unloaded.empty() ? "" : ", ", library);
    }
    problem += why;
  }
  if (!archives.empty())
    if (std::string path = build_.Archives(archives, problem); !path.empty())
      if (void* handle = Load(path, problem))
        if (void* address = space_->Symbol(handle, name))
          return {address, Origin::kFile, {.kind = Kind::kArchives, .files = archives}};
  if (call.libraries.empty() && call.includes.empty())
    if (Place place = in_process(); place.address) return place;
  // Sources of the library that the function is in, and those beside the headers that it names: another library's, as a
  // rule the Standard Library's.
  std::vector<fs::path> source_folders;
  for (const char* folder_name : {"C-Sources", "Source"})
    if (fs::path folder = ResourceFolder(call, folder_name); !folder.empty()) source_folders.push_back(folder);
  for (const std::string& folder : call.include_directories)
    if (std::ranges::find(source_folders, fs::path(folder)) == source_folders.end())
      source_folders.emplace_back(folder);
  if (call.libraries.empty() && !call.includes.empty()) {
    // Where it declares the function only, sources define it; and they share variables that it uses.
    std::string path = build_.Include(call, problem);
    std::set<std::string> missing = ForeignBuild::MissingFrom(path);
    bool is_whole = !missing.contains(call.name) && std::ranges::none_of(source_folders, [&](const fs::path& folder) {
      return DefinesVariable(folder, missing);
    });
    if (!path.empty() && is_whole)
      if (void* handle = Load(path, problem, true))
        if (void* give = space_->Symbol(handle, "mica_address_of_" + name))
          return {space_->Ask(give),
                  Origin::kFile,
                  {.kind = Kind::kInclude, .folders = Texts(source_folders), .missing = missing}};
  }
  for (const fs::path& folder : source_folders)
    for (const std::string& wanted : {call.name, std::string()}) {
      std::string path = build_.Sources(folder.string(), wanted, problem);
      if (path.empty() && !wanted.empty() && problem.empty()) break;  // no source defines it
      if (path.empty()) continue;
      std::string function = wanted;
      // Functions that share variables are compiled together: else each object has variables of its own, or stand-ins
      // for them.
      if (!wanted.empty() && (HasSharedState(path) || DefinesVariable(folder, ForeignBuild::MissingFrom(path))))
        if (std::string all = build_.Sources(folder.string(), {}, problem); !all.empty()) path = all, function.clear();
      if (std::set<std::string> names = ForeignBuild::MissingFrom(path); !names.empty() && !unloaded.empty()) {
        problem += fmt::format("\nits source calls {}, which {} would define", fmt::join(names, ", "), unloaded);
        break;
      }
      if (void* handle = Load(path, problem))
        if (void* address = space_->Symbol(handle, name))
          return {address,
                  Origin::kFile,
                  {.kind = Kind::kSources,
                   .folders = {folder.string()},
                   .function = function,
                   .missing = ForeignBuild::MissingFrom(path)}};
    }
  return in_process();
}

void* ExternalLibraries::Resolve(const Function& function, const ExternalCall& call, DiagnosticSink& sink) {
  std::string problem;
  if (options_.admits && !options_.admits(function, problem)) {
    sink.Report(kExternalRefused, function.span, problem);
    return nullptr;
  }
  if (Place place = Locate(call, problem); place.address) {
    used_.push_back({call, place.source});
    return place.address;
  }
  std::string libraries;
  for (const std::string& library : call.libraries) libraries += (libraries.empty() ? "" : ", ") + library;
  Diagnostic& error = sink.Report(
      kExternalNotFound, function.span,
      libraries.empty() ? fmt::format("the external function {} was not found", call.name)
                        : fmt::format("the external function {} was not found in {}", call.name, libraries));
  if (!problem.empty()) error.notes.push_back({{}, problem.substr(problem.find_first_not_of('\n'))});
  error.hint = fmt::format(
      "libraries are looked for in Resources/Library/{}, sources in Resources/C-Sources; they are compiled by '{}'",
      Platform(), build_.compiler());
  return nullptr;
}

}  // namespace mica::code
