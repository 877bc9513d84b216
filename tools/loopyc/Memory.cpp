#include "Memory.h"

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#ifdef LOOPYC_WITH_MIMALLOC
#include <mimalloc.h>
#endif

// The program's variables, as linkers name where they begin and end.
extern "C" char __data_start, _end;

// All at once: the interpreter writes into most pages of them.
static void touchVariables() {
#ifdef MADV_POPULATE_WRITE
  uintptr_t page = sysconf(_SC_PAGESIZE);
  uintptr_t begin = reinterpret_cast<uintptr_t>(&__data_start) / page * page;
  madvise(reinterpret_cast<void *>(begin),
          reinterpret_cast<uintptr_t>(&_end) - begin, MADV_POPULATE_WRITE);
#endif
}

// What is allocated is in pages of 2 MiB, from the first on.
static void allocateLargePages() {
#ifdef LOOPYC_WITH_MIMALLOC
#if MI_MALLOC_VERSION >= 210
  mi_option_set_enabled(mi_option_allow_large_os_pages, true);
#else
  mi_option_set_enabled(mi_option_large_os_pages, true);
#endif
  mi_option_set(mi_option_eager_commit_delay, 0);
#endif
}

void loopyc::takeMemoryInLargePieces() {
  touchVariables();
  allocateLargePages();
}
