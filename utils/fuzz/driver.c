// Calls subroutines of two libraries with the same data, and compares.
//
//   driver PLAN REFERENCE.so TESTED.so [RUNS]
//
// The plan, made by batch.py:
//   program NAME TOLERANCE SEED
//   reference SYMBOL COUNT OBJECT...      arguments, by number
//   tested SYMBOL COUNT OBJECT...
//   objects COUNT, then for each: NAME KIND INIT
//   runs COUNT, then for each: LABEL, and for each object ELEMENTS VALUE LIMIT;
//     -1 elements: an optional argument that is absent
// A program runs in a process of its own. Its line on stdout:
//   NAME ok ERROR CHANGED | NAME FAILED why | NAME REFERENCE why
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_OBJECTS = 40, MAX_RUNS = 16, SECONDS = 60 };

struct object {
  char name[64], kind[4], init[16];
  long elements, value, limit;
  size_t bytes; // of an element
  void *reference, *tested;
};

struct call {
  char symbol[256];
  int count, objects[MAX_OBJECTS];
};

static struct object objects[MAX_OBJECTS];
static int objectCount;
static uint64_t state;

// What the parent learns about a child that ended early.
struct progress {
  int inTested;
  char run[64];
};
static struct progress *progress;

static uint64_t next(void) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void quit(const char *what) {
  fprintf(stderr, "driver: %s\n", what);
  exit(2);
}

static void want(int found, int wanted) {
  if (found != wanted)
    quit("the plan is malformed");
}

// --- data

static double randomReal(void) {
  uint64_t r = next();
  if (r % 19 == 0)
    return 0;
  return (double)(int64_t)(r >> 12) / (double)(1ull << 52) * 3 - 1.5;
}

static double edgeReal(int single) {
  static const double values[] = {0,       -0.0,    1,     -1,    1e300,
                                  -1e300,  4.9e-324, 2.2250738585072014e-308,
                                  1.7976931348623157e308, -3e-310, 0.5, 1e-300};
  static const float singles[] = {0, -0.0f, 1, -1, 3e38f, -3e38f, 1e-45f,
                                  1.17549435e-38f, 0.5f, -1e-40f};
  return single ? singles[next() % 10] : values[next() % 12];
}

static int64_t edgeInteger(int bytes) {
  int64_t most = bytes == 8 ? INT64_MAX : INT32_MAX;
  switch (next() % 8) {
  case 0:
    return most;
  case 1:
    return -most - 1;
  case 2:
    return most - 1;
  case 3:
    return -most;
  case 4:
    return 0;
  case 5:
    return -1;
  default:
    return (int64_t)(next() % 9) - 4;
  }
}

static void put(const struct object *o, void *to, long i) {
  int edge = !strcmp(o->init, "edge");
  int64_t integer = 0;
  if (!strcmp(o->init, "count")) // (value*i + limit/2) % (limit + 1)
    integer = (o->value * i + (o->value % 7)) % (o->limit + 1);
  else if (!strcmp(o->init, "size"))
    integer = o->value;
  else if (!strcmp(o->init, "logical"))
    integer = next() % 2;
  else if (edge && o->kind[0] == 'i')
    integer = edgeInteger(o->bytes);
  else if (!strcmp(o->init, "rows")) // ends of rows, not decreasing
    integer = o->value * i < o->limit ? o->value * i : o->limit;
  double a = edge ? edgeReal(o->bytes == 4) : randomReal();
  double b = randomReal();
  char *at = (char *)to + o->bytes * i;
  if (!strcmp(o->kind, "r8"))
    memcpy(at, &a, 8);
  else if (!strcmp(o->kind, "r4"))
    memcpy(at, (float[]){(float)a}, 4);
  else if (!strcmp(o->kind, "z8"))
    memcpy(at, (double[]){a, b}, 16);
  else if (!strcmp(o->kind, "z4"))
    memcpy(at, (float[]){(float)a, (float)b}, 8);
  else if (o->bytes == 8)
    memcpy(at, &integer, 8);
  else
    memcpy(at, (int32_t[]){(int32_t)integer}, 4);
}

static void fill(struct object *o) {
  if (o->elements < 0) {
    o->elements = 0;
    o->reference = o->tested = NULL;
    return;
  }
  size_t bytes = o->bytes * o->elements;
  o->reference = malloc(bytes);
  o->tested = malloc(bytes);
  for (long i = 0; i < o->elements; ++i)
    put(o, o->reference, i);
  memcpy(o->tested, o->reference, bytes);
}

// --- comparison

static double partAt(const struct object *o, const void *data, long i) {
  int single = o->kind[1] == '4';
  return single ? ((const float *)data)[i] : ((const double *)data)[i];
}

static long parts(const struct object *o) {
  return o->elements * (o->kind[0] == 'z' ? 2 : 1);
}

static void fail(const char *program, const char *run, const struct object *o,
                 long i, const char *values) {
  printf("%s FAILED %s: %s element %ld: %s\n", program, run, o->name, i,
         values);
  fflush(stdout);
  _exit(0);
}

static double compareReals(const char *program, const char *run,
                           const struct object *o, double tolerance) {
  double largest = 0, worst = 0;
  for (long i = 0; i < parts(o); ++i) {
    double value = fabs(partAt(o, o->reference, i));
    if (isfinite(value) && value > largest)
      largest = value;
  }
  for (long i = 0; i < parts(o); ++i) {
    double x = partAt(o, o->reference, i), y = partAt(o, o->tested, i);
    if (x == y || (isnan(x) && isnan(y)))
      continue;
    double scale = fmax(fmax(fabs(x), fabs(y)), largest / 20);
    double error = fabs(x - y) / scale;
    if (!(error <= tolerance)) {
      char text[128];
      snprintf(text, sizeof text, "%.17g, not %.17g", y, x);
      fail(program, run, o, i, text);
    }
    worst = fmax(worst, error);
  }
  return worst;
}

static void compareIntegers(const char *program, const char *run,
                            const struct object *o) {
  for (long i = 0; i < o->elements; ++i) {
    int64_t x, y;
    if (o->bytes == 8)
      x = ((int64_t *)o->reference)[i], y = ((int64_t *)o->tested)[i];
    else
      x = ((int32_t *)o->reference)[i], y = ((int32_t *)o->tested)[i];
    if (o->kind[0] == 'l')
      x = x != 0, y = y != 0;
    if (x != y) {
      char text[128];
      snprintf(text, sizeof text, "%lld, not %lld", (long long)y, (long long)x);
      fail(program, run, o, i, text);
    }
  }
}

// --- calls

typedef void function(void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, void *, void *, void *, void *,
                      void *, void *, void *, void *, void *);

static void call(void *library, const struct call *c, int tested) {
  function *f = (function *)dlsym(library, c->symbol);
  if (!f)
    quit(dlerror());
  void *a[MAX_OBJECTS] = {0};
  for (int k = 0; k < c->count; ++k) {
    const struct object *o = &objects[c->objects[k]];
    a[k] = tested ? o->tested : o->reference;
  }
  f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
    a[12], a[13], a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22],
    a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31], a[32], a[33],
    a[34], a[35], a[36], a[37], a[38], a[39]);
}

static void *open(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    quit(dlerror());
  return library;
}

static void readCall(FILE *plan, const char *word, struct call *c) {
  char found[32];
  want(fscanf(plan, "%31s %255s %d", found, c->symbol, &c->count), 3);
  want(strcmp(found, word), 0);
  for (int k = 0; k < c->count; ++k)
    want(fscanf(plan, "%d", &c->objects[k]), 1);
}

static void readObjects(FILE *plan) {
  want(fscanf(plan, " objects %d", &objectCount), 1);
  for (int k = 0; k < objectCount; ++k) {
    struct object *o = &objects[k];
    want(fscanf(plan, "%63s %3s %15s", o->name, o->kind, o->init), 3);
    o->bytes = (size_t)(o->kind[1] - '0') * (o->kind[0] == 'z' ? 2 : 1);
  }
}

static int changedBy(const struct object *o, const void *before) {
  return o->elements &&
         memcmp(o->reference, before, o->bytes * o->elements) != 0;
}

// Runs beyond `limit` are read and left out.
static void runProgram(FILE *plan, const char *program, double tolerance,
                       void *reference, void *tested, int limit, int child,
                       uint64_t seed) {
  struct call oracle, checked;
  readCall(plan, "reference", &oracle);
  readCall(plan, "tested", &checked);
  readObjects(plan);
  int runs, changed = 0;
  double worst = 0;
  want(fscanf(plan, " runs %d", &runs), 1);
  for (int run = 0; run < runs; ++run) {
    char label[64];
    want(fscanf(plan, "%63s", label), 1);
    for (int k = 0; k < objectCount; ++k)
      want(fscanf(plan, "%ld %ld %ld", &objects[k].elements, &objects[k].value,
                  &objects[k].limit),
           3);
    if (!child || run >= limit)
      continue;
    strcpy(progress->run, label);
    progress->inTested = 0;
    state = seed * 1000 + run;
    void *before[MAX_OBJECTS];
    for (int k = 0; k < objectCount; ++k) {
      fill(&objects[k]);
      size_t bytes = objects[k].bytes * objects[k].elements;
      before[k] = malloc(bytes);
      if (bytes)
        memcpy(before[k], objects[k].reference, bytes);
    }
    call(reference, &oracle, 0);
    progress->inTested = 1;
    call(tested, &checked, 1);
    for (int k = 0; k < objectCount; ++k) {
      struct object *o = &objects[k];
      changed |= changedBy(o, before[k]);
      if (o->kind[0] == 'r' || o->kind[0] == 'z')
        worst = fmax(worst, compareReals(program, label, o, tolerance));
      else
        compareIntegers(program, label, o);
      free(o->reference);
      free(o->tested);
      free(before[k]);
    }
  }
  if (!child)
    return;
  printf("%s ok %.3g %d\n", program, worst, changed);
  fflush(stdout);
  _exit(0);
}

static void reportEnd(const char *program, int status) {
  const char *who = progress->inTested ? "FAILED" : "REFERENCE";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    printf("%s %s %s: no end after %d s\n", program, who, progress->run,
           SECONDS);
  else if (WIFSIGNALED(status))
    printf("%s %s %s: crash, signal %d\n", program, who, progress->run,
           WTERMSIG(status));
  else if (WEXITSTATUS(status))
    printf("%s %s %s: ended with status %d\n", program, who, progress->run,
           WEXITSTATUS(status));
  fflush(stdout);
}

// Where in a file a process is would be its children's, too.
static FILE *inMemory(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    quit("the plan cannot be read");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  char *text = malloc(size);
  rewind(file);
  want(fread(text, 1, size, file) == (size_t)size, 1);
  fclose(file);
  return fmemopen(text, size, "r");
}

int main(int argc, char **argv) {
  if (argc < 4)
    quit("driver PLAN REFERENCE.so TESTED.so [RUNS]");
  int limit = argc > 4 ? atoi(argv[4]) : MAX_RUNS;
  FILE *plan = inMemory(argv[1]);
  progress = mmap(0, sizeof *progress, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  char program[64];
  double tolerance;
  unsigned long long seed;
  while (fscanf(plan, " program %63s %lf %llu", program, &tolerance, &seed) ==
         3) {
    memset(progress, 0, sizeof *progress);
    pid_t child = fork();
    if (!child) {
      alarm(SECONDS);
      fprintf(stderr, "== %s\n", program);
      runProgram(plan, program, tolerance, open(argv[2]), open(argv[3]), limit,
                 1, seed);
    }
    int status;
    waitpid(child, &status, 0);
    reportEnd(program, status);
    runProgram(plan, program, tolerance, 0, 0, 0, 0, seed);
  }
  return 0;
}
