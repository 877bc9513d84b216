#include "LaunchValues.h"

#include "Variables.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/ReferenceTimes.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;
using poly::Set;

static void requireKnownAssumptions(const Kernel &kernel,
                                    const char *transformation) {
  Set assumptions = kernel.assumptions.flat().dropUnusedParams();
  for (const std::string &name : assumptions.names()) {
    VariablePtr var = kernel.findVariable(name);
    if (!var || var->isValue())
      continue;
    UserError error(std::string(transformation) + ": '" + name +
                        "' should have one value in kernel '" + kernel.name +
                        "', of which " + assumptions.str() +
                        " is assumed, but the kernel assigns it, and no "
                        "launcher can check the assumption; fuse without it, "
                        "or keep the kernels apart",
                    var->range);
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->assigns(name))
        error.note("it is assigned here", insn->range);
    throw error;
  }
}

// Scalars in the array's declaration or layout.
static std::set<std::string> shapeNames(const VariablePtr &array) {
  std::set<std::string> names;
  mapVariableExprs(array, [&](const Expr &e) {
    collectNames(e, names, names);
    return e;
  });
  return names;
}

namespace {

// Do instances of one instruction come before those of another?
class InstanceOrder {
public:
  explicit InstanceOrder(const Kernel &kernel)
      : kernel(kernel), instances(kernel), affine(kernel) {}

  bool before(int first, int second) {
    const Instruction &a = *kernel.instructions[first];
    const Instruction &b = *kernel.instructions[second];
    std::map<std::string, std::string> names;
    Substitution by;
    for (const std::string &iname : a.inames) {
      names[iname] = iname + "''";
      by[iname] = Expr::var(names[iname]);
    }
    ReferenceTime time;
    for (const Expr &component : a.time)
      time.push_back(substitute(component, by));
    return !instances.of(first)
                .rename(names)
                .intersect(instances.of(second))
                .intersect(timesOrdered(time, b.time, false, affine))
                .isEmpty();
  }

private:
  const Kernel &kernel;
  InstanceSets instances;
  BoundedAffine affine;
};

} // namespace

static bool usesArray(const InstructionPtr &insn, const std::string &array) {
  bool found = false;
  mapExprs(insn, [&](const Expr &e) {
    found = found || mentions(e, array);
    return e;
  });
  return found;
}

[[noreturn]] static void refuseSize(const Kernel &kernel, const Variable &array,
                                    const std::string &size,
                                    const Instruction &writer,
                                    const Instruction &user,
                                    const char *transformation) {
  throw UserError(std::string(transformation) + ": array '" + array.name +
                      "' of kernel '" + kernel.name +
                      "' should have one size, but it is declared with '" +
                      size + "', which '" + writer.id + "' changes before '" +
                      user.id + "' uses the array; keep the kernels apart",
                  user.range)
      .note("'" + size + "' is changed here", writer.range)
      .note("the array is declared here", array.range);
}

static void requireSteadySizes(const Kernel &given,
                               const char *transformation) {
  std::map<std::string, std::vector<int>> writers; // of scalars
  for (size_t i = 0; i < given.instructions.size(); ++i)
    for (const Expr &assignee : given.instructions[i]->assignees())
      if (const auto *var = assignee.getIf<VarRef>())
        writers[var->name].push_back(static_cast<int>(i));
  std::vector<std::pair<VariablePtr, std::string>> computed; // and its size
  for (const auto *list : {&given.arguments, &given.temporaries})
    for (const VariablePtr &array : *list)
      for (const std::string &size : shapeNames(array))
        if (writers.count(size))
          computed.push_back({array, size});
  if (computed.empty())
    return;
  Kernel kernel = expandRules(given);
  InstanceOrder order(kernel);
  for (const auto &[array, size] : computed)
    for (size_t user = 0; user < kernel.instructions.size(); ++user) {
      if (!usesArray(kernel.instructions[user], array->name))
        continue;
      for (int writer : writers[size])
        if (order.before(writer, static_cast<int>(user)))
          refuseSize(kernel, *array, size, *kernel.instructions[writer],
                     *kernel.instructions[user], transformation);
    }
}

void loopyc::requireLaunchValues(const Kernel &kernel,
                                 const char *transformation) {
  requireKnownAssumptions(kernel, transformation);
  requireSteadySizes(kernel, transformation);
}
