#include "loopyc/Driver/DeepStack.h"

#include <csignal>
#include <pthread.h>
#include <sys/mman.h>

using namespace loopyc::driver;

// Below the stack, no access is allowed; more than any one frame.
static constexpr size_t guardSize = size_t(1) << 20;
// Where the process may not have as much address space, less will do.
static constexpr size_t stackSizes[] = {size_t(1) << 30, size_t(1) << 28,
                                        size_t(1) << 26};

static char *guard = nullptr;

bool loopyc::driver::isBeyondDeepStack(const void *address) {
  const char *at = static_cast<const char *>(address);
  return guard && at >= guard && at < guard + guardSize;
}

static void *runWork(void *given) {
  (*static_cast<llvm::function_ref<void()> *>(given))();
  return nullptr;
}

// Meanwhile signals of the process go to the thread, which holds them back
// while it replaces outputs.
static void waitFor(pthread_t thread) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_join(thread, nullptr);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// False if no thread with a stack of that size can be made.
static bool runOnStackOf(size_t size, llvm::function_ref<void()> work) {
  void *memory =
      mmap(nullptr, guardSize + size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  guard = static_cast<char *>(memory);
  mprotect(guard, guardSize, PROT_NONE);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  bool started =
      pthread_attr_setstack(&attributes, guard + guardSize, size) == 0 &&
      pthread_create(&thread, &attributes, runWork, &work) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    waitFor(thread);
  guard = nullptr;
  munmap(memory, guardSize + size);
  return started;
}

int loopyc::driver::runOnDeepStack(llvm::function_ref<int()> work) {
  int result = 0;
  for (size_t size : stackSizes)
    if (runOnStackOf(size, [&] { result = work(); }))
      return result;
  return work();
}
