#include "export/export_foreign.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "code/foreign/source_closure.h"

namespace mica {

namespace fs = std::filesystem;

namespace {

std::string TextOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The names in the lines `#include "name"` and `#include <name>`.
std::vector<std::string> IncludesOf(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') continue;
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || line.compare(at, 7, "include") != 0) continue;
    std::size_t begin = line.find_first_of("\"<", at + 7);
    std::size_t end = begin == std::string::npos ? begin : line.find_first_of("\">", begin + 1);
    if (end != std::string::npos) names.push_back(line.substr(begin + 1, end - begin - 1));
  }
  return names;
}

// A function of the symbol: FORTRAN 77 has its names in small letters with an underscore.
bool IsCalled(const ExternalCall& call, const std::string& symbol) {
  if (!call.language.starts_with("FORTRAN")) return call.name == symbol;
  return call.name.size() + 1 == symbol.size() && symbol.back() == '_' &&
         std::ranges::equal(call.name, symbol.substr(0, call.name.size()),
                            [](unsigned char a, char b) { return std::tolower(a) == b; });
}

// A library that the linker finds by its name alone.
bool IsOfSystem(const std::string& library) {
  for (const char* suffix : {"", ".6", ".3", ".2", ".1", ".0"})
    if (void* handle = dlopen(fmt::format("lib{}.so{}", library, suffix).c_str(), RTLD_LAZY | RTLD_LOCAL)) {
      dlclose(handle);
      return true;
    }
  return false;
}

bool IsOfCLibrary(const std::string& name) {
  Dl_info info;
  void* address = dlsym(RTLD_DEFAULT, name.c_str());
  if (!address || dladdr(address, &info) == 0 || !info.dli_fname) return false;
  std::string file = fs::path(info.dli_fname).filename().string();
  return file.starts_with("libc.") || file.starts_with("libm.");
}

class Collector {
 public:
  explicit Collector(ForeignParts& out) : out_(out) {}
  // False: `why` it cannot come along.
  bool Take(const ExternalCall& call, std::string& why);
  void Finish();

 private:
  // A file of a folder of sources, as it was scanned.
  struct Source {
    fs::path path, root;
    code::CallsAndDefinitions scan;
    bool is_taken = false;
  };
  struct Folder {
    fs::path root;
    std::vector<fs::path> searched;  // itself and those below it that hold C
  };
  const Folder* Open(const fs::path& root);
  void Scan(const std::string& text, std::vector<std::string>& wanted, std::set<std::string>* defined);
  void Follow(std::vector<std::string> wanted);
  void TakeIncludes(const std::string& text, const fs::path& beside, std::vector<std::string>* wanted,
                    std::set<std::string>* defined);
  void Copy(const fs::path& path);
  std::string NameOf(const fs::path& path);

  ForeignParts& out_;
  std::map<fs::path, Folder> folders_;
  std::vector<fs::path> order_;  // of the folders, as they came
  std::vector<Source> sources_;
  std::map<std::string, std::size_t> defined_in_;
  std::set<fs::path> copied_, visited_ /* in the present search */;
};

const Collector::Folder* Collector::Open(const fs::path& root) {
  std::error_code error;
  fs::path whole = fs::weakly_canonical(root, error);
  if (error || !fs::is_directory(whole, error)) return nullptr;
  auto [at, is_new] = folders_.try_emplace(whole, Folder{whole, {whole}});
  if (!is_new) return &at->second;
  order_.push_back(whole);
  std::vector<fs::path> found;
  for (auto it = fs::recursive_directory_iterator(whole, error); !error && it != fs::recursive_directory_iterator();
       it.increment(error))
    if (it->path().extension() == ".c" || it->path().extension() == ".h") found.push_back(it->path());
  std::ranges::sort(found);
  for (const fs::path& path : found) {
    std::vector<fs::path>& searched = at->second.searched;
    if (std::ranges::find(searched, path.parent_path()) == searched.end()) searched.push_back(path.parent_path());
    if (path.filename() == "zlib.h") out_.has_zlib = true;
    if (path.extension() != ".c") continue;
    sources_.push_back({path, whole, code::ScanC(TextOf(path))});
    for (const std::string& name : sources_.back().scan.definitions) defined_in_.emplace(name, sources_.size() - 1);
  }
  return &at->second;
}

// external/NUMBER/…, as it lies in its folder.
std::string Collector::NameOf(const fs::path& path) {
  std::size_t best = order_.size(), longest = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    std::string root = order_[k].string() + "/";
    if (path.string().starts_with(root) && root.size() > longest) best = k, longest = root.size();
  }
  return best < order_.size() ? fmt::format("external/{}/{}", best + 1, path.string().substr(longest))
                              : fmt::format("external/{}", path.filename().string());
}

void Collector::Copy(const fs::path& path) {
  std::string name = NameOf(path), folder = name.substr(0, name.rfind('/'));
  out_.files.emplace_back(name, TextOf(path));
  if (std::ranges::find(out_.folders, folder) == out_.folders.end()) out_.folders.push_back(folder);
}

void Collector::Scan(const std::string& text, std::vector<std::string>& wanted, std::set<std::string>* defined) {
  code::CallsAndDefinitions scan = code::ScanC(text);
  wanted.insert(wanted.end(), scan.calls.begin(), scan.calls.end());
  if (defined) defined->insert(scan.definitions.begin(), scan.definitions.end());
}

// Files that a text includes, and those that these include. `wanted`: what they call, and `defined`: what they define,
// where they are part of the model's own file.
void Collector::TakeIncludes(const std::string& text, const fs::path& beside, std::vector<std::string>* wanted,
                             std::set<std::string>* defined) {
  for (const std::string& name : IncludesOf(text)) {
    std::vector<fs::path> places{beside / name};
    for (const fs::path& root : order_)
      for (const fs::path& folder : folders_.at(root).searched) places.push_back(folder / name);
    for (const fs::path& place : places) {
      std::error_code error;
      fs::path path = fs::weakly_canonical(place, error);
      // Mica has its own, of the runtime.
      if (name == "ModelicaUtilities.h" || error || !fs::is_regular_file(path, error)) continue;
      std::string inner = TextOf(path);
      if (copied_.insert(path).second) Copy(path);
      if (visited_.insert(path).second) {
        if (wanted) Scan(inner, *wanted, defined);
        TakeIncludes(inner, path.parent_path(), wanted, defined);
      }
      break;
    }
  }
}

// The sources that define what is called, and what these call.
void Collector::Follow(std::vector<std::string> wanted) {
  while (!wanted.empty()) {
    std::string name = std::move(wanted.back());
    wanted.pop_back();
    auto found = defined_in_.find(name);
    if (found == defined_in_.end() || sources_[found->second].is_taken) continue;
    Source& source = sources_[found->second];
    source.is_taken = true;
    wanted.insert(wanted.end(), source.scan.calls.begin(), source.scan.calls.end());
  }
}

bool Collector::Take(const ExternalCall& call, std::string& why) {
  auto resource = [&](const char* name) {
    if (call.resource_directory.empty()) return;
    fs::path at(call.resource_directory);
    Open(fs::exists(at / "Resources" / name) ? at / "Resources" / name : at / name);
  };
  for (const std::string& folder : call.include_directories) Open(folder);
  for (const char* name : {"Include", "C-Sources", "Source"}) resource(name);
  std::string text;
  for (const std::string& include : call.includes) text += include + "\n";
  std::vector<std::string> wanted{call.name};
  std::set<std::string> defined;
  Scan(text, wanted, &defined);
  visited_.clear();
  TakeIncludes(text, {}, &wanted, &defined);
  bool is_defined = defined.contains(call.name) || defined_in_.contains(call.name);
  // What the model's own file defines, no source is to define again.
  std::erase_if(wanted, [&](const std::string& name) { return defined.contains(name); });
  Follow(std::move(wanted));
  std::string binary, unknown;
  for (const std::string& library : call.libraries) {
    std::vector<fs::path> folders;
    for (const std::string& folder : call.library_directories) folders.emplace_back(folder);
    if (!call.resource_directory.empty())
      for (const char* name : {"Resources/Library", "Library"})
        folders.push_back(fs::path(call.resource_directory) / name);
    bool is_here = false;
    std::error_code error;
    for (const fs::path& folder : folders)
      for (auto it = fs::recursive_directory_iterator(folder, error);
           !error && it != fs::recursive_directory_iterator() && !is_here; it.increment(error)) {
        std::string name = it->path().filename().string();
        is_here = name.starts_with("lib" + library + ".") || name == library + ".so";
        if (is_here) binary = it->path().string();
      }
    if (is_here) continue;
    if (!IsOfSystem(library))
      unknown += (unknown.empty() ? "" : ", ") + library;
    else if (std::ranges::find(out_.libraries, library) == out_.libraries.end())
      out_.libraries.push_back(library);
  }
  if (is_defined) return true;
  if (!binary.empty()) {
    why = fmt::format("its code is in the binary library {}, and no C source of it is known", binary);
    return false;
  }
  if (!unknown.empty()) {
    why = fmt::format("neither a C source nor the library {} is known", unknown);
    return false;
  }
  if (call.libraries.empty() && !IsOfCLibrary(call.name)) {
    why = "no C source defines it";
    return false;
  }
  return true;
}

void Collector::Finish() {
  std::set<fs::path> used;
  for (const Source& source : sources_)
    if (source.is_taken) used.insert(source.root);
  for (Source& source : sources_) {
    // Data that functions of the same folder share.
    bool is_data = source.scan.definitions.empty() && used.contains(source.root) &&
                   TextOf(source.path).find('=') != std::string::npos;
    if (!source.is_taken && !is_data) continue;
    fs::path path = source.path;
    if (copied_.insert(path).second) Copy(path);
    out_.sources.push_back(NameOf(path));
    visited_.clear();
    TakeIncludes(TextOf(path), path.parent_path(), nullptr, nullptr);
  }
}

}  // namespace

ForeignParts CollectForeign(const code::Reachable& reachable, const Store& store) {
  ForeignParts foreign;
  Collector collector(foreign);
  std::set<std::string> seen;
  for (const std::string& external : reachable.externals) {  // 'name in routine'
    std::string symbol = external.substr(0, external.find(' '));
    if (!seen.insert(symbol).second) continue;
    std::string why = "its declaration is not known";
    bool is_taken = false;
    for (std::size_t k = 0; k < store.functions.size() && !is_taken; ++k) {
      const ExternalCall& call = store.functions[FunctionId(k)].external;
      if (call.name.empty() || !IsCalled(call, symbol)) continue;
      is_taken = collector.Take(call, why);
    }
    if (!is_taken) foreign.problems.push_back(fmt::format("it calls the external function {}: {}", external, why));
  }
  collector.Finish();
  return foreign;
}

}  // namespace mica
