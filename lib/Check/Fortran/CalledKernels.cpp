// External subroutines that are kernels of the kernel language: what the
// original Fortran calls is plain C, as of any such kernel's oracle.
//
//   void smooth_(void *a0, void *a1) {
//     void *arguments[] = {a0, a1};
//     loopyc_called_smooth(arguments);
//   }
#include "Fortran/FortranOracle.h"

#include "KernelText/ReferenceProgram.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::check;

// As gfortran and flang call it: arguments are addresses.
static std::string subroutineText(const std::string &name, size_t arguments,
                                  const std::string &function) {
  std::string parameters, list;
  for (size_t k = 0; k < arguments; ++k) {
    std::string own = "a" + std::to_string(k);
    parameters += (k ? ", void *" : "void *") + own;
    list += (k ? ", " : "") + own;
  }
  return "\nvoid " + lowerCase(name) + "_(" +
         (arguments ? parameters : "void") + ") {\n  void *arguments[] = {" +
         (arguments ? list : "0") + "};\n  " + function +
         "(arguments);\n}\n";
}

const Words &FortranOracle::calledObjects() {
  if (ofCalled)
    return *ofCalled;
  ofCalled.emplace();
  for (const auto &[name, kernel] : input.called) {
    const std::string function = "loopyc_called_" + name;
    workspace.write(function + ".c",
                    referenceProgram(*kernel, function) +
                        subroutineText(name, kernel->arguments.size(),
                                       function));
    Words command = cCompiler();
    const std::string object = workspace.path(function + ".o");
    command.insert(command.end(),
                   {"-std=gnu11", "-w", "-O1", "-ffp-contract=off", "-c",
                    workspace.path(function + ".c"), "-o", object});
    CommandResult result = workspace.run(command, compileSeconds);
    if (!result.ok())
      throw InternalError("the kernel '" + name +
                          "' that the source calls does not compile: " +
                          firstError(result.errors));
    ofCalled->push_back(object);
  }
  return *ofCalled;
}
