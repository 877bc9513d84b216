/* What the generated parts of a check program share: the objects that both
 * sides work on, and small helpers. A program is
 *   harness.c  runs, comparison                  (the same for all)
 *     inputs.h  random inputs
 *     unset.h   what memory holds that nobody has set
 *     trials.h  which sizes and inputs suit the oracle
 *     changes.h what the inputs' last digits make of each element
 *     noise.h   results that are nothing but what rounding leaves
 *   case.c     objects, sizes, initial values    (generated)
 *   a side for the oracle and one for the target (generated)
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdint.h>
#include <stddef.h>

enum { MAX_RANK = 15, MAX_SIZES = 8 };
enum object_class { INTEGER, REAL, COMPLEX, LOGICAL };

/* A constant that the subroutine compares data with. */
struct threshold {
  double value;
  int exact; /* by == or /=: it is a value of its own */
};

struct thresholds {
  const struct threshold *all; /* in ascending order */
  int count;
};

/* An argument of the subroutine as Fortran declares it. */
struct object {
  const char *name;
  enum object_class class;
  int bytes;   /* of one element */
  int rank;
  int written; /* may the subroutine write it? */
  int output;  /* written and never read: poisoned, not initialised */
  /* --init: stores the element at the zero-based subscripts i. */
  void (*init)(const long *i, void *element);
  const double *fixed; /* --param of a real or logical scalar */
  int given;           /* by --param, --init or the script */
  int signs;           /* enum level: from which on its values have both signs;
                          0: they never have */
  int undefined;       /* what the oracle makes of it: not compared */
  int distinct;        /* asserted: no value stands in it twice */
  int apart;           /* better so, if its range has enough values */
  int increasing;      /* asserted: no value is less than the one before */
  int bounded;         /* asserted: all values are from low to high */
  struct thresholds around[2]; /* of comparisons; and limits as in min(x, 9) */
  int sum;             /* a sum of inputs: see limit_by_values */
  /* Set for each run: */
  double rounding; /* relative error that its sums have */
  double terms;    /* how many they have, at most */
  double absolute; /* differences of no more than this count for nothing */
  /* A bound on the sum of magnitudes that the element at i is a sum of: what
   * its error is relative to, if it has terms; 0: relative to its value. */
  double (*magnitude)(const long *i);
  double of_terms; /* relative error that each term has */
  long extent[MAX_RANK], lower[MAX_RANK];
  /* What elements are compared with, besides, and which: from 0, -1: all. */
  long size[MAX_SIZES], sized[MAX_SIZES];
  int size_count;
  int confined;   /* integers: none but these from low to high are valid */
  int starts;     /* where rows begin, from low to high */
  int chain;      /* the axis, from 1, along which values are less than their
                     subscripts, low the end; 0: none */
  int mirrored;   /* or from -high to -low */
  long low, high; /* range of random integers; high < low: none is needed */
  /* Set by harness.c: */
  long count;
  double largest; /* magnitude among its initial elements, sentinels apart */
  double sensitivity; /* relative change with the inputs' last digits */
  unsigned char *initial, *oracle, *target;
  double *changes; /* by element, as sensitivity; null: not accepted */
  int noise; /* in this run, nothing but what rounding leaves: not compared */
  double usual_noise; /* in runs before */
  int fuses; /* is that its sensitivity? */
  double *fused; /* by element, the difference that fusing makes; or null */
};

/* --- generated (case.c) */
extern struct object objects[];
extern const int object_count, run_count;
/* Of each run: sizes to be used where those before them do not suit. */
extern const int choice_count;
extern const char *const side_name; /* in messages: "the original Fortran" */
void set_run(int run, int choice);

/* --- generated (a file each). Return 0, or 1 with `message` set. */
int run_oracle(char *message, size_t size);
/* The same, with products and sums fused; null where it is not there. Returns 1
 * where the processor has no such instructions, too. */
__attribute__((weak)) int run_fused_oracle(char *message, size_t size);
/* Prints "branches ..." if the oracle counts its branches: see Branches.h. */
void report_branches(void);
/* device[]: what ran it, for the report. Return 2: cannot run here. */
int run_target(int device_number, char *device, char *message, size_t size);

/* --- helpers */
/* Memory between two guards. check_guards ends the program with a failure if
 * `who` has written into them; `name` is the array's. */
void *allocate(size_t bytes);
void release(void *memory);
void check_guards(const void *memory, size_t bytes, const char *who,
                  const char *name);
void poison(void *memory, size_t bytes, enum object_class class, int size);
/* Steps `i` through the object's elements in array element order; 0 at the
 * end. */
int next_element(const struct object *o, long *i);

void put_integer(void *element, int bytes, long long value);
void put_real(void *element, int bytes, double value);
long long get_integer(const void *element, int bytes);
double get_real(const void *element, int bytes);

static inline long floor_div(long a, long b) {
  long q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
static inline long floor_mod(long a, long b) { return a - b * floor_div(a, b); }
static inline long long_min(long a, long b) { return a < b ? a : b; }
static inline long long_max(long a, long b) { return a > b ? a : b; }

#endif
