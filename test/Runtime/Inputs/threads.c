/* Threads with streams of their own: on arrays of their own, then all adding to
 * one array in turns, whose launches wait for each other. */
#define _POSIX_C_SOURCE 200809L
#include "axpy.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 50, N = 20000, BYTES = N * sizeof(float) };
static float *ones, *sum;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *number) {
  long me = (long)number, wrong = 0;
  float *mine = filled(N, 0), *absent = filled(N, 0);
  wrong += loopyrt_set_stream((int)me) != 0;
  wrong += loopyrt_enter_data(mine, BYTES, LOOPYRT_COPYIN) != 0;
  for (int i = 0; i < ROUNDS; ++i) {
    wrong += axpy(DEVICE, N, 1, ones, mine);
    pthread_mutex_lock(&turn);
    wrong += axpy(DEVICE, N, 1, ones, sum);
    pthread_mutex_unlock(&turn);
  }
  wrong += axpy(DEVICE, N, 1, mine, absent);
  wrong += loopyrt_wait((int)me) != 0;
  wrong += loopyrt_exit_data(mine, BYTES, LOOPYRT_COPYOUT) != 0;
  for (int i = 0; i < N; ++i)
    wrong += mine[i] != ROUNDS || absent[i] != ROUNDS;
  free(mine);
  free(absent);
  return (void *)wrong;
}

int main(void) {
  pthread_t threads[THREADS];
  long wrong = 0;
  ones = filled(N, 1);
  sum = filled(N, 0);
  loopyrt_enter_data(ones, BYTES, LOOPYRT_COPYIN);
  loopyrt_enter_data(sum, BYTES, LOOPYRT_COPYIN);
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    wrong += (long)result;
  }
  loopyrt_update_host(sum, BYTES);
  for (int i = 0; i < N; ++i)
    wrong += sum[i] != THREADS * ROUNDS;
  printf("wrong: %ld\n", wrong);
  return wrong != 0;
}
