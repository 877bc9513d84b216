#include "Fortran/OracleWrapper.h"

#include "Components.h"
#include "Fortran/ModuleObjects.h"
#include "Fortran/WholeObjects.h"
#include "Oracle.h"

#include "loopyc/Source/Fortran/CommonBlocks.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::check;

namespace {

std::string nameInBlock(const HiddenArgument &hidden) {
  return fortran::hostValueText(hidden.value);
}

// Does the source ask for extents of the variable?
bool hasBounds(const Origin &origin, const HiddenArgument &variable) {
  return std::any_of(origin.hidden.begin(), origin.hidden.end(),
                     [&](const HiddenArgument &bound) {
                       return bound.value.kind == HostValue::Kind::Extent &&
                              bound.value.path == variable.value.path;
                     });
}

// Is it a pointer, by what the source asks of its extents?
bool isOfPointer(const Origin &origin, const HiddenArgument &variable) {
  return std::any_of(origin.hidden.begin(), origin.hidden.end(),
                     [&](const HiddenArgument &bound) {
                       return bound.value.isBound() &&
                              bound.value.path == variable.value.path &&
                              bound.value.presence ==
                                  HostValue::Presence::Pointer;
                     });
}

// What follows USE, for a variable of a module.
std::vector<std::string> usesOf(const Origin &origin,
                                const HiddenArgument &variable) {
  std::vector<std::string> uses = {fortran::useText(variable.value)};
  if (fortran::isReached(variable.value) && hasBounds(origin, variable))
    uses.push_back(fortran::useAllocatorText(variable.value));
  return uses;
}

// Pointers to those that modules keep to themselves.
std::vector<std::string> pointersOf(const Origin &origin) {
  std::vector<std::string> result;
  for (const HiddenArgument &hidden : origin.hidden)
    if (fortran::isReached(hidden.value))
      result.push_back(
          fortran::pointerText(*hidden.variable, hidden.value));
  return result;
}

// subroutine loopyc_oracle_0(loopyc_1, loopyc_2, loopyc_3) &
//     bind(C, name="loopyc_oracle_0")
//   use m, only: s
//   integer(4) :: loopyc_1, loopyc_3
//   real(8) :: loopyc_2(loopyc_3)
//   call s(loopyc_1, loopyc_2)
// end subroutine
//
// Variables of modules that s reads or writes are arguments of the wrapper,
// too: it sets them before the call, and gets them after it.
class CallWrapper {
public:
  CallWrapper(const OriginCall &call, const KernelObjects &objects)
      : call(call), objects(objects), origin(*call.origin) {}

  // `inside`: of the subroutine's module.
  std::string text(const std::string &name, bool inside) const {
    std::string text = "subroutine " + name + "(" +
                       dummies(call.objects.size(), "loopyc_") +
                       ") bind(C, name=\"" + name + "\")\n";
    if (!origin.module.empty() && !inside)
      text += "  use " + origin.module + ", only: " + origin.subroutine + "\n";
    for (const HiddenArgument &hidden : origin.hidden)
      if (fortran::isOfUsedModule(hidden.value) &&
          !(inside && isOfOwnModule(hidden)))
        for (const std::string &use : usesOf(origin, hidden))
          text += "  use " + use + "\n";
    bool needsInterface =
        origin.module.empty() && (hasAssumedShape() || hasOptional());
    if (origin.module.empty() && !needsInterface) // no intrinsic
      text += "  external " + origin.subroutine + "\n";
    for (bool array : {false, true}) // scalars first: arrays need them
      for (size_t k = 0; k < call.objects.size(); ++k)
        if (object(k).isArray() == array)
          text += "  " + type(k) + optional(k) + " :: loopyc_" +
                  std::to_string(k + 1) +
                  (array ? "(" + shape(k) + ")" : "") + "\n";
    for (const std::string &declaration :
         fortran::commonBlockDeclarations(origin, nameInBlock))
      text += "  " + declaration + "\n";
    for (const std::string &pointer : pointersOf(origin))
      text += "  " + pointer + "\n";
    if (needsInterface)
      text += interfaceText();
    return text + moduleVariables(true) + "  call " + origin.subroutine + "(" +
           dummies(origin.arguments.size(), "loopyc_") + ")\n" +
           moduleVariables(false) + "end subroutine\n";
  }

private:
  const Object &object(size_t k) const {
    return objects.objects[call.objects[k]];
  }
  std::string type(size_t k) const { return object(k).dummy->type.fortran(); }

  std::string optional(size_t k) const {
    return object(k).presence.empty() ? "" : ", optional";
  }

  bool hasOptional() const {
    for (size_t k = 0; k < origin.arguments.size(); ++k)
      if (!optional(k).empty())
        return true;
    return false;
  }

  static std::string dummies(size_t count, const std::string &stem) {
    std::string text;
    for (size_t k = 0; k < count; ++k)
      text += (k ? ", &\n    " : "") + stem + std::to_string(k + 1);
    return text;
  }

  bool isAssumedShape(size_t k) const {
    for (const Expr &extent : object(k).dummy->declared.extents)
      for (const HiddenArgument &hidden : origin.hidden)
        if (extent && hidden.value.isBound() &&
            mentions(extent, hidden.variable->name))
          return true;
    return false;
  }

  bool hasAssumedShape() const {
    for (size_t k = 0; k < origin.arguments.size(); ++k)
      if (isAssumedShape(k))
        return true;
    return false;
  }

  // The wrapper's own arrays have the extents; others pass by their address.
  std::string shape(size_t k) const {
    bool isDummy = k < origin.arguments.size();
    if (isDummy && !isAssumedShape(k))
      return "*";
    std::vector<std::string> extents;
    for (const Expr &extent : object(k).dummy->declared.extents)
      extents.push_back(inWrapper(extent));
    return fortran::commaJoined(extents);
  }

  // An expression of hidden arguments, under their names in the wrapper.
  std::string inWrapper(const Expr &e) const {
    Substitution names;
    for (size_t h = 0; h < origin.hidden.size(); ++h) {
      const Variable &hidden = *origin.hidden[h].variable;
      names[hidden.name] = Expr::var(
          "loopyc_" + std::to_string(origin.arguments.size() + h + 1),
          hidden.type);
    }
    return fortran::fortranIndex(substitute(e, names));
  }

  bool isOfOwnModule(const HiddenArgument &hidden) const {
    return equalButForCase(hidden.value.module, origin.module);
  }

  // The assignments to the variables of modules, and back from them.
  std::string moduleVariables(bool before) const {
    std::string text;
    for (size_t h = 0; h < origin.hidden.size(); ++h) {
      const HiddenArgument &hidden = origin.hidden[h];
      if (!hidden.value.isOfModule())
        continue;
      const std::string actual = fortran::hostValueText(hidden.value);
      size_t k = origin.arguments.size() + h;
      std::string own = "loopyc_" + std::to_string(k + 1);
      if (before && fortran::isReached(hidden.value))
        text += pointing(k, hidden);
      else if (before && isAllocatable(k))
        text += (isOfPointer(origin, hidden)
                     ? ""
                     : "  if (allocated(" + actual + ")) deallocate (" +
                           actual + ")\n") +
                "  allocate (" + actual + "(" + bounds(k) + "))\n";
      text +=
          "  " + (before ? actual + " = " + own : own + " = " + actual) + "\n";
    }
    return text;
  }

  std::string pointing(size_t k, const HiddenArgument &hidden) const {
    std::string text;
    if (hasBounds(origin, hidden)) {
      const DeclaredLayout &declared = object(k).dummy->declared;
      std::vector<std::string> lower, extents;
      for (size_t a = 0; a < declared.extents.size(); ++a) {
        lower.push_back(inWrapper(declared.lowerBounds[a]));
        extents.push_back(inWrapper(declared.extents[a]));
      }
      text = "  " + fortran::allocateText(hidden.value, lower, extents) + "\n";
    }
    return text + "  " + fortran::pointToText(hidden.value) + "\n";
  }

  bool isAllocatable(size_t k) const {
    return object(k).isArray() && isAssumedShape(k);
  }

  std::string bounds(size_t k) const {
    const DeclaredLayout &declared = object(k).dummy->declared;
    std::vector<std::string> result;
    for (size_t a = 0; a < declared.extents.size(); ++a) {
      std::string lower = inWrapper(declared.lowerBounds[a]);
      result.push_back(lower + ":" + lower + " + " +
                       inWrapper(declared.extents[a]) + " - 1");
    }
    return fortran::commaJoined(result);
  }

  std::string interfaceText() const {
    std::string text = "  interface\n    subroutine " + origin.subroutine +
                       "(" + dummies(origin.arguments.size(), "a") + ")\n";
    for (size_t k = 0; k < origin.arguments.size(); ++k) {
      std::string colons;
      for (size_t a = 0; a < object(k).extents.size(); ++a)
        colons += a ? ",:" : ":";
      text += "      " + type(k) + optional(k) + " :: a" +
              std::to_string(k + 1) +
              (!object(k).isArray()  ? ""
               : isAssumedShape(k) ? "(" + colons + ")"
                                   : "(*)") +
              "\n";
    }
    return text + "    end subroutine\n  end interface\n";
  }

  const OriginCall &call;
  const KernelObjects &objects;
  const Origin &origin;
};

// The region's statements in a subroutine of its own:
//
//   subroutine loopyc_oracle_0(n, h, w, w_size_1) bind(C, ...)
//     integer(4) :: n, w_size_1
//     real(4) :: h(0:n), w(w_size_1)
//     (its own variables, and named constants)
//     (the statements)
//   contains
//     (internal procedures that they call)
//   end subroutine
//
// Variables of modules that procedures of these read or write are set before
// and got after, as in CallWrapper.
class RegionWrapper {
public:
  RegionWrapper(const OriginCall &call, const KernelObjects &objects,
                const std::vector<std::string> &lines,
                const std::string &declaration, const WrapperForm &form)
      : call(call), objects(objects), origin(*call.origin), lines(lines),
        declaration(declaration), form(form) {
    if (form.components == ComponentForm::Whole)
      whole = wholeObjects(origin).value_or(WholeObjects());
    if (form.components == ComponentForm::OfModules)
      objectsOfModules = moduleObjects(origin, lines);
    for (const HiddenArgument &hidden : origin.hidden)
      if (moduleOf(hidden).empty())
        named.push_back(hidden);
  }

  std::string text(const std::string &name) const {
    std::vector<std::string> dummies;
    for (size_t k = 0; k < call.objects.size(); ++k)
      dummies.push_back(dummyName(k));
    fortran::FortranText out;
    out.line("subroutine " + name + "(" + fortran::commaJoined(dummies) +
             ") bind(C, name=\"" + name + "\")");
    writeUses(out);
    out.line("  implicit none");
    for (bool array : {false, true}) // scalars first: arrays need them
      for (size_t k = 0; k < call.objects.size(); ++k)
        if (dummy(k).isScalar() != array)
          out.line("  " + dummy(k).type.fortran() +
                   (isOptional(k) ? ", optional" : "") +
                   (isTarget(k) ? ", target :: " : " :: ") + dummyName(k) +
                   (array ? "(" + shape(dummy(k).declared) + ")" : ""));
    if (origin.constants)
      for (const std::string &constant : origin.constants->statements)
        out.line("  " + constant);
    for (const std::string &block :
         fortran::commonBlockDeclarations(origin, nameInBlock))
      out.line("  " + block);
    for (const VariablePtr &local : origin.locals)
      out.line("  " + fortran::declarationText(*local));
    for (const std::string &pointer : pointersOf(origin))
      out.line("  " + pointer);
    writeOthers(out);
    for (const std::string &declared : whole.declarations)
      out.line("  " + declared);
    if (!declaration.empty())
      out.line("  " + declaration);
    for (size_t k = 0; k < origin.arguments.size(); ++k)
      if (const HiddenArgument *status = statusOf(k))
        out.line("  " + dummy(k).type.fortran() +
                 (isPointer(*status) ? ", pointer :: " : ", allocatable :: ") +
                 dummy(k).name + colons(dummy(k)));
    writeModuleVariables(true, out);
    writeAllocations(true, out);
    for (const std::string &statement : whole.before)
      out.line("  " + statement);
    const std::vector<std::string> associations = associated();
    for (const std::string &name : associations)
      out.line("  associate (" + name + ")");
    writeLines({origin.firstLine, origin.lastLine}, out);
    for (size_t k = 0; k < associations.size(); ++k)
      out.line("  end associate");
    for (const std::string &statement : whole.behind)
      out.line("  " + statement);
    writeAllocations(false, out);
    writeModuleVariables(false, out);
    if (origin.constants && !(origin.constants->procedures.empty() &&
                              origin.constants->functions.empty())) {
      out.line("contains");
      for (const std::string &function : origin.constants->functions)
        out.raw(function);
      for (const source::LineSpan &span : origin.constants->procedures)
        writeLines(span, out);
    }
    out.line("end subroutine");
    return out.str();
  }

private:
  // A module sees what is its own.
  void writeUses(fortran::FortranText &out) const {
    std::vector<std::pair<std::string, std::string>> uses; // of a module
    if (origin.constants)
      for (const std::string &use : origin.constants->uses)
        uses.emplace_back(use.substr(0, use.find(',')), use);
    for (const HiddenArgument &hidden : origin.hidden)
      if (fortran::isOfUsedModule(hidden.value))
        for (const std::string &use : usesOf(origin, hidden))
          uses.emplace_back(hidden.value.module, use);
    for (const auto &[object, module] : objectsOfModules)
      uses.emplace_back(module, module + ", only: " + object);
    for (const std::string &use : whole.uses)
      uses.emplace_back(use.substr(0, use.find(',')), use);
    bool inside = form.place == WrapperPlace::Inside;
    for (const auto &[module, use] : uses)
      if (!(inside && equalButForCase(module, origin.module)))
        out.line("  use " + use);
  }

  // Names that constructs around give to parts of arrays.
  std::vector<std::string> associated() const {
    if (!origin.constants)
      return {};
    std::vector<std::string> result = origin.constants->associations;
    if (form.components != ComponentForm::Whole)
      nameComponents(result, 1, static_cast<int>(result.size()), named,
                     origin.locals);
    return result;
  }

  // What the statements mention, and the kernel has in another way: the index
  // of DO CONCURRENT, whose type is that of a variable around it.
  void writeOthers(fortran::FortranText &out) const {
    if (!origin.constants)
      return;
    std::set<std::string> known;
    for (size_t k = 0; k < call.objects.size(); ++k)
      known.insert(lowerCase(dummyName(k)));
    for (const VariablePtr &local : origin.locals)
      known.insert(lowerCase(local->name));
    for (const HiddenArgument &hidden : origin.hidden)
      if (!moduleOf(hidden).empty())
        known.insert(lowerCase(hidden.value.path.front()));
    for (const source::HostObject &other : origin.constants->objects)
      if (other.derived.empty() && other.shape && !known.count(other.name))
        out.line("  " + other.type + " :: " + other.name + *other.shape);
  }

  void writeLines(const source::LineSpan &span,
                  fortran::FortranText &out) const {
    std::vector<std::string> text = lines;
    if (form.components != ComponentForm::Whole)
      nameComponents(text, span.first, span.last, named, origin.locals);
    bool isNext = false; // does the next line follow the one before?
    for (int line = span.first; line <= span.last; ++line) {
      if (!isNext)
        out.raw(lineOf(sourceInMessages, line));
      out.raw(text[line - 1] + "\n");
      isNext = text[line - 1].find('\n') == std::string::npos;
    }
    out.raw(lineOf(checkInMessages, span.last));
  }

  const Variable &dummy(size_t k) const {
    return *objects.objects[call.objects[k]].dummy;
  }

  // Of which it is a variable, or a component of one that other procedures
  // mention, too; "" for what only the region's statements mention.
  std::string moduleOf(const HiddenArgument &hidden) const {
    if (hidden.value.isOfModule() || hidden.value.path.empty())
      return hidden.value.module;
    auto found = objectsOfModules.find(lowerCase(hidden.value.path.front()));
    return hidden.value.isComponent() && found != objectsOfModules.end()
               ? found->second
               : "";
  }

  // Null for an argument that the region mentions.
  const HiddenArgument *ofModule(size_t k) const {
    size_t own = origin.arguments.size();
    const HiddenArgument *hidden = k < own ? nullptr : &origin.hidden[k - own];
    return hidden && !moduleOf(*hidden).empty() ? hidden : nullptr;
  }

  std::string dummyName(size_t k) const {
    return ofModule(k) || statusOf(k) ? "loopyc_" + std::to_string(k + 1)
                                      : dummy(k).name;
  }

  // Do the statements ask whether a pointer points to it?
  bool isTarget(size_t k) const {
    return std::any_of(origin.hidden.begin(), origin.hidden.end(),
                       [&](const HiddenArgument &hidden) {
                         return equalButForCase(
                             fortran::askedTarget(hidden.value), dummyName(k));
                       });
  }

  // What tells whether the dummy argument is allocated or associated; null
  // where the statements do not ask.
  const HiddenArgument *statusOf(size_t k) const {
    if (k >= origin.arguments.size() || dummy(k).isScalar())
      return nullptr;
    const HiddenArgument *compared = nullptr; // with a target
    for (const HiddenArgument &hidden : origin.hidden) {
      if (hidden.value.kind != HostValue::Kind::IsPresent ||
          hidden.value.presence == HostValue::Presence::Optional ||
          hidden.value.path.size() != 1 ||
          !equalButForCase(hidden.value.path.front(), dummy(k).name))
        continue;
      if (fortran::askedTarget(hidden.value).empty())
        return &hidden;
      compared = &hidden;
    }
    return compared;
  }

  static bool isPointer(const HiddenArgument &status) {
    return status.value.presence == HostValue::Presence::Pointer;
  }

  static std::string colons(const Variable &array) {
    std::string text;
    for (size_t a = 0; a < array.declared.extents.size(); ++a)
      text += a ? ", :" : ":";
    return "(" + text + ")";
  }

  // --param w_allocated=0
  bool isThere(const HiddenArgument &status) const {
    if (!fortran::askedTarget(status.value).empty())
      return true; // but apart from the target
    for (const Object &object : objects.objects)
      if (object.dummy && object.dummy->name == status.variable->name)
        return object.value.value_or(1) != 0;
    return true;
  }

  // Of what the statements ask about, copies that can be asked.
  void writeAllocations(bool before, fortran::FortranText &out) const {
    for (size_t k = 0; k < origin.arguments.size(); ++k) {
      const HiddenArgument *status = statusOf(k);
      if (!status)
        continue;
      const std::string &name = dummy(k).name;
      if (before && isPointer(*status))
        out.line("  nullify (" + name + ")");
      if (!isThere(*status))
        continue;
      if (before)
        out.line("  allocate (" + name + "(" + shape(dummy(k).declared) + "))");
      out.line("  " + (before ? name + " = " + dummyName(k)
                              : dummyName(k) + " = " + name));
      if (!before && isPointer(*status))
        out.line("  deallocate (" + name + ")");
    }
  }

  // Do the statements ask whether it is present, or those around?
  bool isOptional(size_t k) const {
    if (!objects.objects[call.objects[k]].presence.empty())
      return true;
    const std::string name = dummyName(k);
    for (int line = origin.firstLine; line <= origin.lastLine; ++line) {
      std::string code = lowerCase(lines[line - 1]);
      code.erase(std::remove(code.begin(), code.end(), ' '), code.end());
      if (code.find("present(" + lowerCase(name) + ")") != std::string::npos)
        return true;
    }
    return false;
  }

  void writePointing(size_t k, const HiddenArgument &hidden,
                     fortran::FortranText &out) const {
    if (hasBounds(origin, hidden)) {
      const DeclaredLayout &declared = dummy(k).declared;
      std::vector<std::string> lower, extents;
      for (size_t a = 0; a < declared.extents.size(); ++a) {
        lower.push_back(fortran::fortranIndex(declared.lowerBounds[a]));
        extents.push_back(fortran::fortranIndex(declared.extents[a]));
      }
      out.line("  " + fortran::allocateText(hidden.value, lower, extents));
    }
    out.line("  " + fortran::pointToText(hidden.value));
  }

  void writeModuleVariables(bool before, fortran::FortranText &out) const {
    for (size_t k = 0; k < call.objects.size(); ++k) {
      const HiddenArgument *hidden = ofModule(k);
      if (!hidden)
        continue;
      const std::string name = fortran::hostValueText(hidden->value);
      if (before && fortran::isReached(hidden->value)) {
        writePointing(k, *hidden, out);
      } else if (before && hasBounds(origin, *hidden)) {
        if (!isOfPointer(origin, *hidden))
          out.line("  if (allocated(" + name + ")) deallocate (" + name + ")");
        out.line("  allocate (" + name + "(" + shape(dummy(k).declared) + "))");
      }
      out.line("  " + (before ? name + " = " + dummyName(k)
                              : dummyName(k) + " = " + name));
    }
  }

  static std::string shape(const DeclaredLayout &declared) {
    std::vector<std::string> bounds;
    for (size_t a = 0; a < declared.extents.size(); ++a) {
      std::string lower = fortran::fortranIndex(declared.lowerBounds[a]);
      bounds.push_back(lower + ":" +
                       (declared.extents[a]
                            ? lower + " + " +
                                  fortran::fortranIndex(declared.extents[a]) +
                                  " - 1"
                            : "*"));
    }
    return fortran::commaJoined(bounds);
  }

  const OriginCall &call;
  const KernelObjects &objects;
  const Origin &origin;
  const std::vector<std::string> &lines;
  const std::string &declaration;
  WrapperForm form;
  WholeObjects whole; // nothing in the other form
  std::map<std::string, std::string> objectsOfModules;
  std::vector<HiddenArgument> named; // under their names in the kernel
};

} // namespace

// As if the file were included here: gfortran takes a mere new name for that of
// all lines before, too.
std::string check::lineOf(const char *file, int line) {
  return "# " + std::to_string(line) + " \"" + file + "\" 1\n";
}

std::string check::wrapperText(const OriginCall &call,
                               const KernelObjects &objects,
                               const std::string &name,
                               const std::vector<std::string> &lines,
                               const std::string &declaration,
                               const WrapperForm &form) {
  return lineOf(checkInMessages, 1) +
         (call.origin->isRegion
              ? RegionWrapper(call, objects, lines, declaration, form)
                    .text(name)
              : CallWrapper(call, objects)
                    .text(name, form.place == WrapperPlace::Inside));
}
