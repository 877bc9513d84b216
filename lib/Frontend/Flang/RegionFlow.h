// Which variables carry values into a kernel region and out of it.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_REGIONFLOW_H
#define LOOPYC_LIB_FRONTEND_FLANG_REGIONFLOW_H

#include "FindRegion.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

using SymbolSet = std::set<const Fortran::semantics::Symbol *>;

// Supersets. Assignments to elements of an array count as reads of the array,
// for what they leave alone.
class SharedVariables;

// A local of which one statement of the procedure says the only value.
struct SettledBefore {
  const Fortran::semantics::Symbol *variable;
  const Fortran::semantics::SomeExpr *value;
};

struct RegionFlow {
  SymbolSet in;  // may be read in the region before it assigns them
  SymbolSet out; // may be read after it, with a value that it assigned
  SymbolSet outToHost; // the same, but for reads in other regions
  // Variables of what is around the procedure, or that others mention, too, of
  // which each reads none but its own values.
  SymbolSet confined;
  // May be assigned in the region: variables as a whole or in part, and
  // components, of whatever variable.
  SymbolSet assigned, assignedComponents;
  // Locals without a value where the region begins.
  SymbolSet unset;
  // Dummies of the procedure that keep their values all through it.
  SymbolSet unchanged;
  // Dummies of derived types that nothing has another name for, and components
  // that the procedure, or what it calls, may assign, of whatever variable.
  SymbolSet structures, changedComponents;
  // By statements that certainly stand before the region.
  std::vector<SettledBefore> settled;
  bool calls = false; // what is called there may assign more
  const SharedVariables *shared = nullptr;
  // Elements of arrays of derived types that the region mentions without a
  // condition (elementText).
  std::set<std::string> certainElements;
  // Names of associate constructs around it for parts of arrays, which are the
  // same elements all through the constructs.
  std::vector<const Fortran::semantics::Symbol *> fixedParts; // outer first
  // Optional dummies that are there: it stands under "if (present(b))".
  SymbolSet present;
  // `!$loopy` lines around it, which hold whatever asks for others.
  bool isMarked = false;
  // All statements of the procedure: it begins where the procedure is entered.
  bool isWhole = false;
};

// Which variables the procedures of a file hand to each other. Where that is
// all that can know a variable (one of a main program, of a procedure with
// internal ones, or a private one of a module), a value that none of them reads
// is read nowhere.
class SharedVariables {
  using Symbol = Fortran::semantics::Symbol;

public:
  // `isComplete`: are these all units? Else all may be handed over.
  SharedVariables(const std::vector<const Unit *> &units, const Cuts &cuts,
                  bool isComplete);

  // Those that a unit mentions that has not declared them, or several units.
  const SymbolSet &variables() const { return all; }
  bool isConfined(const Symbol &symbol) const;
  // A variable of a procedure that no other can assign but as its argument?
  bool isOfOneUnit(const Symbol &symbol) const;
  // The components that procedures may assign that are called with these names,
  // whatever variable they are of.
  SymbolSet assignedByCalls(const SymbolSet &mentioned) const;
  // What procedures mention that are called with these names, these included.
  SymbolSet mentionedByCalls(const SymbolSet &mentioned) const;
  // What they may read that they have not assigned themselves.
  SymbolSet readByCalls(const SymbolSet &mentioned) const;
  // The same of procedures that may be called without their names: arguments,
  // targets of pointers, specific ones of generic names.
  const SymbolSet &readByPassed() const { return readAnywhere; }
  // May a call of this name assign its argument of that number? Known of
  // procedures whose statements are here, and by intents.
  bool mayAssign(const Symbol *called, size_t argument) const;
  // Variables that the unit's statements may assign, or those of its internal
  // procedures.
  const SymbolSet &assignedIn(const Unit &unit) const;
  // Components, of whatever variable: those that what it calls may assign, too.
  SymbolSet componentsAssignedIn(const Unit &unit) const;
  // Statements that are known by their names alone.
  const Cuts &cuts() const { return cut; }

private:
  // What a unit says.
  struct Statements {
    const Unit *unit = nullptr;
    SymbolSet mentioned, assignedComponents;
    SymbolSet readFirst; // before the unit assigns it
  };
  void addShared(const std::vector<const Unit *> &units);
  SymbolSet readFirst(const Unit &unit) const;
  // In procedures that are called with these names, and by these in turn.
  std::vector<const Statements *>
  reachedByCalls(const SymbolSet &mentioned) const;
  const Statements *statementsOf(const Symbol &name) const;
  void addCalled(const Symbol &name, std::vector<const Statements *> &called,
                 std::set<const Statements *> &known) const;

  const Cuts &cut;
  bool isComplete = false;
  std::map<const Symbol *, Statements> bySymbol;
  std::map<std::string, const Statements *> externals; // by their names
  SymbolSet all;
  SymbolSet handedOver; // a unit reads what others may have left in them
  SymbolSet readAnywhere;
  // Asked for on the way; a unit that is being looked at is there, empty.
  mutable std::map<const Unit *, std::optional<SymbolSet>> assignedByUnit;
};

// Optional dummies of the unit that a condition around the statements says are
// present.
SymbolSet presentAround(const RegionStatements &statements, const Unit &unit);

// Of which the unit may read a value that it has not assigned: those that
// others mention, too, among them.
SymbolSet readBeforeAssigned(const Unit &unit, const SharedVariables &shared);

// Sets what the statements may assign, and which elements they mention.
void noteAssigned(const RegionStatements &statements,
                  const SharedVariables &shared, RegionFlow &flow);

RegionFlow flowThrough(const RegionStatements &region,
                       const std::vector<RegionStatements> &otherRegions,
                       const Unit &unit, const SharedVariables &shared);

} // namespace frontend
} // namespace loopyc

#endif
