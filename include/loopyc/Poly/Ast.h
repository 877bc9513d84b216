// Loops, guards and bounds from isl's AST generator, as plain values without
// isl: what lib/CodeGen turns into C.
#ifndef LOOPYC_POLY_AST_H
#define LOOPYC_POLY_AST_H

#include "loopyc/Poly/Set.h"

#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace poly {

enum class AstOp {
  Integer, Name,
  Add, Sub, Mul, Neg, Min, Max,
  FloorDiv,   // toward minus infinity
  ExactDiv,   // known to divide
  PosDiv,     // dividend known to be >= 0
  PosMod,     // dividend known to be >= 0
  ZeroMod,    // only compared with 0
  Select, Eq, Le, Lt, Ge, Gt, And, Or
};

struct AstExpr {
  AstOp op = AstOp::Integer;
  int64_t value = 0;         // Integer
  std::string name;          // Name
  std::vector<AstExpr> args; // Min, Max, And, Or: two or more
};

struct AstNode {
  enum class Kind { For, If, User } kind = Kind::User;
  // For: for (iterator = init; condition; iterator += increment) children
  // If: if (condition) children
  std::string iterator;
  bool degenerate = false; // exactly one iteration, iterator == init
  AstExpr init, condition;
  int64_t increment = 1;
  std::vector<AstNode> children;
  int statement = -1; // User: AstTree::statement
};

// What to generate: a loop around subtrees, or a statement (loop empty).
struct AstTree {
  std::string loop;
  std::vector<AstTree> children;
  int statement = -1;
  // Of a statement: flat, over the enclosing loops' names and parameters.
  Set domain;
  // Of a statement: must be reached for all values of these names alike
  // (a barrier and the work-item axes): no guard or bound around it mentions
  // them.
  Names uniformIn;
  // Of a statement: parameters that it computes (the bounds of a loop behind
  // it): no bound or guard of a loop around it may mention them.
  Names computes;
  // Of a loop: names that have a value only inside it (what each work-item has
  // a copy of): neither its bounds nor anything around it may mention them.
  Names knownInside;
  // Of a loop: iterations that execute nothing are cheap. Its range is one
  // interval with plain bounds, and what is left of conditions lies inside.
  bool mayIdle = false;
};

// Loops with tight bounds, guards as far out as they hold for everything
// inside. Each loop appears once (no separation), each statement once; the For
// nodes' iterators are the trees' loop names. `context` holds facts on
// parameters. Time is linear in the number of trees.
std::vector<AstNode> generateAst(const std::vector<AstTree> &trees,
                                 const Set &context);

// An expression for the value, simplified where `context` holds.
AstExpr toAst(const PwAff &value, const Set &context);
// A condition that holds exactly on `set`, where `context` holds.
AstExpr toAst(const Set &set, const Set &context);

} // namespace poly
} // namespace loopyc

#endif
