/* Workspaces of calls: who gets which, what is kept. */
#define _GNU_SOURCE
#include "axpy.h"

#include <dlfcn.h>
#include <string.h>

enum { K = 1 << 10, M = 1 << 20 };

static loopyrt_call *begin(void) {
  loopyrt_call *call;
  if (loopyrt_begin("steps", DEVICE | LOOPYRT_TARGET_C, &call) < 0)
    exit(1);
  loopyrt_queue(call);
  return call;
}

/* Of the device of fake-cuda.c, its pool's included. */
static size_t used_bytes(void) {
  size_t (*used)(void);
  *(void **)&used = dlsym(RTLD_DEFAULT, "fake_cuda_used");
  return used ? used() : 0;
}

static void *once(int64_t bytes) {
  loopyrt_call *call = begin();
  void *workspace = loopyrt_workspace(call, bytes);
  loopyrt_finish(call, 0);
  return workspace;
}

static void say(const char *what, int yes) {
  printf("%s: %s\n", what, yes ? "yes" : "no");
}

static void one_after_the_other(void) {
  void *first = once(100 * K);
  say("the next call has the same", once(100 * K) == first);
  say("a smaller one too", once(8) == first);
  once(10 * M);
  say("one, which has grown",
      loopyrt_trim(100 * M) >= 10 * M && loopyrt_trim(100 * M) < 12 * M);
  say("nothing is nothing", once(0) == NULL);
}

/* Calls in progress, as two threads have them. */
static void at_the_same_time(void) {
  loopyrt_call *call = begin(), *other = begin();
  void *mine = loopyrt_workspace(call, M);
  void *others = loopyrt_workspace(other, M), *third;
  say("two calls share", mine == others);
  say("a call has one", loopyrt_workspace(call, 2) == mine);
  loopyrt_finish(call, 0);
  loopyrt_set_stream(7);
  call = begin();
  third = loopyrt_workspace(call, M);
  say("another stream, another", getenv("ON_HOST") || third != mine);
  loopyrt_finish(call, 0);
  loopyrt_finish(other, 0);
  loopyrt_set_stream(0);
}

static void trimmed(void) {
  loopyrt_call *call = begin();
  void *workspace;
  int64_t before = loopyrt_trim(INT64_MAX);
  loopyrt_workspace(call, M);
  say("something is kept", before > 0);
  say("what is in use is not", loopyrt_trim(INT64_MAX) < before);
  printf("trimmed: %lld\n", (long long)loopyrt_trim(0));
  loopyrt_finish(call, 0);
  say("it is kept now", loopyrt_trim(M) == M);
  workspace = once(M);
  say("trimmed to its size, it stays", workspace != NULL);
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "kept") == 0) {
    once(3 * M);
    once(M);
    printf("kept: %lld\n", (long long)loopyrt_trim(INT64_MAX));
    return 0;
  }
  if (count > 1 && strcmp(arguments[1], "full") == 0) {
    float *array = filled(M, 1); /* 4 MiB of a device that has 6 */
    printf("workspace: %d\n", once(5 * M) != NULL);
    printf("array: %d\n", loopyrt_enter_data(array, 4 * M, LOOPYRT_COPYIN));
    printf("workspace again: %d\n", once(5 * M) != NULL);
    return 0;
  }
  if (count > 1 && strcmp(arguments[1], "temporary") == 0) {
    float *array = filled(M, 1);
    loopyrt_call *call = begin();
    void *stream = loopyrt_queue(call);
    void *temporary = loopyrt_cuda_allocate(5 * M, stream);
    printf("temporary: %d\n", temporary != NULL);
    loopyrt_cuda_free(temporary, stream);
    loopyrt_finish(call, 0);
    if (count > 2)
      loopyrt_trim(0);
    printf("driver's: %d\n", used_bytes() >= 5 * M);
    printf("array: %d\n", loopyrt_enter_data(array, 4 * M, LOOPYRT_COPYIN));
    return 0;
  }
  one_after_the_other();
  at_the_same_time();
  trimmed();
  return 0;
}
