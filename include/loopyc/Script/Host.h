// What a script asks of the program that runs it: the stages before and after
// it, and the eyes on it. lib/Driver answers with its own stages and options,
// so that a script never gets other kernels or code than the run itself.
#ifndef LOOPYC_SCRIPT_HOST_H
#define LOOPYC_SCRIPT_HOST_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

// A kernel of the kernel language that Fortran calls as an external subroutine.
struct CalledKernel {
  std::string name;
  std::string fortran;                  // the subroutine
  std::shared_ptr<const Kernel> kernel; // what --check calls
};

// Fortran as scripts hand it over.
struct SourceText {
  std::string text;
  std::string fileName;
  std::optional<bool> freeForm; // unset: by the file name
  std::vector<CalledKernel> functions = {};
};

// A subroutine or region that has to stay on the host, and why.
struct Untranslated {
  std::string name;
  bool isRegion = false;
  Diagnostic reason;
};

// What kernels become, for the first --target.
struct GeneratedCode {
  std::string device, host; // whole files
  struct Function {
    std::string declaration, body; // without ";" and braces
  };
  std::vector<Function> functions; // on the device, one for each kernel
};

class Host {
public:
  virtual ~Host() = default;

  // --- before the script
  // lp.parse_fortran
  virtual TranslationUnit parseFortran(const SourceText &source) = 0;
  // What parseFortran had to leave: told where the script asks for it.
  virtual std::vector<Untranslated> untranslated() const = 0;
  // Why a procedure or region of this name, in any case of letters, has no
  // kernel; nullopt if the sources have none.
  virtual std::optional<Diagnostic>
  whyNoKernel(const std::string &name) const = 0;
  // The script in the source's own blocks; nullopt if it has none.
  virtual std::optional<std::string>
  scriptIn(const SourceText &source) const = 0;

  // --- beside it
  // After each transformation, for --print-after and --print-changed.
  virtual void transformed(const std::string &transformation,
                           const Kernel &before, const Kernel &after) = 0;

  // --- after it
  // lp.preprocess_kernel
  virtual Kernel preprocessed(const Kernel &kernel) const = 0;
  virtual ScheduledKernel scheduled(const Kernel &kernel) const = 0;
  // lp.generate_code and its kin
  virtual GeneratedCode generated(const std::vector<Kernel> &kernels) const = 0;
  // lp.auto_test_vs_ref(ref, ctx, knl, parameters=...); throws UserError where
  // results differ.
  virtual void
  compare(const Kernel &reference, const Kernel &kernel,
          const std::map<std::string, std::string> &parameters) = 0;
};

} // namespace script
} // namespace loopyc

#endif
