/* Who handled SIGSEGV before the runtime did, and gets what is none of its
 * faults. Others that take the signal later, and call whom they found, make a
 * chain of them: the kernel calls the runtime, it the latest one, that the
 * runtime, it the one before. */
#ifndef RT_HANDLERS_H
#define RT_HANDLERS_H

#include <signal.h>
#include <stdbool.h>

/* It was there before the runtime, and after all that are known. One thread at
 * a time. */
void rt_add_handler(const struct sigaction *action);

/* In a signal's handler, which the kernel called, or somebody else's handler:
 * one that was added gets it once. */
void rt_pass_on(int signal, siginfo_t *info, void *context, bool by_kernel);

#endif
