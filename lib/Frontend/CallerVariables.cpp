#include "CallerVariables.h"

#include "AssignedNames.h"

#include "loopyc/Source/Fortran/Gathered.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

CallerVariables::CallerVariables(const Program &program, size_t number,
                                 ReachableVariables &reachable)
    : own(number), reachable(reachable),
      procedure(program.procedures[number]) {
  for (const std::string &name : procedure.declaredNames)
    names.take(name);
  for (const Variable &variable : procedure.variables) {
    names.take(variable.name);
    byIdentity.emplace(identityOf(program, number, variable.name),
                       variable.name);
  }
}

const Variable *CallerVariables::find(const std::string &name) const {
  for (const Variable &variable : procedure.variables)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

const Variable *CallerVariables::find(const VariableIdentity &identity) const {
  auto found = byIdentity.find(identity);
  return found == byIdentity.end() ? nullptr : find(found->second);
}

static bool isSame(const std::vector<std::string> &a,
                   const std::vector<std::string> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equalButForCase);
}

const Variable *CallerVariables::findHidden(const HostValue &value) const {
  for (const HiddenVariable &hidden : procedure.hidden)
    if (hidden.value.kind == value.kind && hidden.value.axis == value.axis &&
        isSame(hidden.value.path, value.path))
      return find(hidden.variable.name);
  return nullptr;
}

void CallerVariables::add(Variable variable) {
  auto at = procedure.variables.end();
  if (variable.isArgument()) // these come first
    at = std::find_if(procedure.variables.begin(), procedure.variables.end(),
                      [](const Variable &v) { return !v.isArgument(); });
  procedure.declaredNames.push_back(lowerCase(variable.name));
  procedure.variables.insert(at, std::move(variable));
}

Variable CallerVariables::addLocal(Variable variable,
                                   const std::string &callee) {
  if (variable.isTable())
    for (const Variable &known : procedure.variables)
      if (known.isTable() && known.map == variable.map)
        return known; // of another call
  const std::string base = variable.name;
  if (!names.take(base)) {
    variable.name = callee + "_" + base;
    if (equalButForCase(callee, base) || !names.take(variable.name))
      variable.name = names.numbered(
          equalButForCase(callee, base) ? base : variable.name, 1);
  }
  if (!variable.isTable()) {
    variable.kind = VariableKind::Temporary;
    variable.space = AddressSpace::Auto;
    variable.intent = Intent::Unknown;
  }
  const std::string name = variable.name;
  procedure.inlinedLocals.push_back(name);
  add(std::move(variable));
  return *find(name);
}

std::optional<bool> CallerVariables::extentsAreThere(const Expr &e) const {
  std::optional<bool> result;
  const std::set<std::string> names = namesIn(e);
  for (const HiddenVariable &hidden : procedure.hidden)
    if (hidden.value.kind == HostValue::Kind::Extent &&
        names.count(hidden.variable.name))
      result = result.value_or(true) &&
               hidden.value.presence == HostValue::Presence::Always;
  return result;
}

void CallerVariables::assumeEqualExtents(const EqualExtents &extents,
                                         const std::string &remark) {
  procedure.equalExtents.push_back(extents);
  auto &remarks = procedure.remarks;
  if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end())
    remarks.push_back(remark);
}

Expr CallerVariables::presence(const std::string &name) const {
  const std::vector<std::string> &optional = procedure.optional;
  bool mayBeAbsent =
      procedure.isRegion() &&
      std::find(optional.begin(), optional.end(), name) != optional.end();
  return mayBeAbsent ? Expr::var(presenceName(name), Type::logical(4))
                     : Expr::logical(true);
}

void CallerVariables::addHidden(HiddenVariable hidden) {
  add(hidden.variable);
  procedure.hidden.push_back(std::move(hidden));
}

void CallerVariables::hideShared(const std::string &name,
                                 const HostValue &ofModule) {
  auto shared =
      std::find(procedure.dummies.begin(), procedure.dummies.end(), name);
  if (!procedure.isRegion() || shared == procedure.dummies.end())
    return;
  procedure.dummies.erase(shared);
  HiddenVariable hidden{*find(name), ofModule};
  hidden.value.path = {name};
  procedure.hidden.push_back(std::move(hidden));
}

// Must the stub ask a function of the module for it? Of the same module it is
// visible, if nothing in between has its name.
bool CallerVariables::needsAccessor(const HiddenVariable &hidden,
                                    const Procedure &callee) {
  const std::string &name = hidden.value.nameInModule,
                    &module = hidden.value.module;
  if (equalButForCase(module, procedure.module)) {
    if (std::count(procedure.declaredNames.begin(),
                   procedure.declaredNames.end(), lowerCase(name)) > 1)
      throw UserError("variable '" + name + "' of module '" + module +
                          "' is hidden in '" + procedure.name +
                          "' by another of this name; rename one of them",
                      hidden.variable.range);
    return false;
  }
  const bool isAssigned =
      hidden.isProtected &&
      assignedNames(callee.body).count(hidden.variable.name) != 0;
  if (!hidden.isPrivate && !isAssigned)
    return false;
  if (!reachable.has(hidden, callee))
    throw UserError("variable '" + name + "' is " +
                        (hidden.isPrivate ? "private" : "protected") +
                        " in module '" + module + "', so that '" +
                        procedure.name + "' cannot " +
                        (hidden.isPrivate ? "pass it to" : "assign it by") +
                        " its kernel; write '!$loopy public: " + name +
                        "' among the declarations of that module, and "
                        "translate its file with loopyc, too",
                    hidden.variable.range);
  return true;
}

// The variable is what a function of the module points to, from now on.
void CallerVariables::useAccessor(const std::string &name,
                                  const std::string &nameInModule) {
  for (HiddenVariable &hidden : procedure.hidden) {
    if (hidden.value.path != std::vector<std::string>{name})
      continue;
    if (hidden.value.kind == HostValue::Kind::Variable)
      hidden.value.nameInModule = fortran::reachedName(nameInModule);
    else if (hidden.value.presence == HostValue::Presence::Allocatable)
      hidden.value.presence = HostValue::Presence::Pointer;
  }
}

void CallerVariables::shareModule(const std::string &name,
                                  const HiddenVariable &ofModule,
                                  const Procedure &callee) {
  hideShared(name, ofModule.value);
  if (!equalButForCase(ofModule.value.module, procedure.module) &&
      needsAccessor(ofModule, callee))
    useAccessor(name, ofModule.value.nameInModule);
}

// What is gathered is a copy, in which nobody would see what a pointer assigns.
void CallerVariables::requireNoneGathered(const HiddenVariable &hidden,
                                          const Procedure &callee) const {
  const bool isPointer = std::any_of(
      callee.hidden.begin(), callee.hidden.end(),
      [&](const HiddenVariable &bound) {
        return bound.value.isBound() &&
               bound.value.presence == HostValue::Presence::Pointer &&
               isSame(bound.value.path, hidden.value.path);
      });
  for (const HiddenVariable &other : procedure.hidden)
    if (isPointer && other.variable.type == hidden.variable.type &&
        !fortran::gatheredParts(other.value).empty())
      throw UserError("pointer '" + hidden.value.nameInModule +
                          "' of module '" + hidden.value.module +
                          "' may point at '" + other.variable.name +
                          "', components of elements of an array; pass it as "
                          "an argument that is no pointer",
                      hidden.variable.range);
}

Variable CallerVariables::import(const HiddenVariable &hidden,
                                 const Procedure &callee) {
  const bool isReached = needsAccessor(hidden, callee);
  requireNoneGathered(hidden, callee);
  HiddenVariable own = hidden;
  Substitution bounds;
  std::string &name = own.variable.name;
  name = hidden.value.nameInModule;
  if (!equalButForCase(hidden.value.module, procedure.module) &&
      !names.take(name))
    name = names.lengthened(hidden.value.module + "_" + name);
  own.value.path = {name};
  for (const HiddenVariable &bound : callee.hidden) {
    if (bound.value.kind == HostValue::Kind::Variable ||
        !isSame(bound.value.path, hidden.value.path))
      continue;
    HiddenVariable ownBound = bound;
    ownBound.value.path = own.value.path;
    const char *inquiry =
        bound.value.kind == HostValue::Kind::Extent ? "_size_" : "_lbound_";
    ownBound.variable.name =
        names.lengthened(name + inquiry + std::to_string(bound.value.axis + 1));
    bounds[bound.variable.name] =
        Expr::var(ownBound.variable.name, ownBound.variable.type);
    addHidden(std::move(ownBound));
  }
  auto rename = [&](Expr &e) {
    if (e)
      e = substitute(e, bounds);
  };
  for (Axis &axis : own.variable.axes)
    rename(axis.extent);
  for (Expr &extent : own.variable.declared.extents)
    rename(extent);
  for (Expr &lower : own.variable.declared.lowerBounds)
    rename(lower);
  const std::string known = name;
  procedure.outer[known] = {OuterVariable::Owner::Module, hidden.value.module,
                            hidden.value.nameInModule};
  byIdentity[{std::nullopt, lowerCase(hidden.value.module),
              lowerCase(hidden.value.nameInModule)}] = known;
  addHidden(std::move(own));
  if (isReached)
    useAccessor(known, hidden.value.nameInModule);
  return *find(known);
}

static bool isSame(const CommonBlock &a, const CommonBlock &b) {
  return std::equal(
      a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
      [](const auto &one, const auto &other) { return one.isAs(other); });
}

// Nobody but the source can declare what depends on its names.
static void requirePlain(const CommonBlock &block) {
  for (const CommonBlock::Member &member : block.members)
    if (member.type.find('(') == std::string::npos) // no kind: a type's name
      throw UserError("common block " + block.name + " has the variable '" +
                          member.name +
                          "' of a derived type, so that the stub cannot "
                          "declare it; put it into a module",
                      block.place);
}

void CallerVariables::noteBlock(const CommonBlock &block,
                                const Procedure &callee) {
  for (const CommonBlock &known : procedure.commonBlocks)
    if (known.name == block.name) {
      if (!isSame(known, block))
        throw UserError("common block " + block.name + " of '" + callee.name +
                            "' has other variables than that of '" +
                            procedure.name +
                            "'; declare it in one way, in a file that both "
                            "include",
                        block.place)
            .note("it is declared here, too", known.place);
      return;
    }
  requirePlain(block);
  procedure.commonBlocks.push_back(block);
}

Variable CallerVariables::shareBlock(const VariableIdentity &identity,
                                     const HiddenVariable &hidden,
                                     const Procedure &callee) {
  for (const CommonBlock &block : callee.commonBlocks)
    if (block.name == hidden.value.module)
      noteBlock(block, callee);
  HiddenVariable own = hidden;
  own.value.nameInModule = identity.name;
  if (const Variable *known = find(identity)) {
    const std::string name = known->name;
    hideShared(name, own.value); // procedures that it calls see it, too
    return *find(name);
  }
  std::string &name = own.variable.name;
  if (!names.take(name))
    name = names.lengthened(callee.name + "_" + name);
  own.value.path = {name};
  const std::string known = name;
  procedure.outer[known] = {OuterVariable::Owner::CommonBlock, identity.module,
                            identity.name};
  byIdentity[identity] = known;
  addHidden(std::move(own));
  return *find(known);
}
