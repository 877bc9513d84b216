/* Errors: a code and a sentence for each thread; warnings and traces. */
#include "Error.h"
#include "Settings.h"
#include "loopyrt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Build logs are long; the end of a longer one is cut off. */
enum { MESSAGE_SIZE = 8192 };

static _Thread_local int last_code;
static _Thread_local char last_message[MESSAGE_SIZE];

int rt_fail(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(last_message, sizeof last_message, format, arguments);
  va_end(arguments);
  last_code = code;
  return code;
}

int rt_out_of_memory(void) {
  return rt_fail(LOOPYRT_ERROR_MEMORY, "the host is out of memory");
}

void rt_error_in(const char *where) {
  size_t length = strlen(where) + 2, kept = strlen(last_message);
  if (length >= sizeof last_message)
    return;
  if (kept > sizeof last_message - 1 - length)
    kept = sizeof last_message - 1 - length;
  memmove(last_message + length, last_message, kept);
  memcpy(last_message, where, length - 2);
  memcpy(last_message + length - 2, ": ", 2);
  last_message[length + kept] = '\0';
}

void rt_print_error(void) {
  fflush(stdout); /* so that a program's own output stands before the error */
  fprintf(stderr, "loopyrt: error: %s\n", last_message);
}

void rt_print_now(const char *kind, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (ftrylockfile(stdout) == 0) {
    fflush(stdout);
    funlockfile(stdout);
  }
  dprintf(STDERR_FILENO, "loopyrt: %s: %s\n", kind, line);
}

void rt_log(int level, const char *format, ...) {
  char line[512];
  va_list arguments;
  if (rt_settings()->log < level)
    return;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fprintf(stderr, "loopyrt: %s\n", line);
}

const char *rt_launch_message(int status) {
  /* Positions are those of enum loopyc_launch_status in generated headers. */
  static const char *const messages[] = {
      "success",
      "an assumption of the kernel does not hold: see \"assumes\" in the comment "
      "above it in the generated code",
      "an array has more elements, or a loop more iterations, than 32-bit "
      "indices count; lp.set_options(knl, index_dtype=\"int64\") gives "
      "addresses 64 bits, and a loop that is spread is split into two",
      "the device cannot run work-groups of this size",
      "the device has too little local memory",
      "the grid has more work-groups than the device allows",
      "a buffer is smaller than the declared array",
      "the device lacks double precision",
      "the device's compiler refused the program",
      "no memory for a temporary array",
      "the driver refused the launch"};
  if (status < 0 || status >= (int)(sizeof messages / sizeof *messages))
    return "the launcher returned an unknown status";
  return messages[status];
}

int loopyrt_last_error(void) { return last_code; }

const char *loopyrt_error_message(void) { return last_message; }
