#define _GNU_SOURCE /* pthread_getattr_np */
#include "Stack.h"

#include <pthread.h>
#include <stddef.h>

static _Thread_local const char *top;
static _Thread_local bool looked_up;

#ifdef __linux__

static const char *find_top(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return NULL;
  if (pthread_attr_getstack(&attributes, &low, &bytes) != 0)
    low = NULL;
  pthread_attr_destroy(&attributes);
  return low ? (const char *)low + bytes : NULL;
}

#else

static const char *find_top(void) { return NULL; }

#endif

const char *rt_stack_top(void) {
  if (!looked_up)
    top = find_top();
  looked_up = true;
  return top;
}

const char *rt_known_stack_top(void) { return top; }

/* What is in use of a stack lies above the frame of the function that asks;
 * another stack than the thread's, as a coroutine's, proves nothing. */
void rt_note_stack(struct rt_entry *entry) {
  const char *here = __builtin_frame_address(0), *end = rt_stack_top();
  entry->stack = here < entry->base && entry->base < end ? end : NULL;
}

bool rt_has_returned(const struct rt_entry *entry) {
  const char *here = __builtin_frame_address(0);
  return entry->stack && entry->stack == rt_stack_top() && entry->base < here &&
         here < entry->stack;
}
