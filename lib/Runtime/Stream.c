/* This thread's current stream, and waiting. */
#include "Stream.h"
#include "Device.h"
#include "Error.h"

static _Thread_local int current;

int rt_stream(void) { return current; }

static int check(int stream) {
  if (stream >= 0 && stream < LOOPYRT_STREAMS)
    return LOOPYRT_SUCCESS;
  return rt_fail(LOOPYRT_ERROR_SETTING, "stream %d: expected 0 to %d", stream,
                 LOOPYRT_STREAMS - 1);
}

int loopyrt_set_stream(int stream) {
  int status = check(stream);
  if (status == LOOPYRT_SUCCESS)
    current = stream;
  return status;
}

static int wait_for(const struct rt_device *device, int stream) {
  return device->wait(stream);
}

int loopyrt_wait(int stream) {
  int status = check(stream);
  return status == LOOPYRT_SUCCESS ? rt_each_device(wait_for, stream) : status;
}

int loopyrt_wait_all(void) {
  int status = LOOPYRT_SUCCESS;
  for (int stream = 0; stream < LOOPYRT_STREAMS && status == LOOPYRT_SUCCESS;
       ++stream)
    status = loopyrt_wait(stream);
  return status;
}
