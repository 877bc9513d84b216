/* Two sides that agree, except for FAULT: what a check must never miss. */
#include "harness.h"

enum { NONE, NOTHING, UNWRITTEN, MORE, NAN_RESULT, ORACLE_NAN, IMPRECISE, SMALL,
       INPUT, INTEGER_OFF };

#include <math.h>
#include <string.h>

const char *const side_name = "the original Fortran";
const int object_count = 3, run_count = 2, choice_count = 1;
struct object objects[] = {
    {.name = "x", .class = REAL, .bytes = 8, .rank = 1},
    {.name = "y", .class = REAL, .bytes = 8, .rank = 2, .written = 1,
     .output = 1},
    {.name = "k", .class = INTEGER, .bytes = 4, .rank = 0, .written = 1},
};

void report_branches(void) {}

void set_run(int run, int choice) {
  (void)choice;
  objects[0].extent[0] = 6;
  objects[0].lower[0] = 1;
  objects[1].extent[0] = 2;
  objects[1].extent[1] = 3 + run;
  objects[1].lower[0] = 1;
  objects[1].lower[1] = -1;
  objects[2].low = 1;
  objects[2].high = 9;
}

/* Writes all of y but its last element, and k. */
static void compute(unsigned char *x, unsigned char *y, unsigned char *k) {
  if (FAULT == NOTHING)
    return;
  for (int e = 0; e < 5; ++e)
    ((double *)y)[e] = 2 * ((double *)x)[e];
  *(int32_t *)k += 1;
}

int run_oracle(char *message, size_t size) {
  (void)message, (void)size;
  compute(objects[0].oracle, objects[1].oracle, objects[2].oracle);
  if (FAULT == ORACLE_NAN)
    ((double *)objects[1].oracle)[1] = sqrt(-1.0);
  return 0;
}

int run_target(int number, char *device, char *message, size_t size) {
  double *x = (double *)objects[0].target, *y = (double *)objects[1].target;
  (void)number, (void)message, (void)size;
  strcpy(device, "test");
  compute(objects[0].target, objects[1].target, objects[2].target);
  switch (FAULT) {
  case UNWRITTEN:
    memcpy(&y[2], objects[1].initial + 16, 8);
    break;
  case MORE:
    y[5] = 1;
    break;
  case NAN_RESULT:
    y[3] = NAN;
    break;
  case ORACLE_NAN:
    y[1] = sqrt(-1.0);
    break;
  case IMPRECISE:
    y[4] *= 1 + 1e-6;
    break;
  case SMALL:
    y[4] *= 1 + 1e-13;
    break;
  case INPUT:
    x[0] = 3;
    break;
  case INTEGER_OFF:
    *(int32_t *)objects[2].target += 1;
    break;
  }
  return 0;
}
