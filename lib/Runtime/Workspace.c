#include "Workspace.h"
#include "Error.h"
#include "Pool.h"

#include <stdlib.h>

struct rt_workspace {
  const struct rt_device *device; /* NULL: the host's memory */
  int stream;
  size_t bytes;
  void *memory;
  bool in_use;
  struct rt_workspace *next;
};

/* The one that was used last comes first. */
static struct rt_workspace *workspaces;

void *rt_workspace_memory(const struct rt_workspace *workspace) {
  return workspace->memory;
}

static void unlink_workspace(struct rt_workspace *workspace) {
  struct rt_workspace **place = &workspaces;
  while (*place != workspace)
    place = &(*place)->next;
  *place = workspace->next;
}

static void link_first(struct rt_workspace *workspace) {
  workspace->next = workspaces;
  workspaces = workspace;
}

/* Launches that still use it: the driver frees it in time. */
static void free_workspace(struct rt_workspace *workspace) {
  unlink_workspace(workspace);
  if (!workspace->device)
    free(workspace->memory);
  else if (workspace->device->attach() == LOOPYRT_SUCCESS)
    workspace->device->release(workspace->memory);
  free(workspace);
}

/* --- What is kept --- */

size_t rt_idle_workspaces(void) {
  size_t bytes = 0;
  for (const struct rt_workspace *w = workspaces; w; w = w->next)
    if (!w->in_use)
      bytes += w->bytes;
  return bytes;
}

static struct rt_workspace *oldest(const struct rt_device *device) {
  struct rt_workspace *result = NULL;
  for (struct rt_workspace *w = workspaces; w; w = w->next)
    if (!w->in_use && (!device || w->device == device))
      result = w;
  return result;
}

void rt_trim_workspaces(const struct rt_device *device, size_t keep) {
  struct rt_workspace *last;
  while (rt_idle_workspaces() > keep && (last = oldest(device)))
    free_workspace(last);
}

/* --- Taking and giving --- */

/* In steps of an eighth at least: sizes that change a little from call to call
 * do not ask the driver each time. */
static size_t rounded(size_t bytes) {
  size_t step = 4096;
  while (step < bytes / 16)
    step *= 2;
  return (bytes + step - 1) / step * step;
}

static int allocate(const struct rt_device *device, size_t bytes,
                    struct rt_workspace *workspace) {
  if (!device) {
    workspace->memory = malloc(bytes);
    return workspace->memory ? LOOPYRT_SUCCESS : rt_out_of_memory();
  }
  return rt_allocate(device, bytes, &workspace->memory);
}

static int make(const struct rt_device *device, int stream, size_t bytes,
                struct rt_workspace **result) {
  struct rt_workspace *made = calloc(1, sizeof *made);
  int status = made ? LOOPYRT_SUCCESS : rt_out_of_memory();
  *result = NULL;
  if (!made)
    return status;
  made->device = device;
  made->stream = stream;
  made->bytes = rounded(bytes);
  status = allocate(device, made->bytes, made);
  if (status != LOOPYRT_SUCCESS) { /* what is needed may just fit */
    made->bytes = bytes;
    status = allocate(device, bytes, made);
  }
  if (status != LOOPYRT_SUCCESS) {
    free(made);
    return status;
  }
  rt_log(1, "a workspace of %zu bytes for stream %d", made->bytes, stream);
  link_first(made);
  *result = made;
  return LOOPYRT_SUCCESS;
}

/* The smallest of the stream's that is large enough, or else its largest. The
 * host's memory is left when a call ends, whatever the stream. */
static struct rt_workspace *find(const struct rt_device *device, int stream,
                                 size_t bytes) {
  struct rt_workspace *best = NULL;
  for (struct rt_workspace *w = workspaces; w; w = w->next) {
    if (w->in_use || w->device != device || (device && w->stream != stream))
      continue;
    if (!best ||
        (best->bytes < bytes ? w->bytes > best->bytes
                             : w->bytes >= bytes && w->bytes < best->bytes))
      best = w;
  }
  return best;
}

int rt_take_workspace(const struct rt_device *device, int stream, size_t bytes,
                      struct rt_workspace **workspace) {
  struct rt_workspace *found = find(device, stream, bytes);
  int status = LOOPYRT_SUCCESS;
  if (found && found->bytes < bytes) { /* it grows */
    free_workspace(found);
    found = NULL;
  }
  if (!found)
    status = make(device, stream, bytes, &found);
  if (found)
    found->in_use = true;
  *workspace = found;
  return status;
}

void rt_give_workspace(struct rt_workspace *workspace) {
  workspace->in_use = false;
  unlink_workspace(workspace);
  link_first(workspace);
  rt_keeps();
}
