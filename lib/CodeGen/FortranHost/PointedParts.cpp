#include "FortranHost/PointedParts.h"

#include "FortranHost/Offload.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/HostObject.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static const source::HostObject *objectOf(const Origin &origin,
                                          const HostValue &component) {
  for (const source::HostObject &object : origin.constants->objects)
    if (object.name == lowerCase(component.path.front()))
      return &object;
  return nullptr;
}

// What has to be asked of those that the component is a part of.
static std::vector<std::string> questions(const source::HostObject &object,
                                          const HostValue &component) {
  std::vector<std::string> result;
  std::string whole = component.path.front(), inside;
  for (size_t k = 0; k + 1 < component.path.size(); ++k) {
    if (k > 0) {
      whole += "%" + component.path[k];
      inside += (inside.empty() ? "" : "%") + lowerCase(component.path[k]);
    }
    const auto &pointers = object.pointers;
    if (k == 0 ? object.isPointer
               : std::find(pointers.begin(), pointers.end(), inside) !=
                     pointers.end())
      result.push_back("associated(" + whole + ")");
  }
  return result;
}

// Of elements of arrays, the stub has copies (Gathering.h).
static bool isPlainComponent(const HostValue &value) {
  return value.path.size() > 1 && !fortran::isReached(value) &&
         std::none_of(value.path.begin(), value.path.end(),
                      [](const std::string &name) {
                        return name.find('(') != std::string::npos;
                      });
}

// Whether a pointer among components is associated: of no part, for it may be
// of derived type.
static void askParents(const Origin &origin, const HiddenArgument &hidden,
                       std::vector<OffloadArgument> &arguments) {
  const source::HostObject *object = objectOf(origin, hidden.value);
  const std::vector<std::string> conditions =
      object ? questions(*object, hidden.value) : std::vector<std::string>();
  const std::string asked = origin.language->spell(hidden.value);
  for (OffloadArgument &argument : arguments) {
    if (conditions.empty() || argument.actual != asked)
      continue;
    argument.existence = conditions.back();
    if (conditions.size() > 1)
      argument.presence = conditions[conditions.size() - 2];
  }
}

PointedParts::PointedParts(const Kernel &kernel,
                           std::vector<OffloadArgument> &arguments) {
  for (const Origin &origin : kernel.origins) {
    if (!origin.constants)
      continue;
    for (const HiddenArgument &hidden : origin.hidden)
      if (hidden.value.kind == HostValue::Kind::Variable &&
          isPlainComponent(hidden.value))
        add(origin, hidden, arguments);
    for (const HiddenArgument &hidden : origin.hidden)
      if (hidden.value.kind == HostValue::Kind::IsPresent &&
          isPlainComponent(hidden.value))
        askParents(origin, hidden, arguments);
  }
}

// The argument, and what is asked of the component: its extents, say.
void PointedParts::add(const Origin &origin, const HiddenArgument &hidden,
                       std::vector<OffloadArgument> &arguments) {
  const source::HostObject *object = objectOf(origin, hidden.value);
  Part part;
  if (object)
    part.conditions = questions(*object, hidden.value);
  if (part.conditions.empty())
    return;
  part.component = origin.language->spell(hidden.value);
  part.name = "loopyc_part_" + std::to_string(parts.size() + 1);
  part.type = hidden.variable->type.fortran();
  part.rank = hidden.variable->declared.extents.size();
  const std::string isThere = "associated(" + part.name + ")";
  std::string own; // what is asked of the component itself
  for (const HiddenArgument &other : origin.hidden) {
    HostValue value = other.value;
    if (value.path != hidden.value.path ||
        !fortran::askedTarget(value).empty())
      continue;
    const std::string asked = origin.language->spell(value);
    if (value.presence == HostValue::Presence::Allocatable ||
        value.presence == HostValue::Presence::Pointer)
      own = fortran::existenceText(value);
    value.presence = HostValue::Presence::Always;
    const std::string plain = origin.language->spell(value);
    value.path = {part.name};
    const std::string question = origin.language->spell(value);
    for (OffloadArgument &argument : arguments) {
      if (!argument.presence.empty() ||
          (argument.actual != asked && argument.actual != plain))
        continue;
      if (value.kind == HostValue::Kind::IsPresent) {
        argument.actual = "merge(1, 0, " + isThere + ")";
        continue;
      }
      if (own.empty()) // of a scalar pointer
        own = argument.existence;
      argument.actual = question;
      argument.existence = isThere;
      argument.absent = value.kind == HostValue::Kind::LowerBound ? "1" : "0";
    }
  }
  if (!own.empty())
    part.conditions.push_back(own);
  parts.push_back(std::move(part));
}

void PointedParts::declare(FortranText &out) const {
  for (const Part &part : parts)
    out.line(part.type + ", pointer :: " + part.name +
             (part.rank > 0
                  ? "(" +
                        commaJoined(std::vector<std::string>(part.rank, ":")) +
                        ")"
                  : ""));
}

void PointedParts::writeBefore(FortranText &out) const {
  for (const Part &part : parts) {
    out.line("nullify (" + part.name + ")");
    for (size_t k = 0; k + 1 < part.conditions.size(); ++k) {
      out.line("if (" + part.conditions[k] + ") then");
      out.deepen();
    }
    out.line("if (" + part.conditions.back() + ") " + part.name + " => " +
             part.component);
    for (size_t k = 0; k + 1 < part.conditions.size(); ++k) {
      out.rise();
      out.line("end if");
    }
  }
}
