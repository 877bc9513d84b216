#define _DEFAULT_SOURCE /* siginfo_t, also for -std=c11 */
#include "harness.h"

#include <complex.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double tolerance;
static int tolerance_is_exact; /* nothing widens it */

/* The last line that a program prints is its verdict. */
static void verdict(const char *kind, const char *text) {
  fflush(stdout);
  printf("%s %s\n", kind, text);
  exit(0);
}

/* --- faults: what runs is at fault, or the inputs that it got */

enum { GUARD = 4096, GUARD_BYTE = 0xc3 };

static const char *running = "the check program";

/* No array is at a null pointer, so that it may not be an access to one. */
static void report_fault(int number, siginfo_t *fault, void *context) {
  const char *what = " accesses memory outside its arrays";
  (void)context;
  if (number == SIGFPE)
    what = " divides by zero";
  else if ((uintptr_t)fault->si_addr < GUARD)
    what = " crashes at a null pointer: it has an array of no elements, or the "
           "device's driver or compiler is at fault";
  const char *parts[] = {"fail ", running, what,
                         "; check the values of --init and --param\n"};
  for (int k = 0; k < 4; ++k)
    if (write(STDOUT_FILENO, parts[k], strlen(parts[k])) < 0)
      break;
  _exit(0);
}

static void report_faults(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = report_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGFPE, &action, NULL);
}

void *allocate(size_t bytes) {
  unsigned char *memory = malloc(bytes + 2 * GUARD);
  if (!memory)
    verdict("error", "not enough memory for the arrays; use smaller sizes");
  memset(memory, GUARD_BYTE, GUARD);
  memset(memory + GUARD + bytes, GUARD_BYTE, GUARD);
  return memory + GUARD;
}

void release(void *memory) {
  if (memory)
    free((unsigned char *)memory - GUARD);
}

void check_guards(const void *memory, size_t bytes, const char *who,
                  const char *name) {
  const unsigned char *before = (const unsigned char *)memory - GUARD;
  const unsigned char *after = (const unsigned char *)memory + bytes;
  char text[256];
  for (int k = 0; k < GUARD; ++k)
    if (before[k] != GUARD_BYTE || after[k] != GUARD_BYTE) {
      snprintf(text, sizeof text, "%s writes outside of array %s", who, name);
      verdict("fail", text);
    }
}

/* --- elements */

void put_integer(void *element, int bytes, long long value) {
  switch (bytes) {
  case 1: *(int8_t *)element = (int8_t)value; break;
  case 2: *(int16_t *)element = (int16_t)value; break;
  case 4: *(int32_t *)element = (int32_t)value; break;
  default: *(int64_t *)element = value; break;
  }
}

long long get_integer(const void *element, int bytes) {
  switch (bytes) {
  case 1: return *(const int8_t *)element;
  case 2: return *(const int16_t *)element;
  case 4: return *(const int32_t *)element;
  default: return *(const int64_t *)element;
  }
}

void put_real(void *element, int bytes, double value) {
  if (bytes == 4)
    *(float *)element = (float)value;
  else
    *(double *)element = value;
}

double get_real(const void *element, int bytes) {
  return bytes == 4 ? *(const float *)element : *(const double *)element;
}

/* Of elements, whose sizes the compiler has instructions for. */
static int same_bytes(const void *a, const void *b, int bytes) {
  switch (bytes) {
  case 4: return memcmp(a, b, 4) == 0;
  case 8: return memcmp(a, b, 8) == 0;
  default: return memcmp(a, b, bytes) == 0;
  }
}

int next_element(const struct object *o, long *i) {
  for (int a = 0; a < o->rank; ++a) {
    if (++i[a] < o->extent[a])
      return 1;
    i[a] = 0;
  }
  return 0;
}

/* --- poison: signalling NaNs. Arithmetic never makes one, so an element that
 * still has this pattern was not written. */

static const unsigned char *poison_pattern(enum object_class class, int part) {
  static const uint32_t single_nan = 0x7f8a5a5au;
  static const uint64_t double_nan = 0x7ff5a5a5a5a5a5a5u;
  static const unsigned char other[8] = {0x5a, 0x5a, 0x5a, 0x5a,
                                         0x5a, 0x5a, 0x5a, 0x5a};
  if (class == INTEGER || class == LOGICAL)
    return other;
  return part == 4 ? (const unsigned char *)&single_nan
                   : (const unsigned char *)&double_nan;
}

static int part_size(enum object_class class, int bytes) {
  return class == COMPLEX ? bytes / 2 : bytes;
}

void poison(void *memory, size_t bytes, enum object_class class, int size) {
  int part = part_size(class, size);
  const unsigned char *pattern = poison_pattern(class, part);
  for (size_t at = 0; at + part <= bytes; at += part)
    memcpy((unsigned char *)memory + at, pattern, part);
}

static int is_poison(const struct object *o, const unsigned char *element) {
  int part = part_size(o->class, o->bytes);
  const unsigned char *pattern = poison_pattern(o->class, part);
  for (int at = 0; at < o->bytes; at += part)
    if (!same_bytes(element + at, pattern, part))
      return 0;
  return 1;
}

#include "inputs.h"

/* Sizes, among a run's choices, and inputs. */
struct trial {
  int choice;
  enum level level;
  enum around around;
  int attempt; /* with random numbers of its own; every other one with
                  subscripts apart */
  int doubtful; /* do the inputs' last digits decide about results? */
  int unset;    /* does what memory held before? */
};

/* --- comparison */

struct difference {
  double error, allowed;
  const char *sensitive; /* what makes a difference, too; or "" */
  const struct object *object;
  long element;
};

static struct difference worst;  /* over all runs */
static long written_by_oracle, elements_to_write;

static double magnitude(const struct object *o, const unsigned char *e) {
  int part = part_size(o->class, o->bytes);
  if (o->class == INTEGER)
    return fabs((double)get_integer(e, o->bytes));
  double value = fabs(get_real(e, part));
  return o->class == COMPLEX ? hypot(value, get_real(e + part, part)) : value;
}

/* Magnitudes larger by this factor than all others, and than what is usual, are
 * sentinels: 1e30 where there is no value. */
static const double apart = 1e6;

enum { LEAST_EXPONENT = -1100, EXPONENTS = 2200 };

/* largest[k]: of the magnitudes with the binary exponent k + LEAST_EXPONENT */
static void largest_by_exponent(const struct object *o,
                                const unsigned char *elements,
                                double *largest) {
  memset(largest, 0, EXPONENTS * sizeof *largest);
  for (long e = 0; e < o->count; ++e) {
    const unsigned char *at = elements + e * o->bytes;
    double value = is_poison(o, at) ? 0 : magnitude(o, at);
    int exponent;
    if (!isfinite(value))
      continue;
    frexp(value, &exponent);
    if (value > largest[exponent - LEAST_EXPONENT])
      largest[exponent - LEAST_EXPONENT] = value;
  }
}

/* The largest finite magnitude, but for sentinels above others. */
static double largest_magnitude(const struct object *o,
                                const unsigned char *elements, double usual) {
  double largest[EXPONENTS], result = 0, before = 0;
  if (o->class == LOGICAL)
    return 1;
  largest_by_exponent(o, elements, largest);
  for (int k = EXPONENTS - 1; k >= 0; --k) {
    double value = largest[k];
    if (value == 0)
      continue;
    if (result == 0 || value * apart < before)
      result = value;
    if (value <= usual * apart)
      break;
    before = value;
  }
  return result;
}

/* No less than 1, which is what most inputs are about. */
static double largest_input(void) {
  double largest = 1;
  for (int k = 0; k < object_count; ++k)
    if (objects[k].class == REAL || objects[k].class == COMPLEX)
      largest = fmax(largest, objects[k].largest);
  return largest;
}

/* What is accepted: so much of the larger of the value and the scale. */
struct limit {
  double scale, allowed;
};

/* Of a result that changes with the last digits of the inputs: what rounding on
 * the way makes of it is more than what they do, but nothing that is wrong hides
 * behind it. */
static const double sensitivity_factor = 16, most_sensitive = 0.01;

static double accepted_sensitivity(const struct object *o) {
  if (tolerance_is_exact || o->sensitivity > most_sensitive)
    return 0;
  return fmin(sensitivity_factor * o->sensitivity, most_sensitive);
}

/* Differences are relative to the value, but to no less than a twentieth of the
 * array's largest: what cancellation leaves is not held against it. Of a sum of
 * inputs, what rounding makes of it is allowed; of other results, besides, what
 * is accepted of any. */
static struct limit limit_by_values(const struct object *o, double largest) {
  struct limit limit = {largest / 20, o->rounding + (o->sum ? 0 : tolerance)};
  limit.allowed = fmax(limit.allowed, accepted_sensitivity(o));
  return limit;
}

/* What is known to be a sum of terms has an error relative to these. They are
 * seldom much larger than inputs or results: a bound that says so is one on
 * what was never added, such as a penalty that does not apply. */
static double magnitude_of_terms(const struct object *o, const long *i,
                                 double largest, double input) {
  const double factor = 16;
  double scale = o->magnitude ? o->magnitude(i) : INFINITY;
  double plausible = factor * fmax(1, o->terms) * (largest + input);
  return isfinite(scale) ? fmin(scale, plausible) : INFINITY;
}

static struct limit limit_of(const struct object *o, const long *i,
                             double largest, double input) {
  double scale =
      o->terms > 0 ? magnitude_of_terms(o, i, largest, input) : INFINITY;
  if (!isfinite(scale))
    return limit_by_values(o, largest);
  struct limit limit = {scale, fmax(o->rounding, accepted_sensitivity(o))};
  return limit;
}

/* Of few elements, such as quotients by what cancels, more is accepted: what
 * the last digits make of each. */
static double accepted_change(const struct object *o, long element) {
  const double factor = 4, most = 1;
  return o->changes ? fmin(factor * o->changes[element], most) : 0;
}

static int holds_nan(const struct object *o, const unsigned char *e) {
  if (o->class != REAL && o->class != COMPLEX)
    return 0;
  int part = part_size(o->class, o->bytes);
  return isnan(get_real(e, part)) ||
         (o->class == COMPLEX && isnan(get_real(e + part, part)));
}

static double element_error(const struct object *o, const unsigned char *want,
                            const unsigned char *got, double scale) {
  if (same_bytes(want, got, o->bytes))
    return holds_nan(o, want) && !is_poison(o, want) ? INFINITY : 0;
  if (is_poison(o, want) != is_poison(o, got))
    return INFINITY;
  if (o->class == LOGICAL)
    return !get_integer(want, o->bytes) != !get_integer(got, o->bytes)
               ? INFINITY : 0;
  if (o->class == INTEGER)
    return INFINITY;
  int part = part_size(o->class, o->bytes);
  double error = 0;
  for (int at = 0; at < o->bytes; at += part) {
    double w = get_real(want + at, part), g = get_real(got + at, part);
    if (isnan(w) || isnan(g))
      return INFINITY;
    error = hypot(error, w == g ? 0 : w - g);
  }
  if (error <= o->absolute)
    return 0;
  double relative = error == 0 ? 0 : error / fmax(magnitude(o, want), scale);
  return isnan(relative) ? INFINITY : relative;
}

static void write_value(const struct object *o, const unsigned char *e,
                        char *text, size_t size) {
  int part = part_size(o->class, o->bytes);
  int digits = part == 4 ? 9 : 17;
  if (is_poison(o, e))
    snprintf(text, size, "(not written)");
  else if (o->class == INTEGER)
    snprintf(text, size, "%lld", get_integer(e, o->bytes));
  else if (o->class == LOGICAL)
    snprintf(text, size, "%s", get_integer(e, o->bytes) ? ".true." : ".false.");
  else if (o->class == REAL)
    snprintf(text, size, "%.*g", digits, get_real(e, part));
  else
    snprintf(text, size, "(%.*g, %.*g)", digits, get_real(e, part), digits,
             get_real(e + part, part));
}

/* name(2,3), with Fortran's subscripts. */
static void write_place(const struct object *o, long element, char *text,
                        size_t size) {
  size_t used = snprintf(text, size, "%s", o->name);
  for (int a = 0; a < o->rank && used < size; ++a) {
    used += snprintf(text + used, size - used, "%s%ld", a ? "," : "(",
                     element % o->extent[a] + o->lower[a]);
    element /= o->extent[a];
  }
  if (o->rank && used < size)
    snprintf(text + used, size - used, ")");
}

/* `unset`: does the oracle's side depend on what it has not set? */
static void fail(const struct difference *d, int unset) {
  const struct object *o = d->object;
  char place[256], got[64], want[64], text[800];
  const unsigned char *expected = o->oracle + d->element * o->bytes;
  write_place(o, d->element, place, sizeof place);
  write_value(o, o->target + d->element * o->bytes, got, sizeof got);
  write_value(o, expected, want, sizeof want);
  if (holds_nan(o, expected) && !is_poison(o, expected))
    snprintf(text, sizeof text,
             "%s is NaN in %s; choose other inputs with --init or --param",
             place, side_name);
  else if (isfinite(d->error))
    snprintf(text, sizeof text, "%s = %s, expected %s (max relative error %.2g)",
             place, got, want, d->error);
  else
    snprintf(text, sizeof text, "%s = %s, expected %s", place, got, want);
  size_t used = strlen(text);
  if (unset)
    snprintf(text + used, sizeof text - used,
             ", but %s reads variables that it has not set, and its results "
             "depend on what they are; choose other sizes and inputs with "
             "--param and --init", side_name);
  verdict("fail", text);
}

/* Is it closer to its limit than the one before? */
static int is_worse(double error, double allowed, const struct difference *d) {
  if (isinf(error) || isinf(d->error))
    return error > d->error;
  return error * d->allowed > d->error * allowed ||
         (error > d->error && allowed <= d->allowed);
}

static void compare(const struct object *o, struct difference *d) {
  if (o->undefined || o->noise)
    return;
  double input = largest_input();
  double largest = largest_magnitude(o, o->oracle, input);
  long i[MAX_RANK] = {0};
  elements_to_write += o->written ? o->count : 0;
  for (long e = 0; e < o->count; ++e, next_element(o, i)) {
    const unsigned char *want = o->oracle + e * o->bytes;
    struct limit limit = limit_of(o, i, largest, input);
    double change = accepted_change(o, e);
    int changes = change > limit.allowed;
    limit.allowed = fmax(limit.allowed, change);
    const unsigned char *before = o->initial + e * o->bytes;
    double error =
        element_error(o, want, o->target + e * o->bytes, limit.scale);
    written_by_oracle += !same_bytes(want, before, o->bytes);
    if (is_worse(error, limit.allowed, d) || (o->written && !d->object)) {
      d->error = error;
      d->allowed = limit.allowed;
      d->sensitive = !changes && !(accepted_sensitivity(o) > 0) ? ""
                     : o->fuses ? ", fused products change it"
                                : ", the inputs' last digits change it";
      d->object = o;
      d->element = e;
    }
  }
}

static void prepare(struct object *o, const struct inputs *inputs) {
  o->count = 1;
  for (int a = 0; a < o->rank; ++a)
    o->count *= o->extent[a] > 0 ? o->extent[a] : 0;
  size_t bytes = (size_t)o->count * o->bytes;
  release(o->initial), release(o->oracle), release(o->target);
  o->initial = allocate(bytes);
  o->oracle = allocate(bytes);
  o->target = allocate(bytes);
  free(o->changes);
  free(o->fused);
  o->changes = o->fused = NULL;
  fill(o, inputs);
  o->largest = largest_magnitude(o, o->initial, 1);
  memcpy(o->oracle, o->initial, bytes);
  memcpy(o->target, o->initial, bytes);
}

static void prepare_run(int run, struct trial trial, long seed, int nudge) {
  struct inputs inputs = {trial.level, trial.around, nudge, trial.attempt % 2,
                          trial.attempt == 0};
  set_run(run, trial.choice);
  current_run = run;
  steps_state = (uint64_t)seed * 1000003u + run * 8191u + trial.attempt;
  for (int k = 0; k < object_count; ++k) {
    random_state = (uint64_t)seed * 1000003u + run * 8191u + k * 131071u +
                   trial.attempt * 524287u;
    prepare(&objects[k], &inputs);
  }
}

#include "unset.h"

#include "trials.h"

#include "changes.h"

static int ran_unset;
static const struct object *noisy; /* in some run */
static int compared;               /* written objects of all runs */

static void note_noise(void) {
  for (int k = 0; k < object_count; ++k) {
    const struct object *o = &objects[k];
    if (o->noise)
      noisy = o;
    else
      compared += o->written && !o->undefined && o->count > 0;
  }
}

static void check_run(int run, struct trial trial, long seed,
                      int device_number, char *device) {
  char message[512] = "";
  prepare_run(run, trial, seed, 0);
  running = side_name;
  if (run_oracle_on(ZEROS, message, sizeof message))
    verdict("error", message);
  for (int k = 0; k < object_count; ++k)
    objects[k].sensitivity = objects[k].noise = objects[k].fuses = 0;
  if (trial.doubtful) {
    measure_sensitivity(run, trial, seed);
    prepare_run(run, trial, seed, 0);
    if (run_oracle_on(ZEROS, message, sizeof message))
      verdict("error", message);
  }
  for (int k = 0; k < object_count; ++k)
    check_guards(objects[k].oracle, objects[k].count * objects[k].bytes,
                 side_name, objects[k].name);
  running = "the generated code";
  int status =
      run_target_on(NANS, device_number, device, message, sizeof message);
  running = "the check program";
  if (status)
    verdict(status == 2 ? "skip" : "fail", message);
  struct difference d = {0, 1, "", NULL, 0};
  for (int k = 0; k < object_count; ++k)
    compare(&objects[k], &d);
  if (!(d.error <= d.allowed) && !tolerance_is_exact)
    d = compare_by_changes(run, trial, seed);
  if (!(d.error <= d.allowed))
    fail(&d, trial.unset);
  ran_unset |= trial.unset;
  note_noise();
  if (!worst.object || is_worse(d.error, d.allowed, &worst))
    worst = d;
}

/* What the user gave may leave nothing to do; else the check found nothing to
 * compare, which must not look as if it had. */
static void report_nothing(const char *device) {
  char text[512];
  int given = 0;
  for (int k = 0; k < object_count; ++k)
    given |= objects[k].given;
  if (given) {
    snprintf(text, sizeof text,
             "with these inputs %s changes none of its arguments, and neither "
             "does the generated code (%s, %d runs)",
             side_name, device, run_count);
    verdict("ok", text);
  }
  snprintf(text, sizeof text,
           "%s changed none of its arguments, so there is nothing to "
           "compare; choose other inputs with --param or --init", side_name);
  verdict("fail", text);
}

static void report_noise(void) {
  char text[512];
  snprintf(text, sizeof text,
           "%s is nothing but what rounding leaves: it differs by no more than "
           "rounding makes of its terms, or fused products or the inputs' last "
           "digits make of it, in all elements, so that there is nothing to "
           "compare; choose other inputs with --init or --param", noisy->name);
  verdict("skip", text);
}

/* program DEVICE RTOL SEED [exact] */
int main(int argc, char **argv) {
  char device[128] = "", text[512];
  if (argc != 4 && argc != 5)
    return 2;
  tolerance_is_exact = argc == 5;
  tolerance = atof(argv[2]);
  report_faults();
  long seed = atol(argv[3]);
  struct trial trials[run_count];
  for (int run = 0; run < run_count; ++run)
    trials[run] = choose_trial(run, seed);
  for (int run = 0; run < run_count; ++run)
    check_run(run, trials[run], seed, atoi(argv[1]), device);
  report_branches();
  if (noisy && !compared)
    report_noise();
  if (elements_to_write == 0) {
    snprintf(text, sizeof text, "all written arrays are empty (%s, %d runs)",
             device, run_count);
    verdict("ok", text);
  }
  if (!written_by_oracle || !worst.object)
    report_nothing(device);
  char left_out[160] = "";
  if (noisy)
    snprintf(left_out, sizeof left_out,
             "; not compared: %s, nothing but what rounding leaves",
             noisy->name);
  snprintf(text, sizeof text,
           "max relative error %.2g in %s (%s, %d runs%s%s%s)", worst.error,
           worst.object->name, device, run_count,
           worst.sensitive,
           ran_unset ? ", which depend on variables that are not set" : "",
           left_out);
  verdict("ok", text);
}
