#include "PlainLoop.h"
#include "Check.h"
#include "Numbers.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

struct Bounds {
  std::vector<AstExpr> lower, upper;
  bool plain = true; // no constraint of another kind was seen
};

} // namespace

static AstExpr integer(int64_t value) {
  AstExpr e;
  e.value = value;
  return e;
}

static AstExpr operation(AstOp op, std::vector<AstExpr> args) {
  AstExpr e;
  e.op = op;
  e.args = std::move(args);
  return e;
}

// sum + factor * name; `sum` may be absent.
static void addTerm(std::optional<AstExpr> &sum, int64_t factor,
                    const std::string &name) {
  AstExpr term;
  term.op = AstOp::Name;
  term.name = name;
  int64_t magnitude = factor < 0 ? -factor : factor;
  if (magnitude != 1)
    term = operation(AstOp::Mul, {integer(magnitude), term});
  if (sum)
    sum = operation(factor < 0 ? AstOp::Sub : AstOp::Add, {*sum, term});
  else
    sum = factor < 0 ? operation(AstOp::Neg, {term}) : term;
}

static int64_t take(isl_val *value, bool &plain) {
  std::optional<int64_t> result = integerOf(value);
  plain = plain && result;
  return result.value_or(0);
}

// sign * (constraint without the iname), as an expression in the parameters.
static AstExpr boundOf(isl_constraint *c, int sign, bool &plain) {
  std::optional<AstExpr> sum;
  int params = isl_constraint_dim(c, isl_dim_param);
  for (int positive : {1, 0})
    for (int i = 0; i < params; ++i) {
      int64_t factor =
          sign * take(isl_constraint_get_coefficient_val(c, isl_dim_param, i),
                      plain);
      if (factor != 0 && (factor > 0) == static_cast<bool>(positive))
        addTerm(sum, factor, isl_constraint_get_dim_name(c, isl_dim_param, i));
    }
  int64_t constant = sign * take(isl_constraint_get_constant_val(c), plain);
  if (!sum)
    return integer(constant);
  if (constant == 0)
    return *sum;
  return operation(constant < 0 ? AstOp::Sub : AstOp::Add,
                   {*sum, integer(constant < 0 ? -constant : constant)});
}

// Takes `c`: iname + rest >= 0 is -rest <= iname, -iname + rest >= 0 is
// iname <= rest.
static isl_stat addBound(isl_constraint *c, void *user) {
  Bounds &bounds = *static_cast<Bounds *>(user);
  int64_t factor =
      take(isl_constraint_get_coefficient_val(c, isl_dim_set, 0), bounds.plain);
  if (isl_constraint_is_equality(c) || (factor != 1 && factor != -1))
    bounds.plain = false;
  else if (factor == 1)
    bounds.lower.push_back(boundOf(c, -1, bounds.plain));
  else
    bounds.upper.push_back(boundOf(c, 1, bounds.plain));
  isl_constraint_free(c);
  return isl_stat_ok;
}

static AstExpr extremum(AstOp op, std::vector<AstExpr> parts) {
  return parts.size() == 1 ? parts.front() : operation(op, std::move(parts));
}

std::optional<AstNode> poly::plainLoop(const std::string &iname,
                                       const Set &domain, const Set &context) {
  Set rest = domain.gist(context).withDims({iname});
  if (isl_set_n_basic_set(rest.get()) != 1)
    return std::nullopt;
  isl_basic_set_list *list = isl_set_get_basic_set_list(rest.get());
  isl_basic_set *basic = isl_basic_set_list_get_basic_set(list, 0);
  isl_basic_set_list_free(list);
  basic = isl_basic_set_remove_redundancies(basic);
  Bounds bounds;
  bounds.plain = isl_basic_set_dim(basic, isl_dim_div) == 0;
  if (bounds.plain &&
      isl_basic_set_foreach_constraint(basic, addBound, &bounds) < 0)
    failed("constraints");
  isl_basic_set_free(basic);
  if (!bounds.plain || bounds.lower.empty() || bounds.upper.empty())
    return std::nullopt;
  AstNode node;
  node.kind = AstNode::Kind::For;
  node.iterator = iname;
  node.init = extremum(AstOp::Max, std::move(bounds.lower));
  AstExpr name;
  name.op = AstOp::Name;
  name.name = iname;
  node.condition = operation(
      AstOp::Le, {name, extremum(AstOp::Min, std::move(bounds.upper))});
  return node;
}
