// Assignments, also those that masks and indices govern: where, forall.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERASSIGNMENT_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERASSIGNMENT_H

#include "PlacedExpressions.h"
#include "Program.h"
#include "Variables.h"

#include "flang/Evaluate/expression.h"
#include "flang/Parser/parse-tree.h"

#include <list>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {

class AssignmentLowering {
  using Source = Fortran::parser::CharBlock;

public:
  AssignmentLowering(const Session &session, Variables &variables,
                     PlacedExpressions &expressions)
      : session(session), variables(variables), expressions(expressions) {}

  // Not a defined one.
  AssignmentStatement
  assignment(const Fortran::parser::AssignmentStmt &statement,
             const Fortran::evaluate::Assignment &typed, Facts &facts);
  // One of a derived type as assignments of its components.
  static bool isOfComponents(const Fortran::evaluate::Assignment &typed);
  std::vector<std::pair<AssignmentStatement, Facts>>
  components(const Fortran::parser::AssignmentStmt &statement,
             const Fortran::evaluate::Assignment &typed, CallLowering &calls,
             Source source);
  // Of a function's result: can the function assign the variable itself?
  static bool isByCall(const Fortran::evaluate::Assignment &typed,
                       const Fortran::evaluate::ProcedureRef &function,
                       const CallLowering &calls);
  // Where it can. Throws Unsupported.
  CallStatement call(const Fortran::evaluate::Assignment &typed,
                     const Fortran::evaluate::ProcedureRef &function,
                     const std::string &called, CallLowering &calls,
                     Facts &facts);

  WhereStatement where(const Fortran::parser::WhereStmt &statement,
                       Source source);
  WhereStatement where(const Fortran::parser::WhereConstruct &construct);
  ForallStatement forall(const Fortran::parser::ForallStmt &statement,
                         Source source, Facts &facts);
  ForallStatement forall(const Fortran::parser::ForallConstruct &construct,
                         Facts &facts);

private:
  void add(const Fortran::parser::AssignmentStmt &statement, Source source,
           Block &out);
  template <typename T>
  void add(Source source, T &&value, Facts facts, Block &out);
  // `mask`: null where there is none.
  Branch branch(const Fortran::parser::Expr *mask, Source source);
  Block body(const std::list<Fortran::parser::WhereBodyConstruct> &constructs);
  void add(const Fortran::parser::ForallBodyConstruct &construct, Block &out);
  void add(const Fortran::parser::ForallAssignmentStmt &statement,
           Source source, Block &out);
  ForallStatement header(const Fortran::parser::ConcurrentHeader &header,
                         Source source, Facts &facts);

  const Session &session;
  Variables &variables;
  PlacedExpressions &expressions;
  int indexCount = 0;
};

} // namespace frontend
} // namespace loopyc

#endif
