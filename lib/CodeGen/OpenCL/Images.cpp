#include "OpenCL/Images.h"

#include "OpenCL/OpenCLDialect.h"
#include "loopyc/IR/Images.h"

using namespace loopyc;
using namespace loopyc::codegen;

// --- in kernels

std::string OpenCLDialect::imageType(size_t axes) const {
  static const char *const types[] = {"image1d_buffer_t", "image2d_t",
                                      "image3d_t"};
  return std::string("__read_only ") + types[axes - 1];
}

// "i", "(int2)(j, i)", "(int4)(k, j, i, 0)"
static std::string coordinateText(const std::vector<std::string> &coordinates) {
  std::string list;
  for (const std::string &coordinate : coordinates)
    list += (list.empty() ? "" : ", ") + coordinate;
  switch (coordinates.size()) {
  case 1: return list;
  case 2: return "(int2)(" + list + ")";
  default: return "(int4)(" + list + ", 0)";
  }
}

static std::string readText(const std::string &suffix, const std::string &image,
                            const std::vector<std::string> &coordinates) {
  return "read_image" + suffix + "(" + image + ", " +
         coordinateText(coordinates) + ").x";
}

// What is smaller than int is computed with as int, and a channel gives none.
std::string
OpenCLDialect::imageElement(const std::string &image,
                            const std::vector<std::string> &coordinates,
                            Type type) const {
  auto [function, definition] = imageFunction(coordinates.size(), type);
  if (!function.empty()) {
    std::string list = image;
    for (const std::string &coordinate : coordinates)
      list += ", " + coordinate;
    return function + "(" + list + ")";
  }
  const char *suffix = type.isReal() ? "f" : type.isUnsigned() ? "ui" : "i";
  std::string cast = type.bytes < 4 ? "(" + typeName(type) + ") " : "";
  return cast + readText(suffix, image, coordinates);
}

std::pair<std::string, std::string>
OpenCLDialect::imageFunction(size_t axes, Type type) const {
  if (type.bytes != 8)
    return {};
  std::vector<std::string> first = {"x", "y", "z"}, parameters, second;
  first.resize(axes);
  for (const std::string &coordinate : first)
    parameters.push_back("int " + coordinate);
  second = first;
  first[0] = "2 * x";
  second[0] = "2 * x + 1";
  std::string name = "read_image_" + typeSuffix(type) + "_" +
                     std::to_string(axes) + "d";
  std::string list = imageType(axes) + " image";
  for (const std::string &parameter : parameters)
    list += ", " + parameter;
  return {name, helperPrefix() + " " + typeName(type) + " " + name + "(" +
                    list + ") {\n  return as_" + typeName(type) +
                    "((uint2)(" + readText("ui", "image", first) +
                    ",\n                 " + readText("ui", "image", second) +
                    "));\n}\n"};
}

// --- in launchers

static std::string channelType(Type type) {
  if (type.bytes == 8)
    return "CL_UNSIGNED_INT32"; // a half of it
  if (type.isReal())
    return "CL_FLOAT";
  return (type.isUnsigned() ? "CL_UNSIGNED_INT" : "CL_SIGNED_INT") +
         std::to_string(8 * type.bytes);
}

std::vector<HostImage> codegen::hostImages(KernelData &data) {
  std::vector<HostImage> result;
  for (const Storage *storage : data.arguments())
    if (storage->isImage)
      result.push_back({storage, data.identifiers().fresh(
                                     storage->identifiers.front() + "_image")});
  return result;
}

void codegen::writeHostImages(KernelData &data,
                              const std::vector<HostImage> &images,
                              Helpers &helpers, TextBuilder &out) {
  for (const HostImage &image : images) {
    const Variable &array = *image.storage->var;
    std::string extents;
    for (size_t axis : imageAxes(array)) {
      bool isHalves = extents.empty() && array.type.bytes == 8;
      extents += (extents.empty() ? "" : ", ") +
                 std::string(isHalves ? "INT64_C(2) * " : "") +
                 extentText(data, *image.storage, axis, helpers);
    }
    out.line("cl_mem " + image.name + " = image_of(queue, " +
             image.storage->identifiers.front() + ", " +
             channelType(array.type) + ", " +
             std::to_string(array.axes.size()) + ", (const int64_t[]) {" +
             extents + "}, &status);");
  }
}

const char *const codegen::hostImageText =
    R"(/* Has the device images? */
static int has_images(cl_command_queue queue) {
  cl_device_id device;
  cl_bool support = CL_FALSE;
  return clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) ==
             CL_SUCCESS &&
         clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof support, &support, NULL) ==
             CL_SUCCESS &&
         support;
}

/* A buffer of which an image can be made: the array's own, but where it is part of another, which
 * not all devices take; of an array without elements one that nobody reads. */
static cl_mem buffer_for_image(cl_command_queue queue, cl_context context, cl_mem array,
                               int has_elements, cl_int *error) {
  size_t bytes = 16;
  cl_mem whole = NULL, copy;
  *error = CL_SUCCESS;
  if (has_elements) {
    *error = clGetMemObjectInfo(array, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL);
    if (*error == CL_SUCCESS && !whole)
      *error = clRetainMemObject(array);
    if (*error != CL_SUCCESS || !whole)
      return array;
    clGetMemObjectInfo(array, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  }
  copy = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, error);
  if (*error == CL_SUCCESS && has_elements)
    *error = clEnqueueCopyBuffer(queue, array, copy, 0, 0, bytes, 0, NULL, NULL);
  if (*error == CL_SUCCESS && has_elements && follow(queue) != LOOPYC_SUCCESS)
    *error = CL_OUT_OF_RESOURCES;
  return copy;
}

static void CL_CALLBACK release_after(cl_event event, cl_int status, void *image) {
  (void) event;
  (void) status;
  release(image);
}

/* Releases the image once all that was enqueued has run. PoCL's kernels look at it then, and nothing
 * else keeps it until they do. */
static void release_behind(cl_command_queue queue, cl_mem image) {
  cl_event ran = NULL;
  if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &ran) != CL_SUCCESS ||
      clSetEventCallback(ran, CL_COMPLETE, release_after, image) != CL_SUCCESS) {
    clFinish(queue);
    release(image);
  }
  if (ran)
    clReleaseEvent(ran);
}

static void CL_CALLBACK release_with(cl_mem image, void *buffer) {
  (void) image;
  release(buffer);
}

/* An image of elements that lie packed in the buffer, the buffer itself where there is one axis.
 * NULL, and why in `status`. */
static cl_mem image_of(cl_command_queue queue, cl_mem array, cl_channel_type type, int axes,
                       const int64_t *extents, int *status) {
  static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D,
                                             CL_MEM_OBJECT_IMAGE3D};
  cl_image_format format = {CL_R, type};
  cl_image_desc description;
  size_t origin[3] = {0, 0, 0}, size[3] = {1, 1, 1};
  cl_context context;
  cl_mem image = NULL, buffer = NULL;
  cl_int error = CL_SUCCESS;
  int axis, has_elements = array != NULL;
  for (axis = 0; axis < axes; ++axis)
    has_elements = has_elements && extents[axis] > 0;
  for (axis = 0; has_elements && axis < axes; ++axis)
    size[axis] = (size_t) extents[axis];
  if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL)) {
    *status = LOOPYC_ERROR_LAUNCH;
    return NULL;
  }
  if (axes == 1)
    buffer = buffer_for_image(queue, context, array, has_elements, &error);
  memset(&description, 0, sizeof description);
  description.image_type = types[axes - 1];
  description.image_width = size[0];
  description.image_height = axes > 1 ? size[1] : 0;
  description.image_depth = axes > 2 ? size[2] : 0;
  description.buffer = buffer;
  if (error == CL_SUCCESS)
    image = clCreateImage(context, axes == 1 ? 0 : CL_MEM_READ_ONLY, &format, &description, NULL,
                          &error);
  if (buffer && (!image || clSetMemObjectDestructorCallback(image, release_with, buffer)))
    release(buffer);
  if (error != CL_SUCCESS) {
    *status = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
                      error == CL_OUT_OF_HOST_MEMORY
                  ? LOOPYC_ERROR_MEMORY
                  : LOOPYC_ERROR_IMAGE;
    return NULL;
  }
  if (has_elements && axes > 1) {
    error = clEnqueueCopyBufferToImage(queue, array, image, 0, origin, size, 0, NULL, NULL);
    if (error != CL_SUCCESS || follow(queue) != LOOPYC_SUCCESS)
      *status = LOOPYC_ERROR_LAUNCH;
  }
  return image;
}

)";
