//   y[ix[i]] = x[i]     ix asserted to be injective: iterations of i write
//                       different elements of y
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;

static const char *const assertMapName = "assert_map";

[[noreturn]] static void refuse(const Variable &var, const std::string &what) {
  throw UserError(std::string(assertMapName) + ": '" + var.name + "' " + what,
                  var.range);
}

static void requireMap(const Kernel &kernel, const Variable &var,
                       const MapFacts &facts) {
  if (var.isTable())
    refuse(var, "is a table, whose values are known; nothing needs to be "
                "asserted of them");
  if (!var.type.isInteger() || var.isValue())
    refuse(var, "is no integer array or scalar in memory that could be a map: "
                "it is " +
                    var.type.fortran());
  if ((facts.increasing || facts.strictlyIncreasing) && var.visibleAxes() != 1)
    refuse(var, "has " + std::to_string(var.visibleAxes()) +
                    " axes; only along one can values increase");
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(var.name)) {
      UserError error(std::string(assertMapName) + ": '" + insn->id +
                          "' writes '" + var.name +
                          "', of which something can be asserted "
                          "only where the kernel leaves it as it was",
                      insn->range);
      throw error;
    }
}

static void requireSize(const Kernel &kernel, const Variable &var,
                        const Expr &bound) {
  std::set<std::string> names, arrays;
  if (!bound)
    return;
  collectNames(bound, names, arrays);
  bool isKnown = arrays.empty() && toAffine(bound);
  for (const std::string &mentioned : names) {
    VariablePtr size = kernel.findVariable(mentioned);
    isKnown = isKnown && size && size->isValue();
  }
  if (!isKnown)
    refuse(var, "is to be bounded by " + bound.str() +
                    ", which is no affine expression in integers that are "
                    "passed by value");
}

static std::string factsText(const Variable &var, const MapFacts &facts) {
  std::string text;
  auto add = [&](const std::string &part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  if (facts.strictlyIncreasing)
    add("strictly increasing");
  else if (facts.increasing)
    add("increasing");
  if (facts.injective && !facts.strictlyIncreasing)
    add("all different");
  if (facts.lower)
    add("at least " + facts.lower.str());
  if (facts.upper)
    add("at most " + facts.upper.str());
  return "asserted: the values of '" + var.name + "' are " + text;
}

Kernel loopyc::assertMap(const Kernel &kernel, const std::string &variable,
                         MapFacts facts, Remarks *remarks) {
  VariablePtr var = resolveVariable(kernel, variable, assertMapName);
  if (!facts.injective && !facts.increasing && !facts.strictlyIncreasing &&
      !facts.lower && !facts.upper)
    refuse(*var, "is said to be nothing; assert injective=True, "
                 "increasing=True, strictly_increasing=True, lower or upper");
  requireMap(kernel, *var, facts);
  requireSize(kernel, *var, facts.lower);
  requireSize(kernel, *var, facts.upper);
  if (remarks)
    remarks->push_back(factsText(*var, facts));
  if (var->map) {
    facts.injective |= var->map->injective;
    facts.increasing |= var->map->increasing;
    facts.strictlyIncreasing |= var->map->strictlyIncreasing;
    facts.lower = facts.lower ? facts.lower : var->map->lower;
    facts.upper = facts.upper ? facts.upper : var->map->upper;
  }
  facts.increasing |= facts.strictlyIncreasing;
  facts.injective |= facts.strictlyIncreasing;
  auto known = std::make_shared<Variable>(*var);
  known->map = std::make_shared<const MapFacts>(std::move(facts));
  Kernel result = kernel;
  result.setVariable(std::move(known));
  return result;
}
