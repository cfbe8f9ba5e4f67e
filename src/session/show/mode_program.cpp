#include "session/show/mode_program.h"

#include "code/compile.h"
#include "expression/copy_store.h"
#include "structure/modes/specialize.h"
#include "table/model_table.h"

namespace mica {

namespace {

struct CompiledMode {
  code::CompiledModel code;
  table::ModelTable table;
};

class Compiler {
 public:
  Compiler(const structure::BlockModel& model, const Store& store)
      : model_(model), original_(store), variables_(structure::FindModeVariables(model, store)) {}

  std::optional<run::ModeProgram> Compile(std::span<const std::int32_t> mode, std::span<const double> reals) {
    Check(mode.size() == variables_.size(), "a mode of other variables");
    // A copy for each mode: in one that others were put into before, the order of terms would depend on them.
    std::vector<TypeId> types;
    for (const structure::Scalar& scalar : model_.scalars) types.push_back(scalar.type);
    std::unique_ptr<StoreCopy> copy = CopyStore(original_, types);
    Store& store = copy->store;
    std::vector<structure::ModeValue> values;
    for (std::size_t i = 0; i < mode.size(); ++i) values.push_back({variables_[i], static_cast<double>(mode[i])});
    auto parameter = [&](ScalarId id) -> std::optional<double> {
      const structure::Scalar& scalar = model_.scalars[id];
      TypeKind kind = store.types.kind(scalar.type);
      bool is_number = kind == TypeKind::kReal || kind == TypeKind::kInteger || kind == TypeKind::kBoolean ||
                       kind == TypeKind::kEnumeration;
      return is_number ? std::optional(reals[scalar.slot]) : std::nullopt;
    };
    std::optional<structure::BlockModel> special = structure::Specialize(model_, store, values, parameter);
    // Its auxiliary variables need a place in the storage of the instance.
    if (!special || special->real_slots > reals.size()) return std::nullopt;
    DiagnosticSink sink;
    code::CompileOptions options;
    options.lower.continuous_only = true;
    options.machine.threads = 1;
    Result<code::CompiledModel> code = code::Compile(*special, store, options, sink);
    if (!code) return std::nullopt;
    auto made = std::make_shared<CompiledMode>(
        CompiledMode{std::move(*code), table::ModelTable(*special, store, nullptr, {}, {.systems_only = true})});
    return run::ModeProgram{&made->code.code(), &made->table.table(), made, special->counts.linear,
                            special->counts.nonlinear};
  }

 private:
  const structure::BlockModel& model_;
  const Store& original_;
  std::vector<structure::ModeVariable> variables_;
};

}  // namespace

run::ModeCompiler MakeModeCompiler(const structure::BlockModel& model, const Store& store) {
  return [compiler = std::shared_ptr<Compiler>(), &model, &store](std::span<const std::int32_t> mode,
                                                                  std::span<const double> reals) mutable {
    if (!compiler) compiler = std::make_shared<Compiler>(model, store);
    return compiler->Compile(mode, reals);
  };
}

}  // namespace mica
