/* Kernels: ModelicaUtilities.h (the specification, 12.9.6) on top of the thread's current external call. */
#include <stdio.h>
#include <string.h>

#include "runtime/foreign/ModelicaUtilities.h"
#include "runtime/foreign/external_guard.h"

static void Say(int kind, const char* format, va_list arguments) {
  char text[4096];
  vsnprintf(text, sizeof text, format, arguments);
  mica_external_say(kind, text);
}

void ModelicaMessage(const char* text) { mica_external_say(0, text); }
void ModelicaWarning(const char* text) { mica_external_say(1, text); }
void ModelicaError(const char* text) { mica_external_say(2, text); }
void ModelicaVFormatMessage(const char* format, va_list arguments) { Say(0, format, arguments); }
void ModelicaVFormatWarning(const char* format, va_list arguments) { Say(1, format, arguments); }
void ModelicaVFormatError(const char* format, va_list arguments) { Say(2, format, arguments); }

void ModelicaFormatMessage(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Say(0, format, arguments);
  va_end(arguments);
}

void ModelicaFormatWarning(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Say(1, format, arguments);
  va_end(arguments);
}

void ModelicaFormatError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Say(2, format, arguments);
  va_end(arguments);
}

char* ModelicaAllocateStringWithErrorReturn(size_t length) { return (char*)mica_external_allocate(length + 1); }

char* ModelicaAllocateString(size_t length) {
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (!text) ModelicaError("no memory for a string");
  return text;
}

char* ModelicaDuplicateStringWithErrorReturn(const char* text) {
  char* copy = ModelicaAllocateStringWithErrorReturn(strlen(text));
  return copy ? strcpy(copy, text) : copy;
}

char* ModelicaDuplicateString(const char* text) { return strcpy(ModelicaAllocateString(strlen(text)), text); }
