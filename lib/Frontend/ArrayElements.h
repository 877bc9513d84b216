// Array expressions, element by element: what an expression over array operands
// (ArrayOperand) is at a position, as an expression of scalars and the
// statements that come before it.
//
//   array#1 + array#3      array#1 is b(:, j), array#3 sum(array#2, 1)
//   at (i1):               b(i1, j-1) + sum_r   after a loop that computes
//   sum_r
//
// Positions count from zero along each axis of the expression's shape.
#ifndef LOOPYC_LIB_FRONTEND_ARRAYELEMENTS_H
#define LOOPYC_LIB_FRONTEND_ARRAYELEMENTS_H

#include "ArrayOverlap.h"
#include "FreshLocals.h"
#include "ProcedureIndex.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {
namespace frontend {

using Shape = std::vector<Expr>; // extents; null: unknown
using Position = std::vector<Expr>;

// Thrown for what cannot be made loops of.
struct NotScalarized {
  std::string construct;
};

// Statements, and the references to functions of what comes after them.
struct Computation {
  Block before;
  std::vector<FunctionReference> references;
};

class ArrayElements {
public:
  ArrayElements(FreshLocals &locals, const Procedure &procedure,
                const Program &program);

  // A statement begins, whose scalar parts are computed in `outside`.
  void begin(const Statement &like, Computation &outside);
  // What a statement assigns is read before it where the statement itself
  // would find another value; "" for nothing.
  void setAssigned(const std::string &array) { assigned = array; }
  // Operands of the value have the shape of what is assigned, so that its array
  // is as large as any temporary for them.
  void setConforming(const Expr &assignee, const Expr &value);
  // Around the statements that begin from now on: temporary arrays come anew in
  // each of their iterations.
  void setLoopsAround(int loops) { loopsAround = loops; }
  // References to functions are scalars that are assigned before.
  void setHoistsReferences(bool does) { hoistsReferences = does; }

  int rank(const Expr &e) const;
  Shape shape(const Expr &e);
  // Throws NotScalarized.
  Expr at(const Expr &e, const Position &position);
  // The same, with what it needs apart.
  Expr at(const Expr &e, const Position &position, Computation &inside);
  // For a variable that no Fortran name is: an index of forall, an implied do.
  void bind(const std::string &variable, const Expr &value);
  void unbind(const std::string &variable) { bound.erase(variable); }

  // Does it, or what it is made of, mention the array?
  bool reads(const Expr &e, const std::string &array) const;
  // Are elements best known by their number: [x, y], maxloc(a)?
  bool hasItems(const Expr &e) const;
  // Null unless the variable stands for a section, or for the whole.
  const ArrayOperand::Section *section(const Expr &e) const;
  // Null unless the variable stands for a function of arrays.
  const ArrayOperand::Intrinsic *intrinsic(const Expr &e) const;
  // The reduction to a scalar that the variable stands for, computed in
  // `target`, which it must not mention; false if it is none.
  bool reduceInto(const Expr &e, const Expr &target);

  // Loops over the positions in a shape.
  Nest open(const Shape &shape, Position &position);
  // What the loops over the assigned section's elements go by.
  void addStrides(const Expr &assignee, Nest &loops);
  void close(const Nest &nest) { depth -= nest.size(); }
  // What a temporary for the elements can be declared with. Throws
  // NotScalarized.
  Shape storage(const Expr &e);
  bool isDeclarable(const Expr &extent) const;
  // An array for the elements; a section that is all of it.
  Expr temporary(const std::string &base, Type type, const Shape &storage);
  // The same, which has these values from here on.
  Expr materialized(const Expr &e);

  Statement assignment(const Expr &assignee, const Expr &value,
                       std::vector<FunctionReference> references = {}) const;
  Statement conditional(const Expr &condition, Block body,
                        std::vector<FunctionReference> references = {}) const;
  // Actual arguments with scalars for what was made of arrays.
  void settle(std::vector<Argument> &arguments);
  // Of a call for each element: the same, where another one depends on it.
  void settleWhatChanges(std::vector<Argument> &arguments);
  // The shape that the arguments of an elemental procedure have; none: scalars.
  Shape shape(const std::vector<Argument> &arguments);
  // Those of its reference to the elements at a position.
  std::vector<Argument> at(const std::vector<Argument> &arguments,
                           const Position &position, Computation &inside);

  FreshLocals &locals;

private:
  using Section = ArrayOperand::Section;
  using Table = ArrayOperand::Table;
  using Constructor = ArrayOperand::Constructor;
  using Intrinsic = ArrayOperand::Intrinsic;
  using Result = ArrayOperand::Result;
  class Inside;

  void addFacts(const Block &block);
  void addFacts(const Facts &facts);
  void declareIndices(const std::vector<Constructor::Item> &items);
  const ArrayOperand *operand(const Expr &e) const;
  const FunctionReference *reference(const Expr &e) const;
  using Visit = std::function<void(const Expr &)>;
  void forEachName(const Expr &e, const Visit &visit) const;
  void forEachName(const Constructor::Item &item, const Visit &visit) const;
  void forEachName(const std::vector<Argument> &arguments,
                   const Visit &visit) const;
  bool dependsOnBound(const Expr &e) const;
  bool isInvariant(const Expr &e) const;
  bool isDirect(const Expr &e) const;

  // --- shapes
  Shape shape(const ArrayOperand &array);
  DeclaredLayout layout(const std::string &array) const;
  Shape shape(const Section &section);
  Shape shape(const Table &table);
  Shape shape(const Intrinsic &intrinsic, int rank);
  Shape shape(const Result &result);
  Shape shapeOfSubscripts(const std::vector<Subscript> &subscripts,
                          const std::vector<Expr> &lower, const Shape &whole);
  Shape declaredShape(const ArrayOperand &array);
  Expr size(const Shape &shape) const;
  Expr size(const Constructor::Item &item);
  static Expr clamped(const Expr &extent);

  // --- elements
  Expr element(const ArrayOperand &array, const Position &position);
  Expr element(const ArrayOperand &array, const Section &section,
               const Position &position);
  Expr element(const ArrayOperand &array, const Table &table,
               const Position &position);
  Expr element(const ArrayOperand &array, const Constructor &constructor,
               const Position &position);
  Expr element(const ArrayOperand &array, const Intrinsic &intrinsic,
               const Position &position);
  Expr element(const ArrayOperand &array, const Result &result,
               const Position &position);
  Expr itemAt(const std::vector<Constructor::Item> &items, int64_t number);
  Expr element(const Constructor::Item &item, const Expr &number);
  std::vector<Expr> subscripts(const std::vector<Subscript> &subscripts,
                               const std::vector<Expr> &lower,
                               const Position &position);
  Expr shifted(const Intrinsic &intrinsic, const Position &position, Type type,
               bool around);
  Expr either(const Expr &condition, const std::string &name, Type type,
              const std::function<Expr()> &value,
              const std::function<Expr()> &other);
  Expr reshaped(const ArrayOperand &array, const Intrinsic &intrinsic,
                const Position &position);
  Expr reference(const FunctionReference &called, const Position &position,
                 Type type);
  Expr referredOnce(const FunctionReference &called, const Expr &itself);
  Expr scalar(const ArrayOperand &array);
  Expr hoisted(const Expr &e);
  Expr chosen(const std::vector<Expr> &items, const Expr &number) const;
  Expr filled(const ArrayOperand &array, const Constructor &constructor);
  Expr fill(const std::string &name, Type type,
            const std::vector<Constructor::Item> &items, const Expr &offset);
  Expr tableElement(const Table &table, const Position &place, Type type);
  Expr argument(const Intrinsic &intrinsic, size_t number) const;
  static size_t dimension(const Intrinsic &intrinsic, size_t argument);

  // --- calls (ArrayCalls.cpp)
  const Procedure &calledFunction(const Result &result) const;
  Expr returned(const ArrayOperand &array, const Result &result);
  ArrayView placeFor(const Expr &result, const Expr &filled);
  Section sectionOf(const ArrayView &view) const;
  ArrayView viewOf(const std::string &array) const;
  void settle(ArrayView &view);
  Expr elementAnywhere(const Expr &index);

  // --- reductions (ArrayReductions.cpp)
  // What a reduction runs over.
  struct Reduced {
    Expr source, mask; // mask: null without one
    Shape shape;       // of what the loops run over
    Position position; // of the source
    Nest nest;
  };
  static bool isReduction(const Intrinsic &intrinsic);
  static bool isPlace(const ArrayOperand &array, const Intrinsic &intrinsic);
  Expr reduce(const ArrayOperand &array, const Intrinsic &intrinsic,
              const Position &position, const Expr &target = {});
  Expr accumulate(const ArrayOperand &array, const Intrinsic &intrinsic,
                  const Position &position, const Expr &target);
  Expr multiply(const ArrayOperand &array, const Intrinsic &intrinsic,
                const Position &position, const Expr &target);
  const std::vector<Expr> &places(const ArrayOperand &array,
                                  const Intrinsic &intrinsic);
  std::vector<Expr> locate(const ArrayOperand &array,
                           const Intrinsic &intrinsic,
                           const Position &position);
  std::vector<Expr> find(const ArrayOperand &array, const Intrinsic &intrinsic,
                         const Position &position);
  Reduced over(const Intrinsic &intrinsic, const Position &position);
  void finish(const Reduced &reduced, Computation inner,
              bool backwards = false);
  Expr kept(const Expr &value, Computation &inside);
  void add(Statement statement) { now->before.push_back(std::move(statement)); }

  const Procedure &procedure;
  const Program &program;
  ProcedureIndex index;
  std::unordered_map<std::string, ArrayOperand> operands;
  std::unordered_map<std::string, FunctionReference> references;
  std::map<std::string, Expr> bound;

  Statement like;
  Computation *outer = nullptr, *now = nullptr;
  std::map<std::string, Expr> scalars; // of operands and references, outside
  std::map<std::string, std::vector<Expr>> found; // places of extrema, outside
  std::vector<std::pair<Expr, Expr>> copies;      // outside
  std::string assigned;
  std::set<std::string> conforming; // operands
  Shape conformingShape;            // not less than theirs
  bool hoistsReferences = false;
  size_t depth = 0;
  int loopsAround = 0;
  int made = 0;
};

// Where statements go while it lives.
class ArrayElements::Inside {
public:
  Inside(ArrayElements &elements, Computation &computation)
      : elements(elements), around(elements.now) {
    elements.now = &computation;
  }
  ~Inside() { elements.now = around; }
  Inside(const Inside &) = delete;

private:
  ArrayElements &elements;
  Computation *around;
};

// `a` in the kind that both have in arithmetic.
Expr inCommonKind(const Expr &a, const Expr &other);
std::vector<Expr> integers(const std::vector<int64_t> &values);

// Integer arithmetic on operands of any kinds, folded.
Expr addInteger(const Expr &a, const Expr &b);
Expr subtractInteger(const Expr &a, const Expr &b);
Expr multiplyInteger(const Expr &a, const Expr &b);

// The position of an element of that number, in an array of that shape.
Position positionOf(Expr number, const Shape &shape);

} // namespace frontend
} // namespace loopyc

#endif
