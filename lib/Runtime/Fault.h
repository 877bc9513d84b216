/* Touches of memory that is closed to the program (SIGSEGV), judged by a thread
 * of the runtime's own while the thread that was stopped waits: a signal's
 * handler can neither take locks nor call a driver. Faults that are not the
 * runtime's go on to whoever handled them before. */
#ifndef RT_FAULT_H
#define RT_FAULT_H

#include "Place.h"

#include <stdbool.h>

struct rt_fault {
  const char *address;
  const char *stack; /* where the thread's stack ends */
  bool writes;
  bool unmapped; /* there is no memory at the address */
  struct rt_trace trace;
};

enum rt_verdict {
  RT_NOT_OURS, /* a fault like any other */
  RT_GO_ON,    /* the page is open now */
  RT_AGAIN,    /* it is open, and was not when the fault happened */
  RT_STOP      /* an error, which was printed: the end of the program */
};

/* From now on faults in present arrays are judged, but for those of a thread
 * that holds the table's lock; called again, the same if others took SIGSEGV
 * since. Closed pages and memory that is unmapped have a judging thread each.
 * False where this is not possible: it takes x86-64, Linux and glibc, and a
 * child process has no such threads. */
bool rt_catch_faults(enum rt_verdict (*judge)(const struct rt_fault *));

#endif
