#include "Assumption.h"
#include "Error.h"
#include "loopyrt.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char told[1024];

void rt_forget_assumption(void) { told[0] = '\0'; }

static void add(const char *format, ...) RT_PRINTF(1, 2);

static void add(const char *format, ...) {
  size_t used = strlen(told);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(told + used, sizeof told - used, format, arguments);
  va_end(arguments);
}

/* "n mod 16 = 0, and n is 17, m is 3"; the first one that fails counts. */
void loopyrt_assumption_fails(const char *assumption, const char *names,
                              const int64_t *values) {
  if (told[0])
    return;
  add("%s", assumption);
  for (int i = 0; *names; ++i) {
    size_t length = strcspn(names, ";");
    add("%s%.*s is %" PRId64, i ? ", " : ", and ", (int)length, names,
        values[i]);
    names += length + (names[length] == ';');
  }
}

int rt_assumption_failed(void) {
  if (!told[0])
    return rt_fail(RT_LAUNCH_ASSUMPTION, "%s",
                   rt_launch_message(RT_LAUNCH_ASSUMPTION));
  return rt_fail(RT_LAUNCH_ASSUMPTION,
                 "an assumption of the kernel does not hold: %s", told);
}
