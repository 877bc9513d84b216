#include "loopyc/Source/Fortran/PublicVariables.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::fortran;

static const char accessorPrefix[] = "loopyc_public_";
static const char allocatorPrefix[] = "loopyc_allocate_";

// Fortran's names have 63 characters at most.
static std::string shortened(const std::string &variable) {
  constexpr size_t longest = 46, kept = 29;
  std::string name = lowerCase(variable);
  if (name.size() <= longest)
    return name;
  return name.substr(0, kept) + "_" +
         llvm::utohexstr(llvm::xxh3_64bits(name), /*LowerCase=*/true, 16);
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

std::string fortran::reachedVariable(const HostValue &value) {
  return value.nameInModule.substr(sizeof accessorPrefix - 1);
}

// The module among whose declarations a line stands, by the text before it.
static std::string moduleAt(const std::vector<Statement> &statements,
                            int line) {
  static const llvm::Regex begin("^ *module +([a-z][a-z0-9_]*) *$"),
      end("^ *(contains|end *module.*) *$");
  std::string module;
  for (const Statement &statement : statements) {
    if (static_cast<int>(statement.position(0).line) + 1 >= line)
      break;
    llvm::SmallVector<llvm::StringRef> found;
    if (begin.match(statement.code, &found))
      module = found[1].str();
    else if (end.match(statement.code))
      module.clear();
  }
  return module;
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
    for (const PublicVariable &variable : variables) {
      out.line("public :: " + accessorOf(variable.name));
      if (allocates(variable))
        out.line("public :: " + allocatorOf(variable.name));
      if (!variable.isTarget && !variable.isPointer)
        out.line("target :: " + variable.name);
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
           (variable.isAllocatable || variable.isPointer);
  }

  static std::string colons(int rank) {
    return rank == 0 ? ""
                     : "(" + commaJoined(std::vector<std::string>(
                                 static_cast<size_t>(rank), ":")) +
                           ")";
  }

  // It has the bounds of the variable; null where that is not allocated.
  static void writeAccessor(const PublicVariable &variable, FortranText &out) {
    const std::string name = accessorOf(variable.name);
    const bool contiguous = variable.rank > 0 && !variable.isPointer;
    out.line("function " + name + "() result(loopyc_pointer)");
    out.deepen();
    if (variable.isAllocatable)
      out.line("intrinsic :: allocated");
    out.line(variable.type + ", pointer" + (contiguous ? ", contiguous" : "") +
             " :: loopyc_pointer" + colons(variable.rank));
    if (variable.isAllocatable)
      out.line("nullify (loopyc_pointer)");
    out.line((variable.isAllocatable ? "if (allocated(" + variable.name + ")) "
                                     : "") +
             "loopyc_pointer => " + variable.name);
    out.rise();
    out.line("end function " + name);
  }

  static void writeAllocator(const PublicVariable &variable, FortranText &out) {
    const std::string name = allocatorOf(variable.name);
    std::vector<std::string> bounds;
    for (int axis = 1; axis <= variable.rank; ++axis) {
      const std::string number = "(" + std::to_string(axis) + ")";
      const std::string lower = "loopyc_lower" + number;
      bounds.push_back(lower + ":" + lower + " + loopyc_extent" + number +
                       " - 1");
    }
    out.line("subroutine " + name + "(loopyc_lower, loopyc_extent)");
    out.deepen();
    if (variable.isAllocatable)
      out.line("intrinsic :: allocated");
    out.line("integer(8), intent(in) :: loopyc_lower(*), loopyc_extent(*)");
    if (variable.isAllocatable)
      out.line("if (allocated(" + variable.name + ")) deallocate (" +
               variable.name + ")");
    out.line("allocate (" + variable.name + "(" + commaJoined(bounds) + "))");
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
