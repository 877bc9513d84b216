/* What the interfaces for C and Fortran have in common. Functions return 0 or
 * the code of a recorded error, and take the table's lock themselves. */
#ifndef RT_DATA_H
#define RT_DATA_H

#include "Arrival.h"
#include "Section.h"
#include "Table.h"
#include "Transfer.h"

int rt_enter(const struct rt_section *section, int how,
             const struct rt_arrival *arrival);
int rt_exit(const struct rt_section *section, int how);
int rt_update(const struct rt_section *section, enum rt_direction direction);
/* Around a call for which the compiler packs a section: the copy has the host's
 * values, and leaves its own there. What is in no present array is left alone.
 */
int rt_before_packing(const struct rt_section *section);
int rt_after_unpacking(const struct rt_section *section);

int rt_present(const struct rt_section *section);
void *rt_address_on_device(void *address);

/* The address under which others may reach the values of a section of a present
 * array, when all launches have ended: the device's, or the host's. `staged`:
 * it is the host's array, which stands in for the device's, and whose values go
 * back by an update. */
int rt_use_on_device(const struct rt_section *section, void **address,
                     bool *staged);

/* The error for a range that only overlaps a present array. */
int rt_partly_present(const struct rt_entry *entry, const void *address,
                      size_t bytes);

#endif
