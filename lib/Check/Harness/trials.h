/* Which sizes and inputs suit the oracle? Each is tried in a process of its own,
 * where a subscript may leave its array, a quotient be NaN, or nothing happen at
 * all. Before anything else is run: threads and devices do not outlive a fork.
 * A part of harness.c. */
#ifndef TRIALS_H
#define TRIALS_H

#include <sys/wait.h>

/* How a trial ended, as the status of its process. */
enum outcome { FAILS = 0, RUNS = 141, CHANGES = 142 };
enum { TRIAL_SECONDS = 10 };

static int out_of_time;

static int is_defined(const struct object *o, const unsigned char *element,
                      enum level level) {
  double value = magnitude(o, element);
  return is_poison(o, element) ||
         (level == POSITIVE ? !isnan(value) : isfinite(value));
}

static int results_are_defined(enum level level) {
  for (int k = 0; k < object_count; ++k) {
    const struct object *o = &objects[k];
    if ((o->class == REAL || o->class == COMPLEX) && !o->undefined)
      for (long e = 0; e < o->count; ++e)
        if (!is_defined(o, o->oracle + e * o->bytes, level))
          return 0;
  }
  return 1;
}

static int oracle_changes_something(void) {
  for (int k = 0; k < object_count; ++k)
    if (!objects[k].undefined &&
        memcmp(objects[k].oracle, objects[k].initial,
               objects[k].count * objects[k].bytes) != 0)
      return 1;
  return 0;
}

/* Where the last digits of the inputs decide about results, or about branches,
 * two correct codes need not agree. */
static int results_are_stable(int run, struct trial trial, long seed) {
  char message[512];
  unsigned char *results[object_count];
  struct difference d = {0, 1, NULL, 0};
  for (int k = 0; k < object_count; ++k) {
    results[k] = objects[k].oracle;
    objects[k].oracle = NULL;
  }
  prepare_run(run, trial, seed, 2);
  if (run_oracle(message, sizeof message))
    return 0;
  for (int k = 0; k < object_count; ++k) {
    release(objects[k].target);
    objects[k].target = results[k];
    compare(&objects[k], &d);
  }
  return d.error <= d.allowed / 16;
}

static enum outcome try_oracle(int run, struct trial trial, long seed) {
  char message[512];
  prepare_run(run, trial, seed, 0);
  if (run_oracle(message, sizeof message) || !results_are_defined(trial.level))
    return FAILS;
  for (int k = 0; k < object_count; ++k)
    check_guards(objects[k].oracle, objects[k].count * objects[k].bytes,
                 side_name, objects[k].name);
  enum outcome outcome = oracle_changes_something() ? CHANGES : RUNS;
  if (trial.level != POSITIVE && !results_are_stable(run, trial, seed))
    return FAILS;
  return outcome;
}

static enum outcome outcome_of(int run, struct trial trial, long seed) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    alarm(TRIAL_SECONDS);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
      _exit(FAILS);
    _exit(try_oracle(run, trial, seed));
  }
  if (child < 0 || waitpid(child, &status, 0) != child)
    return FAILS;
  out_of_time |= WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  return WIFEXITED(status) ? WEXITSTATUS(status) : FAILS;
}

/* Are there inputs that the levels before it do not have? */
static int is_level_of_its_own(enum level level) {
  for (int k = 0; k < object_count; ++k)
    if (level == WIDE ? objects[k].signs : objects[k].signs == (int)level)
      return 1;
  return level == POSITIVE;
}

/* Are there constants that the inputs before it do not have? */
static int has_constants(enum around around) {
  for (int k = 0; k < object_count; ++k)
    if (around == NO_CONSTANTS || objects[k].around[around - 1].count)
      return 1;
  return 0;
}

/* The first run has positive inputs if it can, the others have both signs.
 * Limits matter where without them nothing would change. */
static struct trial choose_trial(int run, long seed) {
  static const enum level levels[2][4] = {
      {POSITIVE, ALL_SIGNS, HARMLESS_SIGNS, WIDE},
      {ALL_SIGNS, HARMLESS_SIGNS, POSITIVE, WIDE}};
  static const enum around arounds[] = {COMPARED, NO_CONSTANTS, LIMITS};
  struct trial best = {0, POSITIVE, NO_CONSTANTS};
  int found = 0;
  for (int choice = 0; choice < choice_count; ++choice)
    for (int k = 0; k < 3 * 4 && !out_of_time; ++k) {
      struct trial trial = {choice, levels[run > 0][k % 4], arounds[k / 4]};
      if (!is_level_of_its_own(trial.level) || !has_constants(trial.around))
        continue;
      enum outcome outcome = outcome_of(run, trial, seed);
      if (outcome == CHANGES)
        return trial;
      if (outcome == RUNS && !found++)
        best = trial;
    }
  return best;
}

#endif
