// Ends that nobody asked for. Foreign code of a model that calls exit() ends the run and not the program. The last
// resort: a fault that the session cannot catch (a bad pointer of ours or of an external library, an exhausted stack)
// still ends with a message that says whose fault it is, and with its own exit code.
#pragma once

namespace mica::cli {

// For signals of the processor and abort(). Threads of RunOnDeepStack have the alternate stack that this needs when
// their own is exhausted.
void InstallCrashReport();

}  // namespace mica::cli
