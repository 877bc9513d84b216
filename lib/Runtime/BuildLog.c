#include "BuildLog.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char build_log[6000];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void rt_keep_build_log(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&lock);
  vsnprintf(build_log, sizeof build_log, format, arguments);
  pthread_mutex_unlock(&lock);
  va_end(arguments);
}

int rt_build_failed(void) {
  return rt_fail(RT_LAUNCH_BUILD, "%s\n%s", rt_launch_message(RT_LAUNCH_BUILD),
                 build_log);
}
