#include "DeepExpressions.h"

#include "TreeWalk.h"

#include "flang/Evaluate/constant.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace loopyc::frontend;
namespace evaluate = Fortran::evaluate;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
using Fortran::common::TypeCategory;

// Pieces are as deep as this. Each level of a function reference may double
// the time, and counts as two.
static constexpr int pieceDepth = 16;

class DeepExpressions::Visitor {
public:
  explicit Visitor(DeepExpressions &expressions) : expressions(expressions) {}

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}

  // What is analysed otherwise, or depends on what is around it.
  bool Pre(const parser::SpecificationPart &) { return false; }
  bool Pre(const parser::DataStmt &) { return false; }
  bool Pre(const parser::ArrayConstructor &) { return false; }
  bool Pre(const parser::StructureConstructor &) { return false; }
  bool Pre(const parser::WhereStmt &) { return false; }
  bool Pre(const parser::WhereConstruct &) { return false; }
  bool Pre(const parser::ForallStmt &) { return false; }
  bool Pre(const parser::ForallConstruct &) { return false; }

  bool Pre(const parser::FunctionReference &) {
    ++extra;
    return true;
  }
  bool Pre(const parser::Expr &) {
    depths.push_back(0);
    extras.push_back(extra);
    extra = 0;
    return true;
  }
  void Post(const parser::Expr &expr) {
    int depth = depths.back() + 1 + extra;
    extra = extras.back();
    depths.pop_back();
    extras.pop_back();
    if (depth >= pieceDepth && expressions.replace(expr))
      depth = 0;
    if (!depths.empty())
      depths.back() = std::max(depths.back(), depth);
  }

private:
  DeepExpressions &expressions;
  // Of the expressions around: how deep the operands met so far are, and how
  // many function references stand directly in each.
  std::vector<int> depths, extras;
  int extra = 0;
};

void DeepExpressions::analyse(const parser::Program &program) {
  Visitor visitor(*this);
  walkTree(program, visitor);
}

const DeepExpressions::SomeExpr *
DeepExpressions::meaning(const semantics::Symbol &symbol) const {
  auto found = meanings.find(&symbol);
  return found == meanings.end() ? nullptr : &found->second;
}

static bool hasStandIns(const evaluate::DynamicType &type) {
  switch (type.category()) {
  case TypeCategory::Integer:
  case TypeCategory::Real:
  case TypeCategory::Complex:
  case TypeCategory::Logical:
    return true;
  default:
    return false;
  }
}

// False if the analysed expression must stay as it is.
bool DeepExpressions::replace(const parser::Expr &expr) {
  std::optional<SomeExpr> typed =
      evaluate::ExpressionAnalyzer(context).Analyze(expr);
  if (!typed || !expr.typedExpr || typed->Rank() > 0)
    return false;
  std::optional<evaluate::DynamicType> type = typed->GetType();
  if (!type || !hasStandIns(*type))
    return false;
  if (evaluate::IsActuallyConstant(*typed))
    return true; // shallow already
  const semantics::Symbol &symbol = standIn(expr, *type);
  expr.typedExpr->v =
      evaluate::Parenthesize(evaluate::AsGenericExpr(symbol).value());
  meanings.emplace(&symbol, std::move(*typed));
  return true;
}

const semantics::Symbol &
DeepExpressions::standIn(const parser::Expr &expr,
                         const evaluate::DynamicType &type) {
  semantics::SourceName name =
      context.SaveTempName(".loopyc." + std::to_string(meanings.size()));
  // Flang leaves some expressions without a place.
  semantics::Scope &scope = expr.source.empty()
                                ? context.globalScope()
                                : context.FindScope(expr.source);
  semantics::Symbol &symbol = scope.MakeSymbol(
      name, semantics::Attrs{}, semantics::ObjectEntityDetails{});
  symbol.SetType(type.category() == TypeCategory::Logical
                     ? context.MakeLogicalType(type.kind())
                     : context.MakeNumericType(type.category(), type.kind()));
  return symbol;
}

// --- the place in Flang's analysis
// Semantics::Perform resolves the names and then has all expressions analysed
// by ExprChecker::Walk(Program). Linked with --wrap, that call comes here.

static DeepExpressions *deepExpressions = nullptr;

DeepExpressionsFirst::DeepExpressionsFirst(DeepExpressions &expressions)
    : outer(deepExpressions) {
  deepExpressions = &expressions;
}
DeepExpressionsFirst::~DeepExpressionsFirst() { deepExpressions = outer; }

extern "C" bool
__real__ZN7Fortran9semantics11ExprChecker4WalkERKNS_6parser7ProgramE(
    semantics::ExprChecker *, const parser::Program &);

extern "C" bool
__wrap__ZN7Fortran9semantics11ExprChecker4WalkERKNS_6parser7ProgramE(
    semantics::ExprChecker *checker, const parser::Program &program) {
  if (deepExpressions)
    deepExpressions->analyse(program);
  return __real__ZN7Fortran9semantics11ExprChecker4WalkERKNS_6parser7ProgramE(
      checker, program);
}
