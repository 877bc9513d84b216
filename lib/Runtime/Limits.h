/* LOOPYRT_PRINT_LIMITS: what of a device limits kernels, as a file for loopyc's
 * --device-limits. */
#ifndef RT_LIMITS_H
#define RT_LIMITS_H

#include <stdint.h>

/* 0: no limit, or one that the driver does not tell. */
struct rt_limits {
  char device[256];
  int64_t local_memory_bytes;
  int64_t work_group_size; /* all work-items */
  int64_t work_items[3];   /* along an axis */
  int64_t work_groups[3];  /* along an axis */
};

/* If the setting is there. */
void rt_print_limits(void (*find)(struct rt_limits *));

#endif
