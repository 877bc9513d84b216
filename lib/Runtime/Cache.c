/* The cache of compiled programs on disk. */
#include "Cache.h"
#include "Error.h"
#include "Settings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct header {
  char magic[8];
  uint64_t key_bytes, binary_bytes, checksum;
};
static const char magic[8] = "loopyrt1";

/* FNV-1a, from a seed. */
static uint64_t hash(uint64_t seed, const void *data, size_t bytes) {
  const unsigned char *byte = data;
  uint64_t value = UINT64_C(14695981039346656037) ^ seed;
  for (size_t i = 0; i < bytes; ++i)
    value = (value ^ byte[i]) * UINT64_C(1099511628211);
  return value;
}

/* --- Names --- */

/* The cache's folder, created; false if there is none. */
static bool folder(char path[PATH_MAX]) {
  const char *own = getenv("LOOPYRT_CACHE_DIR"),
             *all = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int length;
  if (!rt_settings()->cache)
    return false;
  if (own && *own)
    length = snprintf(path, PATH_MAX, "%s", own);
  else if (all && *all)
    length = snprintf(path, PATH_MAX, "%s/loopyrt", all);
  else if (home && *home)
    length = snprintf(path, PATH_MAX, "%s/.cache/loopyrt", home);
  else
    return false;
  if (length >= PATH_MAX)
    return false;
  for (char *slash = strchr(path + 1, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0777);
    *slash = '/';
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static bool file_of(const void *key, size_t key_bytes, char path[PATH_MAX]) {
  char directory[PATH_MAX];
  if (!folder(directory))
    return false;
  return snprintf(path, PATH_MAX, "%s/%016llx.bin", directory,
                  (unsigned long long)hash(0, key, key_bytes)) < PATH_MAX;
}

/* --- Reading --- */

static void *read_file(const char *path, size_t *bytes) {
  FILE *file;
  struct stat about;
  void *content = NULL;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) ||
      !(file = fopen(path, "rb")))
    return NULL;
  if (fstat(fileno(file), &about) == 0 && about.st_size > 0 &&
      (content = malloc((size_t)about.st_size))) {
    *bytes = fread(content, 1, (size_t)about.st_size, file);
    if (*bytes != (size_t)about.st_size) {
      free(content);
      content = NULL;
    }
  }
  fclose(file);
  return content;
}

static uint64_t checksum(const void *key, size_t key_bytes, const void *binary,
                         size_t bytes) {
  return hash(hash(bytes, key, key_bytes), binary, bytes);
}

static bool is_intact(const char *content, size_t bytes) {
  struct header header;
  if (bytes < sizeof header)
    return false;
  memcpy(&header, content, sizeof header);
  bytes -= sizeof header;
  if (memcmp(header.magic, magic, sizeof magic) != 0 ||
      header.key_bytes > bytes ||
      header.binary_bytes != bytes - header.key_bytes)
    return false;
  content += sizeof header;
  return header.checksum == checksum(content, header.key_bytes,
                                     content + header.key_bytes,
                                     header.binary_bytes);
}

static bool has_key(const char *content, const void *key, size_t key_bytes) {
  struct header header;
  memcpy(&header, content, sizeof header);
  return header.key_bytes == key_bytes &&
         memcmp(content + sizeof header, key, key_bytes) == 0;
}

void *rt_cache_load(const void *key, size_t key_bytes, size_t *bytes) {
  char path[PATH_MAX];
  size_t size = 0, front = sizeof(struct header) + key_bytes;
  char *content;
  if (!file_of(key, key_bytes, path) || !(content = read_file(path, &size)))
    return NULL;
  if (!is_intact(content, size)) {
    rt_log(1, "cache: %s is damaged: rebuilt", path);
    free(content);
    return NULL;
  }
  if (!has_key(content, key, key_bytes)) {
    free(content);
    return NULL;
  }
  *bytes = size - front;
  memmove(content, content + front, *bytes);
  rt_log(1, "cache: %s is used", path);
  return content;
}

/* --- Writing --- */

/* Processes that were killed leave files behind; after an hour nobody is
 * writing them any more. */
static void remove_leftovers(const char *directory) {
  DIR *listing = opendir(directory);
  struct dirent *item;
  char path[PATH_MAX];
  struct stat about;
  if (!listing)
    return;
  while ((item = readdir(listing)))
    if (strstr(item->d_name, ".bin.") &&
        snprintf(path, sizeof path, "%s/%s", directory, item->d_name) <
            PATH_MAX &&
        stat(path, &about) == 0 && about.st_mtime + 3600 < time(NULL))
      unlink(path);
  closedir(listing);
}

static bool write_all(int file, const void *data, size_t bytes) {
  const char *from = data;
  while (bytes) {
    ssize_t written = write(file, from, bytes);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    from += written;
    bytes -= (size_t)written;
  }
  return true;
}

static void log_unwritable(const char *path) {
  rt_log(1, "cache: %s cannot be written: %s", path, strerror(errno));
}

void rt_cache_store(const void *key, size_t key_bytes, const void *binary,
                    size_t bytes) {
  struct header header = {.key_bytes = key_bytes, .binary_bytes = bytes};
  char directory[PATH_MAX] = "its folder", path[PATH_MAX], temporary[PATH_MAX];
  bool written;
  int file;
  if (!folder(directory)) {
    if (rt_settings()->cache)
      log_unwritable(directory);
    return;
  }
  if (!file_of(key, key_bytes, path) ||
      snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= PATH_MAX)
    return;
  remove_leftovers(directory);
  file = mkstemp(temporary);
  if (file < 0) {
    log_unwritable(path);
    return;
  }
  memcpy(header.magic, magic, sizeof magic);
  header.checksum = checksum(key, key_bytes, binary, bytes);
  written = write_all(file, &header, sizeof header) &&
            write_all(file, key, key_bytes) && write_all(file, binary, bytes);
  written = close(file) == 0 && written;
  if (written && rename(temporary, path) == 0) {
    rt_log(1, "cache: %s is written", path);
    return;
  }
  log_unwritable(path);
  unlink(temporary);
}

void rt_cache_remove(const void *key, size_t key_bytes) {
  char path[PATH_MAX];
  if (file_of(key, key_bytes, path))
    unlink(path);
}
