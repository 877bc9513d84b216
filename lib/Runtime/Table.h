/* The present table: host ranges that have a copy on a device, ordered by their
 * addresses, never overlapping. */
#ifndef RT_TABLE_H
#define RT_TABLE_H

#include "Layout.h"
#include "Place.h"
#include "Shape.h"

struct rt_pages;

struct rt_entry {
  char *base;
  size_t bytes;
  int references;                 /* enters without their exits */
  int uses;                       /* as argument of calls in progress */
  const struct rt_device *device; /* NULL: it stays on the host */
  void *memory;
  struct rt_layout *layout; /* of `memory`; NULL: Fortran's order */
  /* Which copies hold the array's values; one of them does, at least. */
  bool host_fresh, device_fresh;
  uint64_t readers, writers; /* streams whose launches may still be running */
  /* LOOPYRT_DEBUG: the host's copy as the runtime left it, and what of it the
   * program cannot touch. */
  char *shadow;
  struct rt_pages *pages;
  bool gone; /* its memory was given back, and that was told */
  const char *stack; /* that it lies on: rt_stack_top(), or NULL */
  /* For messages: see Arrival.h. */
  char name[64]; /* as it entered or as an argument of a call, or "" */
  struct rt_shape shape;
  char place[RT_PLACE_SIZE];
  bool in_region;
  const void *caller;
};

/* How a range lies to the present arrays. */
enum rt_relation { RT_INSIDE, RT_APART, RT_PARTLY };

/* The table, its entries and the lists around it are used under this lock. */
void rt_lock(void);
void rt_unlock(void);
/* False if others held it all the time. */
bool rt_lock_within(int seconds);
/* Gives it back until another thread tells of a change, and takes it again. */
void rt_wait_for_change(void);
void rt_tell_change(void);
/* Does this thread hold it? */
bool rt_holds_lock(void);
/* In a child process, where no other thread can give it back. */
void rt_renew_lock(void);

/* The entry that the range lies in, or overlaps. */
enum rt_relation rt_find(const void *address, size_t bytes,
                         struct rt_entry **entry);

/* A new entry, for a range that is apart; NULL if the host's memory is full. */
struct rt_entry *rt_insert(void *address, size_t bytes);
void rt_remove(struct rt_entry *entry);

/* The entries from the first address on; NULL behind the last. */
struct rt_entry *rt_entry_at(size_t position);

#endif
