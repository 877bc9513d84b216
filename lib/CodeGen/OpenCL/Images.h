// Images (loopyc/IR/Images.h) in OpenCL. Kernels read by read_imagef and its
// like without a sampler, which is: the nearest element, and coordinates that
// count elements. All have channels of one component, for these alone all
// devices take in types of 8 to 32 bits; an element of 64 bits is two
// neighbours of 32.
//
//   u[i, j] : float, C's order    image2d_t u;  read_imagef(u, (int2)(j, i)).x
//   u[i] : double     image1d_buffer_t u;  as_double of elements 2*i, 2*i + 1
//
// Launchers take buffers. One axis is an image of the buffer itself; with more,
// each launch copies the buffer to an image, on the device.
#ifndef LOOPYC_LIB_CODEGEN_OPENCL_IMAGES_H
#define LOOPYC_LIB_CODEGEN_OPENCL_IMAGES_H

#include "Host/Launcher.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// What a launcher passes for an argument.
struct HostImage {
  const Storage *storage = nullptr;
  std::string name; // of the image's variable
};

std::vector<HostImage> hostImages(KernelData &data);

// "cl_mem u_image = image_of(queue, u, CL_FLOAT, 2, ...);"
void writeHostImages(KernelData &data, const std::vector<HostImage> &images,
                     Helpers &helpers, TextBuilder &out);

// has_images and image_of; behind `release` and `follow`.
extern const char *const hostImageText;

} // namespace codegen
} // namespace loopyc

#endif
