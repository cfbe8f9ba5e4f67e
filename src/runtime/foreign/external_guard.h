/* Kernels: the thread's current external call. An Error function of ModelicaUtilities leaves the call by a long jump to
 * the innermost frame; whoever makes external calls outside a model (the interpreter of constant expressions) enters a
 * frame of its own. */
#ifndef MICA_EXTERNAL_GUARD_H
#define MICA_EXTERNAL_GUARD_H

#include <setjmp.h>

#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicaExternalFrame {
  jmp_buf back;
  MicaInstance* instance; /* null: outside a model; `say` and `allocate` serve then */
  uint32_t site;
  int status; /* what an Error function leaves */
  void (*say)(void* data, int kind /* 0 message, 1 warning, 2 error */, const char* text);
  void* (*allocate)(void* data, size_t bytes); /* zeroed */
  void* data;
  struct MicaExternalFrame* outer;
} MicaExternalFrame;

MicaExternalFrame* mica_external_frame(void);
void mica_external_enter(MicaExternalFrame* frame);
void mica_external_leave(MicaExternalFrame* frame);
/* Calls `call(data)` inside the frame. Returns 0, or what an Error function left. */
int mica_external_run(MicaExternalFrame* frame, void (*call)(void*), void* data);

/* The frame's services, for ModelicaUtilities. */
void mica_external_say(int kind, const char* text); /* kind 2 does not return if there is a frame */
void* mica_external_allocate(size_t bytes);         /* null when there is no memory */

#ifdef __cplusplus
}
#endif
#endif
