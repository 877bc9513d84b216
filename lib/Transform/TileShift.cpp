#include "TileShift.h"

#include "Dataflow.h"
#include "Numbers.h"
#include "RuleExpander.h"
#include "loopyc/Analysis/RowAlignment.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;

namespace {

class ShiftFinder {
public:
  ShiftFinder(const Kernel &kernel, const std::string &iname, int64_t length,
              const Selection &selection, const char *transformation)
      : kernel(kernel), iname(iname), length(length), selection(selection),
        phrase(std::string(transformation) + ": align of iname '" + iname +
               "'") {}

  Expr to(int64_t given) const;
  Expr to(const AlignedRows &rows) const;

private:
  [[noreturn]] void refuse(const std::string &why) const {
    throw UserError(phrase + " " + why);
  }
  std::vector<RowAccess> accesses(const std::string &array) const;
  Expr named(const std::vector<RowAccess> &accesses) const;

  const Kernel &kernel;
  const std::string &iname;
  const int64_t length;
  const Selection &selection;
  const std::string phrase;
};

} // namespace

Expr ShiftFinder::to(int64_t given) const {
  if (given < -mostLength || given > mostLength)
    refuse("must be within " + std::to_string(-mostLength) + " and " +
           std::to_string(mostLength) + ", but it is " + std::to_string(given));
  return Expr::integer(*integers::modulo(given, length));
}

// Of one array, or of all ("").
std::vector<RowAccess> ShiftFinder::accesses(const std::string &array) const {
  RuleExpander expand(kernel);
  std::vector<InstructionPtr> expanded;
  std::vector<const Instruction *> instructions;
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (selection.chosen[i]) {
      expanded.push_back(expand(kernel.instructions[i]));
      instructions.push_back(expanded.back().get());
    }
  std::vector<RowAccess> all = rowAccesses(kernel, instructions, iname);
  if (!array.empty())
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const RowAccess &access) {
                               return access.array != array;
                             }),
              all.end());
  return all;
}

// An offset that is not a number, if it is the same in all accesses: what the
// program knows when it runs.
Expr ShiftFinder::named(const std::vector<RowAccess> &accesses) const {
  const Expr &offset = accesses.front().offset;
  for (const RowAccess &access : accesses)
    if (access.offset != offset)
      refuse("finds rows that begin at " + offset.str() + " of '" +
             accesses.front().array + "' and at " + access.offset.str() +
             " of '" + access.array +
             "'; name the array that counts, or give an integer");
  std::set<std::string> names, arrays;
  collectNames(offset, names, arrays);
  const bool isKnown =
      arrays.empty() && toAffine(offset) &&
      std::all_of(names.begin(), names.end(), [&](const std::string &name) {
        VariablePtr var = kernel.findVariable(name);
        return !kernel.hasIname(name) && var && !var->isTemporary() &&
               !readsWritten(kernel, Expr::var(name));
      });
  if (!isKnown)
    refuse("would be " + offset.str() + ", as '" + accesses.front().array +
           "' has it, which is not an affine function of arguments; give an "
           "integer");
  return offset;
}

Expr ShiftFinder::to(const AlignedRows &rows) const {
  std::string array;
  if (!rows.array.empty())
    array = resolveVariable(kernel, rows.array, "split_iname")->name;
  std::vector<RowAccess> all = accesses(array);
  if (all.empty())
    refuse("finds no access of " +
           (array.empty() ? "an array in global memory" : "'" + array + "'") +
           " with unit stride along it, of elements whose bytes divide " +
           std::to_string(lineBytes) + "; give an integer, or leave it out");
  std::vector<RowAccess> numbers;
  for (const RowAccess &access : all)
    if (access.behind)
      numbers.push_back(access);
  if (numbers.empty())
    return named(all);
  if (RowAlignment found = rowAlignment(numbers, length); found.aligned > 0)
    return Expr::integer(found.shift);
  refuse("finds no tiles of " + std::to_string(length) + " elements of '" +
         numbers.front().array + "' that could keep to lines of " +
         std::to_string(lineBytes) +
         " bytes; choose an even inner length, or give an integer");
}

Expr loopyc::tileShift(const Kernel &kernel, const std::string &iname,
                       int64_t length, const TileAlignment &align,
                       const Selection &selection, const char *transformation) {
  ShiftFinder finder(kernel, iname, length, selection, transformation);
  return match(
      align, [](std::monostate) { return Expr::integer(0); },
      [&](int64_t given) { return finder.to(given); },
      [&](const AlignedRows &rows) { return finder.to(rows); });
}
