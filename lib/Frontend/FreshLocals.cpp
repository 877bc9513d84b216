#include "FreshLocals.h"

#include "ProcedureIndex.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

FreshLocals::FreshLocals(Procedure &procedure)
    : procedure(procedure), own(procedure.variables.size()) {
  for (const std::string &name : procedure.declaredNames)
    names.take(name);
  for (size_t v = 0; v < procedure.variables.size(); ++v) {
    names.take(procedure.variables[v].name);
    mentioned.insert(lowerCase(procedure.variables[v].name));
    numbers.emplace(procedure.variables[v].name, v);
  }
}

std::string FreshLocals::take(const std::string &base) {
  std::string name = names.take(base) ? base : names.numbered(base, 1);
  procedure.declaredNames.push_back(lowerCase(name));
  return name;
}

Variable &FreshLocals::add(const std::string &base, Type type,
                           const SourceRange &range) {
  return addNamed(take(base), type, range);
}

Variable &FreshLocals::addNamed(const std::string &name, Type type,
                                const SourceRange &range) {
  mentioned.insert(lowerCase(name));
  Variable variable;
  variable.name = name;
  variable.type = type;
  variable.kind = VariableKind::Temporary;
  variable.space = AddressSpace::Auto;
  variable.range = range;
  numbers.emplace(variable.name, procedure.variables.size());
  procedure.variables.push_back(std::move(variable));
  return procedure.variables.back();
}

Expr FreshLocals::scalar(const std::string &base, Type type,
                         const SourceRange &range) {
  return Expr::var(add(base, type, range).name, type);
}

std::string FreshLocals::array(const std::string &base, Type type,
                               const std::vector<Expr> &extents,
                               const SourceRange &range) {
  Variable &variable = add(base, type, range);
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

std::string FreshLocals::loopVariable(size_t depth, Type type) {
  return loopVariable("i" + std::to_string(depth + 1), type);
}

std::string FreshLocals::loopVariable(const std::string &index, Type type) {
  std::string &name = loops[{index, type.bytes}];
  if (name.empty())
    name = add(index, type, {}).name;
  return name;
}

std::string FreshLocals::indexVariable(const std::string &index, Type type) {
  std::string &name = loops[{index, type.bytes}];
  if (name.empty() && !mentioned.count(lowerCase(index)))
    name = addNamed(index, type, {}).name;
  return loopVariable(index, type);
}

void FreshLocals::declareIndex(const std::string &name, Type type) {
  if (mentioned.count(lowerCase(name)))
    return;
  addNamed(name, type, {});
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
