/* Where the values of a present array are, and how they get to where they are
 * needed. The host's array is the hub between two devices. Under the table's
 * lock. */
#ifndef RT_RESIDENCY_H
#define RT_RESIDENCY_H

#include "Section.h"
#include "Table.h"

/* Gives the entry memory on a device in a layout, and (with `values`) the
 * array's values; an entry on another device, or in another layout, moves. */
int rt_to_device(struct rt_entry *entry, const struct rt_device *device,
                 const struct rt_layout *layout, int stream, bool values);

/* Brings the array's values to the host's array. */
int rt_to_host(struct rt_entry *entry, int stream);

/* Copies a section to the host, or from the host. */
int rt_section_to_host(struct rt_entry *entry, int stream,
                       const struct rt_section *section);
int rt_section_to_device(struct rt_entry *entry, int stream,
                         const struct rt_section *section);

/* Copies bytes of the array, as the device has them, to memory that is not the
 * array's; of a copy in another layout, whole elements. */
int rt_fetch(struct rt_entry *entry, int stream, size_t offset, size_t bytes,
             void *to);

/* The host's values of a section, which the device may have, are new. */
int rt_host_changed(struct rt_entry *entry, int stream,
                    const struct rt_section *section);

/* Lets `stream` wait for what other streams must do before it. */
int rt_order_after(struct rt_entry *entry, int stream, bool writes);

/* Frees the device's copy, whatever it holds. */
void rt_free_memory(struct rt_entry *entry);

#endif
