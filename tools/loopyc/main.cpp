// loopyc: Fortran with `!$loopy` regions and scripts to OpenCL, CUDA and C.
#include "loopyc/Driver/CrashHandler.h"
#include "loopyc/Driver/DeepStack.h"
#include "loopyc/Driver/Driver.h"

int main(int argc, char **argv) {
  return loopyc::driver::runOnDeepStack([&] {
    loopyc::driver::installCrashHandler();
    return loopyc::driver::runLoopyc(argc, argv);
  });
}
