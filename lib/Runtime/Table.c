/* The present table: a sorted array, searched by halving. */
#include "Table.h"
#include "Pages.h"
#include "Settings.h"
#include "Watched.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct rt_entry **entries;
static size_t count, capacity;
static _Thread_local bool holds_lock;

void rt_lock(void) {
  pthread_mutex_lock(&lock);
  holds_lock = true;
}

void rt_unlock(void) {
  holds_lock = false;
  pthread_mutex_unlock(&lock);
}

void rt_wait_for_change(void) {
  holds_lock = false;
  pthread_cond_wait(&change, &lock);
  holds_lock = true;
}

void rt_tell_change(void) { pthread_cond_broadcast(&change); }

bool rt_lock_within(int seconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  holds_lock = pthread_mutex_timedlock(&lock, &end) == 0;
  return holds_lock;
}

void rt_renew_lock(void) {
  if (!holds_lock)
    pthread_mutex_init(&lock, NULL);
}

bool rt_holds_lock(void) { return holds_lock; }

/* How many entries begin at or before an address. */
static size_t begun_at(const char *address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (entries[middle]->base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

enum rt_relation rt_find(const void *address, size_t bytes,
                         struct rt_entry **entry) {
  const char *begin = address, *end = begin + (bytes ? bytes : 1);
  size_t next = begun_at(begin);
  if (next > 0 && begin < entries[next - 1]->base + entries[next - 1]->bytes) {
    *entry = entries[next - 1];
    return end <= (*entry)->base + (*entry)->bytes ? RT_INSIDE : RT_PARTLY;
  }
  if (next < count && entries[next]->base < end) {
    *entry = entries[next];
    return RT_PARTLY;
  }
  *entry = NULL;
  return RT_APART;
}

static bool make_room(void) {
  size_t larger = capacity ? 2 * capacity : 64;
  struct rt_entry **moved;
  if (count < capacity)
    return true;
  moved = realloc(entries, larger * sizeof *entries);
  if (!moved)
    return false;
  entries = moved;
  capacity = larger;
  return true;
}

static void publish(void) {
  if (rt_settings()->debug)
    rt_publish_watched();
}

struct rt_entry *rt_insert(void *address, size_t bytes) {
  struct rt_entry *entry = calloc(1, sizeof *entry);
  size_t position = begun_at(address);
  if (!entry || !make_room()) {
    free(entry);
    return NULL;
  }
  memmove(entries + position + 1, entries + position,
          (count - position) * sizeof *entries);
  entries[position] = entry;
  ++count;
  entry->base = address;
  entry->bytes = bytes;
  entry->references = 1;
  entry->host_fresh = true;
  publish();
  return entry;
}

struct rt_entry *rt_entry_at(size_t position) {
  return position < count ? entries[position] : NULL;
}

void rt_remove(struct rt_entry *entry) {
  size_t position = begun_at(entry->base) - 1;
  --count;
  memmove(entries + position, entries + position + 1,
          (count - position) * sizeof *entries);
  rt_drop_pages(entry);
  publish();
  free(entry->shadow);
  free(entry);
}
