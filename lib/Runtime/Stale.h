/* Host copies that are older than the device's (LOOPYRT_DEBUG=1, heal): their
 * pages are closed, and who touches them is found.
 *
 *   read   an error, if the device has another value there
 *   write  none yet: the program may tell of it. The page is open from then on;
 *          an update of the device that takes pages with it which the program
 *          left as they were is the error, and so is no update at all (Debug.h)
 *
 * LOOPYRT_DEBUG=heal warns instead, and brings the device's values. Under the
 * table's lock. */
#ifndef RT_STALE_H
#define RT_STALE_H

#include "Section.h"
#include "Table.h"

/* A kernel may have written the range on the device. */
void rt_host_is_stale(struct rt_entry *entry, const char *address,
                      size_t bytes);

/* The runtime, or a driver for it, is about to touch the section on the host.
 */
void rt_open_host(const struct rt_section *section);

/* 0, or the error that the section's values on the host are about to replace
 * newer ones, beside others that the program wrote. */
int rt_check_update(struct rt_entry *entry, int stream,
                    const struct rt_section *section);

#endif
