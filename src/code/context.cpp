// What the lowering of all routines of one program shares.
#include "code/context.h"

#include <algorithm>

#include "code/codes.h"
#include "code/lower/lowering.h"

namespace mica::code {

namespace {

class ModelNames : public ReferenceNames {
 public:
  explicit ModelNames(const structure::BlockModel* model) : model_(model) {}
  std::string Scalar(ScalarId id) const override {
    return model_ ? model_->scalars[id].name : ReferenceNames::Scalar(id);
  }

 private:
  const structure::BlockModel* model_;
};

constexpr std::size_t kLongestSiteText = 160;

}  // namespace

Kind Context::KindOf(TypeId type) const {
  switch (types.kind(type)) {
    case TypeKind::kReal:
      return Kind::kReal;
    case TypeKind::kInteger:
    case TypeKind::kEnumeration:
      return Kind::kInt;
    case TypeKind::kBoolean:
      return Kind::kBool;
    case TypeKind::kString:
      return Kind::kText;
    case TypeKind::kExternalObject:
    case TypeKind::kFunction:
      return Kind::kPointer;
    default:
      FailCheck("a type that has no kind of its own");
  }
}

RoutineId Context::NewRoutine(std::string name, Tier tier) {
  Routine routine;
  routine.name = std::move(name);
  routine.tier = tier;
  return program.routines.Add(std::move(routine));
}

std::uint32_t Context::AddSite(std::string text, const flat::Origin& origin) {
  program.sites.push_back({std::move(text), origin});
  return static_cast<std::uint32_t>(program.sites.size() - 1);
}

std::uint32_t Context::AddSite(Expr e, const flat::Origin& origin, const Function* function) {
  ModelNames names(model);
  if (!function) return AddSite(ExprText(e, store, names, kLongestSiteText), origin);
  FunctionNames of_function(*function, store.names, &names);
  return AddSite(ExprText(e, store, of_function, kLongestSiteText), origin);
}

void Context::AppendInputKinds(TypeId type, std::vector<Kind>& kinds) const {
  if (types.kind(type) == TypeKind::kRecord) {
    std::vector<std::int32_t> outer(types.sizes(type).begin(), types.sizes(type).end());
    for (const RecordField& field : types.record(type).fields) AppendInputKinds(types.Array(field.type, outer), kinds);
    return;
  }
  if (types.is_scalar(type)) return kinds.push_back(KindOf(type));
  kinds.push_back(Kind::kPointer);
  kinds.insert(kinds.end(), types.rank(type), Kind::kInt);
}

void Context::AppendOutputKinds(TypeId type, std::vector<Kind>& kinds) const {
  if (types.kind(type) == TypeKind::kRecord) {
    for (const RecordField& field : types.record(type).fields) {
      std::vector<std::int32_t> outer(types.sizes(type).begin(), types.sizes(type).end());
      AppendOutputKinds(types.Array(field.type, outer), kinds);
    }
    return;
  }
  kinds.insert(kinds.end(), 1 + types.rank(type), Kind::kPointer);
}

RoutineId Context::FunctionRoutine(FunctionId id) {
  auto [place, is_new] = functions_.try_emplace(id);
  if (!is_new) return place->second;
  const Function& function = store.functions[id];
  RoutineId routine = NewRoutine(std::string(store.names.text(function.name)), Tier::kFunction);
  place->second = routine;
  std::vector<Kind>& parameters = program.routines[routine].parameters;
  for (std::size_t i = 0; i < function.input_count; ++i) AppendInputKinds(function.input(i).type, parameters);
  for (std::size_t i = 0; i < function.output_count; ++i) AppendOutputKinds(function.output(i).type, parameters);
  pending_.push_back({id, routine, false, {}});
  return routine;
}

RoutineId Context::ClosureRoutine(FunctionId id, const std::vector<std::size_t>& bound) {
  auto [place, is_new] = closures_.try_emplace({id, bound});
  if (!is_new) return place->second;
  const Function& function = store.functions[id];
  RoutineId routine = NewRoutine(std::string(store.names.text(function.name)) + ".closure", Tier::kFunction);
  place->second = routine;
  std::vector<Kind>& parameters = program.routines[routine].parameters;
  parameters.push_back(Kind::kPointer);
  for (std::size_t i = 0; i < function.input_count; ++i)
    if (std::find(bound.begin(), bound.end(), i) == bound.end()) AppendInputKinds(function.input(i).type, parameters);
  for (std::size_t i = 0; i < function.output_count; ++i) AppendOutputKinds(function.output(i).type, parameters);
  pending_.push_back({id, routine, true, bound});
  return routine;
}

void Context::LowerPendingFunctions() {
  while (!pending_.empty()) {
    Pending next = std::move(pending_.front());
    pending_.pop_front();
    const Function& function = store.functions[next.function];
    Lowering lowering(*this, next.routine, &function);
    if (next.is_closure)
      lowering.LowerClosure(next.function, next.bound);
    else
      lowering.LowerFunctionBody();
  }
}

void Context::Unsupported(Span span, std::string what) { sink.Report(kCannotCompile, span, std::move(what)); }

}  // namespace mica::code
