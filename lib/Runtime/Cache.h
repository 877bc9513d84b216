/* The cache of compiled programs on disk.
 *
 * A file for each key: header, key, binary. Files are written under another
 * name and then renamed, so that a reader finds a whole file or none; the
 * header holds a checksum of all the rest, and the whole key is compared. */
#ifndef RT_CACHE_H
#define RT_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* The binary for a key, to be freed; NULL if there is none, or none that is
 * intact. */
void *rt_cache_load(const void *key, size_t key_bytes, size_t *bytes);

/* Keeps a binary; silently does not if the disk refuses. */
void rt_cache_store(const void *key, size_t key_bytes, const void *binary,
                    size_t bytes);

/* Removes a file that does not serve. */
void rt_cache_remove(const void *key, size_t key_bytes);

#endif
