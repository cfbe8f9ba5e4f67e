// Calls a foreign function, see foreign_call.h.
#include "code/foreign/foreign_call.h"

#include <ffi.h>
#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <deque>

#include "runtime/foreign/external_guard.h"

namespace mica::code {

namespace {

// The memory of one call: what the arguments point to.
class Marshal {
 public:
  explicit Marshal(bool is_fortran) : is_fortran_(is_fortran) {}

  bool Add(ForeignArgument& argument, std::string& problem);
  void TakeBack();
  bool Run(void* function, ffi_type* result_type, void* result, MicaExternalFrame& frame);

 private:
  template <class T>
  T* Keep(std::vector<T>& values) {  // values live in a deque: their addresses stay
    if (values.empty()) values.resize(1);
    return values.data();
  }
  void Pass(ffi_type* type, void* value) {
    types_.push_back(type);
    values_.push_back(value);
  }
  void PassPointer(void* pointer) { Pass(&ffi_type_pointer, &pointers_.emplace_back(pointer)); }
  bool AddRecord(ForeignArgument& argument, std::string& problem);
  bool PutRecord(const Value& record, std::vector<char>& bytes, std::size_t& at, std::size_t& alignment,
                 std::string& problem);
  void GetRecord(Value& record, const std::vector<char>& bytes, std::size_t& at);
  // Row-major places in the order of a foreign array.
  std::vector<std::size_t> Order(const Value& value) const;

  bool is_fortran_;
  std::vector<ffi_type*> types_;
  std::vector<void*> values_;
  std::deque<void*> pointers_;
  std::deque<double> reals_;
#if defined(__APPLE__)
  std::deque<int> ints_;
#else
  std::deque<std::int64_t> ints_;
#endif
  std::deque<std::size_t> sizes_;
  std::deque<std::vector<double>> real_arrays_;
  std::deque<std::vector<int>> int_arrays_;
  std::deque<std::string> texts_;
  std::deque<std::vector<const char*>> text_arrays_;
  std::deque<std::vector<char>> records_;
  std::vector<std::function<void()>> back_;
};

std::vector<std::size_t> Marshal::Order(const Value& value) const {
  std::vector<std::size_t> order(value.count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (!is_fortran_ || value.rank() < 2) return order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    // i counts column-major: the first subscript runs fastest.
    std::size_t rest = i, place = 0;
    std::vector<std::size_t> at(value.rank());
    for (std::size_t k = 0; k < value.rank(); ++k) {
      at[k] = rest % static_cast<std::size_t>(value.sizes[k]);
      rest /= static_cast<std::size_t>(value.sizes[k]);
    }
    for (std::size_t k = 0; k < value.rank(); ++k) place = place * static_cast<std::size_t>(value.sizes[k]) + at[k];
    order[i] = place;
  }
  return order;
}

bool Marshal::PutRecord(const Value& record, std::vector<char>& bytes, std::size_t& at, std::size_t& alignment,
                        std::string& problem) {
  auto put = [&](const void* from, std::size_t size) {
    at = (at + size - 1) / size * size;
    bytes.resize(std::max(bytes.size(), at + size));
    std::memcpy(bytes.data() + at, from, size);
    at += size;
    alignment = std::max(alignment, size);
  };
  for (const Value& field : record.parts()) {
    if (!field.is_scalar()) return problem = "a record with arrays cannot be passed to an external function", false;
    if (field.kind == TypeKind::kRecord) {
      std::vector<char> inner;
      std::size_t inner_at = 0, inner_alignment = 1;
      if (!PutRecord(field, inner, inner_at, inner_alignment, problem)) return false;
      at = (at + inner_alignment - 1) / inner_alignment * inner_alignment;
      inner.resize((inner_at + inner_alignment - 1) / inner_alignment * inner_alignment);
      bytes.resize(at + inner.size());
      std::copy(inner.begin(), inner.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
      at += inner.size();
      alignment = std::max(alignment, inner_alignment);
    } else if (field.is_real()) {
      double x = field.real();
      put(&x, sizeof x);
    } else if (field.kind == TypeKind::kString) {
      const char* text = field.string().c_str();
      put(&text, sizeof text);
    } else {
      int n = static_cast<int>(field.integer());
      put(&n, sizeof n);
    }
  }
  return true;
}

void Marshal::GetRecord(Value& record, const std::vector<char>& bytes, std::size_t& at) {
  auto get = [&](void* to, std::size_t size) {
    at = (at + size - 1) / size * size;
    std::memcpy(to, bytes.data() + at, size);
    at += size;
  };
  for (Value& field : record.parts()) {
    if (field.is_real()) {
      double x;
      get(&x, sizeof x);
      field.SetReal(0, x);
    } else if (field.kind == TypeKind::kString) {
      const char* text;
      get(&text, sizeof text);
      field.string() = text ? text : "";
    } else if (field.is_integral()) {
      int n;
      get(&n, sizeof n);
      field.SetInteger(0, n);
    }
  }
}

bool Marshal::AddRecord(ForeignArgument& argument, std::string& problem) {
  if (is_fortran_ || !argument.value.is_scalar())
    return problem = "records of this kind cannot be passed to an external function", false;
  std::vector<char>& bytes = records_.emplace_back();
  std::size_t at = 0, alignment = 1;
  if (!PutRecord(argument.value, bytes, at, alignment, problem)) return false;
  bytes.resize(std::max<std::size_t>(bytes.size() + alignment, 8));
  PassPointer(bytes.data());
  bool is_flat = std::none_of(argument.value.parts().begin(), argument.value.parts().end(),
                              [](const Value& f) { return f.kind == TypeKind::kRecord; });
  if (argument.is_output && !is_flat)
    return problem = "a nested record cannot be an output of an external function", false;
  if (argument.is_output)
    back_.push_back([this, &argument, &bytes] {
      std::size_t from = 0;
      GetRecord(argument.value, bytes, from);
    });
  return true;
}

bool Marshal::Add(ForeignArgument& argument, std::string& problem) {
  Value& value = argument.value;
  if (value.kind == TypeKind::kRecord) return AddRecord(argument, problem);
  if (value.kind == TypeKind::kExternalObject) {
    const auto* object = std::get_if<ObjectValue>(&value.data);
    PassPointer(object ? object->handle.get() : nullptr);
    return true;
  }
  bool by_reference = argument.is_output || is_fortran_;
  if (value.is_scalar() && !by_reference) {
    if (argument.is_size)
      Pass(sizeof(std::size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32,
           &sizes_.emplace_back(static_cast<std::size_t>(value.integer())));
    else if (value.is_real())
      Pass(&ffi_type_double, &reals_.emplace_back(value.real()));
#if defined(__APPLE__)
    else if (value.is_integral())
      Pass(&ffi_type_sint, &ints_.emplace_back(static_cast<int>(value.integer())));
#else
    // All of its slot, see llvm_module.cpp.
    else if (value.is_integral())
      Pass(&ffi_type_sint64, &ints_.emplace_back(value.integer()));
#endif
    else if (value.kind == TypeKind::kString)
      PassPointer(const_cast<char*>(value.string().c_str()));
    else
      return problem = "a value of this type cannot be passed to an external function", false;
    return true;
  }
  std::vector<std::size_t> order = Order(value);
  if (value.is_real()) {
    std::vector<double>& array = real_arrays_.emplace_back();
    for (std::size_t place : order) array.push_back(value.real(place));
    PassPointer(Keep(array));
    if (argument.is_output)
      back_.push_back([&value, &array, order] {
        for (std::size_t i = 0; i < order.size(); ++i) value.SetReal(order[i], array[i]);
      });
  } else if (value.is_integral()) {
    std::vector<int>& array = int_arrays_.emplace_back();
    for (std::size_t place : order) array.push_back(static_cast<int>(value.integer(place)));
    PassPointer(Keep(array));
    if (argument.is_output)
      back_.push_back([&value, &array, order] {
        for (std::size_t i = 0; i < order.size(); ++i)
          value.SetInteger(order[i], value.kind == TypeKind::kBoolean ? array[i] != 0 : array[i]);
      });
  } else if (value.kind == TypeKind::kString) {
    if (is_fortran_ && value.is_scalar()) {
      std::string& characters = texts_.emplace_back(value.string());  // the routine may write to them
      PassPointer(characters.data());
      if (argument.is_output) back_.push_back([&value, &characters] { value.string() = characters; });
      return true;
    }
    std::vector<const char*>& array = text_arrays_.emplace_back();
    for (std::size_t place : order) array.push_back(value.string(place).c_str());
    PassPointer(Keep(array));
    if (argument.is_output)
      back_.push_back([&value, &array, order] {
        for (std::size_t i = 0; i < order.size(); ++i) value.string(order[i]) = array[i] ? array[i] : "";
      });
  } else {
    return problem = "a value of this type cannot be passed to an external function", false;
  }
  return true;
}

void Marshal::TakeBack() {
  for (const auto& back : back_) back();
}

struct PreparedCall {
  ffi_cif* cif;
  void (*function)();
  void* result;
  void** values;
};

// Nothing here needs to be cleaned up when an error jumps over it.
void CallPrepared(void* data) {
  auto* call = static_cast<PreparedCall*>(data);
  ffi_call(call->cif, call->function, call->result, call->values);
}

bool Marshal::Run(void* function, ffi_type* result_type, void* result, MicaExternalFrame& frame) {
  ffi_cif cif;
  if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, static_cast<unsigned>(types_.size()), result_type, types_.data()) != FFI_OK)
    return false;
  PreparedCall call{&cif, reinterpret_cast<void (*)()>(function), result, values_.data()};
  return mica_external_run(&frame, CallPrepared, &call) == 0;
}

struct Destruction {
  void (*destroy)(void*);
  void* object;
};

// Nobody can be informed of an error of a destructor.
void Destruct(void* destroy, void* object) {
  if (!destroy) return;
  Destruction data{reinterpret_cast<void (*)(void*)>(destroy), object};
  MicaExternalFrame frame{};
  frame.say = [](void*, int, const char*) {};
  mica_external_run(
      &frame, [](void* of) { static_cast<Destruction*>(of)->destroy(static_cast<Destruction*>(of)->object); }, &data);
}

// Where the frame's messages and strings go.
struct FrameData {
  std::string error, messages;
  std::deque<std::vector<char>> strings;
};

}  // namespace

bool RunForeign(ForeignCall& call, std::string& messages, std::string& problem) {
  Marshal marshal(call.is_fortran);
  for (ForeignArgument& argument : call.arguments)
    if (!marshal.Add(argument, problem)) return false;
  union {
    double real;
    ffi_arg integer;
    void* pointer;
  } returned{};
  Value* result = call.result ? &*call.result : nullptr;
  ffi_type* type = &ffi_type_void;
  if (result) {
    if (!result->is_scalar() || result->kind == TypeKind::kRecord)
      return problem = "an external function that returns a record is not supported", false;
    type = result->is_real() ? &ffi_type_double : result->is_integral() ? &ffi_type_sint : &ffi_type_pointer;
  }
  FrameData data;
  MicaExternalFrame frame{};
  frame.data = &data;
  frame.say = [](void* to, int kind, const char* text) {
    auto& into = *static_cast<FrameData*>(to);
    if (kind == 2)
      into.error = text;
    else
      into.messages += text;
  };
  frame.allocate = [](void* to, std::size_t bytes) -> void* {
    return static_cast<FrameData*>(to)->strings.emplace_back(bytes + 1).data();
  };
  bool done = marshal.Run(call.address, type, &returned, frame);
  messages += data.messages;
  if (!done) return problem = data.error.empty() ? fmt::format("{} cannot be called", call.name) : data.error, false;
  marshal.TakeBack();
  if (!result) return true;
  if (result->is_real()) {
    result->SetReal(0, returned.real);
  } else if (result->is_integral()) {
    auto number = static_cast<int>(returned.integer);
    result->SetInteger(0, result->kind == TypeKind::kBoolean ? number != 0 : number);
  } else if (result->kind == TypeKind::kString) {
    result->string() = returned.pointer ? static_cast<const char*>(returned.pointer) : "";
  } else {
    if (!returned.pointer) return problem = "the constructor of the external object failed", false;
    // Destructed by the destructor of its class, when the last value that holds it goes.
    result->data = ObjectValue{std::shared_ptr<void>(
        returned.pointer, [destroy = call.destructor](void* object) { Destruct(destroy, object); })};
  }
  return true;
}

}  // namespace mica::code
