// loopyc: Fortran with `!$loopy` regions and scripts to OpenCL, CUDA and C.
#include "Memory.h"

#include "loopyc/Driver/CrashHandler.h"
#include "loopyc/Driver/DeepStack.h"
#include "loopyc/Driver/Driver.h"

#include <cstdlib>

int main(int argc, char **argv) {
  loopyc::takeMemoryInLargePieces();
  return loopyc::driver::runOnDeepStack([&]() -> int {
    loopyc::driver::installCrashHandler();
    // The process ends here: a thread that ends hands its memory back piece by
    // piece.
    std::exit(loopyc::driver::runLoopyc(argc, argv));
  });
}
