// The kernel language as it is written: expressions and statements without
// types, each with its place in the text.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_SYNTAX_H
#define LOOPYC_LIB_KERNELLANGUAGE_SYNTAX_H

#include "Text.h"

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace language {

struct Word {
  std::string text;
  Span span;
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;
using NodeList = std::vector<NodePtr>;

// --- expressions

enum class Operator {
  Add,
  Sub,
  Mul,
  Divide,
  FloorDivide,
  Modulo,
  Power,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  And,
  Or,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight
};
enum class Prefix { Minus, Plus, Not, BitNot };

struct IntegerNode {
  int64_t value; // less 2**64, if it is large
  bool isLarge = false; // 2**63 or more
};
struct RealNode {
  double value;
  std::optional<Type> type;
};
struct ImaginaryNode {
  double value;
};
struct TruthNode {
  bool value;
};
struct NameNode {
  std::string name;
};
struct SubscriptNode {
  std::string array;
  NodeList subscripts;
};
struct CallNode {
  std::string function;
  NodeList arguments;
};
struct PrefixNode {
  Prefix op;
  NodePtr a;
};
struct InfixNode {
  Operator op;
  NodePtr a, b;
};
struct ChoiceNode {
  NodePtr condition, ifTrue, ifFalse;
};
struct CastNode {
  Type type;
  NodePtr a;
};
// sum(k, a[k]), reduce(sum, [k, l], ...)
struct ReductionNode {
  ReductionOp op;
  std::vector<std::string> inames;
  NodePtr value;
};
// argmin(k, a[k], k): two results, a value and its place.
struct ArgExtremumNode {
  bool isMax;
  std::vector<std::string> inames;
  NodePtr value, place;
};
// A reduction by an operation that a script defines, of as many values as this
// combines at once.
struct FoldNode {
  std::string op;
  std::vector<std::string> inames;
  NodeList values;
};
// What a kernel is called with (Calls.h): [i]: a[i, j], a[2:n, j]. An axis is
// an iname that the view binds, or a slice, in the order of these.
struct ViewNode {
  std::vector<Word> inames;
  NodePtr element; // a SubscriptNode
};
// first:end:step, null where nothing is said; a subscript of a view.
struct SliceNode {
  NodePtr first, end, step;
};

struct Node {
  using Value =
      std::variant<IntegerNode, RealNode, ImaginaryNode, TruthNode, NameNode,
                   SubscriptNode, CallNode, PrefixNode, InfixNode, ChoiceNode,
                   CastNode, ReductionNode, ArgExtremumNode, FoldNode,
                   ViewNode, SliceNode>;
  Value value;
  Span span;

  template <typename T> const T *getIf() const {
    return std::get_if<T>(&value);
  }
};

NodeList operands(const Node &node);
// The same with others in their place.
NodePtr withOperands(const NodePtr &node, const NodeList &operands);
// All of it has that place in the text.
NodePtr placedAt(const NodePtr &node, Span span);
// Alike but for their places.
bool isSame(const NodePtr &a, const NodePtr &b);
// The variable that an assignee is, or is an element or a view of.
const std::string &assignedName(const Node &assignee);
// The inames that the node itself binds: of a reduction, a fold, a view.
std::vector<std::string> boundInames(const Node &node);
// Parents first; `visit` returns whether to go on inside.
void walk(const NodePtr &node, const std::function<bool(const Node &)> &visit);

// With other names for inames, each of which has one meaning in an instruction,
// bound or not.
using Renaming = std::map<std::string, std::string>;
NodePtr renamed(const NodePtr &node, const Renaming &by);

// --- statements

struct Attributes {
  std::optional<Word> id, idPrefix;
  std::vector<Word> dependsOn; // globs
  bool onlyThese = false;      // dep=*...: without the single-writer rule
  struct NoSyncWord {
    Word glob;
    bool local = true, global = true;
  };
  std::vector<NoSyncWord> noSyncWith;
  std::optional<std::vector<Word>> inames; // inames=i:j
  std::vector<Word> moreInames;            // inames=+i, for
  bool inamesAreAll = false;
  std::vector<std::pair<Word, Word>> duplicates; // dup=i->k; of dup=i, no k
  std::vector<std::string> tags;
  std::vector<Word> groups, conflicts; // none of the latter is open around it
  int priority = 0;
  bool atomic = false;
  std::optional<Word> memory; // mem_kind=local
  NodeList predicates;
  // Of these, those of `if` blocks around.
  NodeList blockConditions;
};

// <> t, <float32> t
struct TemporaryMark {
  std::optional<Type> type;
};

// What c_code(...) {{ ... }} computes (CodeBlock.h); its value is a call with
// the operands.
struct CodeBlock;

struct AssignmentText {
  // By assignee: <> m, k = ... marks the first.
  std::vector<std::optional<TemporaryMark>> temporaries;
  NodeList assignees;
  NodePtr value;
  std::shared_ptr<const CodeBlock> code = nullptr;
};
struct BarrierText {
  bool global;
};
struct NoOpText {};

// Of an instruction that was expanded into several: which one, and the loops
// that these share, whose iterations come in order.
struct Part {
  size_t of;
  std::set<std::string> loops;
};

struct StatementText {
  std::variant<AssignmentText, BarrierText, NoOpText> value;
  Attributes attributes;
  Span span; // without attributes
  std::shared_ptr<const Text> text;
  std::shared_ptr<const Part> part; // null: it is what was written
  std::string initializes; // the temporary of whose initializer it is; else ""
};

// f(x) := ...
struct RuleText {
  Word name;
  std::vector<Word> parameters;
  NodePtr value;
  Span span;
  std::shared_ptr<const Text> text;
};

struct Instructions {
  std::vector<StatementText> statements;
  std::vector<RuleText> rules;
};

// What the names of inames are, which only domains say: of max(i, x).
using IsIname = std::function<bool(const std::string &)>;

// Appends the instructions of one text.
void readInstructions(std::shared_ptr<const Text> text, const IsIname &isIname,
                      Instructions &all);
// An expression that is the whole text.
NodePtr readExpression(const Text &text, const IsIname &isIname);

} // namespace language
} // namespace loopyc

#endif
