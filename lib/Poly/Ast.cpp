#include "loopyc/Poly/Ast.h"
#include "Check.h"
#include "IslAst.h"
#include "PlainLoop.h"

#include "loopyc/Poly/Complexity.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// What is known about a subtree before its surroundings are generated.
struct Extent {
  Set exact;                 // over enclosing loops and parameters
  Set domain;                // what a loop runs over: a hull of that
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
  void loop(const AstTree &tree, const Set &context, std::vector<AstNode> &out);

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

// The points between plain bounds.
static Set plainHull(const Set &domain) {
  bool isPlain = polyhedronCount(domain) <= 1 && divisionCount(domain) == 0;
  return isPlain ? domain : withoutDivisions(domain).simpleHull();
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
                       .project(tree.knownInside)
                       .coalesce();
    if (tree.mayIdle)
      result.exact = plainHull(result.exact);
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

namespace {

// isl's tree of one loop, in our terms: perhaps an If around the For, or one
// inside. Where isl found the one value of the iterator there is S(value) in
// place of a For, or a For of that value under another name.
class LoopConversion {
public:
  LoopConversion(std::string iname, std::vector<AstNode> body)
      : iname(std::move(iname)), body(std::move(body)) {}
  // Takes `node`.
  AstNode run(isl_ast_node *node);

private:
  AstNode guard(isl_ast_node *node);
  AstNode forLoop(isl_ast_node *node);
  AstNode single(isl_ast_node *node);
  std::vector<AstNode> inside(isl_ast_node *node);

  std::string iname;
  std::vector<AstNode> body;
  bool isInside = false;  // of the For
  std::string iteratorIs; // what isl calls the iname there
};

} // namespace

AstNode LoopConversion::run(isl_ast_node *node) {
  checked(node, "loop");
  AstNode result;
  switch (isl_ast_node_get_type(node)) {
  case isl_ast_node_if:
    result = guard(node);
    break;
  case isl_ast_node_for:
    result = forLoop(node);
    break;
  case isl_ast_node_user:
    result = single(node);
    break;
  default:
    throw InternalError("isl: unexpected shape of a generated loop");
  }
  isl_ast_node_free(node);
  return result;
}

// The body, perhaps under a guard. Takes `node`.
std::vector<AstNode> LoopConversion::inside(isl_ast_node *node) {
  if (isInside && isl_ast_node_get_type(node) == isl_ast_node_user) {
    isl_ast_node_free(node);
    return std::move(body);
  }
  std::vector<AstNode> nodes;
  nodes.push_back(run(node));
  return nodes;
}

static void rename(AstExpr &e, const std::string &from, const std::string &to) {
  if (e.op == AstOp::Name && e.name == from)
    e.name = to;
  for (AstExpr &arg : e.args)
    rename(arg, from, to);
}

AstNode LoopConversion::guard(isl_ast_node *node) {
  AstNode result;
  result.kind = AstNode::Kind::If;
  result.condition = convert(isl_ast_node_if_get_cond(node));
  if (isInside)
    rename(result.condition, iteratorIs, iname);
  result.children = inside(isl_ast_node_if_get_then_node(node));
  return result;
}

AstNode LoopConversion::single(isl_ast_node *node) {
  AstNode result;
  result.kind = AstNode::Kind::For;
  result.iterator = iname;
  result.degenerate = true;
  isl_ast_expr *call = isl_ast_node_user_get_expr(node);
  result.init = convert(isl_ast_expr_op_get_arg(call, 1));
  isl_ast_expr_free(call);
  result.children = std::move(body);
  return result;
}

static bool mentions(const AstExpr &e, const std::string &name) {
  return (e.op == AstOp::Name && e.name == name) ||
         std::any_of(e.args.begin(), e.args.end(),
                     [&](const AstExpr &arg) { return mentions(arg, name); });
}

AstNode LoopConversion::forLoop(isl_ast_node *node) {
  if (isInside)
    throw InternalError("isl: two loops in place of the one over '" + iname +
                        "'");
  isInside = true;
  AstNode result;
  result.kind = AstNode::Kind::For;
  result.iterator = iname;
  result.init = convert(isl_ast_node_for_get_init(node));
  result.degenerate = checked(isl_ast_node_for_is_degenerate(node), "loop");
  iteratorIs = convert(isl_ast_node_for_get_iterator(node)).name;
  if (!result.degenerate) {
    result.condition = convert(isl_ast_node_for_get_cond(node));
    rename(result.condition, iteratorIs, iname);
    if (!mentions(result.condition, iname))
      throw InternalError("the loop over '" + iname + "' has no upper bound");
    result.increment = convert(isl_ast_node_for_get_inc(node)).value;
  }
  result.children = inside(isl_ast_node_for_get_body(node));
  return result;
}

// isl's tree for the one loop over `domain`; null if it never runs.
static isl_ast_node *generateLoop(const std::string &iname, const Set &domain,
                                  const Set &context) {
  isl_set *set = domain.withDims({iname}).copy();
  isl_ast_build *build = buildFor(context, isl_set_get_space(set));
  set = isl_set_align_params(set, namesOf(build));
  set = isl_set_set_tuple_name(set, "S");
  isl_map *schedule = isl_set_identity(set);
  schedule = isl_map_reset_tuple_id(schedule, isl_dim_out);
  isl_id_list *iterators = isl_id_list_from_id(
      isl_id_alloc(poly::context(), iname.c_str(), nullptr));
  build = isl_ast_build_set_iterators(build, iterators);
  static isl_union_map *options =
      isl_union_map_read_from_str(poly::context(), "{ [c] -> atomic[x] }");
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
  append(out, LoopConversion(tree.loop, std::move(body)).run(node));
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

// A position below the largest of three extents is below none of them for
// certain: a union of many cases takes hardly a guard away, but three extents
// along three axes are 27 cases, and isl's time grows with the square of them
// and more.
static Set certainFacts(const Set &context) {
  constexpr size_t mostCases = 3;
  Set facts = context.flat();
  return polyhedronCount(facts) > mostCases ? facts.simpleHull() : facts;
}

std::vector<AstNode> poly::generateAst(const std::vector<AstTree> &trees,
                                       const Set &context) {
  Generator generator;
  return generator.siblings(trees, certainFacts(context));
}
