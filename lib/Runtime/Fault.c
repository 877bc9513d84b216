#define _GNU_SOURCE /* registers in ucontext_t, pipe2 */
#include "Fault.h"
#include "Allocator.h"
#include "HandlerStack.h"
#include "Handlers.h"
#include "Held.h"
#include "Pages.h"
#include "Stack.h"
#include "Table.h"
#include "Watched.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

/* --- The threads that judge --- */

struct request {
  struct rt_fault fault;
  enum rt_verdict verdict;
  sem_t judged;
};

/* Who judges closed pages may wait for a lock whose holder waits for a thread
 * that has met unmapped memory: there is another one for that. */
enum { OF_CLOSED, OF_UNMAPPED, JUDGES };
static struct judge {
  int requests[2]; /* a pipe of pointers */
  pthread_t thread;
} judges[JUDGES];

static enum rt_verdict (*judge_fault)(const struct rt_fault *);
static pid_t process; /* a child has no such threads */

/* exit() is for one thread. */
static void end_program(void) {
  static atomic_flag ends = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&ends))
    exit(EXIT_FAILURE);
  for (;;)
    pause();
}

static void *judge_all(void *context) {
  const struct judge *judge = context;
  struct request *request;
  while (read(judge->requests[0], &request, sizeof request) == sizeof request) {
    enum rt_verdict verdict = judge_fault(&request->fault);
    request->verdict = verdict;
    sem_post(&request->judged);
    if (verdict == RT_STOP)
      end_program();
  }
  return NULL;
}

static bool start_judge(struct judge *judge) {
  return pipe2(judge->requests, O_CLOEXEC) == 0 &&
         pthread_create(&judge->thread, NULL, judge_all, judge) == 0;
}

/* Without signals: none of the program's handlers runs in them. */
static bool start_judging(void) {
  sigset_t all, before;
  bool started;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  started =
      start_judge(&judges[OF_CLOSED]) && start_judge(&judges[OF_UNMAPPED]);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  process = getpid();
  return started;
}

static bool is_judging(void) {
  return pthread_equal(pthread_self(), judges[OF_CLOSED].thread) ||
         pthread_equal(pthread_self(), judges[OF_UNMAPPED].thread);
}

static enum rt_verdict ask(const struct rt_fault *fault) {
  const struct judge *judge =
      &judges[fault->unmapped ? OF_UNMAPPED : OF_CLOSED];
  struct request request = {.fault = *fault, .verdict = RT_NOT_OURS};
  struct request *message = &request;
  sem_init(&request.judged, 0, 0);
  if (write(judge->requests[1], &message, sizeof message) == sizeof message)
    while (sem_wait(&request.judged) != 0 && errno == EINTR)
      ;
  sem_destroy(&request.judged);
  return request.verdict;
}

/* The program's pages are its own again. */
static void leave_child_alone(void) {
  rt_open_watched_in_child();
  rt_renew_lock();
  rt_forget_held();
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
  struct rt_fault fault = {.address = info->si_addr,
                           .stack = (const char *)registers[REG_RSP]};
  fault.writes = registers[REG_ERR] & WRITE_BIT;
  fault.unmapped = info->si_code == SEGV_MAPERR;
  trace_from((const char *)registers[REG_RIP], &fault.trace);
  return fault;
}

/* --- The handler --- */

/* The same fault again and again, in a page that is open for all we know: the
 * program has closed it itself. Where others close it in between, and open it
 * again, a fault comes late now and then. */
static bool repeats(const char *address) {
  enum { MANY = 1000 };
  static _Thread_local const char *last;
  static _Thread_local unsigned closings;
  static _Thread_local int times;
  bool same = address == last && closings == rt_closings();
  times = same ? times + 1 : 0;
  last = address;
  closings = rt_closings();
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

/* On its own stack, what a procedure has left there. Nobody can judge that
 * while the thread holds the lock; the next look at the memory tells it
 * (Gone.h). */
static bool opens_own_stack(const siginfo_t *info, const void *context) {
  enum { BELOW = 256 }; /* what is pushed, and used without that */
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  const char *address = info->si_addr;
  return info->si_code == SEGV_ACCERR && getpid() == process &&
         rt_holds_lock() &&
         (const char *)registers[REG_RSP] - BELOW <= address &&
         address < rt_known_stack_top() && rt_open_watched_around(address);
}

static bool can_be_ours(const siginfo_t *info) {
  return (info->si_code == SEGV_ACCERR || info->si_code == SEGV_MAPERR) &&
         getpid() == process && !rt_holds_lock() && !is_judging();
}

static enum rt_verdict judge(const siginfo_t *info, const void *context) {
  enum rt_watch watch =
      can_be_ours(info) ? rt_watch_at(info->si_addr) : RT_ELSEWHERE;
  struct rt_fault fault;
  if (watch == RT_ELSEWHERE)
    return opens_own_stack(info, context) ? RT_GO_ON : RT_NOT_OURS;
  if (watch == RT_IN_OPEN && info->si_code == SEGV_ACCERR)
    return RT_AGAIN;
  fault = fault_of(info, context);
  return ask(&fault);
}

/* The kernel puts the context behind the handler's return address; who was
 * before us, and calls us, has it elsewhere. */
static void handle(int signal, siginfo_t *info, void *context) {
  bool by_kernel = context == __builtin_dwarf_cfa();
  int saved = errno;
  enum rt_verdict verdict = judge(info, context);
  if (verdict == RT_STOP)
    await_end();
  if (verdict == RT_NOT_OURS || (verdict == RT_AGAIN && repeats(info->si_addr)))
    rt_pass_on(signal, info, context, by_kernel);
  errno = saved;
}

static bool install(void) {
  struct sigaction ours = {.sa_sigaction = handle,
                           .sa_flags = SA_SIGINFO | SA_ONSTACK};
  struct sigaction now;
  sigemptyset(&ours.sa_mask);
  if (sigaction(SIGSEGV, NULL, &now) != 0)
    return false;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle)
    return true;
  rt_add_handler(&now);
  return sigaction(SIGSEGV, &ours, NULL) == 0;
}

static bool start(void) {
  void *frame;
  backtrace(&frame, 1); /* loads the unwinder, which no handler may do */
  rt_find_allocator();
  return start_judging() && pthread_atfork(NULL, NULL, leave_child_alone) == 0;
}

bool rt_catch_faults(enum rt_verdict (*judge)(const struct rt_fault *)) {
  static enum { UNTRIED, RUNS, FAILED } state;
  if (state == UNTRIED) {
    judge_fault = judge;
    state = start() ? RUNS : FAILED;
  }
  if (state != RUNS || getpid() != process || !install())
    return false;
  rt_give_handler_stack();
  return true;
}

#else

bool rt_catch_faults(enum rt_verdict (*judge)(const struct rt_fault *)) {
  (void)judge;
  return false;
}

#endif
