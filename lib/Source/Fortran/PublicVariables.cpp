#include "loopyc/Source/Fortran/PublicVariables.h"

#include "loopyc/Source/Fortran/ModuleDeclarations.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::fortran;

static const char accessorPrefix[] = "loopyc_public_";
static const char allocatorPrefix[] = "loopyc_allocate_";

// Fortran's names have 63 characters at most. "s%x" is not the variable "s_x".
static std::string shortened(const std::string &variable) {
  constexpr size_t longest = 46, kept = 29;
  const std::string path = lowerCase(variable);
  std::string name = path;
  std::replace(name.begin(), name.end(), '%', '_');
  if (name == path && name.size() <= longest)
    return name;
  return name.substr(0, kept) + "_" +
         llvm::utohexstr(llvm::xxh3_64bits(path), /*LowerCase=*/true, 16);
}

std::string fortran::accessorOf(const std::string &variable) {
  return accessorPrefix + shortened(variable);
}

std::string fortran::allocatorOf(const std::string &variable) {
  return allocatorPrefix + shortened(variable);
}

std::string fortran::reachedName(const std::string &variable) {
  return accessorPrefix + lowerCase(variable);
}

bool fortran::isReached(const HostValue &value) {
  return llvm::StringRef(value.nameInModule).starts_with(accessorPrefix);
}

// Without the subscripts of an array.
std::string fortran::reachedVariable(const HostValue &value) {
  const std::string path =
      value.nameInModule.substr(sizeof accessorPrefix - 1);
  const size_t first = path.find('('), last = path.find(')');
  return first == std::string::npos
             ? path
             : path.substr(0, first) + path.substr(last + 1);
}

std::string fortran::reachedArray(const HostValue &value) {
  if (!isReached(value))
    return "";
  const std::string path =
      value.nameInModule.substr(sizeof accessorPrefix - 1);
  const size_t subscripts = path.find('(');
  return subscripts == std::string::npos ? "" : path.substr(0, subscripts);
}

std::vector<NamedVariable>
fortran::namedPublic(const std::vector<std::string> &lines, Form form,
                     const std::vector<source::DataDirective> &directives) {
  std::vector<NamedVariable> result;
  if (directives.empty())
    return result;
  const std::vector<Statement> statements = scanStatements(lines, form);
  for (const source::DataDirective &directive : directives)
    for (const source::DataItem &item : directive.items)
      result.push_back({moduleAt(statements, directive.firstLine),
                        lowerCase(item.text), item.range, directive.firstLine,
                        true});
  return result;
}

namespace {

// What is inserted into one module.
class ModuleAccessors {
public:
  ModuleAccessors(const std::vector<PublicVariable> &variables, bool allocators)
      : variables(variables), allocators(allocators) {}

  std::string declarations() const {
    FortranText out;
    out.deepen();
    std::set<std::string> targets;
    for (const PublicVariable &variable : variables) {
      out.line("public :: " + accessorOf(variable.name));
      if (allocates(variable))
        out.line("public :: " + allocatorOf(variable.name));
      const PublicVariable::Part &whole = variable.parts.front();
      if (!variable.isTarget && !whole.isPointer &&
          targets.insert(whole.name).second)
        out.line("target :: " + whole.name);
    }
    return out.str();
  }

  std::string procedures() const {
    FortranText out;
    out.deepen();
    for (const PublicVariable &variable : variables) {
      writeAccessor(variable, out);
      if (allocates(variable))
        writeAllocator(variable, out);
    }
    return out.str();
  }

private:
  bool allocates(const PublicVariable &variable) const {
    return allocators && variable.rank > 0 &&
           variable.parts[variable.array].mayBeAbsent();
  }

  static std::string colons(int rank) {
    return rank == 0 ? ""
                     : "(" + commaJoined(std::vector<std::string>(
                                 static_cast<size_t>(rank), ":")) +
                           ")";
  }

  // "s%grid", the first parts of it.
  static std::string pathOf(const PublicVariable &variable, size_t count) {
    std::string path;
    for (size_t k = 0; k < count; ++k)
      path += (k ? "%" : "") + variable.parts[k].name;
    return path;
  }

  // Is the part there? "" where it always is.
  static std::string existence(const PublicVariable &variable, size_t part) {
    const PublicVariable::Part &asked = variable.parts[part];
    if (!asked.mayBeAbsent())
      return "";
    return (asked.isAllocatable ? "allocated(" : "associated(") +
           pathOf(variable, part + 1) + ")";
  }

  static void writeIntrinsics(const PublicVariable &variable,
                              std::vector<std::string> names,
                              FortranText &out) {
    for (const PublicVariable::Part &part : variable.parts)
      if (part.mayBeAbsent()) {
        names.insert(names.begin(), {"allocated", "associated"});
        break;
      }
    if (!names.empty())
      out.line("intrinsic :: " + commaJoined(names));
  }

  // Of those that the component is part of.
  void writeExistence(const PublicVariable &variable, bool allocate,
                      FortranText &out) const {
    for (size_t k = 0; k < variable.array; ++k)
      if (std::string is = existence(variable, k); !is.empty())
        out.line("if (.not. " + is + ") " +
                 (allocate ? "allocate (" + pathOf(variable, k + 1) + ")"
                           : "return"));
  }

  // Where it has a shape but need not be there, something else of that shape
  // is: a kernel gets what it may not look at.
  static bool hasStandIn(const PublicVariable &variable) {
    if (variable.rank > 0 && variable.parts[variable.array].mayBeAbsent())
      return false;
    return std::any_of(
        variable.parts.begin(), variable.parts.end(),
        [](const PublicVariable::Part &part) { return part.mayBeAbsent(); });
  }

  // A component of elements of an array, which is no whole array itself.
  static bool isInElements(const PublicVariable &variable) {
    return variable.array + 1 < variable.parts.size();
  }

  // "(lbound(s%cells, 1):)"
  static std::string lowerBounds(const PublicVariable &variable) {
    const std::string array = pathOf(variable, variable.array + 1);
    std::vector<std::string> bounds;
    for (int axis = 1; axis <= variable.rank; ++axis)
      bounds.push_back("lbound(" + array + ", " + std::to_string(axis) + "):");
    return "(" + commaJoined(bounds) + ")";
  }

  // It has the bounds of the variable; null where an array is not there.
  void writeAccessor(const PublicVariable &variable, FortranText &out) const {
    const std::string name = accessorOf(variable.name);
    const size_t array = variable.array;
    const std::string path = pathOf(variable, variable.parts.size()),
                      is = existence(variable, array);
    const bool contiguous = variable.rank > 0 && !isInElements(variable) &&
                            !variable.parts[array].isPointer,
               standsIn = hasStandIn(variable);
    out.line("function " + name + "() result(loopyc_pointer)");
    out.deepen();
    writeIntrinsics(variable,
                    isInElements(variable) ? std::vector<std::string>{"lbound"}
                                           : std::vector<std::string>(),
                    out);
    out.line(variable.type + ", pointer" + (contiguous ? ", contiguous" : "") +
             " :: loopyc_pointer" + colons(variable.rank));
    if (standsIn)
      out.line(variable.type + ", target, save :: loopyc_absent" +
               (variable.rank ? "(" + variable.shape + ")" : ""));
    if (standsIn)
      out.line("loopyc_pointer => loopyc_absent");
    else if (array > 0 || !is.empty())
      out.line("nullify (loopyc_pointer)");
    writeExistence(variable, allocators, out);
    if (standsIn && allocators && !is.empty())
      out.line("if (.not. " + is + ") allocate (" + path + ")");
    out.line((is.empty() ? "" : "if (" + is + ") ") + "loopyc_pointer" +
             (isInElements(variable) ? lowerBounds(variable) : "") + " => " +
             path);
    out.rise();
    out.line("end function " + name);
  }

  void writeAllocator(const PublicVariable &variable, FortranText &out) const {
    const std::string name = allocatorOf(variable.name);
    const std::string path = pathOf(variable, variable.array + 1),
                      is = existence(variable, variable.array);
    std::vector<std::string> bounds;
    for (int axis = 1; axis <= variable.rank; ++axis) {
      const std::string number = "(" + std::to_string(axis) + ")";
      const std::string lower = "loopyc_lower" + number;
      bounds.push_back(lower + ":" + lower + " + loopyc_extent" + number +
                       " - 1");
    }
    out.line("subroutine " + name + "(loopyc_lower, loopyc_extent)");
    out.deepen();
    writeIntrinsics(variable, {"all", "lbound", "shape"}, out);
    out.line("integer(8), intent(in) :: loopyc_lower(*), loopyc_extent(*)");
    writeExistence(variable, true, out);
    const std::string rank = std::to_string(variable.rank);
    // Another component of its elements may have a value already.
    out.line("if (" + is + ") then");
    out.deepen();
    out.line("if (all(lbound(" + path + ") == loopyc_lower(:" + rank +
             ")) .and. all(shape(" + path + ") == loopyc_extent(:" + rank +
             "))) return");
    if (variable.parts[variable.array].isAllocatable)
      out.line("deallocate (" + path + ")");
    out.rise();
    out.line("end if");
    out.line("allocate (" + path + "(" + commaJoined(bounds) + "))");
    out.rise();
    out.line("end subroutine " + name);
  }

  const std::vector<PublicVariable> &variables;
  bool allocators;
};

} // namespace

std::vector<Insertion>
fortran::accessorInsertions(const std::vector<PublicVariable> &variables,
                            bool allocators) {
  std::map<int, std::vector<PublicVariable>> modules; // by their ends
  for (const PublicVariable &variable : variables)
    modules[variable.end].push_back(variable);
  std::vector<Insertion> result;
  for (const auto &[end, own] : modules) {
    const ModuleAccessors accessors(own, allocators);
    const int contains = own.front().contains;
    if (contains)
      result.push_back({contains, accessors.declarations()});
    result.push_back({end, (contains ? ""
                                     : accessors.declarations() +
                                           "contains\n") +
                               accessors.procedures()});
  }
  return result;
}

std::vector<std::string>
fortran::withInsertions(const std::vector<std::string> &stubLines,
                        const std::vector<Insertion> &insertions,
                        const MarkInsertion &mark) {
  source::UnfoldedLines unfolded(stubLines);
  for (const Insertion &insertion : insertions) {
    const size_t at = static_cast<size_t>(insertion.line) - 1;
    size_t folded = 0;
    while (unfolded.startOf(folded + 1) <= at)
      ++folded;
    unfolded.lines[at].insert(
        0, mark ? mark(insertion.text, static_cast<int>(folded) + 1)
                : insertion.text);
  }
  return unfolded.fold();
}
