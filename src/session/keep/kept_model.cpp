#include "session/keep/kept_model.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "session/keep/kept_fields.h"

namespace mica {

namespace {

template <class T>
inline constexpr bool kIsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Which payloads are handles themselves.
bool NamesFunction(Op op) { return op == Op::kCall || op == Op::kFunction || op == Op::kPartial; }

// The model is walked twice: first to see what it reaches, then, expressions being numbered in the order of their
// handles, which decides about the order of machine code, to write it. The tables come first in the bytes.
class Writer {
 public:
  Writer(const Store& store, const SourceMap& sources)
      : store_(store), sources_(sources), exprs_(store.exprs.size(), kUnseen) {}

  template <class... T>
  std::string Write(const T&... model) {
    Walk(model...);
    for (std::size_t i = 0; i < exprs_.size(); ++i)
      if (exprs_[i] != kUnseen) exprs_[i] = expr_count_++;
    is_writing_ = true;
    bytes_.clear();
    Walk(model...);
    std::string body = std::exchange(bytes_, {});
    for (std::size_t i = 0; i < exprs_.size(); ++i)
      if (exprs_[i] != kUnseen) AddNode(Expr(i));
    std::string exprs = std::exchange(bytes_, {});
    (*this)(names_, files_, static_cast<std::uint32_t>(functions_.size()), type_count_, type_bytes_, expr_count_, exprs,
            body);
    return std::move(bytes_);
  }

  template <class... T>
  void operator()(const T&... fields) {
    (Add(fields), ...);
  }

 private:
  static constexpr std::uint32_t kUnseen = UINT32_MAX;

  template <class... T>
  void Walk(const T&... model) {
    shared_.clear();
    (*this)(model...);
    // Bodies of functions reach more functions.
    for (std::size_t i = 0; i < functions_.size(); ++i) (*this)(store_.functions[functions_[i]]);
  }

  template <class T>
  void Put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void Add(const T& x) {
    if constexpr (kIsPlain<T>)
      Put(x);
    else
      Fields(*this, const_cast<T&>(x));  // one list of fields serves writing and reading; writing changes none
  }
  template <class Tag>
  void Add(Id<Tag> id) {
    Put(id.index());
  }
  void Add(Name name) { Put(NumberOf(name)); }
  void Add(FileId file) { Put(NumberOf(file)); }
  void Add(TypeId type) { Put(NumberOf(type)); }
  void Add(FunctionId function) { Put(NumberOf(function)); }
  void Add(Expr e) { Put(NumberOf(e)); }
  void Add(std::string_view text) {
    Put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  void Add(const std::string& text) { Add(std::string_view(text)); }
  void Add(const std::vector<bool>& flags) {
    Put(static_cast<std::uint32_t>(flags.size()));
    for (bool flag : flags) Put(flag);
  }
  template <class T>
  void Add(const std::vector<T>& items) {
    Put(static_cast<std::uint32_t>(items.size()));
    for (const T& item : items) Add(item);
  }
  template <class I, class T>
  void Add(const IdVector<I, T>& items) {
    Add(items.items());
  }
  template <class T>
  void Add(const std::shared_ptr<const T>& shared) {
    std::uint32_t next = static_cast<std::uint32_t>(shared_.size());
    auto [at, is_new] = shared_.emplace(shared.get(), next);
    Put(shared ? at->second : kUnseen);
    if (shared && is_new) Add(*shared);
    if (!shared && is_new) shared_.erase(at);
  }

  std::uint32_t NumberOf(Name name) {
    if (!name) return kUnseen;
    auto [at, is_new] = name_numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(store_.names.text(name));
    return at->second;
  }
  std::uint32_t NumberOf(FileId file) {
    if (!file) return kUnseen;
    auto [at, is_new] = file_numbers_.emplace(file, static_cast<std::uint32_t>(files_.size()));
    if (is_new) files_.push_back(sources_.path(file));
    return at->second;
  }
  std::uint32_t NumberOf(FunctionId function) {
    if (!function) return kUnseen;
    auto [at, is_new] = function_numbers_.emplace(function, static_cast<std::uint32_t>(functions_.size()));
    if (is_new) functions_.push_back(function);
    return at->second;
  }
  // What a type is made of is numbered before the type itself.
  std::uint32_t NumberOf(TypeId type) {
    if (!type) return kUnseen;
    if (auto at = type_numbers_.find(type); at != type_numbers_.end()) return at->second;
    const Type& t = store_.types[type];
    std::string outer = std::exchange(bytes_, {});
    Put(t.kind);
    Add(std::vector<std::int32_t>(t.sizes.begin(), t.sizes.end()));
    switch (t.kind) {
      case TypeKind::kEnumeration: {
        const EnumDefinition& definition = store_.types.enumeration(type);
        (*this)(definition.name, definition.literals);
        break;
      }
      case TypeKind::kRecord: {
        const RecordDefinition& definition = store_.types.record(type);
        (*this)(definition.name, static_cast<std::uint32_t>(definition.fields.size()));
        for (const RecordField& field : definition.fields) (*this)(field.name, field.type);
        break;
      }
      case TypeKind::kExternalObject: {
        const ObjectDefinition& definition = store_.types.object(type);
        (*this)(definition.name, definition.constructor, definition.destructor);
        break;
      }
      case TypeKind::kTuple:
      case TypeKind::kFunction:
        (*this)(t.detail, std::vector<TypeId>(t.parts.begin(), t.parts.end()));
        break;
      default:
        break;
    }
    // Types that it is made of have been added by now.
    type_bytes_ += std::exchange(bytes_, std::move(outer));
    type_numbers_.emplace(type, type_count_);
    return type_count_++;
  }

  std::uint32_t NumberOf(Expr root) {
    if (!root) return kUnseen;
    if (!is_writing_) Mark(root);
    return exprs_[root.index()];
  }
  // The expression, what it is made of, and the functions it calls are reached.
  void Mark(Expr root) {
    auto push = [this](Expr e) {
      if (exprs_[e.index()] != kUnseen) return;
      exprs_[e.index()] = 0;
      stack_.push_back(e);
    };
    push(root);
    while (!stack_.empty()) {
      Expr e = stack_.back();
      stack_.pop_back();
      if (NamesFunction(store_.exprs.op(e))) NumberOf(store_.exprs.function(e));
      NumberOf(store_.exprs.type(e));
      for (Expr arg : store_.exprs.args(e)) push(arg);
    }
  }
  void AddNode(Expr e) {
    const ExprNode& node = store_.exprs[e];
    std::uint64_t payload = node.payload;
    if (node.op == Op::kString)
      payload = NumberOf(Name(payload));
    else if (node.op == Op::kIterator)
      payload = NumberOf(store_.exprs.iterator_name(e));
    else if (NamesFunction(node.op))
      payload = NumberOf(FunctionId(payload));
    (*this)(node.op, node.type, payload, node.arg_count);
    for (Expr arg : store_.exprs.args(e)) Put(exprs_[arg.index()]);
  }

  const Store& store_;
  const SourceMap& sources_;
  std::string bytes_, type_bytes_;
  std::unordered_map<Name, std::uint32_t> name_numbers_;
  std::unordered_map<FileId, std::uint32_t> file_numbers_;
  std::unordered_map<FunctionId, std::uint32_t> function_numbers_;
  std::unordered_map<TypeId, std::uint32_t> type_numbers_;
  std::unordered_map<const void*, std::uint32_t> shared_;
  std::vector<std::uint32_t> exprs_;  // by handle: the new number
  std::vector<Expr> stack_;
  bool is_writing_ = false;
  std::vector<std::string> names_, files_;
  std::vector<FunctionId> functions_;
  std::uint32_t type_count_ = 0, expr_count_ = 0;
};

class Reader {
 public:
  Reader(std::string_view bytes, Store& store, SourceMap& sources) : rest_(bytes), store_(store), sources_(sources) {}

  bool Read(KeptModel& model) {
    std::vector<std::string> names, files;
    std::uint32_t function_count = 0, type_count = 0, expr_count = 0;
    (*this)(names, files, function_count, type_count);
    std::string_view types = TakeText();
    Get(expr_count);
    std::string_view exprs = TakeText(), body = TakeText();
    for (const std::string& name : names) names_.push_back(store_.names.Intern(name));
    if (!FindFiles(files)) return false;
    for (std::uint32_t i = 0; i < function_count; ++i) functions_.push_back(store_.functions.Add({}));
    rest_ = types;
    for (std::uint32_t i = 0; i < type_count; ++i) types_.push_back(ReadType());
    rest_ = exprs;
    exprs_.reserve(expr_count);
    for (std::uint32_t i = 0; i < expr_count; ++i) exprs_.push_back(ReadNode());
    rest_ = body;
    (*this)(model.flat, model.blocks, model.evaluated, model.reported);
    for (FunctionId function : functions_) (*this)(store_.functions[function]);
    Check(rest_.empty(), "a kept model is longer than it should be");
    return true;
  }

  template <class... T>
  void operator()(T&... fields) {
    (Get(fields), ...);
  }

 private:
  template <class T>
  T Take() {
    T value;
    Check(rest_.size() >= sizeof value, "a kept model ends too early");
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view TakeText() {
    std::size_t size = Take<std::uint32_t>();
    Check(rest_.size() >= size, "a kept model ends too early");
    std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  template <class T>
  void Get(T& x) {
    if constexpr (kIsPlain<T>)
      x = Take<T>();
    else
      Fields(*this, x);
  }
  template <class Tag>
  void Get(Id<Tag>& id) {
    id = Id<Tag>(Take<std::uint32_t>());
  }
  template <class I>
  void GetFrom(const std::vector<I>& table, I& id) {
    std::uint32_t number = Take<std::uint32_t>();
    id = number == UINT32_MAX ? I() : table.at(number);
  }
  void Get(Name& name) { GetFrom(names_, name); }
  void Get(FileId& file) { GetFrom(files_, file); }
  void Get(TypeId& type) { GetFrom(types_, type); }
  void Get(FunctionId& function) { GetFrom(functions_, function); }
  void Get(Expr& e) { GetFrom(exprs_, e); }
  void Get(std::string& text) { text = TakeText(); }
  // A word that describes an origin is one of few: it is kept with the names, which outlive the store.
  void Get(std::string_view& text) { text = store_.names.text(store_.names.Intern(TakeText())); }
  void Get(std::vector<bool>& flags) {
    flags.resize(Take<std::uint32_t>());
    for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = Take<bool>();
  }
  template <class T>
  void Get(std::vector<T>& items) {
    items.resize(Take<std::uint32_t>());
    for (T& item : items) Get(item);
  }
  template <class I, class T>
  void Get(IdVector<I, T>& items) {
    items.resize(Take<std::uint32_t>());
    for (T& item : items) Get(item);
  }
  template <class T>
  void Get(std::shared_ptr<const T>& shared) {
    std::uint32_t number = Take<std::uint32_t>();
    if (number == UINT32_MAX) return;
    if (number == shared_.size()) {
      auto made = std::make_shared<T>();
      shared_.push_back(made);
      Get(*made);
    }
    shared = std::static_pointer_cast<const T>(shared_.at(number));
  }

  bool FindFiles(const std::vector<std::string>& paths) {
    std::unordered_map<std::string_view, FileId> known;
    for (std::size_t i = 0; i < sources_.size(); ++i) known.emplace(sources_.path(FileId(i)), FileId(i));
    for (const std::string& path : paths) {
      if (auto at = known.find(path); at != known.end()) {
        files_.push_back(at->second);
        continue;
      }
      std::ifstream file(path, std::ios::binary);
      if (!file) return false;
      files_.push_back(
          sources_.Add(path, std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>())));
    }
    return true;
  }

  TypeId ReadType() {
    Types& types = store_.types;
    auto kind = Take<TypeKind>();
    std::vector<std::int32_t> sizes;
    Get(sizes);
    auto element = [&]() -> TypeId {
      switch (kind) {
        case TypeKind::kReal:
          return types.real();
        case TypeKind::kInteger:
          return types.integer();
        case TypeKind::kBoolean:
          return types.boolean();
        case TypeKind::kString:
          return types.string();
        case TypeKind::kClock:
          return types.clock();
        case TypeKind::kNone:
          return types.none();
        case TypeKind::kEnumeration: {
          EnumDefinition definition;
          (*this)(definition.name, definition.literals);
          return types.Enumeration(types.AddEnumeration(std::move(definition)));
        }
        case TypeKind::kRecord: {
          RecordDefinition definition;
          Get(definition.name);
          definition.fields.resize(Take<std::uint32_t>());
          for (RecordField& field : definition.fields) (*this)(field.name, field.type);
          return types.Record(types.AddRecord(std::move(definition)));
        }
        case TypeKind::kExternalObject: {
          ObjectDefinition definition;
          (*this)(definition.name, definition.constructor, definition.destructor);
          for (TypeId type : types_)
            if (types.kind(type) == kind && types.object(type).name == definition.name) return types.Element(type);
          return types.ExternalObject(types.AddObject(definition));
        }
        case TypeKind::kTuple:
        case TypeKind::kFunction:
          break;
      }
      auto inputs = Take<std::uint32_t>();
      std::vector<TypeId> parts;
      Get(parts);
      if (kind == TypeKind::kTuple) return types.Tuple(parts);
      return types.Function(std::span(parts).first(inputs), std::span(parts).subspan(inputs));
    };
    return types.WithSizes(element(), sizes);
  }

  Expr ReadNode() {
    auto op = Take<Op>();
    TypeId type;
    Get(type);
    auto payload = Take<std::uint64_t>();
    node_args_.resize(Take<std::uint32_t>());
    for (Expr& arg : node_args_) Get(arg);
    if (op == Op::kIterator) return store_.exprs.NewIterator(names_.at(payload), type);
    if (op == Op::kString)
      payload = names_.at(payload).index();
    else if (NamesFunction(op))
      payload = functions_.at(payload).index();
    return store_.exprs.Make(op, type, node_args_, payload);
  }

  std::string_view rest_;
  Store& store_;
  SourceMap& sources_;
  std::vector<Name> names_;
  std::vector<FileId> files_;
  std::vector<FunctionId> functions_;
  std::vector<TypeId> types_;
  std::vector<Expr> exprs_, node_args_;
  std::vector<std::shared_ptr<const void>> shared_;
};

}  // namespace

std::string WriteModel(const flat::Model& flat, const structure::BlockModel& blocks,
                       const std::vector<EvaluatedParameter>& evaluated, const std::vector<Diagnostic>& reported,
                       const Store& store, const SourceMap& sources) {
  return Writer(store, sources).Write(flat, blocks, evaluated, reported);
}

bool ReadModel(std::string_view bytes, KeptModel& model, Store& store, SourceMap& sources) {
  return Reader(bytes, store, sources).Read(model);
}

}  // namespace mica
