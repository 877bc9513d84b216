#include "Callees.h"

#include "Remake.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::script;
using language::KernelSource;

static std::string argumentNames(const Kernel &kernel) {
  std::string names;
  for (const VariablePtr &argument : kernel.arguments)
    names += (names.empty() ? "" : ", ") + argument->name;
  return names;
}

// Calls pass values in the order of the arguments.
static void requireSameArguments(const Kernel &made, const Kernel &now,
                                 const char *joining) {
  std::string before = argumentNames(made), after = argumentNames(now);
  if (before != after)
    throw UserError(std::string(joining) + ": kernel '" + now.name +
                    "' is called, and was made with the arguments " + before +
                    "; now they are " + after +
                    "; write them so in make_function");
}

static void refuseUnsaid(const Kernel &kernel, const char *joining) {
  if (!kernel.reductionsAcross.empty())
    throw UserError(std::string(joining) + ": kernel '" + kernel.name +
                    "' is called, and set_reduction was applied to '" +
                    kernel.reductionsAcross.begin()->first +
                    "' in it; apply it to the kernel that calls");
}

static KernelSource remadeSource(const KernelHandle &handle,
                                 const char *joining) {
  KernelSource source =
      sourceOf(handle.made->source, remakeOf(handle, joining));
  source.loops.tags = handle.kernel->inameTags;
  source.loops.slabs = handle.kernel->slabs;
  source.loops.priority = handle.kernel->loopPriority;
  return source;
}

// With the numbers that it has by now in place of parameters.
static KernelRecipe fixedRecipe(const Callee &callee) {
  KernelRecipe recipe = *callee.made;
  if (callee.kernel)
    recipe.fixedParameters = callee.kernel->fixedParameters;
  return recipe;
}

KernelSource script::sourceAsMade(const Callee &callee, const char *joining) {
  KernelRecipe recipe = fixedRecipe(callee);
  if (recipe.fixedParameters.empty())
    return recipe.source;
  KernelHandle handle;
  handle.kernel = std::make_shared<const Kernel>(makeKernel(recipe));
  handle.made = callee.made;
  return remadeSource(handle, joining);
}

KernelSource script::sourceAsItIs(const Callee &callee, const char *joining) {
  if (!callee.isChanged())
    return sourceAsMade(callee, joining);
  refuseUnsaid(*callee.kernel, joining);
  requireSameArguments(makeKernel(fixedRecipe(callee)), *callee.kernel,
                       joining);
  return remadeSource({callee.kernel, callee.made}, joining);
}
