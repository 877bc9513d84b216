/* The environment, read once. */
#include "Settings.h"
#include "loopyrt.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rt_settings settings;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;

/* The value of a variable that is set to something. */
static const char *value_of(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

static bool is_on(const char *name) {
  const char *value = value_of(name);
  return value && strcmp(value, "0") != 0;
}

/* A whole text as a number that is not negative, or -1. */
static int natural(const char *text) {
  char *end;
  long number;
  errno = 0;
  number = strtol(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno || number > INT_MAX)
    return -1;
  return (int)number;
}

/* What stands behind `kind` in `text`: "" or ":N"; NULL: another kind. */
static const char *after_kind(const char *text, const char *kind) {
  size_t length = strlen(kind);
  if (strncmp(text, kind, length) != 0)
    return NULL;
  return text[length] == '\0' || text[length] == ':' ? text + length : NULL;
}

/* A variable that is 0 or 1. */
static bool read_switch(const char *name, bool otherwise) {
  const char *value = value_of(name);
  if (!value)
    return otherwise;
  if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
    snprintf(settings.problem, sizeof settings.problem,
             "%s is \"%s\"; expected 0 or 1", name, value);
  return strcmp(value, "1") == 0;
}

/* A variable that is 0 (NULL), 1 ("", for stderr) or a file's name. */
static const char *read_output(const char *name) {
  if (!is_on(name))
    return NULL;
  return strcmp(value_of(name), "1") == 0 ? "" : value_of(name);
}

/* A number of bytes: 1000, 64K, 16M, 2G. */
static size_t read_bytes(const char *name, size_t otherwise) {
  static const char units[] = "KMG";
  const char *value = value_of(name), *unit;
  unsigned long long number;
  int shift = 0;
  char *end;
  if (!value)
    return otherwise;
  errno = 0;
  number = strtoull(value, &end, 10);
  if (*end && (unit = strchr(units, *end))) {
    shift = 10 * (int)(unit - units + 1);
    ++end;
  }
  if (*value < '0' || *value > '9' || *end || errno ||
      number > SIZE_MAX >> shift)
    snprintf(
        settings.problem, sizeof settings.problem,
        "%s is \"%s\"; expected a number of bytes, as 0, 4096, 64K, 16M or "
        "2G",
        name, value);
  return (size_t)number << shift;
}

static int read_level(const char *name) {
  const char *value = value_of(name);
  int level = value ? natural(value) : 0;
  if (level < 0)
    snprintf(settings.problem, sizeof settings.problem,
             "%s is \"%s\"; expected 0, 1 or 2", name, value);
  return level;
}

/* KIND, KIND:N or N. */
static void read_device(const char *text) {
  const char *rest = NULL;
  settings.index = -1;
  settings.device = text;
  if (!text)
    return;
  if (strcmp(text, "c") == 0) {
    settings.target = LOOPYRT_TARGET_C;
    return;
  }
  if ((rest = after_kind(text, "opencl")))
    settings.target = LOOPYRT_TARGET_OPENCL;
  else if ((rest = after_kind(text, "cuda")))
    settings.target = LOOPYRT_TARGET_CUDA;
  if (rest && *rest == '\0')
    return;
  settings.index = natural(rest ? rest + 1 : text);
  if (settings.index < 0)
    snprintf(settings.problem, sizeof settings.problem,
             "LOOPYRT_DEVICE is \"%s\"; expected opencl, opencl:N, cuda, "
             "cuda:N, c, or N, the "
             "number of a device",
             text);
}

/* A variable that is `host`, or not set. */
static bool read_host(const char *name) {
  const char *value = value_of(name);
  bool is_host = value && strcmp(value, "host") == 0;
  if (value && !is_host)
    snprintf(settings.problem, sizeof settings.problem,
             "%s is \"%s\"; expected host", name, value);
  return is_host;
}

static void read_debug(const char *name) {
  const char *value = value_of(name);
  settings.heal = value && strcmp(value, "heal") == 0;
  settings.debug = settings.heal || (value && strcmp(value, "1") == 0);
  if (value && !settings.debug && strcmp(value, "0") != 0)
    snprintf(settings.problem, sizeof settings.problem,
             "%s is \"%s\"; expected 0, 1 or heal", name, value);
}

/* No MPI library is linked: each launcher of processes tells the rank, and the
 * rank on the machine, in variables of its own. */
static const char *const local_rank_names[] = {"OMPI_COMM_WORLD_LOCAL_RANK",
                                               "MPI_LOCALRANKID",
                                               "MV2_COMM_WORLD_LOCAL_RANK",
                                               "PMI_LOCAL_RANK",
                                               "PALS_LOCAL_RANKID",
                                               "SLURM_LOCALID",
                                               NULL};
static const char *const rank_names[] = {
    "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
    "PALS_RANKID",          "SLURM_PROCID",        NULL};

static int first_natural(const char *const names[], int otherwise) {
  for (; *names; ++names) {
    const char *value = value_of(*names);
    if (value && natural(value) >= 0)
      return natural(value);
  }
  return otherwise;
}

static void read_settings(void) {
  read_device(value_of("LOOPYRT_DEVICE"));
  settings.fallback = read_host("LOOPYRT_FALLBACK");
  settings.host_data_on_host = read_host("LOOPYRT_HOST_DATA");
  read_debug("LOOPYRT_DEBUG");
  settings.check_assertions = read_switch("LOOPYRT_CHECK_ASSERTIONS", false);
  settings.log = read_level("LOOPYRT_LOG");
  settings.profile = read_output("LOOPYRT_PROFILE");
  settings.print_limits = read_output("LOOPYRT_PRINT_LIMITS");
  settings.keep = read_bytes("LOOPYRT_KEEP", SIZE_MAX);
  settings.cache = read_switch("LOOPYRT_CACHE", true);
  settings.local_rank = first_natural(local_rank_names, 0);
  settings.rank = first_natural(rank_names, -1);
}

const struct rt_settings *rt_settings(void) {
  pthread_once(&settings_once, read_settings);
  return &settings;
}
