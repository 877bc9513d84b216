// C in check programs.
#include "C/CTarget.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const LauncherCall launcherCall = {
    "", "  (void)device_number;\n  strcpy(device, DEVICE_NAME);\n",
    "", "(void *)staging_{0}",
    "", "",
    "", ""};

namespace {

class CCheckSide : public CheckSide {
public:
  const LauncherCall &call() const override { return launcherCall; }
  Words compilerOptions(bool) const override { return {}; }
  Words kernelOptions() const override { return {"-fopenmp"}; }
  // The OpenMP runtime of whoever compiled it.
  Words libraries(const std::string &compiler, bool) const override {
    bool isClang = llvm::sys::path::filename(compiler).contains("clang");
    return {isClang ? "-lomp" : "-lgomp"};
  }
};

} // namespace

const CheckSide &codegen::cCheckSide() {
  static const CCheckSide side;
  return side;
}
