// Runs the transform script: the second stage of the flow, between the front
// end (which the script calls as lp.parse_fortran) and the scheduler. The
// script is Python; its module `loopy` applies lib/Transform to kernels.
#ifndef LOOPYC_SCRIPT_SCRIPTRUNNER_H
#define LOOPYC_SCRIPT_SCRIPTRUNNER_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace script {

// Python code whose line N is line N of `fileName`: the transform blocks of a
// Fortran file, or a file of its own.
struct ScriptText {
  std::string text;
  std::string fileName;
};

// What kernels become, for the first --target.
struct GeneratedCode {
  std::string device, host; // whole files
  struct Function {
    std::string declaration, body; // without ";" and braces
  };
  std::vector<Function> functions; // on the device, one for each kernel
};

// A subroutine or region that has to stay on the host, and why.
struct Untranslated {
  std::string name;
  bool isRegion = false;
  Diagnostic reason;
};

struct ScriptOptions {
  // Run in this order, in one namespace.
  std::vector<ScriptText> scripts;
  // What the script finds as SOURCE and FILENAME.
  std::string source;
  std::string fileName;
  // --set NAME=VALUE, in order; a Python literal, else a string.
  std::vector<std::pair<std::string, std::string>> variables;

  // The front end, for lp.parse_fortran. `freeForm` unset: by the file name.
  std::function<TranslationUnit(const std::string &source,
                                const std::string &fileName,
                                std::optional<bool> freeForm)>
      parseFortran;
  // What parseFortran had to leave on the host: told where the script asks for
  // it.
  std::function<std::vector<Untranslated>()> untranslated;
  // lp.auto_test_vs_ref(ref, ctx, knl, parameters=...).
  std::function<void(const Kernel &reference, const Kernel &kernel,
                     const std::map<std::string, std::string> &parameters)>
      autoTestVsRef;
  // Where a function asks for a kernel's schedule.
  std::function<ScheduledKernel(const Kernel &)> schedule;
  // lp.generate_code and its kin.
  std::function<GeneratedCode(const std::vector<Kernel> &kernels)>
      generateCode;
  // Called after each transformation, for --print-after and --print-changed.
  std::function<void(const std::string &transformation, const Kernel &before,
                     const Kernel &after)>
      afterTransformation;
};

struct ScriptResult {
  std::vector<Kernel> kernels; // of RESULT, in order
  // Python files that the script imported, for depfiles; sorted.
  std::vector<std::string> importedFiles;
  // Did the script take all kernels of a unit, rather than some by their names?
  bool tookWholeUnit = false;
};

// Throws UserError, located at the script's line, for whatever the script does
// wrong; errors of transformations keep their own diagnostics and name the
// kernel. `print` goes to standard output.
ScriptResult runScript(const ScriptOptions &options);

// docs/script-reference.md, from the docstrings.
std::string scriptReference();

} // namespace script
} // namespace loopyc

#endif
