/* Which sizes and inputs suit the oracle? Each is tried in a process of its own,
 * where a subscript may leave its array, a quotient be NaN, or nothing happen at
 * all. Before anything else is run: threads and devices do not outlive a fork.
 * A part of harness.c. */
#ifndef TRIALS_H
#define TRIALS_H

#include <sys/wait.h>
#include <time.h>

/* How a trial ended, as the status of its process. The larger, the better:
 * where results depend on variables that the oracle has not set, are infinite,
 * the inputs' last digits decide about them, or subscripts that a script says
 * are different cannot be, two correct codes need not agree. */
enum outcome { FAILS = 0, UNSET = 140, RUNS, DOUBTFUL, CROWDED, CHANGES };
enum { TRIAL_SECONDS = 10, ATTEMPTS = 4, ATTEMPTS_SECONDS = 5, LEVELS = 5 };

static int out_of_time;

static int holds_for_results(int (*holds)(double)) {
  for (int k = 0; k < object_count; ++k) {
    const struct object *o = &objects[k];
    if ((o->class == REAL || o->class == COMPLEX) && !o->undefined)
      for (long e = 0; e < o->count; ++e) {
        const unsigned char *element = o->oracle + e * o->bytes;
        if (!is_poison(o, element) && !holds(magnitude(o, element)))
          return 0;
      }
  }
  return 1;
}

static int is_number(double value) { return !isnan(value); }
static int is_finite(double value) { return isfinite(value); }

static int oracle_changes_something(void) {
  for (int k = 0; k < object_count; ++k)
    if (!objects[k].undefined &&
        memcmp(objects[k].oracle, objects[k].initial,
               objects[k].count * objects[k].bytes) != 0)
      return 1;
  return 0;
}

enum { FUSED = -1 };

/* The oracle's results in the place of the target's: from inputs whose last
 * digits differ, if `nudge` says so, or those with fused products. */
static int run_other_oracle(int run, struct trial trial, long seed, int nudge,
                            enum fill fill) {
  char message[512];
  unsigned char *results[object_count];
  for (int k = 0; k < object_count; ++k) {
    results[k] = objects[k].oracle;
    objects[k].oracle = NULL;
  }
  prepare_run(run, trial, seed, nudge == FUSED ? 0 : nudge);
  int status = nudge == FUSED ? run_fused_on(fill, message, sizeof message)
                              : run_oracle_on(fill, message, sizeof message);
  for (int k = 0; k < object_count; ++k) {
    release(objects[k].target);
    objects[k].target = objects[k].oracle;
    objects[k].oracle = results[k];
  }
  return status;
}

static int run_nudged_oracle(int run, struct trial trial, long seed) {
  return run_other_oracle(run, trial, seed, 1, ZEROS);
}

/* Do they stay what they are where the inputs' last digits change? */
static int results_are_stable(int run, struct trial trial, long seed) {
  struct difference d = {0, 1, "", NULL, 0};
  if (run_nudged_oracle(run, trial, seed))
    return 0;
  for (int k = 0; k < object_count; ++k)
    compare(&objects[k], &d);
  return d.error <= d.allowed / 16;
}

/* Are they the same, whatever memory holds? Behind a run on NaNs. */
static int depends_on_memory(int run, struct trial trial, long seed) {
  struct difference d = {0, 1, "", NULL, 0};
  if (run_other_oracle(run, trial, seed, 0, ZEROS))
    return 1;
  for (int k = 0; k < object_count; ++k)
    compare(&objects[k], &d);
  return d.error > 0;
}

static int runs_on_zeros(int run, struct trial trial, long seed) {
  char message[512];
  prepare_run(run, trial, seed, 0);
  return !run_oracle_on(ZEROS, message, sizeof message) &&
         holds_for_results(is_number);
}

/* How much do they change? Two correct codes may differ as much by what each
 * rounds. Behind a run of the oracle. */
static void measure_sensitivity(int run, struct trial trial, long seed) {
  if (run_nudged_oracle(run, trial, seed))
    return;
  long written = written_by_oracle, elements = elements_to_write;
  for (int k = 0; k < object_count; ++k) {
    struct difference d = {0, 1, "", NULL, 0};
    compare(&objects[k], &d);
    if (objects[k].class == REAL || objects[k].class == COMPLEX)
      objects[k].sensitivity = d.error;
  }
  written_by_oracle = written, elements_to_write = elements;
}

static int are_crowded(void) {
  for (int k = 0; k < object_count; ++k)
    if (objects[k].apart && !objects[k].init && !may_be_apart(&objects[k]))
      return 1;
  return 0;
}

static enum outcome try_oracle(int run, struct trial trial, long seed) {
  char message[512];
  prepare_run(run, trial, seed, 0);
  if (run_oracle_on(NANS, message, sizeof message) ||
      !holds_for_results(is_number))
    return runs_on_zeros(run, trial, seed) ? UNSET : FAILS;
  for (int k = 0; k < object_count; ++k)
    check_guards(objects[k].oracle, objects[k].count * objects[k].bytes,
                 side_name, objects[k].name);
  int changes = oracle_changes_something();
  if (holds_for_results(is_finite) && results_are_stable(run, trial, seed))
    return !changes ? RUNS : are_crowded() ? CROWDED : CHANGES;
  if (depends_on_memory(run, trial, seed))
    return UNSET;
  return trial.level == POSITIVE && changes ? DOUBTFUL : FAILS;
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
  int outcome = WIFEXITED(status) ? WEXITSTATUS(status) : FAILS;
  return outcome < UNSET || outcome > CHANGES ? FAILS : (enum outcome)outcome;
}

/* Are there inputs that the levels before it do not have? */
static int is_level_of_its_own(enum level level) {
  for (int k = 0; k < object_count; ++k)
    if (level == WIDE ? objects[k].signs : objects[k].signs == (int)level)
      return 1;
  return level == POSITIVE || level == FRACTIONS;
}

/* Are there constants that the inputs before it do not have? */
static int has_constants(enum around around) {
  for (int k = 0; k < object_count; ++k)
    if (around == NO_CONSTANTS || objects[k].around[around - 1].count ||
        objects[k].size_count)
      return 1;
  return 0;
}

/* The first run has positive inputs if it can, the others have both signs.
 * Limits matter where without them nothing would change. */
static enum outcome attempt_trials(int run, long seed, int attempt,
                                   struct trial *best, enum outcome found) {
  static const enum level levels[2][LEVELS] = {
      {POSITIVE, ALL_SIGNS, HARMLESS_SIGNS, WIDE, FRACTIONS},
      {ALL_SIGNS, HARMLESS_SIGNS, POSITIVE, WIDE, FRACTIONS}};
  static const enum around arounds[] = {COMPARED, NO_CONSTANTS, LIMITS};
  for (int choice = 0; choice < choice_count; ++choice)
    for (int k = 0; k < 3 * LEVELS && !out_of_time && found != CHANGES; ++k) {
      struct trial trial = {choice, levels[run > 0][k % LEVELS],
                            arounds[k / LEVELS],
                            attempt, 0, 0};
      if (!is_level_of_its_own(trial.level) || !has_constants(trial.around))
        continue;
      enum outcome outcome = outcome_of(run, trial, seed);
      if (outcome > found) {
        *best = trial;
        found = outcome;
      }
    }
  return found;
}

/* Other attempts are made where none before went well, as long as there is
 * time. */
static struct trial choose_trial(int run, long seed) {
  struct trial best = {0, POSITIVE, NO_CONSTANTS, 0, 0, 0};
  enum outcome found = FAILS;
  time_t end = time(NULL) + ATTEMPTS_SECONDS;
  for (int attempt = 0; attempt < ATTEMPTS; ++attempt) {
    found = attempt_trials(run, seed, attempt, &best, found);
    if (found >= CROWDED || found == RUNS || time(NULL) > end)
      break;
  }
  best.doubtful = found == DOUBTFUL;
  best.unset = found == UNSET;
  return best;
}

#endif
