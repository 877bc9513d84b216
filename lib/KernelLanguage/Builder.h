// What a kernel is made from, with names resolved; each file of this folder
// adds its part:
//
//   CodeBlocks  statements in C
//   UserReductions  reductions by operations of the script
//   SeveralResults  argmin, sincos
//   Expansion     what both share
//   Initializers  values that temporaries begin with, and tables
//   Names       what each name is
//   Nests       the loops that each instruction is in
//   Depends     which instructions come before which
//   Groups      the same, of those that exclude each other
//   Calls       the instructions of kernels that are called
//   Order       the reference order
//   Shapes      extents of arrays
//   Conflicts   what is left unordered and must not be
#ifndef LOOPYC_LIB_KERNELLANGUAGE_BUILDER_H
#define LOOPYC_LIB_KERNELLANGUAGE_BUILDER_H

#include "Domains.h"
#include "Syntax.h"

#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/KernelText.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace language {

struct Symbol {
  enum Kind { Iname, Variable, Rule, Parameter } kind = Variable;
  const Declaration *declaration = nullptr; // null: it is found
  bool isTemporary = false;
  bool isWritten = false;
  bool isIndex = false; // in a subscript, or a bound: an integer
  std::optional<Type> type;
  std::optional<size_t> rank; // of a variable, once seen
  SourceRange range;          // where it is seen first
};

// One instruction; `kernel.instructions` has it at the same place until they
// are put in order.
struct Statement {
  std::string id;
  const StatementText *text = nullptr;
  std::set<std::string> inames; // that it is within
  std::set<size_t> dependsOn;   // directly
  // What comes before it for the sake of an order alone, of conflicts.
  std::set<size_t> comesAfter;
};

struct Building {
  const KernelSource &source;
  std::vector<Domain> domains;
  Instructions written;
  std::map<std::string, Symbol> symbols;
  std::vector<Statement> statements;
  // Of a kernel that is called: what calls it (Calls.h).
  const Building *caller = nullptr;
  // Of what it calls: texts and declarations in its own names, and what became
  // of the ids of calls.
  std::vector<std::shared_ptr<const StatementText>> texts = {};
  std::vector<std::shared_ptr<const Declaration>> declarations = {};
  // Tables that are copied to what they are the initial values of.
  std::vector<std::shared_ptr<const Declaration>> initialTables = {};
  std::map<std::string, std::vector<std::string>> expandedIds = {};
  std::set<std::string> called = {}; // kernels
  source::KernelText::Calls calls = {};
  // What statements in C became.
  std::map<std::string, ExternalFunctionPtr> codeFunctions = {};
  LoopChoices loops = {};            // for theirs

  bool isIname(const std::string &name) const {
    auto it = symbols.find(name);
    return it != symbols.end() && it->second.kind == Symbol::Iname;
  }
};

// --- SeveralResults.cpp
inline constexpr char severalResultsText[] =
    "several results come of argmin, argmax and sincos, and of kernels that "
    "are "
    "called; write an instruction for each value";
// Instructions that assign several results become instructions of one each.
void expandSeveralResults(Building &building);

// --- CodeBlocks.cpp
// Statements in C become calls of functions, one for each result.
void expandCodeBlocks(Building &building);

// --- LoopReductions.cpp
// Of the attribute `dup`: the instruction is in loops of its own.
void duplicateInames(Building &building);
// Reductions of scalars that the loops they are over compute become updates in
// these loops.
void expandLoopReductions(Building &building);

// --- UserReductions.cpp
// Reductions by operations of the script become loops that update temporaries.
void expandUserReductions(Building &building);

// --- Initializers.cpp
void addInitializers(Building &building);
// The values of a table, and of integers along one axis what they are known to
// be. Throws UserError where a value is none of the type's.
std::shared_ptr<const MapFacts> factsOf(const Declaration &table, Type type);
// NumPy's of such literals; integers have 32 bits if they fit.
Type typeOfInitial(const Declaration &declaration);
// --- MakeKernel.cpp
// All that is found before there is a kernel: names, nests, dependences; calls
// are expanded. The source must live as long.
Building analyse(const KernelSource &source, const Building *caller);
// Variables and instructions, as they stand.
Kernel withoutOrder(Building &building);

// --- Names.cpp
void findNames(Building &building);
// The variables, arguments in order; extents that are not said are null.
void addVariables(const Building &building, Kernel &kernel);
// Extents, strides: integers in arguments.
Expr extentOf(const std::string &text, const Building &building,
              const SourceRange &range);
// What subscripts of an argument count from; null for 0.
Expr offsetOf(const Symbol &symbol, const Building &building);

// --- Expressions.cpp
void nameStatements(Building &building);
void addInstructions(Building &building, Kernel &kernel);
// Names that are read: of variables and rules, and what these read.
std::set<std::string> readNames(const Building &building,
                                const StatementText &statement);
// Variables that bound loops and reductions of statements.
class BoundNames {
public:
  explicit BoundNames(const Building &building);
  std::set<std::string> of(const Statement &statement) const;

private:
  const Building &building;
  std::map<std::string, std::set<std::string>> ofIname; // by its domain
};
// Inames that expressions mention, those that reductions bind apart; rules
// included.
std::set<std::string> mentionedInames(const Building &building,
                                      const StatementText &statement);

// --- Nests.cpp
void findNests(Building &building);

// --- Depends.cpp
void findDependences(Building &building);

// --- Groups.cpp
// Which comes first of an instruction and a group that it conflicts with.
void separateGroups(Building &building);

// --- Order.cpp
// Gives each instruction its loops, from the outermost, and its reference time,
// and puts them in that order.
void putInOrder(Building &building, Kernel &kernel);

// --- Shapes.cpp
// Extents of arrays from what is accessed, and that all accesses are inside.
void findShapes(Kernel &kernel);

// --- Conflicts.cpp
// Gives a remark for each that is silenced.
std::vector<std::string> refuseConflicts(const Building &building,
                                         const Kernel &kernel);

// --- UnsetElements.cpp
void warnOfUnset(const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
