/* The environment, read once. */
#ifndef RT_SETTINGS_H
#define RT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct rt_settings {
  int target;         /* LOOPYRT_DEVICE: an enum loopyrt_target, or 0 */
  int index;          /* its number of the device, or -1 */
  const char *device; /* the value as it stands; NULL: not set */
  char problem[256];  /* why a variable's value cannot be used, or "" */
  bool fallback;      /* LOOPYRT_FALLBACK=host */
  bool debug;         /* LOOPYRT_DEBUG=1 or heal */
  bool heal;          /* LOOPYRT_DEBUG=heal */
  bool check_assertions; /* LOOPYRT_CHECK_ASSERTIONS */
  bool host_data_on_host; /* LOOPYRT_HOST_DATA=host */
  int log;            /* LOOPYRT_LOG: 0 quiet, 1 calls and data, 2 all */
  const char
      *profile;   /* LOOPYRT_PROFILE: a file, "" for stderr, NULL for none */
  const char *print_limits; /* LOOPYRT_PRINT_LIMITS: as profile */
  size_t keep;    /* LOOPYRT_KEEP: bytes kept for later calls; SIZE_MAX: all */
  bool cache;     /* unless LOOPYRT_CACHE=0 */
  int local_rank; /* the MPI process's rank on this machine, or 0 */
  int rank;       /* the MPI process's rank, or -1: there is one process */
};

const struct rt_settings *rt_settings(void);

#endif
