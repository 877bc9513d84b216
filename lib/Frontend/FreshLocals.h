// New local variables of a procedure whose array statements become loops.
#ifndef LOOPYC_LIB_FRONTEND_FRESHLOCALS_H
#define LOOPYC_LIB_FRONTEND_FRESHLOCALS_H

#include "ConstantTables.h"
#include "NewVariables.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {
namespace frontend {

class FreshLocals {
public:
  explicit FreshLocals(Procedure &procedure);

  // Each is called `base`, or `base_1`, ...
  Expr scalar(const std::string &base, Type type, const SourceRange &range);
  // Subscripts count from zero. It has no value when an iteration of the loops
  // around, so many, begins.
  std::string array(const std::string &base, Type type,
                    const std::vector<Expr> &extents, int loopsAround,
                    const SourceRange &range);
  // The table of these values that there is, or a new one.
  std::string table(const std::string &base, const ConstantArray &constant,
                    const SourceRange &range);
  // One and the same for all loops of the same depth and type.
  std::string loopVariable(size_t depth, Type type);
  // One and the same for all loops over an index of that name and type.
  std::string loopVariable(const std::string &index, Type type);
  // Of the index itself, if nothing else mentions the name: what is declared
  // around it is another variable.
  std::string indexVariable(const std::string &index, Type type);
  // A variable of this name, if there is none: for who compiles the source.
  void declareIndex(const std::string &name, Type type);

  // Null for a name that is none of the procedure's variables.
  const Variable *find(const std::string &name) const;

  // Removes those that nothing mentions after all.
  void dropUnused();

private:
  Variable &noted(Variable &variable);

  Procedure &procedure;
  NewVariables made;
  size_t own; // where those in procedure.variables begin
  std::unordered_map<std::string, size_t> numbers; // in procedure.variables
  std::map<std::pair<std::string, int>, std::string> loops;
  std::set<std::string> mentioned; // in lower case, or made here
  std::set<std::string> indices;   // declared for who compiles the source
};

} // namespace frontend
} // namespace loopyc

#endif
