// Models, damaged: checked as far as their sorted equations.
#include "session_input.h"

MICA_FUZZ_TARGET(flattening) {
  mica::fuzz::CheckText(mica::fuzz::TextOf(data, size));
  return 0;
}
