// What only the connections of the whole model tell: how often a connector is connected (specification 3.7.4.3), and
// where the virtual connection graph has its roots (9.4). Flattening collects the connections first, then answers while
// equations are typed.
#pragma once

#include <cstdint>
#include <vector>

namespace mica::instance {

struct Component;

class ConnectionFacts {
 public:
  virtual ~ConnectionFacts() = default;
  // One number for each element of the arrays that the connector is in and is, row-major.
  virtual std::vector<std::int32_t> Cardinality(Component* connector) = 0;
  // One for each element of the arrays around the overdetermined type or record, which is itself one unit.
  virtual std::vector<bool> IsRoot(Component* node) = 0;
  virtual std::vector<bool> IsRooted(Component* node) = 0;
};

}  // namespace mica::instance
