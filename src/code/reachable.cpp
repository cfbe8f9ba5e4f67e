#include "code/reachable.h"

#include <algorithm>

namespace mica::code {

Reachable FindReachable(const Program& program, const std::vector<RoutineId>& entries) {
  Reachable found;
  found.routines.resize(program.routines.size());
  found.systems.resize(program.systems.size());
  found.tables.resize(program.tables.size());
  found.symbols.resize(program.symbols.size());
  std::vector<RoutineId> waiting;
  auto need = [&](RoutineId id) {
    if (!id.valid() || found.routines[id.index()]) return;
    found.routines[id.index()] = true;
    waiting.push_back(id);
  };
  for (RoutineId entry : entries) need(entry);
  while (!waiting.empty()) {
    const Routine& routine = program.routines[waiting.back()];
    waiting.pop_back();
    for (const Inst& inst : routine.insts) {
      switch (inst.code) {
        case Code::kCallRoutine:
        case Code::kRoutine:
          need(RoutineId(inst.imm));
          break;
        case Code::kTable:
          found.tables[inst.imm] = true;
          break;
        case Code::kLoadSlot:
        case Code::kSlotAddress: {
          auto slot = static_cast<std::uint32_t>(inst.imm);
          bool is_new = static_cast<SlotArray>(inst.b.index()) == SlotArray::kObjects &&
                        std::find(found.objects.begin(), found.objects.end(), slot) == found.objects.end();
          if (is_new) found.objects.push_back(slot);
          break;
        }
        case Code::kCallSymbol: {
          const Symbol& symbol = program.symbols[SymbolId(inst.imm)];
          found.symbols[inst.imm] = true;
          if (std::string external = symbol.name + " in " + routine.name;
              !symbol.is_kernel &&
              std::find(found.externals.begin(), found.externals.end(), external) == found.externals.end())
            found.externals.push_back(external);
          found.uses_delays = found.uses_delays || symbol.name == "mica_delay";
          found.uses_distributions = found.uses_distributions || symbol.name == "mica_distribution";
          found.uses_scratch = found.uses_scratch || symbol.name.starts_with("mica_scratch") ||
                               symbol.name.starts_with("mica_text") || symbol.name == "mica_concat";
          if (symbol.name == "mica_solve") {
            std::uint64_t system = routine.insts[routine.args[inst.first_arg].index()].imm;
            found.systems[system] = true;
            const SystemRoutines& routines = program.systems[system];
            for (RoutineId id : {routines.residual, routines.jacobian, routines.discrete}) need(id);
          }
          break;
        }
        default:
          break;
      }
    }
  }
  return found;
}

}  // namespace mica::code
