/* Runtime: what is tried when the mode of a mixed system does not come to rest by itself. See mixed_system.h. */
#include <math.h>
#include <string.h>

#include "runtime/systems/mixed_internal.h"

static double* Visited(const MicaMixed* x, uint32_t row) { return x->visited + (size_t)row * x->width; }

/* Discrete unknowns of the mode that the one of before leads to, as pre() of themselves: do they stay? */
int mica_mixed_latch(MicaMixed* x) {
  uint32_t i, held = x->shape->held_count, discrete = x->shape->discrete_count, k;
  int stays = 0;
  if (discrete == 0 || x->instance->initial != 0) return 0;
  mica_mixed_write(x, x->start);
  if (!mica_mixed_solve_continuous(x) || !mica_mixed_recompute(x)) return 0;
  mica_mixed_read(x, x->candidate);
  if (mica_mixed_are_equal(x->start + held, x->candidate + held, discrete)) return 0;
  for (i = 0; i < discrete; ++i) {
    uint32_t slot = x->shape->discrete[i];
    x->pre[i] = x->instance->pre[slot];
    x->instance->pre[slot] = x->instance->reals[slot];
  }
  for (k = 0; k < MICA_MIXED_MOST_ITERATIONS && mica_mixed_may_try(x) && !stays; ++k) {
    mica_mixed_read(x, x->present);
    if (!mica_mixed_are_equal(x->present + held, x->candidate + held, discrete) || !mica_mixed_solve_continuous(x) ||
        !mica_mixed_recompute(x))
      break;
    stays = mica_mixed_is_mode(x, x->present);
  }
  for (i = 0; i < discrete; ++i) x->instance->pre[x->shape->discrete[i]] = x->pre[i];
  return stays;
}

int mica_mixed_pivot(MicaMixed* x) {
  uint32_t held = x->shape->held_count, limit = MICA_MIXED_MOST_PIVOTS + MICA_MIXED_PIVOTS_PER_RELATION * held, k,
           first;
  if (held == 0) return 0;
  mica_mixed_write(x, x->start);
  if (!mica_mixed_follow_relations(x)) return 0;
  for (k = 0; k < limit && mica_mixed_may_try(x); ++k) {
    int solved;
    mica_mixed_read(x, x->present);
    solved = mica_mixed_solve_continuous(x);
    if (!solved && !x->calls.take_escape(x->calls.self)) return 0;
    if (!mica_mixed_find_contradictions(x, x->present, solved, 0)) return 0;
    if (solved && mica_mixed_are_equal(x->next, x->present, x->width)) return 1;
    for (first = 0; first < held && !mica_mixed_contradicts(x, first, x->present);) ++first;
    mica_mixed_write(x, x->present);
    if (first < held) x->instance->held[x->shape->held[first]] = x->next[first];
    /* If its relations hold up to rounding, the discrete unknowns must follow from them. */
    if (!mica_mixed_follow_relations(x)) return 0;
    if (first < held || !mica_mixed_is_mode(x, x->present)) continue;
    return solved && mica_mixed_solve_continuous(x);
  }
  return 0;
}

static int Reproduces(MicaMixed* x, const double* mode) {
  mica_mixed_write(x, mode);
  if (x->shape->held_count > 0 && !mica_mixed_follow_relations(x)) return 0;
  mica_mixed_read(x, x->expected);
  return mica_mixed_solve_continuous(x) && mica_mixed_recompute(x) && mica_mixed_is_mode(x, x->expected);
}

/* A mode that holds its own relations at their edge, such as v = Vmax while v >= Vmax: rounding then contradicts it. */
int mica_mixed_rests_on_edge(MicaMixed* x) {
  uint32_t v, i, held = x->shape->held_count;
  for (v = 0; v < x->visited_count && mica_mixed_may_try(x); ++v) {
    const double* mode = Visited(x, v);
    int rests = 1;
    mica_mixed_write(x, mode);
    if (!mica_mixed_solve_continuous(x)) continue;
    /* At the solution: recomputing the mode leaves what formulas give in another one. */
    for (i = 0; i < held; ++i) x->on_edge[i] = (uint8_t)mica_mixed_is_on_edge(x, i);
    if (!mica_mixed_recompute(x)) continue;
    mica_mixed_read(x, x->next);
    for (i = 0; i < held; ++i) rests = rests && (x->next[i] == mode[i] || x->on_edge[i]);
    if (!rests) continue;
    /* With these relations as they are, the discrete unknowns must be what they were. */
    mica_mixed_write(x, mode);
    if (mica_mixed_follow_relations(x) && mica_mixed_is_mode(x, mode) && mica_mixed_solve_continuous(x)) return 1;
  }
  return 0;
}

/* Every number but the unknowns, and but whole ones, which may be Integers. Signs are those of `which`; the next one
 * has the opposite of all. */
static void MoveNearby(MicaMixed* x, unsigned which) {
  double* reals = x->instance->reals;
  uint32_t i;
  for (i = 0; i < x->real_count; ++i) {
    int is_turned =
        (int)((((uint64_t)i + 1) * (which / 2 + 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 63) ^ (int)(which % 2);
    if (isfinite(reals[i]) && reals[i] != floor(reals[i]))
      reals[i] *= 1 + (is_turned ? -MICA_MIXED_NEARBY : MICA_MIXED_NEARBY);
  }
  for (i = 0; i < x->shape->unknown_count; ++i) reals[x->shape->unknowns[i]] = x->reals_here[x->shape->unknowns[i]];
}

/* The mode fits itself somewhere nearby; its own solution is taken then. */
static int FitsNearby(MicaMixed* x, const double* mode) {
  size_t bytes = sizeof(double) * x->real_count;
  unsigned which;
  int fits = 0;
  mica_mixed_write(x, mode);
  if (!mica_mixed_solve_continuous(x)) return 0;
  memcpy(x->reals_here, x->instance->reals, bytes);
  for (which = 0; which < MICA_MIXED_NEARBY_TRIALS && !fits && mica_mixed_may_try(x); ++which) {
    MoveNearby(x, which);
    fits = mica_mixed_solve_continuous(x) && mica_mixed_recompute(x) && mica_mixed_is_mode(x, mode);
    memcpy(x->instance->reals, x->reals_here, bytes);
    mica_mixed_write(x, mode);
  }
  return fits && mica_mixed_follow_relations(x) && mica_mixed_is_mode(x, mode) && mica_mixed_solve_continuous(x);
}

int mica_mixed_nearby(MicaMixed* x, int keeps_start) {
  uint32_t v;
  int round;
  for (round = 0; round < 2; ++round)
    for (v = 0; v < x->visited_count && mica_mixed_may_try(x); ++v) {
      int is_start = mica_mixed_are_equal(Visited(x, v), x->start, x->width);
      if (is_start == ((round == 0) == (keeps_start != 0)) && FitsNearby(x, Visited(x, v))) return 1;
    }
  return 0;
}

static double* Seen(const MicaMixed* x, uint32_t i) { return x->seen + (size_t)i * ((size_t)x->rows + 3); }

static void AddSeen(MicaMixed* x, uint32_t i, double value) {
  uint32_t k;
  for (k = 0; k < x->seen_count[i]; ++k)
    if (Seen(x, i)[k] == value) return;
  Seen(x, i)[x->seen_count[i]++] = value;
}

static uint32_t CombinationCount(const MicaMixed* x) {
  uint64_t product = 1;
  uint32_t k;
  for (k = 0; k < x->varying_count; ++k) {
    product *= x->seen_count[x->varying[k]];
    if (product > MICA_MIXED_LARGEST_SEARCH + 1) product = MICA_MIXED_LARGEST_SEARCH + 1;
  }
  return (uint32_t)product;
}

/* The values that each mode variable was seen to take; relations of which one value was seen may take the other. */
static void CollectValues(MicaMixed* x) {
  const double* base = Visited(x, 0);
  /* Without relations, the discrete unknowns themselves are what is searched over. */
  uint32_t count = x->shape->held_count > 0 ? x->shape->held_count : x->width, i, v;
  mica_mixed_read(x, x->next);
  x->varying_count = 0;
  for (i = 0; i < count; ++i) {
    x->seen_count[i] = 0;
    AddSeen(x, i, base[i]);
    for (v = 0; v < x->visited_count; ++v) AddSeen(x, i, Visited(x, v)[i]);
    AddSeen(x, i, x->next[i]);
    if (x->seen_count[i] > 1) x->varying[x->varying_count++] = i;
  }
  /* Relations that kept their value so far join as long as the search stays small. */
  for (i = 0; i < x->shape->held_count; ++i) {
    if (x->seen_count[i] > 1 || !(base[i] == 0 || base[i] == 1)) continue;
    if (2 * CombinationCount(x) > MICA_MIXED_LARGEST_SEARCH) break;
    AddSeen(x, i, 1 - base[i]);
    x->varying[x->varying_count++] = i;
  }
}

/* The next combination in the order of digits. 0: there is none. */
static int NextDigits(MicaMixed* x) {
  uint32_t v;
  for (v = 0; v < x->varying_count; ++v) {
    if (++x->digits[v] < x->seen_count[x->varying[v]]) return 1;
    x->digits[v] = 0;
  }
  return 0;
}

int mica_mixed_search(MicaMixed* x) {
  uint32_t failures_before = x->failures, distance, k, v;
  if (x->visited_count == 0) return 0;
  CollectValues(x);
  /* Combinations by their distance from the first mode, then in the order of their digits; the first
   * MICA_MIXED_LARGEST_SEARCH of them in that order count. */
  for (distance = 0; distance <= x->varying_count; ++distance) {
    int more = 1;
    for (v = 0; v < x->varying_count; ++v) x->digits[v] = 0;
    for (k = 0; k < MICA_MIXED_LARGEST_SEARCH && more; ++k, more = NextDigits(x)) {
      uint32_t changed = 0;
      for (v = 0; v < x->varying_count; ++v) changed += x->digits[v] != 0;
      if (changed != distance) continue;
      if (!mica_mixed_may_try(x)) return 0;
      if (!x->shape->is_linear && x->failures > failures_before + MICA_MIXED_MOST_FAILURES) return 0;
      memcpy(x->candidate, Visited(x, 0), sizeof(double) * x->width);
      for (v = 0; v < x->varying_count; ++v) x->candidate[x->varying[v]] = Seen(x, x->varying[v])[x->digits[v]];
      if (Reproduces(x, x->candidate)) return 1;
      /* What it leads to may be consistent though it lies outside of what was seen. */
      mica_mixed_read(x, x->next);
      if (!mica_mixed_are_equal(x->next, x->candidate, x->width) && Reproduces(x, x->next)) return 1;
    }
  }
  return 0;
}
