// CUDA in check programs.
#include "CUDA/CUDATarget.h"

#include "llvm/Support/Path.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const deviceText =
    R"c(/* The CUDA device that a check program runs on. */
#include <cuda_runtime.h>

/* 0, or 2 with a message where there is no such device. */
static int open_device(int number, char *device, char *message, size_t size) {
  struct cudaDeviceProp properties;
  int device_count = 0;
  if (cudaGetDeviceCount(&device_count) != cudaSuccess ||
      number >= device_count || cudaSetDevice(number) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, number) != cudaSuccess) {
    snprintf(message, size, "no CUDA device");
    return 2;
  }
  snprintf(device, 128, "%.127s", properties.name);
  return 0;
}
)c";

static const LauncherCall launcherCall = {
    deviceText,
    "  cudaError_t error;\n"
    "  int missing = open_device(device_number, device, message, size);\n"
    "  if (missing)\n    return missing;\n",
    "  void *buffer_{0} = NULL;\n"
    "  error = cudaMalloc(&buffer_{0}, bytes_{0} ? bytes_{0} : 1);\n"
    "  if (error == cudaSuccess)\n    error = cudaMemcpy(buffer_{0}, "
    "staging_{0}, bytes_{0}, cudaMemcpyHostToDevice);\n"
    "  if (error != cudaSuccess) {{\n"
    "    snprintf(message, size, \"no device memory (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n",
    "buffer_{0}",
    "0",
    "",
    "  error = cudaDeviceSynchronize();\n"
    "  if (error != cudaSuccess) {\n"
    "    snprintf(message, size, \"the kernel failed (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n",
    "  error = cudaMemcpy(staging_{0}, buffer_{0}, bytes_{0}, "
    "cudaMemcpyDeviceToHost);\n"
    "  if (error != cudaSuccess) {{\n"
    "    snprintf(message, size, \"the results cannot be read (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n"
    "  cudaFree(buffer_{0});\n"};

namespace {

class CUDACheckSide : public CheckSide {
public:
  const LauncherCall &call() const override { return launcherCall; }
  bool compiles(const std::string &suffix) const override {
    return suffix == ".cu";
  }
  Words compilers() const override {
    return {"nvcc", "/usr/local/cuda/bin/nvcc"};
  }
  // Without an architecture there is PTX for any device.
  Words compilerOptions(bool toCarry) const override {
    return toCarry ? Words{"-O1", "-w"} : Words{"-O1", "-arch=native", "-w"};
  }
  Words libraries(const std::string &nvcc, bool toCarry) const override {
    namespace path = llvm::sys::path;
    std::string folder =
        path::parent_path(path::parent_path(nvcc)).str() + "/lib64";
    if (toCarry)
      return {"-L" + folder, "-lcudart_static", "-lstdc++", "-ldl",
              "-lrt",        "-lpthread"};
    return {"-L" + folder, "-Wl,-rpath," + folder, "-lcudart", "-lstdc++"};
  }
  Words deviceFiles() const override {
    Words files;
    for (int number = 0; number < 16; ++number)
      files.push_back("/dev/nvidia" + std::to_string(number));
    files.push_back("/dev/dxg"); // of Windows, below WSL
    return files;
  }
  const char *deviceName() const override { return "CUDA"; }
};

} // namespace

const CheckSide &codegen::cudaCheckSide() {
  static const CUDACheckSide side;
  return side;
}
