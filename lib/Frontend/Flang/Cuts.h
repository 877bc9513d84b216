// What semantic analysis is spared of a file with modules or includes that are
// not there, where it needs a name from them:
//   a statement, or a construct whose own words need it   becomes `continue`
//   conditions of an `if` construct one of which needs it  become `.true.`
//   a variable                        becomes class(*), pointer, of which no
//                                     expression can be made
//   a component, a type, a name in an access statement, a statement of generic
//   names, procedures or a namelist   is not there
// Whatever needs one of these fails in its turn, so the analysis begins again
// until nothing does. The stub is made of the text, which stays as it is.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CUTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_CUTS_H

#include "loopyc/Support/Diagnostic.h"

#include "flang/Parser/char-block.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace Fortran {
namespace parser {
struct Program;
}
namespace semantics {
class Symbol;
}
} // namespace Fortran

namespace loopyc {
namespace frontend {

class Session;
struct UnresolvedUse;

// Where cuts are made, from one analysis to the next.
struct CutPlaces {
  std::map<std::string, UserError> reasons; // by "file:line:column"
  // Of variables, in lower case, whose declarations are cut.
  std::map<std::string, UserError> variables;
  bool inDeclarations = false;
};

// Thrown where a file that is used needs more of them.
struct MoreCuts {};

// The missing modules that may explain an error there; none: it has no excuse.
using Excuses = std::function<std::vector<const UnresolvedUse *>(
    const SourceRange &place, const CutPlaces &places)>;

// Adds what the errors are about. False where nothing is added.
bool addCuts(const Session &session, const Fortran::parser::Program &program,
             const std::vector<Diagnostic> &errors, const Excuses &excuses,
             CutPlaces &places);

// Those of one analysis.
class Cuts {
public:
  struct Statement {
    UserError reason;
    std::vector<Fortran::parser::CharBlock> names;        // that it mentions
    std::set<const Fortran::semantics::Symbol *> symbols; // the same, resolved
    // Of `if` and `select case`, what chooses is gone, blocks are as they were.
    bool hasBlocks = false;
    // Loops and masked assignments are gone with it.
    bool hasLoops = false;
  };

  // Before semantic analysis.
  void apply(const Session &session, Fortran::parser::Program &program,
             const CutPlaces &places);
  // After it.
  void resolve(const Session &session);

  // Null: none.
  const Statement *at(Fortran::parser::CharBlock source) const {
    auto found = statements.find(source.begin());
    return found == statements.end() ? nullptr : &found->second;
  }
  // Why the variable has no type; null if it has one.
  const UserError *ofVariable(const Fortran::semantics::Symbol &symbol) const;

private:
  std::map<const char *, Statement> statements; // by their beginnings
  std::map<const char *, UserError> declared;   // by their names
  std::map<std::string, UserError> named;
};

} // namespace frontend
} // namespace loopyc

#endif
