#include "loopyc/Driver/CalledKernels.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

CalledKernels::CalledKernels(const std::vector<script::CalledKernel> &kernels)
    : kernels(kernels) {
  if (kernels.empty())
    return;
  llvm::SmallString<128> made;
  if (llvm::sys::fs::createUniqueDirectory("loopyc", made))
    throw UserError("cannot create a temporary directory for the procedures "
                    "that the source calls");
  folder = std::string(made);
  for (const script::CalledKernel &kernel : kernels) {
    paths.push_back(folder + "/" + kernel.name + ".f90");
    std::error_code error;
    llvm::raw_fd_ostream file(paths.back(), error);
    file << kernel.fortran;
    file.close();
    if (error || file.has_error())
      throw UserError("cannot write '" + paths.back() + "'");
  }
}

CalledKernels::~CalledKernels() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

std::vector<std::string>
CalledKernels::others(const std::vector<std::string> &read) const {
  for (size_t k = 0; k < kernels.size(); ++k)
    if (!llvm::is_contained(read, paths[k]))
      throw UserError("parse_fortran: nothing calls '" + kernels[k].name +
                      "' of functions= as an external subroutine; leave it "
                      "out, or see whether the source has one of this name "
                      "itself");
  std::vector<std::string> result;
  for (const std::string &file : read)
    if (!llvm::is_contained(paths, file))
      result.push_back(file);
  return result;
}
