#include "ReachedComponents.h"

#include "LowerType.h"

#include "loopyc/Source/Fortran/Gathered.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::frontend;
using Fortran::semantics::Attr;
using Fortran::semantics::Symbol;

void frontend::setReached(Argument &argument, const PassedComponent &passed,
                          const std::string &callee, bool asElement,
                          Variables &variables) {
  ArrayView view = variables.reached(passed, callee);
  if (!asElement) {
    argument.value = std::move(view);
    return;
  }
  const Symbol &component = *passed.components.back();
  const std::string name = component.name().ToString();
  auto type = Fortran::evaluate::DynamicType::From(component);
  if (view.rank > 0 || !type)
    throw Unsupported{"array component '" + name + "', which '" + callee +
                      "' mentions, an elemental function that is referred to "
                      "with arrays; write a loop over the elements"};
  argument.value = Expr::var(view.path.front().name, lowerType(*type));
}

// "s%grid%h": a component of the type that the variable's extends is one of the
// variable. `array` has subscripts: "s(:)%h".
static std::string pathOf(const PassedComponent &passed,
                          const Symbol *array = nullptr) {
  auto named = [&](const Symbol &part) {
    return lowerCase(part.name().ToString()) +
           (&part == array
                ? fortran::wholeSubscripts(static_cast<size_t>(part.Rank()))
                : "");
  };
  std::string path = named(*passed.base);
  for (const Symbol *component : passed.components)
    if (!component->test(Symbol::Flag::ParentComp))
      path += "%" + named(*component);
  return path;
}

ArrayView Variables::reached(const PassedComponent &passed,
                             const std::string &callee) {
  const Symbol &base = *passed.base;
  const std::string path = pathOf(passed);
  if (!base.owner().IsModule())
    throw Unsupported{"component '" + path + "', which '" + callee +
                      "' mentions, but which has no name here; pass it as an "
                      "argument"};
  const std::string module = base.owner().GetName()->ToString();
  const bool isHere = session.place(base.name()).lineInMain != 0;
  const SourceRange place = session.range(base.name());
  if (!isHere && !reachable.isNamedIn(place, module, path))
    throw UserError(
        "component '" + path + "' of module '" + module + "', which '" +
            callee + "' mentions, has no name here" +
            (base.attrs().test(Attr::PRIVATE) ? ", for it is private; "
                                              : "; name it in a USE statement, "
                                                "or ") +
            "write '!$loopy public: " + path +
            "' among the declarations of that module, and translate its file "
            "with loopyc, too",
        place);
  auto known = reachedComponents.find(module + ":" + path);
  if (known == reachedComponents.end())
    known = reachedComponents
                .emplace(module + ":" + path, hideReached(passed, path))
                .first;
  const Variable &variable = known->second;
  ArrayView view;
  view.path.push_back({variable.name, {}});
  view.lowerBounds = variable.declared.lowerBounds;
  view.rank = static_cast<int>(variable.axes.size());
  return view;
}

// The part of a path that is an array, of which one pointer reaches the
// component in all its elements; the last where none is. Throws Unsupported.
static size_t arrayPart(const std::vector<const Symbol *> &parts,
                        const std::string &path) {
  size_t array = parts.size() - 1;
  bool isArray = false;
  for (size_t k = 0; k < parts.size(); ++k) {
    const Symbol &part = *parts[k];
    const bool liesApart = part.attrs().test(Attr::ALLOCATABLE) ||
                           part.attrs().test(Attr::POINTER);
    if (isArray && (part.Rank() > 0 || liesApart))
      throw Unsupported{"component '" + path +
                        "' of elements of an array that has no name here, "
                        "where '" + part.name().ToString() +
                        "' is an array, allocatable or a pointer, so that no "
                        "pointer reaches it in all elements; name the array "
                        "in a USE statement, or pass it as an argument"};
    if (part.Rank() > 0) {
      isArray = true;
      array = k;
    }
  }
  return array;
}

// An argument that the stub passes by a pointer of this name.
Variable Variables::hideReached(const PassedComponent &passed,
                                const std::string &path) {
  std::vector<const Symbol *> parts = {passed.base};
  parts.insert(parts.end(), passed.components.begin(),
               passed.components.end());
  Variable variable;
  variable.name = freeName(asName(path));
  variable.type = typeOf(*parts.back(), path);
  variable.range = session.range(passed.base->name());
  const bool isInTarget =
      std::any_of(parts.begin(), parts.end(), [](const Symbol *part) {
        return Pointables::pointingOf(*part) != Pointing::None;
      });
  variable.pointing = Pointables::pointingOf(*parts.back(), isInTarget);
  const size_t array = arrayPart(parts, path);
  declareShape(*parts[array], variable, variable.name);
  variable.kind =
      variable.isScalar() ? VariableKind::ValueArg : VariableKind::ArrayArg;
  HiddenVariable hidden;
  hidden.variable = variable;
  hidden.value.path = {variable.name};
  hidden.value.module = passed.base->owner().GetName()->ToString();
  hidden.value.nameInModule = fortran::reachedName(pathOf(
      passed, array + 1 < parts.size() ? parts[array] : nullptr));
  for (HiddenVariable &bound : hiddenArguments)
    if (bound.value.path == hidden.value.path)
      bound.value.presence = HostValue::Presence::Pointer;
  hiddenArguments.push_back(std::move(hidden));
  return variable;
}
