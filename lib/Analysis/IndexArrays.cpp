#include "loopyc/Analysis/IndexArrays.h"

#include "KernelFacts.h"

#include "loopyc/Analysis/Definitions.h"

#include <algorithm>
#include <optional>

using namespace loopyc;

// Its name is empty where there are several.
static std::optional<IndexArray>
indexArrayIn(const Kernel &kernel, const Instruction &insn, const Expr &where) {
  std::optional<IndexArray> result;
  bool others = false;
  walk(where, [&](const Expr &node) {
    Expr element = node;
    const auto *var = node.getIf<VarRef>();
    if (const Instruction *assigned =
            var ? definitionBefore(kernel, var->name, insn) : nullptr)
      element = assigned->values().front();
    const auto *array = element.getIf<ArrayRef>();
    if (array && result && result->name != array->name)
      result->name.clear();
    else if (array && !result)
      result = {array->name, false, where, element};
    others |= !array && var && insn.within(var->name);
    return !array;
  });
  if (result)
    result->isStart = others;
  return result;
}

static std::vector<IndexArray>
indexArraysIn(const Kernel &kernel, const AccessInfo &access,
              const std::vector<Expr> &location) {
  const Instruction &insn = *kernel.instructions[access.instruction];
  std::vector<IndexArray> result;
  for (const Expr &where : location)
    if (auto map = where ? indexArrayIn(kernel, insn, where) : std::nullopt) {
      if (isWritten(kernel, map->name))
        map->name.clear();
      result.push_back(*map);
    }
  return result;
}

std::vector<IndexArray> loopyc::indexArraysOf(const Kernel &kernel,
                                              const AccessInfo &access) {
  return indexArraysIn(kernel, access, access.location);
}

std::vector<IndexArray> loopyc::indexArraysOf(const Kernel &kernel,
                                              const AccessInfo &access,
                                              const IndexArray &map) {
  return indexArraysIn(kernel, access,
                       map.element.getIf<ArrayRef>()->subscripts);
}

std::string loopyc::premiseOf(const IndexArray &map) {
  return map.isStart
             ? "no value in '" + map.name + "' is less than the one before"
             : "no value stands in '" + map.name + "' twice";
}

const char *loopyc::factOf(const IndexArray &map) {
  return map.isStart ? "increasing" : "injective";
}

bool loopyc::isKnown(const Kernel &kernel, const IndexArray &map) {
  const auto &known = kernel.findVariable(map.name)->map;
  return known && (map.isStart ? known->increasing : known->injective);
}
