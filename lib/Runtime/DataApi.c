/* Data functions as C programs call them. */
#include "Data.h"
#include "Error.h"

/* Says which function failed. */
static int in(const char *function, int status) {
  if (status != LOOPYRT_SUCCESS)
    rt_error_in(function);
  return status;
}

static struct rt_section range(const void *address, int64_t bytes) {
  return rt_whole((void *)address, bytes > 0 ? (size_t)bytes : 0);
}

int loopyrt_enter_data(void *address, int64_t bytes, int how) {
  struct rt_section section = range(address, bytes);
  struct rt_arrival arrival = {.caller = __builtin_return_address(0)};
  return in("loopyrt_enter_data", rt_enter(&section, how, &arrival));
}

int loopyrt_exit_data(void *address, int64_t bytes, int how) {
  struct rt_section section = range(address, bytes);
  return in("loopyrt_exit_data", rt_exit(&section, how));
}

int loopyrt_update_host(void *address, int64_t bytes) {
  struct rt_section section = range(address, bytes);
  return in("loopyrt_update_host", rt_update(&section, RT_TO_HOST));
}

int loopyrt_update_device(void *address, int64_t bytes) {
  struct rt_section section = range(address, bytes);
  return in("loopyrt_update_device", rt_update(&section, RT_TO_DEVICE));
}

static int update_section(const char *function, enum rt_direction direction,
                          void *address, int64_t element, int dimensions,
                          const int64_t counts[], const int64_t strides[]) {
  struct rt_section section;
  if (dimensions < 0 || dimensions > RT_MAX_RANK || element < 0)
    return in(function, rt_fail(LOOPYRT_ERROR_SHAPE,
                                "%d dimensions of %lld bytes each: expected "
                                "0 to %d dimensions",
                                dimensions, (long long)element, RT_MAX_RANK));
  section =
      rt_make_section(address, (size_t)element, dimensions, counts, strides);
  return in(function, rt_update(&section, direction));
}

int loopyrt_update_host_section(void *address, int64_t element, int dimensions,
                                const int64_t counts[],
                                const int64_t strides[]) {
  return update_section("loopyrt_update_host_section", RT_TO_HOST, address,
                        element, dimensions, counts, strides);
}

int loopyrt_update_device_section(void *address, int64_t element,
                                  int dimensions, const int64_t counts[],
                                  const int64_t strides[]) {
  return update_section("loopyrt_update_device_section", RT_TO_DEVICE, address,
                        element, dimensions, counts, strides);
}

int loopyrt_is_present(const void *address, int64_t bytes) {
  struct rt_section section = range(address, bytes);
  return rt_present(&section);
}

void *loopyrt_device_address(void *address) {
  void *result = rt_address_on_device(address);
  if (!result)
    rt_error_in("loopyrt_device_address");
  return result;
}
