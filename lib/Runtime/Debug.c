/* What programs must not do with present arrays. */
#include "Debug.h"
#include "Error.h"
#include "Gone.h"
#include "Pages.h"
#include "Remedy.h"
#include "Settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- The host's copies: a shadow of each is compared --- */

static pid_t process;

/* At the end of the program nothing else finds them. Child processes are not
 * the program. */
static void tell_memory_at_end(void) {
  if (getpid() != process)
    return;
  rt_lock();
  rt_tell_memory("warning");
  rt_unlock();
}

static bool tell_at_end(void) {
  process = getpid();
  return atexit(tell_memory_at_end) == 0;
}

void rt_watch_host(struct rt_entry *entry) {
  static bool registered;
  if (!rt_settings()->debug || !entry->device)
    return;
  if (!registered)
    registered = tell_at_end();
  if (!entry->shadow)
    entry->shadow = malloc(entry->bytes);
  if (entry->shadow)
    memcpy(entry->shadow, entry->base, entry->bytes);
}

void rt_host_written(struct rt_entry *entry, const struct rt_section *section) {
  if (entry->shadow)
    rt_copy_section(section, entry->base, entry->shadow, entry->base);
}

static int host_changed(const struct rt_entry *entry, size_t at) {
  char element[RT_ELEMENT_SIZE], place[RT_PLACE_SIZE] = "";
  char remedy[RT_REMEDY_SIZE];
  size_t end;
  if (rt_page_run(entry, at, at + 1, &end) == RT_WRITTEN)
    rt_place_text(&entry->pages->writer, place);
  return rt_fail(LOOPYRT_ERROR_HOST_CHANGED,
                 "the host's copy changed at %s%s%s%s while the array "
                 "is on the device; %s after changing it",
                 rt_element_text(&entry->shape, at, entry->bytes, element),
                 place[0] ? ", written at " : "", place, place[0] ? "," : "",
                 rt_remedy(RT_UPDATE_DEVICE, entry, remedy));
}

int rt_check_host(const struct rt_entry *entry, const void *address,
                  size_t bytes) {
  size_t at = (size_t)((const char *)address - entry->base), end = at + bytes;
  if (!entry->shadow)
    return LOOPYRT_SUCCESS;
  for (size_t next; at < end; at = next) {
    if (rt_page_run(entry, at, end, &next) == RT_CLOSED ||
        memcmp(entry->shadow + at, entry->base + at, next - at) == 0)
      continue;
    while (entry->shadow[at] == entry->base[at])
      ++at;
    return host_changed(entry, at);
  }
  return LOOPYRT_SUCCESS;
}

/* --- Arrays that left: the last ones, in a ring --- */

struct left {
  const char *base;
  size_t bytes;
  bool lost;
  uint64_t hash;  /* of the host's stale values, if lost */
  char place[64]; /* of the directive that let it leave, or "" */
};
enum { REMEMBERED = 256 };
static struct left ring[REMEMBERED];
static size_t next_in_ring;

static uint64_t hash_of(const void *address, size_t bytes) {
  const unsigned char *byte = address;
  uint64_t hash = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < bytes; ++i)
    hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
  return hash;
}

void rt_remember_exit(const struct rt_entry *entry, bool lost) {
  struct left *left = &ring[next_in_ring++ % REMEMBERED];
  left->base = entry->base;
  left->bytes = entry->bytes;
  left->lost = lost && rt_settings()->debug;
  left->hash = left->lost ? hash_of(entry->base, entry->bytes) : 0;
  snprintf(left->place, sizeof left->place, "%s",
           rt_directive() ? rt_directive() : "");
}

static bool overlaps(const struct left *left, const char *address,
                     size_t bytes) {
  return left->bytes && left->base < address + bytes &&
         address < left->base + left->bytes;
}

void rt_forget_exit(const void *address, size_t bytes) {
  for (size_t i = 0; i < REMEMBERED; ++i)
    if (overlaps(&ring[i], address, bytes))
      ring[i].bytes = 0;
}

const char *rt_left_at(const void *address) {
  for (size_t i = 0; i < REMEMBERED; ++i)
    if (overlaps(&ring[i], address, 1))
      return ring[i].place;
  return NULL;
}

/* Only a range that the program still has is looked at; what changed since was
 * given new values by the host. */
int rt_check_lost(const void *address, size_t bytes) {
  if (!rt_settings()->debug)
    return LOOPYRT_SUCCESS;
  for (size_t i = 0; i < REMEMBERED; ++i)
    if (ring[i].bytes == bytes && ring[i].base == address && ring[i].lost &&
        ring[i].hash == hash_of(address, bytes))
      return rt_fail(LOOPYRT_ERROR_AFTER_EXIT,
                     "it is read after %s dropped the device's values; copy "
                     "them out, or give it new ones",
                     ring[i].place[0] ? ring[i].place : "loopyrt_exit_data");
  return LOOPYRT_SUCCESS;
}
