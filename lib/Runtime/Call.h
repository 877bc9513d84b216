/* A call in progress: from loopyrt_begin to loopyrt_finish, or to
 * loopyrt_host_done where the original procedure runs instead. */
#ifndef RT_CALL_H
#define RT_CALL_H

#include "Table.h"

enum { RT_NAME_SIZE = 64 };

/* What the call does with the host's range of an array that is not present. */
enum rt_range { RT_RANGE_FREE, RT_RANGE_WANTED, RT_RANGE_HELD };

struct rt_argument {
  char name[RT_NAME_SIZE];
  char *address;
  size_t bytes;
  int access;
  int64_t read, written;    /* bytes that the kernel touches; -1: all */
  struct rt_entry *entry;   /* the present array that it lies in, or NULL */
  void *memory;             /* the copy for this call alone, or NULL */
  struct rt_layout *layout; /* of that copy; NULL: Fortran's order */
  bool from_host;           /* the copy is one of the host's values */
  bool apart;               /* it has a copy, whatever is written */
  void *view; /* a handle for its part of the entry's memory, or NULL */
  enum rt_range range;
  bool in_place; /* of that range only the kernel's elements are written */
  bool changed;  /* that range was written since it was copied */
};

struct loopyrt_call {
  char procedure[RT_NAME_SIZE];
  int target;
  const struct rt_device *device; /* NULL: it runs in the host's memory */
  int stream;
  int failed; /* the code of the first error, or 0 */
  bool next_apart; /* of the argument that is named next */
  struct rt_argument *arguments;
  int count, capacity;
  /* See Held.h. */
  int ranges; /* how many of the arguments other threads look at */
  bool listed, original;
  uint64_t ticket; /* since when it waits, or waited; 0: never */
  const void *thread;
  struct rt_workspace *workspace; /* of its launcher, or NULL */
  struct rt_timer timer;
  double
      start; /* LOOPYRT_PROFILE, without a device: when it could be launched */
  loopyrt_call *next;
};

static inline bool rt_writes(const struct rt_argument *argument) {
  return argument->access & (LOOPYRT_WRITE | LOOPYRT_OVERWRITE);
}

/* Finds or makes the handles of the argument's buffers in a layout (NULL:
 * Fortran's order, one buffer). 0, or the code of an error. */
int rt_resolve(loopyrt_call *call, struct rt_argument *argument,
               const struct rt_layout *layout, void **handles);

/* After a launch: the argument's values are where they belong. */
int rt_complete(const loopyrt_call *call, struct rt_argument *argument);

/* The host wrote the argument, if anything did. */
void rt_host_wrote(struct rt_argument *argument);

/* Frees what the call alone used. */
void rt_drop(const loopyrt_call *call, struct rt_argument *argument);

#endif
