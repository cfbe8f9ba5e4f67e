/* Kernels: ModelicaInternal_fullPathName of the Standard Library. That of its releases before 4.1.0 fails for names of
 * what is not there yet, except on Windows, so that no directory could be made by a relative name. */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/foreign/ModelicaUtilities.h"
#include "runtime/kernels.h"

const char* mica_full_path_name(const char* name) {
  char buffer[PATH_MAX];
  size_t length = strlen(name);
  int is_resolved = realpath(name, buffer) != NULL;
  char* full;
  if (!is_resolved && name[0] == '/') return ModelicaDuplicateString(name);
  if (!is_resolved && !getcwd(buffer, sizeof buffer)) {
    ModelicaFormatError("the full path of \"%s\" is not known: the working directory cannot be read", name);
    return "";
  }
  full = ModelicaAllocateString(strlen(buffer) + length + 2);
  strcpy(full, buffer);
  if (!is_resolved)
    strcat(strcat(full, "/"), name);
  else if (length > 1 && name[length - 1] == '/')
    strcat(full, "/"); /* as on Windows */
  return full;
}
