// The functions of module `loopy`: one table entry is what Python calls, what
// `help()` prints, and what docs/script-reference.md is made from.
#ifndef LOOPYC_LIB_SCRIPT_FUNCTION_H
#define LOOPYC_LIB_SCRIPT_FUNCTION_H

#include "Arguments.h"

#include "loopyc/IR/Kernel.h"

#include <variant>
#include <vector>

namespace loopyc {
namespace script {

// What a parameter names. In a translation unit of several kernels, a kernel
// that has nothing of that name (Some...: none of the names) is left as it is;
// each name must be one of some kernel.
enum class Names {
  Nothing,
  Iname,
  Variable,
  SomeInames,
  SomeVariables,
  Rule,          // a substitution rule
  Instruction,   // a match query
  InstructionIds // ids, or a match query
};

struct Parameter {
  const char *name;         // "*name" and "**name" take what remains
  const char *defaultValue; // Python; null: must be given
  const char *meaning;
  Names names = Names::Nothing;
  const char *alias = nullptr; // another name of it, which keywords may have
};

// The first one of most functions.
inline constexpr Parameter kernelParameter = {
    "kernel", nullptr, "a kernel or a translation unit"};

// Rewrites one kernel. Called for each kernel of a translation unit; what it
// returns is verified, and recorded in the kernel's history with the remarks.
using KernelFunction = Kernel (*)(const Kernel &kernel, const Arguments &args,
                                  Remarks &remarks);
// Anything else.
using ObjectFunction = py::object (*)(const Arguments &args);

struct Function {
  const char *name;
  std::vector<const char *> aliases; // the seeds' other generation of names
  const char *summary;
  std::vector<Parameter> parameters; // of a KernelFunction, the kernel first
  const char *errors; // when it refuses
  const char *origin; // seed and section
  std::variant<KernelFunction, ObjectFunction> call;
};

// A chapter of the reference.
struct FunctionGroup {
  const char *title;
  const char *introduction;
  std::vector<Function> functions;
};

// One for each file *Functions.cpp, in the order of the reference.
FunctionGroup sourceFunctions();
FunctionGroup makeFunctions();
FunctionGroup callFunctions();
FunctionGroup defineFunctions();
FunctionGroup remakeFunctions();
FunctionGroup inameFunctions();
FunctionGroup parameterFunctions();
FunctionGroup dataFunctions();
FunctionGroup storageFunctions();
FunctionGroup instructionFunctions();
FunctionGroup reductionFunctions();
FunctionGroup privateFunctions();
FunctionGroup ruleFunctions();
FunctionGroup expressionFunctions();
FunctionGroup stagingFunctions();
FunctionGroup kernelFunctions();
FunctionGroup codeFunctions();
FunctionGroup statsFunctions();
const std::vector<FunctionGroup> &functionGroups();

// name(kernel, x, y=None)
std::string signature(const Function &fn);
// The signature's parameters, as Python's inspect module reads them.
std::string docstring(const Function &fn);

// Adds every function, under all its names, to the module.
void addFunctions(py::module_ &module);

} // namespace script
} // namespace loopyc

#endif
