// Where external functions are found, see external_library.h.
#include "code/foreign/external_library.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#if defined(__linux__)
#include <elf.h>
#endif
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "base/cache_directory.h"
#include "base/kept_files.h"
#include "code/codes.h"
#include "code/foreign/modelica_utilities_text.h"
#include "code/foreign/source_closure.h"
#include "runtime/kernels.h"

extern char** environ;

namespace mica::code {

namespace fs = std::filesystem;

namespace {

// Compiled into every shared object that Mica builds: ModelicaUtilities as calls through a table that is filled when it
// is loaded, so that it does not matter whether the program that loads it shows its symbols.
constexpr const char* kBridge = R"(#include <stdarg.h>
#include <stddef.h>
typedef struct {
  void (*message)(const char*), (*warning)(const char*), (*error)(const char*);
  void (*vmessage)(const char*, va_list), (*vwarning)(const char*, va_list), (*verror)(const char*, va_list);
  char *(*allocate)(size_t), *(*allocate_or_null)(size_t), *(*duplicate)(const char*), *(*duplicate_or_null)(const char*);
} MicaUtilities;
static MicaUtilities utilities;
void mica_set_utilities(const MicaUtilities* table) { utilities = *table; }
void ModelicaMessage(const char* text) { utilities.message(text); }
void ModelicaWarning(const char* text) { utilities.warning(text); }
void ModelicaError(const char* text) { utilities.error(text); for (;;) {} }
void ModelicaVFormatMessage(const char* format, va_list ap) { utilities.vmessage(format, ap); }
void ModelicaVFormatWarning(const char* format, va_list ap) { utilities.vwarning(format, ap); }
void ModelicaVFormatError(const char* format, va_list ap) { utilities.verror(format, ap); for (;;) {} }
void ModelicaFormatMessage(const char* format, ...) { va_list ap; va_start(ap, format); utilities.vmessage(format, ap); va_end(ap); }
void ModelicaFormatWarning(const char* format, ...) { va_list ap; va_start(ap, format); utilities.vwarning(format, ap); va_end(ap); }
void ModelicaFormatError(const char* format, ...) { va_list ap; va_start(ap, format); utilities.verror(format, ap); for (;;) {} }
char* ModelicaAllocateString(size_t n) { return utilities.allocate(n); }
char* ModelicaAllocateStringWithErrorReturn(size_t n) { return utilities.allocate_or_null(n); }
char* ModelicaDuplicateString(const char* text) { return utilities.duplicate(text); }
char* ModelicaDuplicateStringWithErrorReturn(const char* text) { return utilities.duplicate_or_null(text); }
)";

// The linker reports what nothing defines and links nevertheless.
#if defined(__linux__)
constexpr const char* kLinking = "-Wl,-z,defs,--warn-unresolved-symbols";
#else
constexpr const char* kLinking = "-shared";
#endif

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

// A path, its size and the time it was changed: part of the key of what is made from it.
std::string Stamp(const fs::path& path) {
  std::error_code error;
  auto size = fs::file_size(path, error);
  auto time = fs::last_write_time(path, error);
  return fmt::format("{} {} {}\n", path.string(), size, time.time_since_epoch().count());
}

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Directories of the library's resources that are called `name`.
fs::path ResourceFolder(const ExternalCall& call, std::string_view name) {
  if (call.resource_directory.empty()) return {};
  fs::path at(call.resource_directory);
  if (Exists(at / "Resources" / name)) return at / "Resources" / name;
  if (Exists(at / name)) return at / name;
  return {};
}

struct Outcome {
  int status = -1;
  std::string output;
};

// Names that the linker found no definition of, from its warnings.
std::set<std::string> UndefinedNames(const std::string& output) {
  static constexpr std::string_view kWords = "undefined reference to ";
  std::set<std::string> names;
  for (std::size_t at = output.find(kWords); at != std::string::npos; at = output.find(kWords, at + 1)) {
    std::size_t begin = output.find_first_not_of("`'\"", at + kWords.size());
    std::size_t end = begin;
    while (end < output.size() && (std::isalnum(static_cast<unsigned char>(output[end])) || output[end] == '_')) ++end;
    if (begin < end) names.insert(output.substr(begin, end - begin));
  }
  return names;
}

// Stand in for functions that nothing defines. Without them a call would end the process in the loader; a definition
// that the process has, as of a library loaded for others, comes before them.
std::string StandIns(const std::set<std::string>& names) {
  std::string text = "void ModelicaFormatError(const char* format, ...);\n";
  for (const std::string& name : names)
    text += fmt::format(
        "void {0}(void) {{ ModelicaFormatError(\"the external function calls %s, which no library or source defines\", "
        "\"{0}\"); }}\n",
        name);
  return text;
}

// What a shared object has stand-ins for is noted beside it.
constexpr const char* kMissingSuffix = ".missing";
std::set<std::string> MissingFrom(const std::string& path) {
  std::set<std::string> names;
  std::istringstream list(KeptFiles(fs::path(path).parent_path().string(), kMissingSuffix)
                              .Find(fs::path(path).stem().string())
                              .value_or(""));
  for (std::string name; std::getline(list, name);) names.insert(name);
  return names;
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

Outcome RunCompiler(const std::vector<std::string>& command) {
  Outcome outcome;
  int ends[2];
  if (pipe(ends) != 0) return outcome;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  int spawned = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (spawned == 0) {
    std::array<char, 4096> buffer;
    for (ssize_t got; (got = read(ends[0], buffer.data(), buffer.size())) > 0;)
      if (outcome.output.size() < 20000) outcome.output.append(buffer.data(), static_cast<std::size_t>(got));
    waitpid(child, &outcome.status, 0);
  } else {
    outcome.output = fmt::format("the C compiler '{}' cannot be run", command[0]);
  }
  close(ends[0]);
  return outcome;
}

}  // namespace

ExternalLibraries::ExternalLibraries(ExternalOptions options, std::shared_ptr<ForeignSpace> space)
    : options_(std::move(options)), space_(std::move(space)) {
  if (options_.cache_directory.empty()) options_.cache_directory = CacheDirectory() + "/external";
  if (options_.compiler.empty()) {
    const char* compiler = std::getenv("CC");
    options_.compiler = compiler && *compiler ? compiler : "cc";
  }
}

// What another built is complete or not loaded at all; what was built here has stand-ins, and functions of the user's
// (usertab) are bound when they are called.
void* ExternalLibraries::Load(const std::string& path, std::string& problem, bool for_others) {
  auto [place, is_new] = loaded_.try_emplace(path);
  if (!is_new && (!place->second || !for_others)) return place->second;
  std::string why;
  place->second = space_->Load(path, {path.starts_with(options_.cache_directory), for_others}, why);
  if (!place->second) {
    std::string seen = NotALibrary(path);
    problem += seen.empty() ? fmt::format("\n{}", why) : fmt::format("\n{} {}", path, seen);
  }
  return place->second;
}

std::string ExternalLibraries::Build(const std::string& key, const std::vector<std::string>& arguments,
                                     const std::vector<std::string>& sources, std::string& problem) {
  std::string digest = KeptFiles::Digest(fmt::format("{}\n{}\n{}{}", options_.compiler, kLinking, kBridge, key));
  KeptFiles kept(options_.cache_directory, ".so");
  if (std::string result = kept.FindFile(digest); !result.empty()) return result;
  if (auto it = failed_.find(digest); it != failed_.end()) {
    problem += it->second;
    return {};
  }
  std::error_code error;
  std::string made = kept.NewName(digest);
  if (made.empty()) {
    problem +=
        fmt::format("\nthere is no directory to compile C sources in: '{}' is not usable", options_.cache_directory);
    return {};
  }
  std::string bridge = made + ".c";
  std::ofstream(bridge) << kBridge;
  std::string utilities = made + ".include";  // behind the folders of the library, which may bring its own
  fs::create_directories(utilities, error);
  std::ofstream(utilities + "/ModelicaUtilities.h") << kModelicaUtilitiesText;
  std::vector<std::string> command{options_.compiler, "-shared", "-fPIC", "-O2", "-w", kLinking, "-o", made, bridge};
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.push_back("-I" + utilities);
  Outcome outcome = RunCompiler(command);
  if (std::set<std::string> missing = UndefinedNames(outcome.output); outcome.status == 0 && !missing.empty()) {
    std::ofstream(bridge, std::ios::app) << "#undef ModelicaFormatError\n" << StandIns(missing);
    outcome = RunCompiler(command);
    if (outcome.status == 0)
      KeptFiles(options_.cache_directory, kMissingSuffix).Put(digest, fmt::format("{}\n", fmt::join(missing, "\n")));
  }
  fs::remove(bridge, error);
  fs::remove_all(utilities, error);
  if (outcome.status != 0) {
    fs::remove(made, error);
    std::string first = outcome.output.substr(0, 1500);
    problem += failed_[digest] = fmt::format("\n{}", first);
    return {};
  }
  std::string result = kept.PutFile(digest, made);
  if (result.empty()) problem += fmt::format("\n'{}' cannot be written", options_.cache_directory);
  return result;
}

std::string ExternalLibraries::LinkArchives(const std::vector<std::string>& archives, std::string& problem) {
  std::string key = "archives\n";
  std::vector<std::string> arguments{"-Wl,--whole-archive"};
  for (const std::string& archive : archives) {
    key += Stamp(archive);
    arguments.push_back(archive);
  }
  arguments.insert(arguments.end(), {"-Wl,--no-whole-archive", "-Wl,-z,muldefs", "-lm"});
  return Build(key, arguments, {}, problem);
}

std::string ExternalLibraries::CompileSources(const std::string& directory, const std::string& function,
                                              std::string& problem) {
  std::vector<std::string> sources, headers;
  std::set<std::string> folders;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(directory, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    std::string extension = it->path().extension().string();
    if (extension == ".c") sources.push_back(it->path().string());
    if (extension == ".h" || extension == ".c") folders.insert(it->path().parent_path().string());
    if (extension == ".h") headers.push_back(it->path().string());
  }
  if (sources.empty()) return {};
  fs::path include = fs::path(directory).parent_path() / "Include";
  for (const auto& entry : fs::directory_iterator(include, error)) {
    if (entry.path().extension() != ".h") continue;
    headers.push_back(entry.path().string());
    folders.insert(include.string());
  }
  std::sort(sources.begin(), sources.end());
  std::sort(headers.begin(), headers.end());
  if (!function.empty()) sources = SourceClosure(function, sources);
  if (sources.empty()) return {};
  std::string key = "sources\n";
  for (const std::string& path : sources) key += Stamp(path);
  for (const std::string& path : headers) key += Stamp(path);
  std::vector<std::string> arguments{"-lm"};
  bool has_zlib = std::any_of(headers.begin(), headers.end(),
                              [](const std::string& h) { return fs::path(h).filename() == "zlib.h"; });
  if (has_zlib) arguments.insert(arguments.begin(), "-DHAVE_ZLIB=1");
  arguments.insert(arguments.begin(), {"-D_GNU_SOURCE", "-DHAVE_UNISTD_H=1", "-DHAVE_STDARG_H=1", "-Wl,-z,muldefs"});
  for (const std::string& folder : folders) arguments.push_back("-I" + folder);
  return Build(key, arguments, sources, problem);
}

// The text of the Include annotation may declare the function or define it: it is compiled, and asked for the address.
// Its own definitions come first inside of it, and it is loaded such that libraries that leave a function to the user
// (usertab of the Standard Library's tables) find it there.
std::string ExternalLibraries::CompileInclude(const ExternalCall& call, std::string& problem) {
  std::vector<std::string> folders = call.include_directories;
  for (const char* name : {"Include", "C-Sources", "Source"})
    if (fs::path folder = ResourceFolder(call, name); !folder.empty()) folders.push_back(folder.string());
  std::string text = "#include <stddef.h>\n";
  for (const std::string& include : call.includes) text += include + "\n";
  text += fmt::format("void* mica_address_of_{0}(void) {{ return (void*)&{0}; }}\n", call.name);
  std::string key = "include\n" + text;
  std::vector<std::string> arguments;
  for (const std::string& folder : folders) {
    arguments.push_back("-I" + folder);
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".c") key += Stamp(entry.path());
  }
  arguments.insert(arguments.end(), {"-Wl,-Bsymbolic", "-lm"});
  std::error_code error;
  std::string source = KeptFiles(options_.cache_directory, ".so").NewName(KeptFiles::Digest(key)) + ".c";
  std::ofstream(source) << text;
  std::string result = Build(key, arguments, {source}, problem);
  fs::remove(source, error);
  return result;
}

// A shared library by the name that a Library annotation gives: from the library's directories, else the system's.
void* ExternalLibraries::LoadNamed(const std::string& library, const ExternalCall& call, std::string& problem,
                                   bool for_others, Origin& origin) {
  std::vector<fs::path> folders;
  for (const std::string& folder : call.library_directories)
    folders.insert(folders.end(), {fs::path(folder) / Platform(), fs::path(folder)});
  if (fs::path folder = ResourceFolder(call, "Library"); !folder.empty())
    folders.insert(folders.end(), {folder / Platform(), folder});
  origin = Origin::kFile;
  for (const fs::path& folder : folders)
    for (const std::string& name : {"lib" + library + ".so", library + ".so", library})
      if (Exists(folder / name) && !fs::is_directory(folder / name))
        return Load((folder / name).string(), problem, for_others);
  origin = Origin::kSystem;
  std::string ignored;
  for (const char* suffix : {"", ".3", ".2", ".1", ".0"})
    if (void* handle = Load("lib" + library + ".so" + suffix, ignored, for_others)) return handle;
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
  // Mica's own; a process beside this one is a copy of it.
  if (name == "ModelicaInternal_fullPathName") return {reinterpret_cast<void*>(mica_full_path_name), Origin::kFile};
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
    if (void* handle = LoadNamed(library, call, why, false, origin)) {
      if (void* address = space_->Symbol(handle, name)) return {address, origin};
      LoadNamed(library, call, why, true, origin);  // it may be what the function itself calls
    } else {
      unloaded += fmt::format("{}{}", unloaded.empty() ? "" : ", ", library);
    }
    problem += why;
  }
  if (!archives.empty())
    if (std::string path = LinkArchives(archives, problem); !path.empty())
      if (void* handle = Load(path, problem))
        if (void* address = space_->Symbol(handle, name)) return {address, Origin::kFile};
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
    std::string path = CompileInclude(call, problem);
    std::set<std::string> missing = MissingFrom(path);
    bool is_whole = !missing.contains(call.name) && std::ranges::none_of(source_folders, [&](const fs::path& folder) {
      return DefinesVariable(folder, missing);
    });
    if (!path.empty() && is_whole)
      if (void* handle = Load(path, problem, true))
        if (void* give = space_->Symbol(handle, "mica_address_of_" + name)) return {space_->Ask(give), Origin::kFile};
  }
  for (const fs::path& folder : source_folders)
    for (const std::string& wanted : {call.name, std::string()}) {
      std::string path = CompileSources(folder.string(), wanted, problem);
      if (path.empty() && !wanted.empty() && problem.empty()) break;  // no source defines it
      if (path.empty()) continue;
      // Functions that share variables are compiled together: else each object has variables of its own, or stand-ins
      // for them.
      if (!wanted.empty() && (HasSharedState(path) || DefinesVariable(folder, MissingFrom(path))))
        if (std::string all = CompileSources(folder.string(), {}, problem); !all.empty()) path = all;
      if (std::set<std::string> names = MissingFrom(path); !names.empty() && !unloaded.empty()) {
        problem += fmt::format("\nits source calls {}, which {} would define", fmt::join(names, ", "), unloaded);
        break;
      }
      if (void* handle = Load(path, problem))
        if (void* address = space_->Symbol(handle, name)) return {address, Origin::kFile};
    }
  return in_process();
}

void* ExternalLibraries::Resolve(const Function& function, const ExternalCall& call, DiagnosticSink& sink) {
  std::string problem;
  if (options_.admits && !options_.admits(function, problem)) {
    sink.Report(kExternalRefused, function.span, problem);
    return nullptr;
  }
  if (void* address = Find(call, problem)) return address;
  std::string libraries;
  for (const std::string& library : call.libraries) libraries += (libraries.empty() ? "" : ", ") + library;
  Diagnostic& error = sink.Report(
      kExternalNotFound, function.span,
      libraries.empty() ? fmt::format("the external function {} was not found", call.name)
                        : fmt::format("the external function {} was not found in {}", call.name, libraries));
  if (!problem.empty()) error.notes.push_back({{}, problem.substr(problem.find_first_not_of('\n'))});
  error.hint = fmt::format(
      "libraries are looked for in Resources/Library/{}, sources in Resources/C-Sources; they are compiled by '{}'",
      Platform(), options_.compiler);
  return nullptr;
}

}  // namespace mica::code
