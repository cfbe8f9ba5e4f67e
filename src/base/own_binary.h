// The file that this code was loaded from: the program, or the shared object that holds the engine where another
// program (an interpreter of Python) has loaded it. What is shipped beside the engine is found from there.
#pragma once

#include <string>

namespace mica {

std::string OwnBinary();

}  // namespace mica
