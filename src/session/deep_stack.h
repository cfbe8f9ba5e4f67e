// Work on a large stack. The stages recurse over components, classes and expressions; how deep a model
// nests must not depend on the stack of whoever calls.
#pragma once

#include <cstddef>
#include <functional>

namespace mica {

inline constexpr std::size_t kDeepStackBytes = std::size_t{256}
                                               << 20;  // address space: pages are taken when they are touched

// Runs `work` to its end; what it throws comes out here. Work inside such work stays on the stack where it is.
void RunOnDeepStack(const std::function<void()>& work);

}  // namespace mica
