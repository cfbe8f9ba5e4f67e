/* Kernels: frames of external calls, see external_guard.h. Sections with external calls run inside mica_guarded, so
 * that an error in foreign code becomes the section's status. A frame costs one setjmp a section, not one a call. */
#include "runtime/foreign/external_guard.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/kernels.h"

#if defined(_MSC_VER)
#define MICA_THREAD __declspec(thread)
#else
#define MICA_THREAD __thread
#endif

static MICA_THREAD MicaExternalFrame* innermost = NULL;

MicaExternalFrame* mica_external_frame(void) { return innermost; }

void mica_external_enter(MicaExternalFrame* frame) {
  frame->outer = innermost;
  frame->status = 0;
  innermost = frame;
}

void mica_external_leave(MicaExternalFrame* frame) { innermost = frame->outer; }

int mica_external_run(MicaExternalFrame* frame, void (*call)(void*), void* data) {
  mica_external_enter(frame);
  if (setjmp(frame->back) == 0) call(data);
  mica_external_leave(frame);
  return frame->status;
}

int mica_guarded(MicaInstance* m, int (*section)(MicaInstance*)) {
  MicaExternalFrame frame = {0};
  volatile int status = MICA_FAILED;
  frame.instance = m;
  mica_external_enter(&frame);
  if (setjmp(frame.back) == 0)
    status = section(m);
  else
    status = frame.status;
  mica_external_leave(&frame);
  return status;
}

int mica_guarded_array(MicaInstance* m, int (*section)(MicaInstance*, double*), double* values) {
  MicaExternalFrame frame = {0};
  volatile int status = MICA_FAILED;
  frame.instance = m;
  mica_external_enter(&frame);
  if (setjmp(frame.back) == 0)
    status = section(m, values);
  else
    status = frame.status;
  mica_external_leave(&frame);
  return status;
}

void mica_external_begin(MicaInstance* m, uint32_t site) {
  if (innermost && innermost->instance == m) innermost->site = site;
}

void mica_external_say(int kind, const char* text) {
  MicaExternalFrame* frame = innermost;
  int status = MICA_FAILED;
  if (frame && frame->instance) {
    MicaInstance* m = frame->instance;
    if (kind == 0) {
      if (m->host->message)
        m->host->message(m, text);
      else
        fputs(text, stdout);
      return;
    }
    status = mica_report(m, kind == 1 ? MICA_REPORT_WARNING : MICA_REPORT_ERROR, frame->site, text);
    if (kind == 1) return;
  } else if (frame && frame->say) {
    frame->say(frame->data, kind, text);
  } else {
    fprintf(kind == 0 ? stdout : stderr, "%s%s", text, kind == 0 ? "" : "\n");
  }
  if (kind != 2) return;
  if (!frame) abort(); /* an external function that outlived its call: there is nowhere to go */
  frame->status = status == MICA_OK ? MICA_FAILED : status;
  longjmp(frame->back, 1);
}

void* mica_external_allocate(size_t bytes) {
  MicaExternalFrame* frame = innermost;
  if (frame && frame->instance) return mica_scratch(frame->instance, (int64_t)(bytes / 8 + 1));
  if (frame && frame->allocate) return frame->allocate(frame->data, bytes);
  return calloc(1, bytes);
}
