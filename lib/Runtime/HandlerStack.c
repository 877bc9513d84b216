#define _DEFAULT_SOURCE /* sigaltstack, MAP_ANONYMOUS in strict C11 */
#include "HandlerStack.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

/* Handlers that were there before the runtime run on it, too. */
enum { BYTES = 256 << 10 };

static pthread_key_t key; /* of the stacks, for the ends of their threads */
static bool has_key;

static void take_away(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  if (sigaltstack(&none, NULL) == 0)
    munmap(stack, BYTES);
}

static void make_key(void) {
  has_key = pthread_key_create(&key, take_away) == 0;
}

static bool has_stack(void) {
  stack_t now;
  return sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE);
}

void rt_give_handler_stack(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  stack_t stack = {.ss_size = BYTES};
  pthread_once(&once, make_key);
  if (!has_key || has_stack())
    return;
  stack.ss_sp = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED)
    return;
  if (pthread_setspecific(key, stack.ss_sp) != 0 ||
      sigaltstack(&stack, NULL) != 0) {
    pthread_setspecific(key, NULL);
    munmap(stack.ss_sp, BYTES);
  }
}
