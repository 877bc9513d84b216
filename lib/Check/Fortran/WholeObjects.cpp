#include "Fortran/WholeObjects.h"

#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>
#include <set>

using namespace loopyc;
using namespace loopyc::check;
using source::HostObject;

namespace {

using Lines = std::vector<std::string>;

// A component's way from its variable: p, an array, and t; q(2), an element.
struct Part {
  std::string name;
  std::string element; // (2)
  size_t rank = 0;
  size_t firstAxis = 0; // of the argument's, whose first are those of the last
};

// Subscripts without names.
bool isConstant(const std::string &subscripts) {
  return std::none_of(subscripts.begin(), subscripts.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  });
}

std::vector<Part> partsOf(const HiddenArgument &argument) {
  std::vector<Part> parts;
  for (const std::string &text : argument.value.path) {
    size_t bracket = text.find('(');
    auto colons =
        static_cast<size_t>(std::count(text.begin(), text.end(), ':'));
    const bool isElement = bracket != text.npos && colons == 0;
    if (isElement && !isConstant(text.substr(bracket)))
      throw UserError("'" + text + "' is an element that data choose");
    parts.push_back({lowerCase(text.substr(0, bracket)),
                     isElement ? text.substr(bracket) : "", colons});
  }
  size_t axes = argument.variable->declared.extents.size(), others = 0;
  for (size_t k = 0; k + 1 < parts.size(); ++k)
    others += parts[k].rank;
  parts.back().rank = axes - others;
  for (size_t k = parts.size() - 1; k-- > 0;)
    parts[k].firstAxis = parts[k + 1].firstAxis + parts[k + 1].rank;
  return parts;
}

class Writer {
public:
  explicit Writer(const Origin &origin) : origin(origin) {}

  WholeObjects write() {
    for (const HostObject &object : origin.constants->objects)
      if (!object.derived.empty())
        declare(object);
    for (const HiddenArgument &argument : origin.hidden)
      if (argument.value.isComponent() && !argument.value.isOfModule())
        copy(argument);
    for (size_t k = 1; k <= depth; ++k)
      result.declarations.push_back("integer(8) :: " + index(k));
    return std::move(result);
  }

private:
  static std::string index(size_t k) { return "loopyc_i" + std::to_string(k); }

  void declare(const HostObject &object) {
    if (!object.moduleOfType.empty())
      result.uses.push_back(object.moduleOfType + ", only: " + object.derived);
    std::string colons;
    for (int a = 0; a < object.rank; ++a)
      colons += a ? ", :" : "(:";
    bool isFixed = object.rank == 0 || object.shape;
    result.declarations.push_back(
        object.type + (isFixed ? "" : ", allocatable") + ", target :: " +
        object.name + (isFixed ? object.shape.value_or("") : colons + ")"));
  }

  const HostObject &objectOf(const std::string &name) const {
    for (const HostObject &object : origin.constants->objects)
      if (object.name == name && !object.derived.empty())
        return object;
    throw UserError("the type of '" + name + "' is not known");
  }

  // Both ways, in loops over the elements of all but the last part.
  void copy(const HiddenArgument &argument) {
    std::vector<Part> parts = partsOf(argument);
    const HostObject &object = objectOf(parts.front().name);
    const DeclaredLayout &declared = argument.variable->declared;
    Lines indices(declared.extents.size(), ":");
    std::string path, designator;
    Lines around, in, out;
    size_t loops = 0;
    for (size_t k = 0; k < parts.size(); ++k) {
      const Part &part = parts[k];
      path += (k > 1 ? "%" : "") + (k ? part.name : "");
      designator += (k ? "%" : "") + part.name;
      if (needsStorage(object, path)) {
        if (!part.element.empty())
          throw UserError("the shape of '" + designator + "' is not known");
        if (made.insert(object.name + "%" + path).second)
          in.push_back("allocate (" + designator + bounds(declared, part) +
                       ")");
      }
      designator += part.element;
      if (k + 1 == parts.size() || part.rank == 0)
        continue;
      Lines subscripts;
      for (size_t a = 0; a < part.rank; ++a) {
        size_t axis = part.firstAxis + a;
        subscripts.push_back(indices[axis] = index(++loops));
        std::string loop = "do " + indices[axis] + " = " +
                           first(declared, axis) + ", " + last(declared, axis);
        in.push_back(loop);
        out.push_back(loop);
      }
      designator += "(" + fortran::commaJoined(subscripts) + ")";
    }
    std::string own = argument.variable->name +
                      (indices.empty()
                           ? ""
                           : "(" + fortran::commaJoined(indices) + ")");
    in.push_back(designator + " = " + own);
    out.push_back(own + " = " + designator);
    for (Lines *lines : {&in, &out})
      lines->insert(lines->end(), loops, "end do");
    result.before.insert(result.before.end(), in.begin(), in.end());
    result.behind.insert(result.behind.end(), out.begin(), out.end());
    depth = std::max(depth, loops);
  }

  // Of the variable itself, where the path is empty.
  static bool needsStorage(const HostObject &object, const std::string &path) {
    if (path.empty())
      return object.rank > 0 && !object.shape;
    return std::find(object.allocated.begin(), object.allocated.end(), path) !=
           object.allocated.end();
  }

  static std::string first(const DeclaredLayout &declared, size_t axis) {
    return fortran::fortranIndex(declared.lowerBounds[axis]);
  }

  static std::string last(const DeclaredLayout &declared, size_t axis) {
    if (!declared.extents[axis])
      throw UserError("an array has no last element");
    return fortran::fortranIndex(declared.lowerBounds[axis] +
                                 declared.extents[axis] - 1);
  }

  static std::string bounds(const DeclaredLayout &declared, const Part &part) {
    Lines all;
    for (size_t a = part.firstAxis; a < part.firstAxis + part.rank; ++a)
      all.push_back(first(declared, a) + ":" + last(declared, a));
    return all.empty() ? "" : "(" + fortran::commaJoined(all) + ")";
  }

  const Origin &origin;
  WholeObjects result;
  std::set<std::string> made; // what has its storage
  size_t depth = 0;           // of loops
};

} // namespace

std::optional<WholeObjects> check::wholeObjects(const Origin &origin) {
  if (!origin.isRegion || !origin.constants ||
      std::none_of(origin.constants->objects.begin(),
                   origin.constants->objects.end(),
                   [](const HostObject &one) { return !one.derived.empty(); }))
    return std::nullopt;
  try {
    return Writer(origin).write();
  } catch (const UserError &) {
    return std::nullopt;
  }
}
