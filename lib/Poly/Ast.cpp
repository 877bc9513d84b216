#include "loopyc/Poly/Ast.h"
#include "Check.h"
#include "PlainLoop.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/val.h>

#include <algorithm>
#include <tuple>

using namespace loopyc;
using namespace loopyc::poly;

static AstOp opOf(isl_ast_expr_op_type type) {
  switch (type) {
  case isl_ast_expr_op_add: return AstOp::Add;
  case isl_ast_expr_op_sub: return AstOp::Sub;
  case isl_ast_expr_op_mul: return AstOp::Mul;
  case isl_ast_expr_op_minus: return AstOp::Neg;
  case isl_ast_expr_op_min: return AstOp::Min;
  case isl_ast_expr_op_max: return AstOp::Max;
  case isl_ast_expr_op_div: return AstOp::ExactDiv;
  case isl_ast_expr_op_fdiv_q: return AstOp::FloorDiv;
  case isl_ast_expr_op_pdiv_q: return AstOp::PosDiv;
  case isl_ast_expr_op_pdiv_r: return AstOp::PosMod;
  case isl_ast_expr_op_zdiv_r: return AstOp::ZeroMod;
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select: return AstOp::Select;
  case isl_ast_expr_op_eq: return AstOp::Eq;
  case isl_ast_expr_op_le: return AstOp::Le;
  case isl_ast_expr_op_lt: return AstOp::Lt;
  case isl_ast_expr_op_ge: return AstOp::Ge;
  case isl_ast_expr_op_gt: return AstOp::Gt;
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then: return AstOp::And;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else: return AstOp::Or;
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

// Takes `expr`.
static AstExpr convert(isl_ast_expr *expr) {
  checked(expr, "ast expression");
  AstExpr result;
  switch (isl_ast_expr_get_type(expr)) {
  case isl_ast_expr_int: {
    isl_val *val = isl_ast_expr_get_val(expr);
    result.op = AstOp::Integer;
    result.value = isl_val_get_num_si(val);
    isl_val_free(val);
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

static isl_ast_build *buildFor(const Set &context) {
  isl_set *params = isl_set_params(context.flat().copy());
  return isl_ast_build_from_context(params);
}

AstExpr poly::toAst(const PwAff &value, const Set &context) {
  PwAff simple = value.gist(context);
  if (simple.domain().isEmpty()) // never evaluated
    return AstExpr();
  isl_ast_build *build = buildFor(context);
  // The builder wants a function of the parameters alone.
  isl_pw_aff *paff = isl_pw_aff_copy(simple.get());
  paff = isl_pw_aff_project_domain_on_params(paff);
  isl_ast_expr *expr = isl_ast_build_expr_from_pw_aff(build, paff);
  isl_ast_build_free(build);
  return convert(expr);
}

AstExpr poly::toAst(const Set &set, const Set &context) {
  isl_ast_build *build = buildFor(context);
  isl_set *params = isl_set_params(set.flat().gist(context).copy());
  isl_ast_expr *expr = isl_ast_build_expr_from_set(build, params);
  isl_ast_build_free(build);
  return convert(expr);
}

namespace {

// What is known about a subtree before its surroundings are generated.
struct Extent {
  Set exact;  // over enclosing loops and parameters
  Set domain; // what a loop runs over: a hull of that
  Names uniformIn, computes; // of every statement in it
};

void merge(Names &into, const Names &names) {
  for (const std::string &name : names)
    if (std::find(into.begin(), into.end(), name) == into.end())
      into.push_back(name);
}

class Generator {
public:
  std::vector<AstNode> siblings(const std::vector<AstTree> &trees,
                                const Set &context);

private:
  Extent extentOf(const AstTree &tree);
  AstNode statement(const AstTree &tree, const Set &context);
  void loop(const AstTree &tree, const Set &context,
            std::vector<AstNode> &out);

  std::map<const AstTree *, Extent> extents;
};

} // namespace

// One polyhedron around the union: the loop is one loop; what it runs too
// often is guarded inside. Where no single bound limits all pieces, the union
// itself.
static Set hullOf(const Set &domain, const std::string &iname) {
  if (isl_set_n_basic_set(domain.get()) <= 1)
    return domain;
  Set hull = domain.simpleHull();
  bool bounded = hull.boundedAbove(iname) && hull.boundedBelow(iname);
  return bounded ? hull : domain;
}

Extent Generator::extentOf(const AstTree &tree) {
  auto known = extents.find(&tree);
  if (known != extents.end())
    return known->second;
  Extent result;
  if (tree.loop.empty()) {
    result.uniformIn = tree.uniformIn;
    result.computes = tree.computes;
    result.exact = tree.domain.flat().project(result.uniformIn);
    result.domain = result.exact;
  } else {
    result.exact = Set::empty();
    for (const AstTree &child : tree.children) {
      Extent inner = extentOf(child);
      Set projected = inner.exact;
      if (!child.loop.empty())
        projected = projected.project({child.loop});
      result.exact = result.exact.unite(projected);
      merge(result.uniformIn, inner.uniformIn);
      merge(result.computes, inner.computes);
    }
    // Outside of the loop, what is computed inside is not known yet.
    result.exact = result.exact.project(result.uniformIn)
                       .project(result.computes)
                       .coalesce();
    result.domain = hullOf(result.exact, tree.loop);
  }
  extents[&tree] = result;
  return result;
}

AstNode Generator::statement(const AstTree &tree, const Set &context) {
  AstNode node;
  node.kind = AstNode::Kind::User;
  node.statement = tree.statement;
  Set domain = extentOf(tree).domain;
  if (context.isSubset(domain))
    return node;
  AstNode guard;
  guard.kind = AstNode::Kind::If;
  guard.condition = toAst(domain, context);
  guard.children.push_back(std::move(node));
  return guard;
}

// The For (perhaps inside an If, or with one inside) in isl's tree, in our
// terms. Where isl found the one value of the iterator, there is S(value) in
// place of a loop. Takes `node`.
static std::vector<AstNode> convertLoop(isl_ast_node *node,
                                        const std::string &iname,
                                        std::vector<AstNode> body,
                                        bool isInside = false) {
  checked(node, "loop");
  AstNode result;
  switch (isl_ast_node_get_type(node)) {
  case isl_ast_node_if: {
    result.kind = AstNode::Kind::If;
    result.condition = convert(isl_ast_node_if_get_cond(node));
    result.children = convertLoop(isl_ast_node_if_get_then_node(node), iname,
                                  std::move(body), isInside);
    break;
  }
  case isl_ast_node_user: {
    if (isInside) {
      isl_ast_node_free(node);
      return body;
    }
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    result.kind = AstNode::Kind::For;
    result.iterator = iname;
    result.degenerate = true;
    result.init = convert(isl_ast_expr_op_get_arg(call, 1));
    result.children = std::move(body);
    isl_ast_expr_free(call);
    break;
  }
  case isl_ast_node_for: {
    result.kind = AstNode::Kind::For;
    AstExpr iterator = convert(isl_ast_node_for_get_iterator(node));
    result.iterator = iterator.name;
    result.init = convert(isl_ast_node_for_get_init(node));
    result.degenerate = checked(isl_ast_node_for_is_degenerate(node), "loop");
    if (!result.degenerate) {
      result.condition = convert(isl_ast_node_for_get_cond(node));
      result.increment = convert(isl_ast_node_for_get_inc(node)).value;
    }
    result.children = convertLoop(isl_ast_node_for_get_body(node), iname,
                                  std::move(body), true);
    break;
  }
  default:
    throw InternalError("isl: unexpected shape of a generated loop");
  }
  isl_ast_node_free(node);
  std::vector<AstNode> nodes;
  nodes.push_back(std::move(result));
  return nodes;
}

// isl's tree for the one loop over `domain`; null if it never runs.
static isl_ast_node *generateLoop(const std::string &iname, const Set &domain,
                                  const Set &context) {
  isl_set *set = domain.withDims({iname}).copy();
  set = isl_set_set_tuple_name(set, "S");
  isl_map *schedule = isl_set_identity(set);
  schedule = isl_map_reset_tuple_id(schedule, isl_dim_out);
  isl_ast_build *build = buildFor(context);
  isl_id_list *iterators = isl_id_list_from_id(
      isl_id_alloc(poly::context(), iname.c_str(), nullptr));
  build = isl_ast_build_set_iterators(build, iterators);
  static isl_union_map *options = isl_union_map_read_from_str(
      poly::context(), "{ [c] -> atomic[x] }");
  build = isl_ast_build_set_options(build, isl_union_map_copy(options));
  isl_ast_node *node = isl_ast_build_node_from_schedule_map(
      build, isl_union_map_from_map(schedule));
  isl_ast_build_free(build);
  return checked(node, "loop generation");
}

static bool equal(const AstExpr &a, const AstExpr &b) {
  return a.op == b.op && a.value == b.value && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(),
                    equal);
}

// Appends, into the guard before it if that is the same.
static void append(std::vector<AstNode> &nodes, AstNode node) {
  if (!nodes.empty() && node.kind == AstNode::Kind::If &&
      nodes.back().kind == AstNode::Kind::If &&
      equal(nodes.back().condition, node.condition)) {
    for (AstNode &child : node.children)
      append(nodes.back().children, std::move(child));
    return;
  }
  nodes.push_back(std::move(node));
}

void Generator::loop(const AstTree &tree, const Set &context,
                     std::vector<AstNode> &out) {
  Set domain = extentOf(tree).domain;
  if (domain.intersect(context).isEmpty())
    return;
  std::vector<AstNode> body =
      siblings(tree.children, context.intersect(domain));
  if (auto plain = plainLoop(tree.loop, domain, context)) {
    plain->children = std::move(body);
    append(out, std::move(*plain));
    return;
  }
  isl_ast_node *node = generateLoop(tree.loop, domain, context);
  // Where isl finds that a guard excludes everything, the tree is a block.
  if (isl_ast_node_get_type(node) == isl_ast_node_block) {
    isl_ast_node_free(node);
    return;
  }
  for (AstNode &made : convertLoop(node, tree.loop, std::move(body)))
    append(out, std::move(made));
}

std::vector<AstNode> Generator::siblings(const std::vector<AstTree> &trees,
                                         const Set &context) {
  std::vector<AstNode> result;
  for (const AstTree &tree : trees) {
    if (!tree.loop.empty())
      loop(tree, context, result);
    else if (!extentOf(tree).domain.intersect(context).isEmpty())
      append(result, statement(tree, context));
  }
  return result;
}

std::vector<AstNode> poly::generateAst(const std::vector<AstTree> &trees,
                                       const Set &context) {
  Generator generator;
  return generator.siblings(trees, context.flat());
}
