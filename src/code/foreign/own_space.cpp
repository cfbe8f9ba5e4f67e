// Foreign code in this process, see foreign_space.h.
#include <dlfcn.h>
#include <cstdarg>

#include "code/foreign/foreign_space.h"
#include "runtime/foreign/ModelicaUtilities.h"

namespace mica::code {

namespace {

// As the shared objects that Mica builds have it (kBridge in external_library.cpp).
struct Utilities {
  void (*message)(const char*), (*warning)(const char*), (*error)(const char*);
  void (*vmessage)(const char*, va_list), (*vwarning)(const char*, va_list), (*verror)(const char*, va_list);
  char* (*allocate)(size_t), *(*allocate_or_null)(size_t), *(*duplicate)(const char*),
      *(*duplicate_or_null)(const char*);
};

constexpr Utilities kUtilities = {ModelicaMessage,         ModelicaWarning,
                                  ModelicaError,           ModelicaVFormatMessage,
                                  ModelicaVFormatWarning,  ModelicaVFormatError,
                                  ModelicaAllocateString,  ModelicaAllocateStringWithErrorReturn,
                                  ModelicaDuplicateString, ModelicaDuplicateStringWithErrorReturn};

class Own final : public ForeignSpace {
 public:
  void* Load(const std::string& path, Loading how, std::string& problem) override {
    void* handle =
        dlopen(path.c_str(), (how.lazily ? RTLD_LAZY : RTLD_NOW) | (how.for_others ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!handle) {
      const char* why = dlerror();
      problem = why ? why : path + ": cannot be loaded";
      return nullptr;
    }
    if (void* set = dlsym(handle, "mica_set_utilities")) reinterpret_cast<void (*)(const Utilities*)>(set)(&kUtilities);
    return handle;
  }
  void* Symbol(void* handle, const std::string& name) override {
    return dlsym(handle ? handle : RTLD_DEFAULT, name.c_str());
  }
  void* Ask(void* function) override { return reinterpret_cast<void* (*)()>(function)(); }
  bool Run(ForeignCall& call, std::string& messages, std::string& problem) override {
    return RunForeign(call, messages, problem);
  }
};

}  // namespace

std::shared_ptr<ForeignSpace> OwnSpace() { return std::make_shared<Own>(); }

}  // namespace mica::code
