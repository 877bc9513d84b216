/* Arrays that stay on the device: enter, exit, update. */
#include "Data.h"
#include "Debug.h"
#include "Error.h"
#include "Fallback.h"
#include "Gathered.h"
#include "Gone.h"
#include "HandlerStack.h"
#include "Remedy.h"
#include "Residency.h"
#include "Settings.h"
#include "Stack.h"
#include "Stream.h"

int rt_partly_present(const struct rt_entry *entry, const void *address,
                      size_t bytes) {
  char name[RT_SHAPE_SIZE], entered[RT_ENTERED_SIZE];
  return rt_fail(LOOPYRT_ERROR_OVERLAP,
                 "the array (%zu bytes at %p) lies partly in %s (%zu bytes at "
                 "%p), which is present%s, and partly outside; arrays enter "
                 "whole, and leave before they are deallocated",
                 bytes, address, rt_name_of(entry, "another array", name),
                 entry->bytes, (void *)entry->base,
                 rt_entered_at(entry, " (entered at ", ")", entered));
}

static int is_not_present(const struct rt_section *section) {
  char remedy[RT_REMEDY_SIZE];
  return rt_fail(LOOPYRT_ERROR_NOT_PRESENT,
                 "the array (%zu bytes at %p) is not present; %s before",
                 section->span, (void *)section->first,
                 rt_remedy(RT_ENTER, NULL, remedy));
}

/* `place`: of the directive by which it left; "" if that was a call. */
static int has_left(const struct rt_section *section, const char *place) {
  char remedy[RT_REMEDY_SIZE];
  return rt_fail(LOOPYRT_ERROR_AFTER_EXIT,
                 "the array (%zu bytes at %p) is used after %s%s; %s before",
                 section->span, (void *)section->first,
                 place[0] ? "it left at " : "loopyrt_exit_data", place,
                 rt_uses_directives(NULL) ? rt_remedy(RT_ENTER, NULL, remedy)
                                          : "let it enter again");
}

/* The present array that a section lies in. */
static int find_present(const struct rt_section *section,
                        struct rt_entry **entry) {
  const char *left_at;
  switch (rt_find(section->first, section->span, entry)) {
  case RT_INSIDE:
    return LOOPYRT_SUCCESS;
  case RT_PARTLY:
    return rt_partly_present(*entry, section->first, section->span);
  default:
    break;
  }
  left_at = rt_left_at(section->first);
  return left_at ? has_left(section, left_at) : is_not_present(section);
}

/* The same, when no present array's memory was given back: whoever copies to
 * such memory faults while the lock is held. */
static int find_in_memory(const struct rt_section *section,
                          struct rt_entry **entry) {
  int status = rt_check_memory();
  return status == LOOPYRT_SUCCESS ? find_present(section, entry) : status;
}

/* Copies a new entry's values to the device, if there is one. */
static int fill(struct rt_entry *entry, int how) {
  const struct rt_device *device;
  int status = rt_choose_home(&device);
  if (status != LOOPYRT_SUCCESS || !device)
    return status;
  status =
      rt_to_device(entry, device, NULL, rt_stream(), how == LOOPYRT_COPYIN);
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (how == LOOPYRT_CREATE) /* nothing was written yet: no value is lost */
    entry->device_fresh = true;
  rt_watch_host(entry);
  return LOOPYRT_SUCCESS;
}

/* Its pages may be closed to this thread, whoever calls kernels. */
static void watch_stack(struct rt_entry *entry) {
  rt_note_stack(entry);
  if (entry->stack)
    rt_give_handler_stack();
}

static int enter_new(const struct rt_section *section, int how,
                     const struct rt_arrival *arrival) {
  struct rt_entry *entry;
  int status;
  if (!rt_is_contiguous(section))
    return rt_fail(
        LOOPYRT_ERROR_SHAPE,
        "the array is not contiguous; enter the array that it is a section of");
  entry = rt_insert(section->first, section->span);
  if (!entry)
    return rt_out_of_memory();
  rt_keep_arrival(entry, arrival);
  if (rt_settings()->debug)
    watch_stack(entry);
  status = fill(entry, how);
  /* It stays on the host, and so will the kernels that use it. */
  if (status == LOOPYRT_SUCCESS || rt_may_fall_back(status)) {
    rt_forget_exit(section->first, section->span);
    return LOOPYRT_SUCCESS;
  }
  rt_free_memory(entry);
  rt_remove(entry);
  return status;
}

static int check_how(int how, const char *first, const char *second) {
  if (how == 0 || how == 1)
    return LOOPYRT_SUCCESS;
  return rt_fail(LOOPYRT_ERROR_SETTING, "how is %d; expected %s or %s", how,
                 first, second);
}

static int count_or_enter(const struct rt_section *section, int how,
                          const struct rt_arrival *arrival) {
  struct rt_entry *entry;
  switch (rt_find(section->first, section->span, &entry)) {
  case RT_INSIDE:
    ++entry->references;
    return LOOPYRT_SUCCESS;
  case RT_PARTLY:
    return rt_partly_present(entry, section->first, section->span);
  case RT_APART:
    break;
  }
  return enter_new(section, how, arrival);
}

int rt_enter(const struct rt_section *section, int how,
             const struct rt_arrival *arrival) {
  int status = check_how(how, "loopyrt_copyin", "loopyrt_create");
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (!section->span)
    return LOOPYRT_SUCCESS;
  rt_lock();
  rt_begin_data();
  status = rt_check_memory();
  if (status == LOOPYRT_SUCCESS)
    status = count_or_enter(section, how, arrival);
  rt_end_data();
  rt_unlock();
  return status;
}

static int fail_in_use(void) {
  return rt_fail(LOOPYRT_ERROR_IN_USE,
                 "the array is an argument of a call in progress");
}

/* The end of an array's presence. The device's values come out even if no
 * kernel wrote them: the program may have used the host's array for something
 * else. */
static int leave(struct rt_entry *entry, int how) {
  struct rt_section whole = rt_whole(entry->base, entry->bytes);
  bool lost = how == LOOPYRT_DELETE && !entry->host_fresh;
  int status = LOOPYRT_SUCCESS;
  if (entry->uses)
    return fail_in_use();
  if (how == LOOPYRT_COPYOUT &&
      (status = rt_check_host(entry, entry->base, entry->bytes)) ==
          LOOPYRT_SUCCESS)
    status = rt_section_to_host(entry, rt_stream(), &whole);
  if (status != LOOPYRT_SUCCESS)
    return status;
  rt_free_memory(entry);
  rt_remember_exit(entry, lost);
  rt_remove(entry);
  return LOOPYRT_SUCCESS;
}

int rt_exit(const struct rt_section *section, int how) {
  struct rt_entry *entry;
  int status = check_how(how, "loopyrt_copyout", "loopyrt_delete");
  if (status != LOOPYRT_SUCCESS)
    return status;
  if (!section->span)
    return LOOPYRT_SUCCESS;
  rt_lock();
  rt_begin_data();
  status = find_in_memory(section, &entry);
  if (status == LOOPYRT_SUCCESS && entry->references > 1)
    --entry->references;
  else if (status == LOOPYRT_SUCCESS)
    status = leave(entry, how);
  rt_end_data();
  rt_unlock();
  return status;
}

int rt_update(const struct rt_section *section, enum rt_direction direction) {
  struct rt_entry *entry;
  int status;
  if (!section->span)
    return LOOPYRT_SUCCESS;
  rt_lock();
  rt_begin_data();
  status = find_in_memory(section, &entry);
  if (status == LOOPYRT_SUCCESS)
    status = direction == RT_TO_HOST
                 ? rt_section_to_host(entry, rt_stream(), section)
                 : rt_section_to_device(entry, rt_stream(), section);
  rt_end_data();
  rt_unlock();
  return status;
}

static int to_host(struct rt_entry *entry, const struct rt_section *part) {
  int status = rt_check_host(entry, part->first, part->span);
  return status == LOOPYRT_SUCCESS
             ? rt_section_to_host(entry, rt_stream(), part)
             : status;
}

static int to_device(struct rt_entry *entry, const struct rt_section *part) {
  return rt_section_to_device(entry, rt_stream(), part);
}

/* The copy has an element from wherever it is, so that the section need not lie
 * in one present array. */
static int each_part(const struct rt_section *section,
                     int (*function)(struct rt_entry *,
                                     const struct rt_section *)) {
  struct rt_entry *entry;
  int status;
  if (!section->span)
    return LOOPYRT_SUCCESS;
  rt_lock();
  status = rt_check_memory();
  if (status == LOOPYRT_SUCCESS)
    switch (rt_find(section->first, section->span, &entry)) {
    case RT_INSIDE:
      status = function(entry, section);
      break;
    case RT_PARTLY:
      status = rt_each_present_part(section, function);
      break;
    case RT_APART:
      break;
    }
  rt_unlock();
  return status;
}

int rt_before_packing(const struct rt_section *section) {
  return each_part(section, to_host);
}

int rt_after_unpacking(const struct rt_section *section) {
  return each_part(section, to_device);
}

int rt_present(const struct rt_section *section) {
  struct rt_entry *entry;
  enum rt_relation relation;
  rt_lock();
  relation = rt_find(section->first, section->span, &entry);
  rt_unlock();
  return relation == RT_INSIDE;
}

/* The program may write there: the host's values count as old from now on. */
static void *hand_out(struct rt_entry *entry, char *address) {
  if (!entry->device)
    return address;
  if (entry->layout && entry->uses) {
    fail_in_use();
    return NULL;
  }
  if (rt_to_device(entry, entry->device, NULL, rt_stream(), true) !=
      LOOPYRT_SUCCESS)
    return NULL;
  entry->host_fresh = false;
  if (entry->device->target == LOOPYRT_TARGET_OPENCL)
    return entry->memory;
  return (char *)entry->memory + (address - entry->base);
}

void *rt_address_on_device(void *address) {
  struct rt_section section = rt_whole(address, 1);
  struct rt_entry *entry;
  void *result = NULL;
  rt_lock();
  rt_begin_data();
  if (find_in_memory(&section, &entry) == LOOPYRT_SUCCESS)
    result = hand_out(entry, address);
  rt_end_data();
  rt_unlock();
  return result;
}

/* OpenCL's memory has no addresses; and who gets one must know what to do with
 * it, as not every MPI does. */
static bool has_address(const struct rt_entry *entry) {
  return !entry->device || (entry->device->target != LOOPYRT_TARGET_OPENCL &&
                            !rt_settings()->host_data_on_host);
}

static int use(struct rt_entry *entry, const struct rt_section *section,
               void **address, bool *staged) {
  char name[RT_SHAPE_SIZE];
  *staged = !has_address(entry);
  *address = *staged ? section->first : hand_out(entry, section->first);
  if (!*staged)
    return *address ? LOOPYRT_SUCCESS : loopyrt_last_error();
  rt_log(1, "host_data: %s goes through the host's array",
         rt_name_of(entry, "an array", name));
  return rt_section_to_host(entry, rt_stream(), section);
}

int rt_use_on_device(const struct rt_section *section, void **address,
                     bool *staged) {
  struct rt_entry *entry;
  int status;
  *address = section->first;
  *staged = false;
  if (!section->span)
    return LOOPYRT_SUCCESS;
  rt_lock();
  rt_begin_data();
  status = find_in_memory(section, &entry);
  if (status == LOOPYRT_SUCCESS)
    status = use(entry, section, address, staged);
  rt_end_data();
  rt_unlock();
  return status == LOOPYRT_SUCCESS ? loopyrt_wait_all() : status;
}
