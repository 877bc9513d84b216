#include "NewVariables.h"

#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::frontend;

NewVariables::NewVariables(Procedure &procedure) : procedure(procedure) {
  for (const std::string &name : procedure.declaredNames)
    names.take(name);
  for (const Variable &variable : procedure.variables)
    names.take(variable.name);
}

std::string NewVariables::nameFor(const std::string &base) {
  std::string name = names.take(base) ? base : names.numbered(base, 1);
  procedure.declaredNames.push_back(lowerCase(name));
  return name;
}

Expr NewVariables::scalar(const std::string &base, Type type,
                          const SourceRange &range) {
  Variable variable;
  variable.name = nameFor(base);
  variable.type = type;
  variable.kind = VariableKind::Temporary;
  variable.space = AddressSpace::Auto;
  variable.range = range;
  Expr result = Expr::var(variable.name, type);
  procedure.variables.push_back(std::move(variable));
  return result;
}

std::string NewVariables::copyOf(const Variable &variable) {
  Variable copy = variable;
  copy.name = nameFor(variable.name);
  copy.kind = VariableKind::Temporary;
  copy.space = AddressSpace::Auto;
  copy.intent = Intent::Unknown;
  procedure.variables.push_back(copy);
  return copy.name;
}
