// Looking inside: --print-after, --print-after-all and --print-changed, on
// standard error after stages and transformations.
#ifndef LOOPYC_DRIVER_DUMPS_H
#define LOOPYC_DRIVER_DUMPS_H

#include "loopyc/Driver/Options.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace driver {

class Dumps {
public:
  Dumps(const DumpOptions &options, llvm::raw_ostream &out)
      : options(options), out(out) {}

  void afterStage(Stage stage, const std::vector<Kernel> &kernels);
  void afterSchedule(const std::vector<ScheduledKernel> &kernels);
  // A pass of the front end or of the code generator; `what` it ran over.
  void afterPass(const std::string &name, const std::string &what,
                 const std::string &before, const std::string &after);
  void afterCodeGen(const std::vector<GeneratedFile> &files);
  void afterTransformation(const std::string &name, const Kernel &before,
                           const Kernel &after);
  // Throws UserError for a --print-after name that nothing had.
  void requireAllSeen() const;

private:
  bool wants(const std::string &name);
  void print(const std::string &after, const std::string &what,
             const std::string &text);

  const DumpOptions &options;
  llvm::raw_ostream &out;
  std::set<std::string> seen;
};

} // namespace driver
} // namespace loopyc

#endif
