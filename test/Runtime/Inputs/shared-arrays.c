/* Threads whose calls use the same arrays, which are not present. Each call
 * takes whole arrays to the device and back: what another one writes meanwhile
 * must not get lost. With "failing", launches of one thread fail, and its
 * originals run beside the other threads' calls. */
#define _POSIX_C_SOURCE 200809L
#include "axpy.h"

#include <string.h>

enum { THREADS = 6, ROUNDS = 40, N = 600, ACROSS = 12, REPEATS = 60 };
static float shared[N], a[2], b[2];
static pthread_barrier_t start;
enum { DEVICE_OR_C = DEVICE | LOOPYRT_TARGET_C };
static int failing;

/* Adds 1 to the thread's own elements. */
static void *add_to_mine(void *number) {
  long me = (long)number, wrong = 0;
  float *mine = filled(N, 0);
  for (int i = (int)me; i < N; i += THREADS)
    mine[i] = 1;
  loopyrt_set_stream((int)me);
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; ++i)
    wrong +=
        axpy_with_status(DEVICE_OR_C, failing && me == 1, N, 1, mine, shared);
  free(mine);
  return (void *)wrong;
}

/* (a, b) := (a + b, b) or (a, b + a): one at a time, and in any order, they
 * keep the determinant of what they started with, 1. */
static void *across(void *number) {
  long me = (long)number, wrong = 0;
  loopyrt_set_stream((int)me);
  pthread_barrier_wait(&start);
  for (int i = 0; i < ACROSS; ++i) {
    float sign = i % 2 ? -1 : 1;
    wrong += me ? axpy(DEVICE, 2, sign, a, b) : axpy(DEVICE, 2, sign, b, a);
  }
  return (void *)wrong;
}

static long run(int threads, void *(*work)(void *)) {
  pthread_t running[THREADS];
  long wrong = 0;
  pthread_barrier_init(&start, NULL, (unsigned)threads);
  for (long i = 0; i < threads; ++i)
    pthread_create(&running[i], NULL, work, (void *)i);
  for (int i = 0; i < threads; ++i) {
    void *result;
    pthread_join(running[i], &result);
    wrong += (long)result;
  }
  pthread_barrier_destroy(&start);
  return wrong;
}

int main(int count, char **arguments) {
  long wrong;
  failing = count > 1 && strcmp(arguments[1], "failing") == 0;
  wrong = run(THREADS, add_to_mine);
  for (int i = 0; i < N; ++i)
    wrong += shared[i] != ROUNDS;
  printf("own elements, wrong: %ld\n", wrong);
  if (count > 1)
    return 0;
  wrong = 0;
  for (int i = 0; i < REPEATS; ++i) {
    a[0] = b[1] = 1;
    a[1] = b[0] = 0;
    wrong += run(2, across);
    wrong += (double)a[0] * b[1] - (double)a[1] * b[0] != 1;
  }
  printf("across, wrong: %ld\n", wrong);
  return 0;
}
