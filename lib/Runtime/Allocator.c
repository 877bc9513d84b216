#define _GNU_SOURCE /* dladdr1 */
#include "Allocator.h"

#include <stddef.h>
#include <stdint.h> /* and with it __GLIBC__ */

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <link.h>

static const char *const names[] = {
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"};
enum { NAMES = sizeof names / sizeof *names };

static struct function { uintptr_t begin, end; } functions[NAMES];

void rt_find_allocator(void) {
  for (int n = 0; n < NAMES; ++n) {
    void *address = dlsym(RTLD_DEFAULT, names[n]);
    const ElfW(Sym) *symbol = NULL;
    Dl_info info;
    if (!address || !dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT))
      continue;
    functions[n].begin = (uintptr_t)address;
    functions[n].end = (uintptr_t)address + (symbol ? symbol->st_size : 0);
  }
}

/* A frame is the address behind a call, which may be the function's last. */
static bool is_in(const struct function *function, uintptr_t frame) {
  return function->begin < frame && frame <= function->end;
}

bool rt_is_in_allocator(const struct rt_trace *trace) {
  for (int i = 0; i < trace->depth; ++i)
    for (int n = 0; n < NAMES; ++n)
      if (is_in(&functions[n], (uintptr_t)trace->frames[i]))
        return true;
  return false;
}

#else

void rt_find_allocator(void) {}

bool rt_is_in_allocator(const struct rt_trace *trace) {
  (void)trace;
  return false;
}

#endif
