#include "IslAst.h"
#include "Check.h"
#include "Memo.h"
#include "Numbers.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <tuple>

using namespace loopyc;
using namespace loopyc::poly;

static AstOp opOf(isl_ast_expr_op_type type) {
  switch (type) {
  case isl_ast_expr_op_add:
    return AstOp::Add;
  case isl_ast_expr_op_sub:
    return AstOp::Sub;
  case isl_ast_expr_op_mul:
    return AstOp::Mul;
  case isl_ast_expr_op_minus:
    return AstOp::Neg;
  case isl_ast_expr_op_min:
    return AstOp::Min;
  case isl_ast_expr_op_max:
    return AstOp::Max;
  case isl_ast_expr_op_div:
    return AstOp::ExactDiv;
  case isl_ast_expr_op_fdiv_q:
    return AstOp::FloorDiv;
  case isl_ast_expr_op_pdiv_q:
    return AstOp::PosDiv;
  case isl_ast_expr_op_pdiv_r:
    return AstOp::PosMod;
  case isl_ast_expr_op_zdiv_r:
    return AstOp::ZeroMod;
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return AstOp::Select;
  case isl_ast_expr_op_eq:
    return AstOp::Eq;
  case isl_ast_expr_op_le:
    return AstOp::Le;
  case isl_ast_expr_op_lt:
    return AstOp::Lt;
  case isl_ast_expr_op_ge:
    return AstOp::Ge;
  case isl_ast_expr_op_gt:
    return AstOp::Gt;
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return AstOp::And;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return AstOp::Or;
  default:
    throw InternalError("isl: unexpected operation in a generated expression");
  }
}

static bool precedes(const AstExpr &a, const AstExpr &b) {
  if (std::tie(a.op, a.value, a.name) != std::tie(b.op, b.value, b.name))
    return std::tie(a.op, a.value, a.name) < std::tie(b.op, b.value, b.name);
  return std::lexicographical_compare(a.args.begin(), a.args.end(),
                                      b.args.begin(), b.args.end(), precedes);
}

// Nested conjunctions (disjunctions) as one, their parts in a fixed order, so
// that equal guards look equal.
static void flattenAndSort(AstExpr &e) {
  std::vector<AstExpr> parts;
  for (AstExpr &arg : e.args) {
    if (arg.op == e.op)
      parts.insert(parts.end(), arg.args.begin(), arg.args.end());
    else
      parts.push_back(std::move(arg));
  }
  std::sort(parts.begin(), parts.end(), precedes);
  e.args = std::move(parts);
}

AstExpr poly::convert(isl_ast_expr *expr) {
  checked(expr, "ast expression");
  AstExpr result;
  switch (isl_ast_expr_get_type(expr)) {
  case isl_ast_expr_int: {
    auto value = integerOf(isl_ast_expr_get_val(expr));
    if (!value)
      throw UserError("the numbers in a loop's bounds or subscripts exceed 64 "
                      "bits; use smaller constants");
    result.op = AstOp::Integer;
    result.value = *value;
    break;
  }
  case isl_ast_expr_id: {
    isl_id *id = isl_ast_expr_get_id(expr);
    result.op = AstOp::Name;
    result.name = isl_id_get_name(id);
    isl_id_free(id);
    break;
  }
  case isl_ast_expr_op: {
    result.op = opOf(isl_ast_expr_op_get_type(expr));
    int n = checkedSize(isl_ast_expr_op_get_n_arg(expr), "ast arguments");
    for (int i = 0; i < n; ++i)
      result.args.push_back(convert(isl_ast_expr_op_get_arg(expr, i)));
    if (result.op == AstOp::And || result.op == AstOp::Or)
      flattenAndSort(result);
    break;
  }
  default:
    throw InternalError("isl: malformed generated expression");
  }
  isl_ast_expr_free(expr);
  return result;
}

isl_ast_build *poly::buildFor(const Set &context, isl_space *model) {
  isl_set *params = isl_set_params(context.flat().copy());
  params = isl_set_align_params(params, isl_space_params(model));
  return isl_ast_build_from_context(checked(params, "context"));
}

isl_space *poly::namesOf(isl_ast_build *build) {
  return isl_space_params(isl_ast_build_get_schedule_space(build));
}

static AstExpr makeAst(const PwAff &value, const Set &context) {
  PwAff simple = value.gist(context);
  if (simple.domain().isEmpty()) // never evaluated
    return AstExpr();
  // The builder wants a function of the parameters alone.
  isl_pw_aff *paff = isl_pw_aff_copy(simple.get());
  paff = isl_pw_aff_project_domain_on_params(paff);
  isl_ast_build *build = buildFor(context, isl_pw_aff_get_domain_space(paff));
  paff = isl_pw_aff_align_params(paff, namesOf(build));
  isl_ast_expr *expr = isl_ast_build_expr_from_pw_aff(build, paff);
  isl_ast_build_free(build);
  return convert(expr);
}

AstExpr poly::toAst(const PwAff &value, const Set &context) {
  static auto &memo = *new Memo<AstExpr, PwAff, Set>;
  return memo(value, context, "", [&] { return makeAst(value, context); });
}

static AstExpr makeAst(const Set &set, const Set &context) {
  isl_set *params = isl_set_params(set.flat().gist(context).copy());
  isl_ast_build *build = buildFor(context, isl_set_get_space(params));
  params = isl_set_align_params(params, namesOf(build));
  isl_ast_expr *expr = isl_ast_build_expr_from_set(build, params);
  isl_ast_build_free(build);
  return convert(expr);
}

AstExpr poly::toAst(const Set &set, const Set &context) {
  static auto &memo = *new Memo<AstExpr, Set, Set>;
  return memo(set, context, "", [&] { return makeAst(set, context); });
}
