// Foreign sources to objects, see foreign_build.h.
#include "code/foreign/foreign_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/cache_directory.h"
#include "base/kept_files.h"
#include "code/foreign/modelica_utilities_text.h"
#include "code/foreign/source_closure.h"

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

constexpr const char* kMissingSuffix = ".missing";

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

fs::path ResourceFolder(const ExternalCall& call, std::string_view name) {
  if (call.resource_directory.empty()) return {};
  fs::path at(call.resource_directory);
  if (Exists(at / "Resources" / name)) return at / "Resources" / name;
  if (Exists(at / name)) return at / name;
  return {};
}

ForeignBuild::ForeignBuild(std::string cache_directory, std::string compiler, Form form)
    : cache_directory_(std::move(cache_directory)), compiler_(std::move(compiler)), form_(form) {
  if (cache_directory_.empty()) cache_directory_ = CacheDirectory() + "/external";
  if (compiler_.empty()) {
    const char* given = std::getenv("CC");
    compiler_ = given && *given ? given : "cc";
  }
}

std::set<std::string> ForeignBuild::MissingFrom(const std::string& path) {
  std::set<std::string> names;
  std::istringstream list(KeptFiles(fs::path(path).parent_path().string(), kMissingSuffix)
                              .Find(fs::path(path).stem().string())
                              .value_or(""));
  for (std::string name; std::getline(list, name);) names.insert(name);
  return names;
}

std::string ForeignBuild::Build(const std::string& key, const std::vector<std::string>& arguments,
                                const std::vector<std::string>& sources, std::string& problem) {
  bool is_shared = form_ == Form::kShared;
  std::string digest = KeptFiles::Digest(
      fmt::format("{}\n{}\n{}{}", compiler_, is_shared ? kLinking : "relocatable", is_shared ? kBridge : "", key));
  KeptFiles kept(cache_directory_, is_shared ? ".so" : ".o");
  if (std::string result = kept.FindFile(digest); !result.empty()) return result;
  if (auto it = failed_.find(digest); it != failed_.end()) {
    problem += it->second;
    return {};
  }
  std::error_code error;
  std::string made = kept.NewName(digest);
  if (made.empty()) {
    problem += fmt::format("\nthere is no directory to compile C sources in: '{}' is not usable", cache_directory_);
    return {};
  }
  std::string bridge = made + ".c";
  std::string utilities = made + ".include";  // behind the folders of the library, which may bring its own
  fs::create_directories(utilities, error);
  std::ofstream(utilities + "/ModelicaUtilities.h") << kModelicaUtilitiesText;
  std::vector<std::string> command{compiler_, "-fPIC", "-O2", "-w", "-o", made};
  if (is_shared) {
    std::ofstream(bridge) << kBridge;
    command.insert(command.end(), {"-shared", kLinking, bridge});
  } else {
    command.insert(command.end(), {"-r", "-nostdlib"});
  }
  command.insert(command.end(), sources.begin(), sources.end());
  for (const std::string& word : arguments)
    if (is_shared || !word.starts_with("-l")) command.push_back(word);  // libraries are for whoever links it
  command.push_back("-I" + utilities);
  Outcome outcome = RunCompiler(command);
  if (std::set<std::string> missing = UndefinedNames(outcome.output);
      is_shared && outcome.status == 0 && !missing.empty()) {
    std::ofstream(bridge, std::ios::app) << "#undef ModelicaFormatError\n" << StandIns(missing);
    outcome = RunCompiler(command);
    if (outcome.status == 0)
      KeptFiles(cache_directory_, kMissingSuffix).Put(digest, fmt::format("{}\n", fmt::join(missing, "\n")));
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
  if (result.empty()) problem += fmt::format("\n'{}' cannot be written", cache_directory_);
  return result;
}

std::string ForeignBuild::Archives(const std::vector<std::string>& archives, std::string& problem) {
  std::string key = "archives\n";
  std::vector<std::string> arguments{"-Wl,--whole-archive"};
  for (const std::string& archive : archives) {
    key += Stamp(archive);
    arguments.push_back(archive);
  }
  arguments.insert(arguments.end(), {"-Wl,--no-whole-archive", "-Wl,-z,muldefs", "-lm"});
  return Build(key, arguments, {}, problem);
}

std::string ForeignBuild::Sources(const std::string& directory, const std::string& function, std::string& problem) {
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
std::string ForeignBuild::Include(const ExternalCall& call, std::string& problem) {
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
  std::string source = KeptFiles(cache_directory_, ".so").NewName(KeptFiles::Digest(key)) + ".c";
  std::ofstream(source) << text;
  std::string result = Build(key, arguments, {source}, problem);
  fs::remove(source, error);
  return result;
}

}  // namespace mica::code
