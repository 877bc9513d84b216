// Components of derived types as variables of their own: of one element,
// gathered from all, flattened.
#include "ElementAccess.h"
#include "Refusals.h"
#include "Variables.h"

#include "loopyc/Source/Fortran/Gathered.h"
#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::frontend;
using Fortran::semantics::Attr;
using Fortran::semantics::Symbol;

const Variable &
Variables::component(const Fortran::evaluate::Component &given) {
  std::vector<PathPart> parts = partsOf(given);
  const std::string path = nameOf(parts, parts.size());
  if (isFlattened(parts))
    return flattened(parts, path);
  refuseAbsent(*parts.front().symbol);
  ElementAccess access(parts, *region, *this);
  const std::string spelled = access.path();
  if (access.isGathered()) {
    auto known = components.find(lowerCase(spelled) + "(:)");
    return known != components.end()
               ? known->second
               : remember(
                     spelled + "(:)", parts,
                     hideGathered(parts, nameFor(spelled, parts), access));
  }
  auto known = components.find(lowerCase(spelled));
  return known != components.end()
             ? known->second
             : remember(spelled, parts,
                        hideEntity(*parts.back().symbol,
                                   nameFor(spelled, parts), spelled,
                                   Pointables::pointingOf(parts)));
}

std::vector<PathPart>
Variables::gathered(const Fortran::evaluate::Component &given) {
  std::vector<PathPart> parts = partsOf(given);
  if (isFlattened(parts))
    return firstWithElements(parts) + 1 < parts.size()
               ? parts
               : std::vector<PathPart>();
  ElementAccess access(parts, *region, *this);
  parts.erase(parts.begin(),
              access.isGathered()
                  ? parts.begin() + static_cast<long>(access.fixedParts())
                  : parts.end());
  return parts;
}

const Variable &Variables::flattened(const std::vector<PathPart> &parts,
                                     const std::string &path) {
  auto known = components.find(lowerCase(path));
  if (known != components.end())
    return known->second;
  const Symbol &base = *parts.front().symbol;
  const bool isOwn =
      isMade(base) ||
      (unit->Contains(base.owner()) && !Fortran::semantics::IsDummy(base) &&
       !Fortran::semantics::IsFunctionResult(base));
  if (Fortran::semantics::FindCommonBlockContaining(base))
    throw Unsupported{"component '" + path +
                      "' of a variable in a common block"};
  if (isOwn)
    requirePlain(parts, path);
  Variable variable;
  variable.name = freeName(asName(path));
  variable.type = typeOf(*parts.back().symbol, path);
  variable.range = session.range(parts.back().symbol->name());
  for (size_t k = parts.size(); k-- > 0;)
    declareShape(*parts[k].symbol, variable, variable.name);
  if (isOwn) {
    variable.kind = VariableKind::Temporary;
    variable.space = AddressSpace::Auto;
    componentsOfLocals.emplace_back(variable.name, &base);
  } else {
    variable.kind =
        variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
    PassedComponent passed{&base, {}, variable.name};
    for (size_t k = 1; k < parts.size(); ++k)
      passed.components.push_back(parts[k].symbol);
    passedComponents.push_back(std::move(passed));
  }
  flattenedPaths.push_back(lowerCase(path));
  return components.emplace(lowerCase(path), std::move(variable)).first->second;
}

void Variables::requirePlain(const std::vector<PathPart> &parts,
                             const std::string &path) const {
  const Symbol &base = *parts.front().symbol;
  const std::string what = "component '" + path + "' of a local variable";
  for (const PathPart &part : parts)
    if (part.symbol->attrs().test(Attr::ALLOCATABLE) ||
        part.symbol->attrs().test(Attr::POINTER))
      throw Unsupported{what + ", where '" + part.symbol->name().ToString() +
                        "' is allocatable or a pointer"};
  // Those of a block, or of a whole procedure, are assigned where it begins:
  // CallLowering::beginBlock, beginProcedure.
  const bool isOfBlock =
      base.owner().kind() == Fortran::semantics::Scope::Kind::BlockConstruct;
  if (!isMade(base) &&
      (Fortran::semantics::IsSaved(base) ||
       (!isOfBlock && !readFirst && Fortran::semantics::IsInitialized(base))))
    throw Unsupported{what + " that has a value when the procedure begins "
                             "(save or initialisation)"};
}

void Variables::askPassed(HostValue &value) const {
  if (value.kind == HostValue::Kind::Variable)
    return;
  std::string path;
  for (const std::string &part : value.path)
    path += (path.empty() ? "" : "%") + part;
  if (!arraysOfTypes.count(lowerCase(path)))
    return;
  for (const PassedComponent &passed : passedComponents) {
    std::string own = spelling(*passed.base);
    for (const Symbol *component : passed.components)
      own += "%" + session.spelling(component->name());
    if (!Pointables::isPartOf(lowerCase(own), lowerCase(path)))
      continue;
    for (size_t k = value.path.size() - 1; k < passed.components.size(); ++k)
      value.axis += passed.components[k]->Rank();
    value.path = {passed.dummy};
    return;
  }
}

Variable Variables::hideGathered(const std::vector<PathPart> &parts,
                                 const std::string &name,
                                 const ElementAccess &access) {
  const std::string path = access.path();
  Variable variable;
  variable.name = name;
  variable.type = typeOf(*parts.back().symbol, path);
  variable.range = session.range(parts.back().symbol->name());
  variable.pointing = Pointables::pointingOf(parts);
  declareShape(*parts.back().symbol, variable, path);
  HostValue value = valueAt(path);
  value.path.back() += fortran::wholeSubscripts(variable.axes.size());
  for (size_t k = parts.size() - 1; k-- > access.fixedParts();) {
    Variable part;
    part.name = asName(access.path(k + 1));
    part.range = variable.range;
    declareShape(*parts[k].symbol, part, access.path(k + 1));
    for (size_t a = 0; a < part.axes.size(); ++a) {
      if (!part.declared.extents[a])
        throw Unsupported{"component '" + path +
                          "' of elements of an assumed-size array; give "
                          "its last bound"};
      addAxis(variable, static_cast<int>(variable.axes.size()),
              part.declared.lowerBounds[a], part.declared.extents[a]);
    }
    value.path[k] += fortran::wholeSubscripts(part.axes.size());
  }
  variable.kind = VariableKind::ArrayArg;
  hiddenArguments.push_back({variable, value});
  return variable;
}
