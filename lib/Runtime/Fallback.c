#include "Fallback.h"
#include "Settings.h"
#include "loopyrt.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The procedures that were reported. */
struct reported {
  struct reported *next;
  char procedure[];
};
static struct reported *all_reported;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool rt_may_fall_back(int error) {
  bool launch_status = error > 0 && error < LOOPYRT_ERROR_SETTING;
  return rt_settings()->fallback &&
         (launch_status || error == LOOPYRT_ERROR_NO_DEVICE ||
          error == LOOPYRT_ERROR_MEMORY || error == RT_ERROR_ON_HOST);
}

static bool is_new(const char *procedure) {
  struct reported *item;
  for (item = all_reported; item; item = item->next)
    if (strcmp(item->procedure, procedure) == 0)
      return false;
  item = malloc(sizeof *item + strlen(procedure) + 1);
  if (item) {
    strcpy(item->procedure, procedure);
    item->next = all_reported;
    all_reported = item;
  }
  return true;
}

void rt_report_fallback(const char *procedure) {
  pthread_mutex_lock(&lock);
  if (is_new(procedure))
    fprintf(stderr, "loopyrt: warning: %s runs on the host: %s\n", procedure,
            loopyrt_error_message());
  pthread_mutex_unlock(&lock);
}
