#include "FreshLocals.h"

#include "ProcedureIndex.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

FreshLocals::FreshLocals(Procedure &procedure)
    : procedure(procedure), made(procedure), own(procedure.variables.size()) {
  for (size_t v = 0; v < procedure.variables.size(); ++v) {
    mentioned.insert(lowerCase(procedure.variables[v].name));
    numbers.emplace(procedure.variables[v].name, v);
  }
}

Variable &FreshLocals::noted(Variable &variable) {
  mentioned.insert(lowerCase(variable.name));
  numbers.emplace(variable.name, procedure.variables.size() - 1);
  return variable;
}

Expr FreshLocals::scalar(const std::string &base, Type type,
                         const SourceRange &range) {
  return Expr::var(noted(made.local(base, type, range)).name, type);
}

std::string FreshLocals::array(const std::string &base, Type type,
                               const std::vector<Expr> &extents,
                               int loopsAround, const SourceRange &range) {
  Variable &variable = noted(made.local(base, type, range));
  variable.lifetimeLoops = loopsAround;
  for (size_t a = 0; a < extents.size(); ++a) {
    Axis axis;
    axis.extent = extents[a];
    axis.tag = NestedAxis{static_cast<int>(a)};
    variable.axes.push_back(axis);
    variable.declared.extents.push_back(extents[a]);
    variable.declared.lowerBounds.push_back(Expr::integer(0));
    variable.declared.indices.push_back(Expr::var("i" + std::to_string(a)));
  }
  return variable.name;
}

static bool isSame(const Variable &one, const Variable &other) {
  return one.isTable() && one.type == other.type &&
         one.declared.extents == other.declared.extents &&
         one.map->values == other.map->values;
}

std::string FreshLocals::table(const std::string &base,
                               const ConstantArray &constant,
                               const SourceRange &range) {
  Variable table = tableOf(constant, base, range);
  for (const Variable &known : procedure.variables)
    if (isSame(known, table))
      return known.name;
  Variable &variable = noted(made.local(base, constant.type, range));
  table.name = variable.name;
  variable = std::move(table);
  return variable.name;
}

std::string FreshLocals::loopVariable(size_t depth, Type type) {
  return loopVariable("i" + std::to_string(depth + 1), type);
}

std::string FreshLocals::loopVariable(const std::string &index, Type type) {
  std::string &name = loops[{index, type.bytes}];
  if (name.empty())
    name = noted(made.local(index, type, {})).name;
  return name;
}

std::string FreshLocals::indexVariable(const std::string &index, Type type) {
  std::string &name = loops[{index, type.bytes}];
  if (name.empty() && !mentioned.count(lowerCase(index)))
    name = noted(made.named(index, type, {})).name;
  return loopVariable(index, type);
}

void FreshLocals::declareIndex(const std::string &name, Type type) {
  if (mentioned.count(lowerCase(name)))
    return;
  noted(made.named(name, type, {}));
  indices.insert(name);
}

const Variable *FreshLocals::find(const std::string &name) const {
  auto found = numbers.find(name);
  return found == numbers.end() ? nullptr : &procedure.variables[found->second];
}

void FreshLocals::dropUnused() {
  ProcedureIndex index(procedure);
  auto first = procedure.variables.begin() + static_cast<std::ptrdiff_t>(own);
  procedure.variables.erase(
      std::remove_if(first, procedure.variables.end(),
                     [&](const Variable &variable) {
                       return !indices.count(variable.name) &&
                              !index.isMentioned(variable.name);
                     }),
      procedure.variables.end());
}
