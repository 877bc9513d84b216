/* A call in progress: from loopyrt_begin to loopyrt_finish, or to
 * loopyrt_host_done where the original procedure runs instead. */
#ifndef RT_CALL_H
#define RT_CALL_H

#include "Table.h"

enum { RT_NAME_SIZE = 64 };

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
int rt_resolve(const loopyrt_call *call, struct rt_argument *argument,
               const struct rt_layout *layout, void **handles);

/* After a launch: the argument's values are where they belong. */
int rt_complete(const loopyrt_call *call, struct rt_argument *argument);

/* The host wrote the argument, if anything did. */
void rt_host_wrote(struct rt_argument *argument);

/* Frees what the call alone used. */
void rt_drop(const loopyrt_call *call, struct rt_argument *argument);

#endif
