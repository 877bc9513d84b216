/* Ways to do the same launches, which take turns; medians. */
#ifndef MEDIANS_H
#define MEDIANS_H

#include "../timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024, STEPS = 50, LAUNCHES = 2 * STEPS, MAX_ROUNDS = 10001 };

struct way {
  const char *name;
  int (*run)(void); /* enqueues; 0 if all went well */
  double enqueue[MAX_ROUNDS], done[MAX_ROUNDS]; /* us for each launch */
};

static void check(int right, const char *what) {
  if (right)
    return;
  fprintf(stderr, "%s\n", what);
  exit(1);
}

/* The first way is what the others are compared with, also in their results:
 * `reset` gives the arrays their values, `result` reads what came out. */
static void measure(const char *title, struct way *ways, int count, int rounds,
                    void (*reset)(void), void (*result)(float *),
                    void (*wait)(void)) {
  static float expected[N], found[N];
  double bare = 0, bare_done = 0;
  for (int w = 0; w < count; ++w) {
    reset();
    check(ways[w].run() == 0, ways[w].name);
    wait();
    result(w ? found : expected);
    check(!w || memcmp(found, expected, sizeof found) == 0,
          "another result than by bare launches");
  }
  for (int r = 0; r < rounds; ++r)
    for (int w = 0; w < count; ++w) {
      double start = now(), end;
      check(ways[w].run() == 0, ways[w].name);
      end = now();
      wait();
      ways[w].enqueue[r] = (end - start) / LAUNCHES;
      ways[w].done[r] = (now() - start) / LAUNCHES;
    }
  printf("%s: us for each of %d launches, medians of %d\n", title, LAUNCHES,
         rounds);
  printf("  %-40s %9s %9s %9s %9s\n", "", "enqueued", "more", "done", "more");
  for (int w = 0; w < count; ++w) {
    double enqueue = median_of(ways[w].enqueue, rounds),
           done = median_of(ways[w].done, rounds);
    if (w == 0) {
      bare = enqueue;
      bare_done = done;
    }
    printf("  %-40s %9.3f %9.3f %9.3f %9.3f\n", ways[w].name, enqueue,
           enqueue - bare, done, done - bare_done);
  }
}

#endif
