/* LOOPYRT_DEBUG=1 and heal: touches of watched arrays by several threads, by a
 * child process, and beside other uses of SIGSEGV. The first argument says what
 * is done. */
#define _GNU_SOURCE
#include "stale.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

static void quiet_kernel(float a) {
  if (axpy(DEVICE, n, a, x, y))
    exit(1);
}

static void say(const char *line) {
  if (write(STDOUT_FILENO, line, strlen(line)) < 0)
    _exit(2);
}

static void cause_fault(void) { *(volatile int *)8 = 1; }

/* --- Threads --- */

static pthread_barrier_t begin, end;
static double delay; /* microseconds */
static int stored;   /* an element */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void *store_in_time(void *unused) {
  double start;
  (void)unused;
  pthread_barrier_wait(&begin);
  for (start = now(); now() - start < delay;)
    ;
  y[stored] = -7;
  return NULL;
}

/* One thread reads what is older, and the device's values are brought; another
 * one stores elsewhere meanwhile, and tells. */
static void do_keep_stores(void) {
  enum { STEPS = 600 };
  double usual = 500;
  int lost = 0;
  pthread_barrier_init(&begin, NULL, 2);
  for (int step = 0; step < STEPS; ++step) {
    pthread_t thread;
    double start;
    delay = usual * (rand() % 1000) / 1000;
    stored = n / 2 + rand() % (n / 4);
    pthread_create(&thread, NULL, store_in_time, NULL);
    pthread_barrier_wait(&begin);
    start = now();
    (void)*(volatile float *)&y[page];
    usual = now() - start;
    pthread_join(thread, NULL);
    lost += y[stored] != -7;
    loopyrt_update_device(y + stored, sizeof *y);
    quiet_kernel(1);
  }
  printf("lost: %d\n", lost);
}

enum { READERS = 6, MANY_STEPS = 4000 };
static atomic_int reached;

/* As soon as it is closed. */
static void *read_in_each_step(void *unused) {
  (void)unused;
  for (int step = 1; step <= MANY_STEPS; ++step) {
    while (atomic_load(&reached) < step)
      sched_yield();
    (void)*(volatile float *)&y[0];
    pthread_barrier_wait(&end);
  }
  return NULL;
}

/* The device has the same: every read is right. */
static void do_read_together(void) {
  pthread_t threads[READERS];
  loopyrt_update_host(y, bytes);
  pthread_barrier_init(&end, NULL, READERS + 1);
  for (int i = 0; i < READERS; ++i)
    pthread_create(&threads[i], NULL, read_in_each_step, NULL);
  for (int step = 1; step <= MANY_STEPS; ++step) {
    quiet_kernel(0);
    atomic_store(&reached, step);
    pthread_barrier_wait(&end);
  }
  for (int i = 0; i < READERS; ++i)
    pthread_join(threads[i], NULL);
  printf("read together\n");
}

static void do_fork(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    printf("child: %g\n", y[3 * page]);
    y[3 * page] = 2;
    exit(5);
  }
  waitpid(child, &status, 0);
  printf("ended: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  printf("parent: %g\n", y[3 * page]);
}

/* --- An array on the stack, which is left without an exit --- */

static __attribute__((noinline)) void use_local(void) {
  float local[PAGES * 1024];
  for (int i = 0; i < n; ++i)
    local[i] = 1;
  loopyrt_enter_data(local, bytes, LOOPYRT_COPYIN);
  if (axpy(DEVICE, n, 2, x, local))
    exit(1);
}

static __attribute__((noinline)) int use_stack(int depth) {
  volatile int local[256];
  local[depth] = depth;
  return depth ? use_stack(depth - 1) + local[depth] : 0;
}

static void do_stack(void) {
  use_local();
  printf("used: %d\n", use_stack(40));
  quiet_kernel(1);
}

static void do_stack_and_kernel(void) {
  use_local();
  quiet_kernel(1);
}

/* Of the functions that look at no entry. */
static __attribute__((noinline)) void trim_below(int lower) {
  volatile char local[lower];
  local[0] = 0;
  loopyrt_trim(0);
  loopyrt_is_present(x, bytes);
  loopyrt_wait_all();
}

static void do_stack_depths(void) {
  enum { DEPTHS = 64 };
  for (int depth = 1; depth <= DEPTHS; ++depth) {
    use_local();
    trim_below(80 * depth);
    loopyrt_update_host(x, bytes);
  }
  printf("depths: %d\n", DEPTHS);
}

/* --- Faults of a driver's thread, while another one waits for it --- */

static void do_constant(void) {
  float *z = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  loopyrt_enter_data(z, bytes, LOOPYRT_COPYIN);
  loopyrt_exit_data(z, bytes, LOOPYRT_COPYOUT);
}

static void do_unmap_in_call(void) {
  loopyrt_call *call;
  loopyrt_begin("axpy", DEVICE, &call);
  loopyrt_array(call, "y", y, bytes, LOOPYRT_READ);
  munmap(y, bytes);
  loopyrt_update_host(y, bytes);
}

/* --- Memory that is nobody's --- */

static const char *const astray_text[] = {
    "__kernel void astray(ulong address) {\n",
    "  *(__global volatile float *)address = 1;\n", "}\n"};

static int launch_astray(cl_command_queue queue) {
  const cl_ulong address = 8;
  size_t global = 1;
  cl_int error = CL_SUCCESS;
  cl_program program =
      build(queue, astray_text, sizeof astray_text / sizeof *astray_text);
  cl_kernel kernel = CL(clCreateKernel)(program, "astray", &error);
  CL(clSetKernelArg)(kernel, 0, sizeof address, &address);
  error |= CL(clEnqueueNDRangeKernel)(queue, kernel, 1, NULL, &global, NULL, 0,
                                      NULL, NULL);
  return error == CL_SUCCESS ? 0 : 10;
}

static void do_wild_kernel(void) {
  loopyrt_call *call;
  int target = loopyrt_begin("astray", LOOPYRT_TARGET_OPENCL, &call);
  int status = 0;
  loopyrt_array(call, "y", y, bytes, LOOPYRT_READ | LOOPYRT_WRITE);
  if (loopyrt_ready(call) && target == LOOPYRT_TARGET_OPENCL)
    status = launch_astray(loopyrt_queue(call));
  loopyrt_finish(call, status);
  loopyrt_wait_all();
}

/* --- Other handlers --- */

static sigjmp_buf back;

static void jump(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

static void do_jump(void) {
  volatile int times = 0;
  signal(SIGSEGV, jump);
  quiet_kernel(1);
  if (sigsetjmp(back, 1))
    ++times;
  if (times < 3)
    cause_fault();
  printf("jumped: %d\n", times);
}

static struct sigaction found;

static void first(int signal) {
  (void)signal;
  say("first\n");
  _exit(6);
}

static volatile float *first_block; /* of the heap */

/* Over all of the heap, until memory ends. Binding functions needs the heap, so
 * that the program is linked with -z now; LLVM's handler does, so that it is not
 * asked. */
static void do_wild_store(void) {
  signal(SIGSEGV, first);
  quiet_kernel(1);
  for (volatile float *element = first_block;; ++element)
    *element = 1;
}

static void second(int signal, siginfo_t *info, void *context) {
  say("second\n");
  if (found.sa_flags & SA_SIGINFO)
    found.sa_sigaction(signal, info, context);
}

static void add_second(void) {
  struct sigaction action = {.sa_sigaction = second, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, &found);
}

static void do_chain(void) {
  add_second();
  quiet_kernel(1);
  cause_fault();
}

/* The runtime did not notice yet that there is another one. */
static void do_chain_to_runtime(void) {
  add_second();
  printf("read: %g\n", y[3 * page]);
}

static void tell_mask(int signal) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  say(sigismember(&blocked, SIGUSR1) ? "blocked" : "not blocked");
  say(sigismember(&blocked, signal) ? ", SIGSEGV too\n" : "\n");
}

static void do_once(void) {
  struct sigaction action = {.sa_handler = tell_mask,
                             .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(SIGSEGV, &action, NULL);
  quiet_kernel(1);
  cause_fault();
}

static void do_ignore(void) {
  signal(SIGSEGV, SIG_IGN);
  quiet_kernel(1);
  raise(SIGSEGV);
  printf("ignored\n");
  fflush(stdout);
  cause_fault();
}

static const struct mode modes[] = {{"keep-stores", do_keep_stores},
                                    {"read-together", do_read_together},
                                    {"fork", do_fork},
                                    {"stack", do_stack},
                                    {"stack-and-kernel", do_stack_and_kernel},
                                    {"stack-depths", do_stack_depths},
                                    {"constant", do_constant},
                                    {"unmap-in-call", do_unmap_in_call},
                                    {"wild-kernel", do_wild_kernel},
                                    {"wild-store", do_wild_store},
                                    {"jump", do_jump},
                                    {"chain", do_chain},
                                    {"chain-to-runtime", do_chain_to_runtime},
                                    {"once", do_once},
                                    {"ignore", do_ignore}};

/* Many lie outside the heap. */
static int count_pages(const struct mode *mode) {
  if (mode->run == do_keep_stores || mode->run == do_wild_store)
    return 256;
  return mode->run == do_read_together ? 1 : PAGES;
}

int main(int argc, char **argv) {
  const struct mode *mode =
      find_mode(modes, sizeof modes / sizeof *modes, argc, argv);
  if (mode->run == do_chain || mode->run == do_wild_kernel)
    signal(SIGSEGV, first);
  first_block = malloc(sizeof *first_block);
  setvbuf(stdout, NULL, _IOLBF, 0);
  enter(count_pages(mode) * page, 0);
  quiet_kernel(2);
  mode->run();
  return 0;
}
