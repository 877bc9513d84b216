// The parts of a parsed file: its main program and subprograms, and its USE
// statements, found before semantic analysis.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_UNITS_H
#define LOOPYC_LIB_FRONTEND_FLANG_UNITS_H

#include "Session.h"

#include "CalleeSearch.h"

#include "flang/Parser/parse-tree.h"

#include <list>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

using UseList = std::list<Fortran::parser::Statement<
    Fortran::common::Indirection<Fortran::parser::UseStmt>>>;

// A main program, an external or module subprogram with what it contains, or
// an internal subprogram.
struct Unit {
  enum class Kind { MainProgram, Subroutine, Function };
  Kind kind;
  std::string name, module;        // as declared; a submodule's: its ancestor
  SourceRange range;               // from its first statement to its last
  int firstLine = 0, lastLine = 0; // in the main file; 0 elsewhere
  const Fortran::parser::SpecificationPart *specification = nullptr;
  const Fortran::parser::ExecutionPart *body = nullptr;
  const std::optional<Fortran::parser::InternalSubprogramPart> *contained =
      nullptr;
  Fortran::parser::SubroutineSubprogram *subroutine = nullptr;
  Fortran::parser::FunctionSubprogram *function = nullptr;
  Fortran::parser::SeparateModuleSubprogram *separate = nullptr;
  const Fortran::parser::Name *declared = nullptr; // its name; of no program
  Fortran::parser::CharBlock first = {};           // its first statement
  int host = -1; // of an internal subprogram: index in Units::units
  bool isElsewhere = false; // in another file
};

struct UseSite {
  UseList *list;
  UseList::iterator statement;
  int unit;           // index in Units::units; -1: of the module itself
  std::string module; // as declared; "" outside modules
};

struct Units {
  std::vector<Unit> units; // in source order
  std::vector<UseSite> uses;
  std::set<std::string> modules; // defined in this file, in lower case
  std::vector<const Fortran::parser::Name *> ancestors; // of submodules
};

Units collectUnits(const Session &session, Fortran::parser::Program &program);

// A USE statement whose module was not found, removed from the tree, or an
// INCLUDE line among declarations.
struct UnresolvedUse {
  std::string name; // of the module or file
  SourceRange range;
  int unit;
  std::string module;
  // The names that it makes known, in lower case; nullopt: any.
  std::optional<std::set<std::string>> only = {};
  bool isInclude = false;

  bool isNamed(const std::string &symbol) const {
    return only && only->count(symbol);
  }
  // "module 'm', which was not found; give ..."
  std::string what(const Session &session) const;
};

// The one that a name is likely to be of; null where none may have it: those
// of a library begin in one way, and others may be all that a USE statement
// names.
const UnresolvedUse *likelyOwner(const std::vector<const UnresolvedUse *> &uses,
                                 const std::string &name);

// Provides every module that the file uses.
std::vector<UnresolvedUse> resolveUses(Session &session, Units &units);

// The same of include lines that the text went without. Throws UserError for
// one among executable statements.
void addOmitted(const Session &session, const Units &units,
                std::vector<UnresolvedUse> &unresolved);

// Removes a unit from analysis. A module procedure leaves an empty one of its
// name, to which the module's other declarations may refer.
void dropUnit(Fortran::parser::Program &program, const Unit &unit);

// Adds the names that a program mentions.
void noteNames(const Fortran::parser::Program &program, CalleeSearch &callees);

// Leaves only modules, with procedures that have no body: all that a file
// that uses them needs. Those that `callees` mention keep theirs, and what
// they mention is added; null: none does. Returns the names of the others.
std::set<std::string> reduceToInterfaces(Fortran::parser::Program &program,
                                         CalleeSearch *callees);

// External procedures that a file defines.
std::set<std::string> externalNames(const Fortran::parser::Program &program);

// Moves the external procedure from one program to the end of the other. False
// if there is none of the name.
bool moveExternal(const std::string &name, Fortran::parser::Program &from,
                  Fortran::parser::Program &to, CalleeSearch &callees);

// Those that have statements, to the end of others.
void appendBodies(const Units &all, Units &to);

} // namespace frontend
} // namespace loopyc

#endif
