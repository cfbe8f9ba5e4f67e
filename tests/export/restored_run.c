/* Runs an exported model and prints its variables, as the program that comes with it does; but again and again the run goes on in another instance, from a saved state.
 * MODEL is the name of the model, HEADER its header. Every SPAN steps the state is saved, the instance is taken further and thrown away, and another one, whose memory
 * is full of rubbish, takes the state over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include HEADER

#define JOIN(a, b) a##b
#define NAMED(a, b) JOIN(a, b)
typedef NAMED(MODEL, _instance) Instance;

enum { SPAN = 7, FURTHER = 3 };

static void PrintRow(const MicaStepper* s) {
  uint32_t i;
  printf("%.17g", s->instance.time);
  for (i = 0; i < s->model->variable_count; ++i) printf(",%.17g", mica_stepper_get(s, i));
  printf("\n");
}

static MicaStepper* GoOnElsewhere(MicaStepper* s, Instance* next) {
  size_t size = mica_stepper_state_size(s);
  void* bytes = malloc(size);
  MicaStepper* restored;
  int i;
  if (!bytes || mica_stepper_save(s, bytes, size - 1) || !mica_stepper_save(s, bytes, size)) exit(3);
  for (i = 0; i < FURTHER; ++i) (void)mica_stepper_step(s);
  memset(next, 0x5A, sizeof *next);
  restored = NAMED(MODEL, _place)(next);
  ((unsigned char*)bytes)[8] ^= 1; /* another size */
  if (mica_stepper_restore(restored, bytes, size)) exit(4);
  ((unsigned char*)bytes)[8] ^= 1;
  if (!mica_stepper_restore(restored, bytes, size)) exit(5);
  free(bytes);
  return restored;
}

int main(int count, char** words) {
  Instance* instances[2];
  double stop = count > 1 ? atof(words[1]) : 1;
  MicaStepper* s;
  long step = 0;
  uint32_t i;
  int status;
  instances[0] = (Instance*)malloc(sizeof(Instance));
  instances[1] = (Instance*)malloc(sizeof(Instance));
  if (!instances[0] || !instances[1]) return 2;
  s = NAMED(MODEL, _place)(instances[0]);
  status = mica_stepper_start(s);
  printf("time");
  for (i = 0; i < s->model->variable_count; ++i) printf(strchr(s->model->variables[i].name, ',') ? ",\"%s\"" : ",%s", s->model->variables[i].name);
  printf("\n");
  if (status == 0) PrintRow(s);
  while (status == 0 && s->instance.time < stop - 0.5 * s->model->step) {
    if (step % SPAN == SPAN - 1) {
      MicaStepper* left = s;
      s = GoOnElsewhere(s, instances[(step / SPAN + 1) % 2]);
      mica_stepper_end(left);
    }
    status = mica_stepper_step(s);
    ++step;
    if (status == 0 || status == 3) PrintRow(s);
  }
  return status == 0 || status == 3 ? 0 : 1;
}
