#define _GNU_SOURCE /* registers in ucontext_t, dladdr */
#include "Fault.h"
#include "Table.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

/* --- The thread that judges --- */

struct request {
  struct rt_fault fault;
  enum rt_verdict verdict;
  sem_t judged;
};

static enum rt_verdict (*judge_fault)(const struct rt_fault *);
static int requests[2]; /* a pipe of pointers */
static pthread_t judging_thread;
static pid_t process; /* a child has no such thread */

static void *judge_all(void *unused) {
  struct request *request;
  (void)unused;
  while (read(requests[0], &request, sizeof request) == sizeof request) {
    enum rt_verdict verdict = judge_fault(&request->fault);
    request->verdict = verdict;
    sem_post(&request->judged);
    if (verdict == RT_STOP)
      exit(EXIT_FAILURE);
  }
  return NULL;
}

/* Without signals: none of the program's handlers runs in it. */
static bool start_judging(void) {
  sigset_t all, before;
  bool started;
  if (pipe(requests) != 0)
    return false;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  started = pthread_create(&judging_thread, NULL, judge_all, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  process = getpid();
  return started;
}

static enum rt_verdict ask(const struct rt_fault *fault) {
  struct request request = {.fault = *fault, .verdict = RT_NOT_OURS};
  struct request *message = &request;
  sem_init(&request.judged, 0, 0);
  if (write(requests[1], &message, sizeof message) == sizeof message)
    while (sem_wait(&request.judged) != 0 && errno == EINTR)
      ;
  sem_destroy(&request.judged);
  return request.verdict;
}

/* --- What the machine tells --- */

enum { WRITE_BIT = 2, FRAMES = 2 * RT_TRACE };

/* Behind the handler's frames comes the one that was stopped. */
static void trace_from(const char *instruction, struct rt_trace *trace) {
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES), first = 0;
  while (first < count && frames[first] != (const void *)instruction)
    ++first;
  trace->depth = 0;
  trace->frames[trace->depth++] = instruction + 1;
  while (++first < count && trace->depth < RT_TRACE)
    trace->frames[trace->depth++] = frames[first];
}

static struct rt_fault fault_of(const siginfo_t *info, const void *context) {
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  struct rt_fault fault = {.address = info->si_addr};
  fault.writes = registers[REG_ERR] & WRITE_BIT;
  fault.unmapped = info->si_code == SEGV_MAPERR;
  trace_from((const char *)registers[REG_RIP], &fault.trace);
  return fault;
}

/* --- The handler --- */

static struct sigaction before_us;
static bool installed_again; /* who was before us may call us */

static void pass_on(int signal, siginfo_t *info, void *context) {
  static _Thread_local bool passing;
  bool by_default =
      !(before_us.sa_flags & SA_SIGINFO) &&
      (before_us.sa_handler == SIG_DFL || before_us.sa_handler == SIG_IGN);
  if (by_default || passing) {
    struct sigaction fatal = {.sa_handler = SIG_DFL};
    sigaction(signal, &fatal, NULL);
    if (info->si_code <= 0) /* sent: no instruction repeats it */
      raise(signal);
    return;
  }
  passing = installed_again;
  if (before_us.sa_flags & SA_SIGINFO)
    before_us.sa_sigaction(signal, info, context);
  else
    before_us.sa_handler(signal);
  passing = false;
}

/* The same fault again and again, in a page that is open for all we know: the
 * program has closed it itself. */
static bool repeats(const char *address) {
  enum { MANY = 1000 };
  static _Thread_local const char *last;
  static _Thread_local int times;
  times = address == last ? times + 1 : 0;
  last = address;
  return times > MANY;
}

/* exit() ends the program, in the other thread. What this one has locked may
 * keep it from that. */
static void await_end(void) {
  enum { SECONDS = 5 };
  for (unsigned left = SECONDS; left;)
    left = sleep(left);
  _exit(EXIT_FAILURE);
}

static bool can_be_ours(const siginfo_t *info) {
  return (info->si_code == SEGV_ACCERR || info->si_code == SEGV_MAPERR) &&
         getpid() == process && !rt_holds_lock() &&
         !pthread_equal(pthread_self(), judging_thread);
}

static void handle(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  enum rt_verdict verdict = RT_NOT_OURS;
  if (can_be_ours(info)) {
    struct rt_fault fault = fault_of(info, context);
    verdict = ask(&fault);
  }
  if (verdict == RT_STOP)
    await_end();
  if (verdict == RT_NOT_OURS || (verdict == RT_AGAIN && repeats(info->si_addr)))
    pass_on(signal, info, context);
  errno = saved;
}

static bool install(void) {
  static bool installed;
  struct sigaction ours = {.sa_sigaction = handle,
                           .sa_flags = SA_SIGINFO | SA_ONSTACK};
  struct sigaction now;
  sigemptyset(&ours.sa_mask);
  if (sigaction(SIGSEGV, NULL, &now) != 0)
    return false;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle)
    return true;
  before_us = now;
  installed_again = installed;
  installed = sigaction(SIGSEGV, &ours, NULL) == 0;
  return installed;
}

bool rt_catch_faults(enum rt_verdict (*judge)(const struct rt_fault *)) {
  static enum { UNTRIED, RUNS, FAILED } state;
  if (state == UNTRIED) {
    void *frame;
    backtrace(&frame, 1); /* loads the unwinder, which no handler may do */
    judge_fault = judge;
    state = start_judging() && install() ? RUNS : FAILED;
  }
  return state == RUNS && install();
}

/* --- The allocator --- */

bool rt_is_in_allocator(const struct rt_trace *trace) {
  static const char *const names[] = {
      "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"};
  enum { NAMES = sizeof names / sizeof *names };
  for (int i = 0; i < trace->depth; ++i) {
    Dl_info info;
    if (!dladdr((const char *)trace->frames[i] - 1, &info) || !info.dli_saddr)
      continue;
    for (int n = 0; n < NAMES; ++n)
      if (info.dli_saddr == dlsym(RTLD_DEFAULT, names[n]))
        return true;
  }
  return false;
}

#else

bool rt_catch_faults(enum rt_verdict (*judge)(const struct rt_fault *)) {
  (void)judge;
  return false;
}

bool rt_is_in_allocator(const struct rt_trace *trace) {
  (void)trace;
  return false;
}

#endif
