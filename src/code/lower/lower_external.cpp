// Lowers the body of an external function: marshals arguments as the specification asks (12.9.1), calls, and takes
// results back. What is an input, a constant or a size is passed as it is; an output or a variable of the function by
// reference.
#include <algorithm>
#include <cctype>

#include "code/foreign/external_library.h"
#include "code/lower/lowering.h"
#include "runtime/model_code.h"

namespace mica::code {

namespace {

// A record as a C structure: offsets of its scalars in bytes.
struct Layout {
  struct Item {
    std::int64_t offset;
    Kind kind;
    std::vector<std::size_t> path;  // of fields
  };
  std::vector<Item> items;
  std::int64_t size = 0, alignment = 1;
};

bool AddRecord(const Types& types, TypeId type, std::vector<std::size_t>& path, Layout& layout) {
  auto align = [](std::int64_t at, std::int64_t to) { return (at + to - 1) / to * to; };
  const auto& fields = types.record(type).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!types.is_scalar(fields[i].type)) return false;  // 'Records containing arrays cannot be mapped'
    path.push_back(i);
    if (types.kind(fields[i].type) == TypeKind::kRecord) {
      Layout inner;
      if (!AddRecord(types, fields[i].type, path, inner)) return false;
      layout.size = align(layout.size, inner.alignment);
      for (Layout::Item& item : inner.items) layout.items.push_back({layout.size + item.offset, item.kind, item.path});
      layout.size += inner.size;
      layout.alignment = std::max(layout.alignment, inner.alignment);
    } else {
      TypeKind kind = types.kind(fields[i].type);
      Kind as = kind == TypeKind::kReal             ? Kind::kReal
                : kind == TypeKind::kString         ? Kind::kText
                : kind == TypeKind::kExternalObject ? Kind::kPointer
                : kind == TypeKind::kBoolean        ? Kind::kBool
                                                    : Kind::kInt;
      std::int64_t bytes = as == Kind::kInt || as == Kind::kBool ? 4 : 8;
      layout.size = align(layout.size, bytes);
      layout.items.push_back({layout.size, as, path});
      layout.size += bytes;
      layout.alignment = std::max(layout.alignment, bytes);
    }
    path.pop_back();
  }
  layout.size = align(layout.size, layout.alignment);
  return true;
}

Abi ValueAbi(Kind kind) {
  switch (kind) {
    case Kind::kReal:
      return Abi::kDouble;
    case Kind::kText:
      return Abi::kText;
    case Kind::kPointer:
      return Abi::kPointer;
    default:
      return Abi::kInt32;
  }
}

}  // namespace

class ExternalMarshal {
 public:
  ExternalMarshal(Lowering& lowering, const Function& function, const ExternalCall& call)
      : l_(lowering),
        b_(lowering.b_),
        function_(function),
        call_(call),
        is_fortran_(call.language.starts_with("FORTRAN")) {}

  void Run();

 private:
  void RunBuiltin();
  bool RunKernel(Kind result);
  bool IsOutput(Expr e) const;
  void AddArgument(Expr e);
  void AddScalar(Expr e, const Term& term, bool is_output);
  void AddArray(Expr e, const Term& term, bool is_output);
  void AddRecord(Expr e, const Term& term, bool is_output);
  void Pass(Abi abi, Reg value) {
    symbol_.parameters.push_back(abi);
    args_.push_back(value);
  }
  void Back(Expr e, const std::function<Term()>& value) {
    after_.push_back([this, e, value] { l_.Assign(e, value(), {}); });
  }
  Reg IntPlace(Reg value) {
    LocalId cell = b_.NewLocal(Kind::kInt);
    b_.Set(cell, b_.Convert(value, Kind::kInt));
    return b_.Kernel("mica_ints_out", {b_.Address(cell), b_.Int(1)});
  }

  Lowering& l_;
  Builder& b_;
  const Function& function_;
  const ExternalCall& call_;
  bool is_fortran_;
  Symbol symbol_;
  std::vector<Reg> args_;
  std::vector<std::function<void()>> after_;
};

bool ExternalMarshal::IsOutput(Expr e) const {
  const ExprPool& pool = l_.pool_;
  while (pool.op(e) == Op::kField || pool.op(e) == Op::kIndex) e = pool.arg(e, 0);
  if (pool.op(e) != Op::kLocal) return false;
  const FunctionVariable& variable = function_.variables[pool.payload(e)];
  return variable.role != FunctionRole::kInput && !variable.is_constant &&
         l_.types_.kind(variable.type) != TypeKind::kExternalObject;
}

void ExternalMarshal::AddScalar(Expr e, const Term& term, bool is_output) {
  Kind kind = b_.kind(term.scalar);
  bool is_int = kind == Kind::kInt || kind == Kind::kBool;
  if (l_.pool_.op(e) == Op::kSize && !is_fortran_) return Pass(Abi::kSize, term.scalar);
  if (!is_output && !is_fortran_) return Pass(ValueAbi(kind), term.scalar);
  if (is_fortran_ && kind == Kind::kPointer) return Pass(Abi::kPointer, term.scalar);
  if (is_fortran_ && kind == Kind::kText) {
    // A CHARACTER argument is its characters, and the routine may write to them (EQUED of LAPACK's dgesvx).
    Reg characters = b_.Kernel("mica_text_copy", {term.scalar});
    Pass(Abi::kPointer, characters);
    if (is_output) Back(e, [characters] { return Term::Of(characters); });
    return;
  }
  if (is_int) {
    Reg place = IntPlace(term.scalar);
    Pass(Abi::kPointer, place);
    if (is_output)
      Back(e, [this, place, kind] {
        Reg value = b_.Kernel("mica_get_int", {place, b_.Int(0)});
        return Term::Of(kind == Kind::kBool ? b_.Compare(Code::kNotEqual, value, b_.Int(0)) : value);
      });
    return;
  }
  LocalId cell = b_.NewLocal(kind);
  b_.Set(cell, term.scalar);
  Pass(Abi::kPointer, b_.Address(cell));
  if (is_output) Back(e, [this, cell] { return Term::Of(b_.Get(cell)); });
}

void ExternalMarshal::AddArray(Expr e, const Term& term, bool is_output) {
  ArrayRef array = l_.ToMemory(term.array);
  bool is_int = array->kind == Kind::kInt || array->kind == Kind::kBool;
  Reg count = l_.Count(array->sizes), data = array->data;
  if (is_int) data = b_.Kernel("mica_ints_out", {data, count});
  std::size_t rank = array->sizes.size();
  Reg bytes = b_.Int(is_int ? 4 : 8), sizes, passed = data;
  if (is_fortran_ && rank > 1) {
    LocalId cells = b_.NewLocal(Kind::kInt, static_cast<std::uint32_t>(rank));
    sizes = b_.Address(cells);
    for (std::size_t i = 0; i < rank; ++i) b_.Store(sizes, b_.Int(static_cast<std::int64_t>(i)), array->sizes[i]);
    passed = b_.Kernel("mica_scratch", {count});
    b_.Kernel("mica_to_column_major", {passed, data, b_.Int(static_cast<std::int64_t>(rank)), sizes, bytes});
  }
  Pass(Abi::kPointer, passed);
  if (!is_output) return;
  after_.push_back([=, this] {
    if (passed != data)
      b_.Kernel("mica_to_row_major", {data, passed, b_.Int(static_cast<std::int64_t>(rank)), sizes, bytes});
    if (is_int) b_.Kernel("mica_ints_back", {array->data, data, count, b_.Bool(array->kind == Kind::kBool)});
    // A whole variable was passed as it lies; anything else is put back.
    if (l_.pool_.op(e) != Op::kLocal) l_.Assign(e, Term::Of(array), {});
  });
}

void ExternalMarshal::AddRecord(Expr e, const Term& term, bool is_output) {
  TypeId type = l_.pool_.type(e);
  Layout layout;
  std::vector<std::size_t> path;
  if (is_fortran_ || !mica::code::AddRecord(l_.types_, l_.types_.Element(type), path, layout)) {
    l_.c_.Unsupported(function_.span, "a record with arrays cannot be passed to the external function " + call_.name);
    return;
  }
  auto leaf = [](const Term& record, const Layout::Item& item) {
    const Term* at = &record;
    for (std::size_t field : item.path) at = &at->parts[field];
    return *at;
  };
  Term settled = l_.Settle(term);
  bool is_array = !l_.types_.is_scalar(type);
  std::vector<Reg> sizes;
  if (is_array && !layout.items.empty()) sizes = leaf(settled, layout.items[0]).array->sizes;
  Reg count = l_.Count(sizes);
  Reg memory = b_.Kernel("mica_scratch", {b_.Add(b_.Mul(count, b_.Int((layout.size + 7) / 8)), b_.Int(1))});
  auto each = [this, sizes, is_array, layout](const std::function<void(std::span<const Reg>, Reg)>& body) {
    if (!is_array) return body({}, b_.Int(0));
    l_.ForEach(sizes,
               [&](std::span<const Reg> at) { body(at, b_.Mul(l_.LinearIndex(sizes, at), b_.Int(layout.size))); });
  };
  each([&](std::span<const Reg> at, Reg offset) {
    for (const Layout::Item& item : layout.items) {
      Term part = leaf(settled, item);
      Reg value = is_array ? l_.At(*part.array, at) : part.scalar, place = b_.Add(offset, b_.Int(item.offset));
      if (item.kind == Kind::kReal)
        b_.Kernel("mica_put_double", {memory, place, value});
      else if (item.kind == Kind::kText || item.kind == Kind::kPointer)
        b_.Kernel("mica_put_pointer", {memory, place, value});
      else
        b_.Kernel("mica_put_int", {memory, place, b_.Convert(value, Kind::kInt)});
    }
  });
  Pass(Abi::kPointer, memory);
  if (!is_output) return;
  if (is_array) {
    l_.c_.Unsupported(function_.span, "an array of records cannot be an output of the external function " + call_.name);
    return;
  }
  Back(e, [this, layout, memory, settled] {
    Term result = settled;
    for (const Layout::Item& item : layout.items) {
      Term* at = &result;
      for (std::size_t field : item.path) at = &at->parts[field];
      Reg place = b_.Int(item.offset);
      if (item.kind == Kind::kReal)
        *at = Term::Of(b_.Kernel("mica_get_double", {memory, place}));
      else if (item.kind == Kind::kText || item.kind == Kind::kPointer)
        *at = Term::Of(b_.Kernel("mica_get_pointer", {memory, place}));
      else
        *at = Term::Of(b_.Convert(b_.Kernel("mica_get_int", {memory, place}), item.kind));
    }
    return result;
  });
}

void ExternalMarshal::AddArgument(Expr e) {
  Term term = l_.Lower(e);
  bool is_output = IsOutput(e);
  if (term.has_parts) return AddRecord(e, term, is_output);
  if (term.array) return AddArray(e, term, is_output);
  AddScalar(e, term, is_output);
}

// `external "builtin"` functions that are no mathematics: what the host of the code offers.
void ExternalMarshal::RunBuiltin() {
  if (call_.name != "resourceFile" || call_.arguments.size() != 1 || !call_.result.valid()) {
    l_.c_.Unsupported(function_.span, "there is no built-in function " + call_.name);
    return;
  }
  l_.Assign(call_.result, Term::Of(b_.Kernel("mica_resource_file", {l_.Lower(call_.arguments[0]).scalar})), {});
}

// By a kernel that does what the foreign function does, with its arguments between the site and the place of the
// result. An object is a kernel's or the foreign library's: a function takes those of its own kind.
bool ExternalMarshal::RunKernel(Kind result) {
  if (!l_.c_.kernels_for_externals) return false;
  std::string_view kernel = KernelForExternal(symbol_.name, symbol_.parameters, result != Kind::kVoid);
  for (Expr argument : call_.arguments) {
    TypeId type = l_.pool_.type(argument);
    if (!l_.types_.is_scalar(type) || l_.types_.kind(type) != TypeKind::kExternalObject) continue;
    bool is_kernels = IsKernelConstructor(l_.c_.store.functions[l_.types_.object(type).constructor].external.name);
    if (is_kernels && kernel.empty()) {
      l_.c_.Unsupported(function_.span,
                        "the external function " + call_.name + " takes a table, but has no kernel that does the same");
      return true;
    }
    if (!is_kernels) kernel = {};
  }
  if (kernel.empty()) return false;
  std::vector<Reg> args{b_.Int(l_.c_.AddSite(std::string(l_.c_.store.names.text(function_.name)), l_.Origin()))};
  args.insert(args.end(), args_.begin(), args_.end());
  if (result == Kind::kVoid) {
    b_.Kernel(kernel, args);
    for (const auto& back : after_) back();
    return true;
  }
  LocalId cell = b_.NewLocal(result);
  args.push_back(b_.Address(cell));
  b_.Kernel(kernel, args);
  for (const auto& back : after_) back();
  l_.Assign(call_.result, Term::Of(b_.Get(cell)), {});
  return true;
}

void ExternalMarshal::Run() {
  if (call_.language == "builtin") return RunBuiltin();
  symbol_.name = call_.name;
  symbol_.is_kernel = false;
  if (is_fortran_) {
    std::transform(symbol_.name.begin(), symbol_.name.end(), symbol_.name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    symbol_.name += "_";
  }
  for (const std::string& include : call_.includes) symbol_.include += include + "\n";
  for (Expr argument : call_.arguments) AddArgument(argument);
  Kind kind = Kind::kVoid;
  if (call_.result.valid()) {
    TypeId type = l_.pool_.type(call_.result);
    if (!l_.types_.is_scalar(type) || l_.types_.kind(type) == TypeKind::kRecord) {
      l_.c_.Unsupported(function_.span, "the external function " + call_.name +
                                            " returns a record or an array, which is not supported");
      return;
    }
    kind = l_.c_.KindOf(type);
    symbol_.result = ValueAbi(kind);
  }
  if (RunKernel(kind)) return;
  if (l_.c_.externals) {
    ExternalCall call = call_;
    call.name = symbol_.name;
    symbol_.address = l_.c_.externals->Resolve(function_, call, l_.c_.sink);
  }
  std::uint32_t site = l_.c_.AddSite(std::string(l_.c_.store.names.text(function_.name)), l_.Origin());
  SymbolId symbol = l_.c_.program.symbols.Add(symbol_);
  b_.Kernel("mica_external_begin", {b_.Int(site)});
  Reg result = b_.CallSymbol(symbol, args_);
  for (const auto& back : after_) back();
  if (kind == Kind::kVoid) return;
  if (kind == Kind::kBool) result = b_.Compare(Code::kNotEqual, result, b_.Int(0));
  if (l_.types_.kind(l_.pool_.type(call_.result)) == TypeKind::kExternalObject) {
    b_.If(b_.Compare(Code::kEqual, result, b_.Null()));
    b_.Kernel("mica_report",
              {b_.Int(MICA_REPORT_ERROR), b_.Int(site), b_.Text("the constructor of the external object failed")});
    b_.EndIf();
  }
  l_.Assign(call_.result, Term::Of(result), {});
}

void Lowering::LowerExternalCall() { ExternalMarshal(*this, *function_, function_->external).Run(); }

}  // namespace mica::code
