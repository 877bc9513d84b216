#define _GNU_SOURCE /* SA_ flags */
#include "Handlers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* --- Those that are known: added, and never changed --- */

struct handler {
  struct sigaction action;
  atomic_bool used_up; /* SA_RESETHAND: the default is in its place */
};

enum { HANDLERS = 16 };
static struct handler handlers[HANDLERS];
static int count;
static atomic_int latest = -1;

static bool same_mask(const sigset_t *a, const sigset_t *b) {
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (sigismember(a, signal) != sigismember(b, signal))
      return false;
  return true;
}

static bool same(const struct sigaction *a, const struct sigaction *b) {
  return a->sa_flags == b->sa_flags && a->sa_sigaction == b->sa_sigaction &&
         same_mask(&a->sa_mask, &b->sa_mask);
}

void rt_add_handler(const struct sigaction *action) {
  int known = 0;
  while (known < count && !same(&handlers[known].action, action))
    ++known;
  if (known == HANDLERS) /* so many do not come and go */
    return;
  if (known == count)
    handlers[count++].action = *action;
  atomic_store(&handlers[known].used_up, false);
  atomic_store(&latest, known);
}

/* --- Calling them --- */

static bool was_sent(const siginfo_t *info) { return info->si_code <= 0; }

/* The instruction faults again, or else the signal is sent again. */
static void end_by_default(int signal, const siginfo_t *info) {
  struct sigaction fatal = {.sa_handler = SIG_DFL};
  sigaction(signal, &fatal, NULL);
  if (was_sent(info))
    raise(signal);
}

static bool is_default(struct handler *handler) {
  const struct sigaction *action = &handler->action;
  if (!(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL)
    return true;
  return (action->sa_flags & SA_RESETHAND) &&
         atomic_exchange(&handler->used_up, true);
}

static bool ignores(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
}

/* With the signals blocked that it wants to be blocked. It may not come back
 * (siglongjmp). */
static void call(const struct sigaction *action, int signal, siginfo_t *info,
                 void *context) {
  sigset_t open, before;
  pthread_sigmask(SIG_BLOCK, &action->sa_mask, &before);
  sigemptyset(&open);
  if ((action->sa_flags & SA_NODEFER) &&
      sigismember(&action->sa_mask, signal) != 1)
    sigaddset(&open, signal);
  pthread_sigmask(SIG_UNBLOCK, &open, NULL);
  if (action->sa_flags & SA_SIGINFO)
    action->sa_sigaction(signal, info, context);
  else
    action->sa_handler(signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void pass_to(struct handler *handler, int signal, siginfo_t *info,
                    void *context) {
  if (!handler || is_default(handler))
    end_by_default(signal, info);
  else if (!ignores(&handler->action))
    call(&handler->action, signal, info, context);
  else if (!was_sent(info))
    end_by_default(signal, info);
}

/* One that was called before may have left by a jump: what the kernel brings is
 * new. */
void rt_pass_on(int signal, siginfo_t *info, void *context, bool by_kernel) {
  static _Thread_local const void *passing;
  static _Thread_local int next;
  bool comes_back = !by_kernel && passing == context;
  int now = comes_back ? next : atomic_load(&latest);
  passing = context;
  next = now - 1;
  pass_to(now >= 0 ? &handlers[now] : NULL, signal, info, context);
  passing = NULL;
}
