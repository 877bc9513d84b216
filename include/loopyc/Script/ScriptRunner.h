// Runs the transform script: the second stage of the flow, between the front
// end (which the script calls as lp.parse_fortran) and the scheduler. The
// script is Python; its module `loopy` applies lib/Transform to kernels, and
// asks the Host for everything else.
#ifndef LOOPYC_SCRIPT_SCRIPTRUNNER_H
#define LOOPYC_SCRIPT_SCRIPTRUNNER_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Script/Host.h"

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

struct ScriptOptions {
  // Run in this order, in one namespace.
  std::vector<ScriptText> scripts;
  // What the script finds as SOURCE and FILENAME.
  std::string source;
  std::string fileName;
  // What a file in the kernel language holds: found by their names.
  std::vector<Kernel> kernels;
  // --set NAME=VALUE, in order; a Python literal, else a string.
  std::vector<std::pair<std::string, std::string>> variables;
};

struct ScriptResult {
  std::vector<Kernel> kernels; // of RESULT, in order
  // Python files that the script imported, for depfiles; sorted.
  std::vector<std::string> importedFiles;
};

// Throws UserError, located at the script's line, for whatever the script does
// wrong; errors of transformations keep their own diagnostics and name the
// kernel. `print` goes to standard output.
ScriptResult runScript(const ScriptOptions &options, Host &host);

// Those of module loopy, as scripts call them.
std::vector<std::string> functionNames();

// docs/script-reference.md, from the docstrings.
std::string scriptReference();

} // namespace script
} // namespace loopyc

#endif
