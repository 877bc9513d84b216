/* What a compiler packs into a copy, or unpacks from one: a section that lies
 * in no single present array, but some of whose elements do, as one component
 * of all the structures of an array, `c(:)%q(2)`, where each `c(i)%q` entered
 * by itself. */
#ifndef RT_GATHERED_H
#define RT_GATHERED_H

#include "Section.h"
#include "Table.h"

/* Calls `function` for each part of the section that lies in one present array,
 * in the order of addresses along the section, until it returns something else
 * than 0, which is returned. Under the table's lock. */
int rt_each_present_part(const struct rt_section *section,
                         int (*function)(struct rt_entry *,
                                         const struct rt_section *));

#endif
