/* Runtime: the coefficients of diagonally implicit Runge-Kutta methods whose diagonal is gamma and whose last stage is
 * the new point (stiffly accurate, L-stable).
 *
 *   stages 1  implicit Euler, order 1
 *   stages 2  order 2, gamma = 1 - 1/sqrt(2)                       (R. Alexander, SIAM J. Numer. Anal. 14, 1977)
 *   stages 3  order 3, gamma the root of x^3 - 3x^2 + 3x/2 - 1/6 that makes it L-stable (the same)
 *   stages 5  order 4, gamma = 1/4                                 (E. Hairer & G. Wanner, Solving Ordinary
 * Differential Equations II, table 6.5) */
#ifndef MICA_TABLEAUX_H
#define MICA_TABLEAUX_H

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_MOST_STAGES 5

typedef struct MicaTableau {
  int stages;
  double gamma;
  double nodes[MICA_MOST_STAGES]; /* by stage, in steps */
  double below[10]; /* what stands left of the diagonal, row by row: 0, 1, 2, ... coefficients of the stages before */
} MicaTableau;

/* Of 1, 2, 3 or 5 stages. */
const MicaTableau* mica_tableau(int stages);

#ifdef __cplusplus
}
#endif
#endif
