// Expressions of a body: lowered, or why not, at the place where that is.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_PLACEDEXPRESSIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_PLACEDEXPRESSIONS_H

#include "LowerCall.h"
#include "StatementFunctions.h"
#include "TreeWalk.h"
#include "Variables.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

namespace loopyc {
namespace frontend {

// The innermost part of an expression that cannot be lowered.
class FailureFinder {
public:
  explicit FailureFinder(CallLowering &calls) : calls(calls) {}

  Fortran::parser::CharBlock source;
  std::string construct;

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const Fortran::parser::Expr &expr) {
    if (!source.empty() && !source.Contains(expr.source))
      return false;
    const Fortran::semantics::SomeExpr *typed =
        Fortran::semantics::GetExpr(nullptr, expr);
    if (!typed)
      return true;
    const size_t before = calls.countBefore();
    try {
      Facts facts;
      calls.expression(*typed, facts);
      calls.dropBefore(before);
      return false;
    } catch (const Unsupported &unsupported) {
      calls.dropBefore(before);
      source = expr.source;
      construct = unsupported.construct;
      return true;
    }
  }

private:
  CallLowering &calls;
};

// A call that is no intrinsic's; null for anything else.
inline const Fortran::evaluate::ProcedureRef *
calledIn(const Fortran::semantics::SomeExpr *typed) {
  const Fortran::evaluate::ProcedureRef *call =
      typed ? Fortran::evaluate::UnwrapProcedureRef(*typed) : nullptr;
  return call && !call->proc().GetSpecificIntrinsic() ? call : nullptr;
}

// Where references to functions stand, each behind those in its arguments.
struct ReferencePlaces {
  std::vector<Fortran::parser::CharBlock> sources = {};
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const Fortran::parser::Expr &expr) {
    const Fortran::evaluate::ProcedureRef *call =
        calledIn(Fortran::semantics::GetExpr(nullptr, expr));
    if (call && !statementFunction(call->proc()))
      sources.push_back(expr.source);
  }
};

// Has an expression arrays, or calls of procedures that may have loops?
struct LoopsInExpression {
  bool found = false;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const Fortran::parser::Expr &expr) {
    const Fortran::semantics::SomeExpr *typed =
        Fortran::semantics::GetExpr(nullptr, expr);
    found |= !typed || mentionsArrays(*typed) || calledIn(typed);
  }
  static bool mentionsArrays(const Fortran::semantics::SomeExpr &typed) {
    if (typed.Rank() > 0)
      return true;
    for (const Fortran::semantics::Symbol &symbol :
         Fortran::evaluate::CollectSymbols(typed))
      if (symbol.GetUltimate().Rank() > 0)
        return true;
    return false;
  }
};

class PlacedExpressions {
public:
  PlacedExpressions(const Session &session, Variables &variables,
                    CallLowering &calls)
      : session(session), variables(variables), calls(calls) {}

  Expr lowered(const Fortran::parser::Expr &expr, Facts &facts) {
    const Fortran::semantics::SomeExpr *typed =
        Fortran::semantics::GetExpr(nullptr, expr);
    if (!typed)
      throw InternalError("an expression was not analysed");
    return lowered(*typed, expr, expr.source, facts);
  }

  // Null where that cannot be: the reason is recorded. `node`: the part of the
  // parse tree that `typed` stands for, at `source`.
  template <typename Node>
  Expr lowered(const Fortran::semantics::SomeExpr &typed, const Node &node,
               Fortran::parser::CharBlock source, Facts &facts) {
    try {
      return lowerExpr(typed, variables);
    } catch (const Unsupported &) {
      return withOperands(typed, node, source, facts);
    } catch (const UserError &error) {
      addObstacle(error, typed, node, facts);
    }
    return {};
  }

private:
  template <typename Node>
  static void addObstacle(const UserError &reason,
                          const Fortran::semantics::SomeExpr &typed,
                          const Node &node, Facts &facts) {
    facts.obstacles.push_back(reason);
    LoopsInExpression loops;
    walkTree(node, loops);
    facts.scalarObstacles += !loops.found && !loops.mentionsArrays(typed);
  }

  template <typename Node>
  UserError failure(const Unsupported &unsupported, const Node &node,
                    Fortran::parser::CharBlock source) {
    FailureFinder finder(calls);
    try {
      walkTree(node, finder);
    } catch (const UserError &error) {
      return error;
    }
    bool found = !finder.source.empty();
    return notSupported(found ? finder.construct : unsupported.construct,
                        session.range(found ? finder.source : source));
  }

  // With references to functions and array operands, which the facts keep.
  template <typename Node>
  Expr withOperands(const Fortran::semantics::SomeExpr &typed, const Node &node,
                    Fortran::parser::CharBlock source, Facts &facts) {
    Facts found;
    Expr value;
    const size_t before = calls.countBefore();
    try {
      value = calls.expression(typed, found);
      if (calls.countBefore() > before && calls.isConditional(value, found))
        throw Unsupported{"expression of a derived type in the right operand "
                          "of .and. or .or., which need not be evaluated; "
                          "write an if construct of its own for it"};
    } catch (const Unsupported &unsupported) {
      calls.dropBefore(before);
      addObstacle(failure(unsupported, node, source), typed, node, facts);
      return {};
    } catch (const UserError &error) {
      calls.dropBefore(before);
      addObstacle(error, typed, node, facts);
      return {};
    }
    ReferencePlaces places;
    walkTree(node, places);
    bool allPlaced = places.sources.size() == found.references.size();
    for (size_t k = 0; k < found.references.size(); ++k)
      found.references[k].obstacle.locate(
          session.range(allPlaced ? places.sources[k] : source));
    append(found.references, facts.references);
    append(found.arrays, facts.arrays);
    return value;
  }

  template <typename T>
  static void append(const std::vector<T> &from, std::vector<T> &to) {
    to.insert(to.end(), from.begin(), from.end());
  }

  const Session &session;
  Variables &variables;
  CallLowering &calls;
};

} // namespace frontend
} // namespace loopyc

#endif
