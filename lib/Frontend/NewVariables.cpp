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

Variable &NewVariables::local(const std::string &base, Type type,
                              const SourceRange &range) {
  return named(nameFor(base), type, range);
}

Variable &NewVariables::named(const std::string &name, Type type,
                              const SourceRange &range) {
  names.take(name);
  Variable variable;
  variable.name = name;
  variable.type = type;
  variable.kind = VariableKind::Temporary;
  variable.space = AddressSpace::Auto;
  variable.range = range;
  procedure.variables.push_back(std::move(variable));
  return procedure.variables.back();
}

Expr NewVariables::scalar(const std::string &base, Type type,
                          const SourceRange &range) {
  return Expr::var(local(base, type, range).name, type);
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

Statement frontend::assigning(const Expr &assignee, const Expr &value,
                              const Statement &like) {
  Statement result;
  result.range = like.range;
  result.line = like.line;
  result.value = AssignmentStatement{assignee, value};
  return result;
}
