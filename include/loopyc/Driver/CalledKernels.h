// Kernels of the kernel language that Fortran calls (script::CalledKernel), as
// files of external subroutines, which the front end finds like those of the
// command line.
#ifndef LOOPYC_DRIVER_CALLEDKERNELS_H
#define LOOPYC_DRIVER_CALLEDKERNELS_H

#include "loopyc/Script/Host.h"

#include <string>
#include <vector>

namespace loopyc {
namespace driver {

class CalledKernels {
public:
  // Writes the files, which are gone with the object.
  explicit CalledKernels(const std::vector<script::CalledKernel> &kernels);
  ~CalledKernels();
  CalledKernels(const CalledKernels &) = delete;
  CalledKernels &operator=(const CalledKernels &) = delete;

  const std::vector<std::string> &files() const { return paths; }
  // Of the files that the front end read, those that are not these. Throws
  // UserError for a kernel that the source does not call.
  std::vector<std::string> others(const std::vector<std::string> &read) const;

private:
  const std::vector<script::CalledKernel> &kernels;
  std::string folder;
  std::vector<std::string> paths;
};

} // namespace driver
} // namespace loopyc

#endif
