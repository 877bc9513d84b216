// What a kernel of the kernel language was made from, as the functions that
// join kernels need it: a kernel that calls others is made when these are
// known.
#ifndef LOOPYC_LIB_SCRIPT_RECIPE_H
#define LOOPYC_LIB_SCRIPT_RECIPE_H

#include "Arguments.h"
#include "KernelClass.h"

#include "loopyc/KernelLanguage/MakeKernel.h"

#include <map>
#include <set>

namespace loopyc {
namespace script {

struct KernelRecipe {
  language::KernelSource source;
  std::map<std::string, Expr> fixedParameters;
  bool isFunction = false;   // made by make_function
  bool isTransformed = false; // since it was made
};

// loopy.OpenKernel: calls kernels that are not known yet. Only a recipe: there
// is no kernel that could be transformed.
struct OpenHandle {
  std::shared_ptr<const KernelRecipe> made;
};

void addOpenKernelClass(pybind11::module_ &module);

// Null if it is something else.
const OpenHandle *asOpen(pybind11::handle object);

// Throws UserError with a place in the texts.
Kernel makeKernel(const KernelRecipe &recipe);
// A kernel, or an open one.
pybind11::object made(KernelRecipe recipe);
// {"a, b": np.float32}: several names of one type may share a key.
std::map<std::string, Type> typesIn(const Arguments &args,
                                    const char *parameter);
// What the kernel was made from. Throws UserError for one that has no recipe.
const KernelRecipe &languageRecipe(const Arguments &args,
                                   const char *parameter);
// The kernel with a recipe that knows more functions or operations: an open one
// is made, if now it can; another uses none of these.
pybind11::object withRecipe(pybind11::handle kernel, KernelRecipe recipe);
// An open kernel is used as if it were none: says which call is left.
[[noreturn]] void refuseOpen(const OpenHandle &open);

} // namespace script
} // namespace loopyc

#endif
