// The Python classes of kernels, translation units, instructions and data:
// handles to immutable C++ values.
#ifndef LOOPYC_LIB_SCRIPT_KERNELCLASS_H
#define LOOPYC_LIB_SCRIPT_KERNELCLASS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/KernelLanguage/MakeKernel.h"

#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

struct KernelRecipe;

// loopy.LoopKernel
struct KernelHandle {
  std::shared_ptr<const Kernel> kernel;
  // Of the kernel language, what it was made from (Recipe.h).
  std::shared_ptr<const KernelRecipe> made = nullptr;
};

// loopy.TranslationUnit
struct UnitHandle {
  std::vector<std::shared_ptr<const Kernel>> kernels;
  // Of kernels whose order is decided (CodeClasses.h).
  std::map<std::shared_ptr<const Kernel>, std::string> schedules = {};
};

// loopy.Instruction: with its kernel, in which its names are looked up.
struct InstructionHandle {
  std::shared_ptr<const Kernel> kernel;
  InstructionPtr insn;
};

// loopy.GlobalArg, loopy.ValueArg, loopy.TemporaryVariable: of a kernel, or made
// by a script, as make_kernel takes them.
struct VariableHandle {
  std::shared_ptr<const Kernel> kernel;
  VariablePtr variable;
  std::shared_ptr<const language::Declaration> declaration = nullptr;
};

void addKernelClasses(pybind11::module_ &module);
void addDataClasses(pybind11::module_ &module);

pybind11::object toPython(std::shared_ptr<const Kernel> kernel);
pybind11::object toPython(UnitHandle unit);
pybind11::object toPython(const std::shared_ptr<const Kernel> &kernel,
                          InstructionPtr insn);
pybind11::object toPython(const std::shared_ptr<const Kernel> &kernel,
                          VariablePtr variable);

// What print(knl) shows.
std::string kernelText(const Kernel &kernel);

// Null if it is something else.
const KernelHandle *asKernel(pybind11::handle object);
const UnitHandle *asUnit(pybind11::handle object);
const InstructionHandle *asInstruction(pybind11::handle object);
const VariableHandle *asVariable(pybind11::handle object);

// The kernels of a kernel, a unit, or a list or tuple of these; nullopt for
// anything else.
std::optional<std::vector<std::shared_ptr<const Kernel>>>
kernelsOf(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
