// The text of src/runtime/foreign/ModelicaUtilities.h, for C sources of libraries that include it: they are compiled
// where Mica runs, which need not have the sources of Mica. The build puts the file into the program.
#pragma once

namespace mica::code {

extern const char* const kModelicaUtilitiesText;

}  // namespace mica::code
