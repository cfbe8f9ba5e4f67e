#include "runtime/step/tableaux.h"

#define GAMMA2 0.29289321881345247560
#define GAMMA3 0.43586652150845899942

static const MicaTableau euler = {1, 1, {1}, {0}};
static const MicaTableau order2 = {2, GAMMA2, {GAMMA2, 1}, {1 - GAMMA2}};
static const MicaTableau order3 = {
    3,
    GAMMA3,
    {GAMMA3, (1 + GAMMA3) / 2, 1},
    {(1 - GAMMA3) / 2, -(6 * GAMMA3 * GAMMA3 - 16 * GAMMA3 + 1) / 4, (6 * GAMMA3 * GAMMA3 - 20 * GAMMA3 + 5) / 4}};
static const MicaTableau order4 = {
    5,
    0.25,
    {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1},
    {1. / 2, 17. / 50, -1. / 25, 371. / 1360, -137. / 2720, 15. / 544, 25. / 24, -49. / 48, 125. / 16, -85. / 12}};

const MicaTableau* mica_tableau(int stages) {
  return stages == 5 ? &order4 : stages == 3 ? &order3 : stages == 2 ? &order2 : &euler;
}
