#ifndef DEVICE_OPENCL_H
#define DEVICE_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include "device.h"

#include <CL/cl.h>

struct device {
  cl_device_id id;
  cl_device_type type;
  cl_context context;
  cl_command_queue queue;
  cl_event event; /* of what was enqueued last */
  char name[256];
};

#endif
