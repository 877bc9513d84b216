#include "FlatArrays.h"

#include "ArrayViews.h"
#include "loopyc/IR/ElementOrder.h"

#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

// The quotient or remainder by what is no number, in the expression itself.
static const Binary *asUnknownQuotient(const Expr &e) {
  const auto *quotient = e.getIf<Binary>();
  return quotient && !asInteger(quotient->b) &&
                 (quotient->op == BinaryOp::FloorDiv ||
                  quotient->op == BinaryOp::FloorMod)
             ? quotient
             : nullptr;
}

static bool hasUnknownQuotient(const Expr &e) {
  bool result = false;
  walk(e, [&](const Expr &node) {
    result = result || asUnknownQuotient(node);
    return !result && !node.getIf<ArrayRef>();
  });
  return result;
}

// In 64 bits, as addresses are, and s mod n as s - n*(s div n), which quotients
// beside it may cancel.
static Expr inAddresses(const Expr &e) {
  const Type wide = Type::integer(8);
  if (const auto *cast = e.getIf<Cast>(); cast && cast->a.type().isInteger())
    return inAddresses(cast->a);
  const auto *node = e.getIf<Binary>();
  switch (node ? node->op : BinaryOp::Eq) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::FloorDiv:
    return Expr::binary(node->op, inAddresses(node->a), inAddresses(node->b),
                        wide);
  case BinaryOp::FloorMod: {
    Expr a = inAddresses(node->a), b = inAddresses(node->b);
    return a - b * Expr::binary(BinaryOp::FloorDiv, a, b, wide);
  }
  default:
    return Expr::cast(e, wide);
  }
}

// The position in array element order; null where an extent is unknown.
static Expr position(const std::vector<Expr> &subscripts,
                     const std::vector<Expr> &extents) {
  Expr result = inAddresses(subscripts.back());
  for (size_t k = subscripts.size() - 1; k-- > 0;) {
    if (!extents[k])
      return {};
    result = inAddresses(subscripts[k]) + inAddresses(extents[k]) * result;
  }
  return fold(result);
}

static std::vector<Expr> extentsOf(const Variable &array) {
  std::vector<Expr> result;
  for (const Axis &axis : array.axes)
    result.push_back(axis.extent);
  return result;
}

// Null where it cannot be one without a quotient.
static Expr asOneSubscript(const ArrayRef &reference, const Variable &array) {
  Expr result = position(reference.subscripts, extentsOf(array));
  return result && !hasUnknownQuotient(result) ? result : Expr();
}

static Variable flat(const Variable &array) {
  Variable result = array;
  Axis all;
  all.extent = Expr::integer(1);
  for (const Axis &axis : array.axes)
    all.extent = axis.extent && all.extent
                     ? indexProduct(all.extent, axis.extent)
                     : Expr();
  all.tag = NestedAxis{0};
  result.axes = {all};
  result.declared.indices = {elementPosition(array.declared)};
  return result;
}

namespace {

// What a kernel does with its arrays of several axes.
struct Uses {
  std::set<std::string> wanted;   // by remainders and quotients
  std::set<std::string> hindered; // a subscript would keep a quotient
};

} // namespace

static Uses usesIn(const Kernel &kernel) {
  Uses result;
  auto note = [&](const Expr &node) {
    const auto *reference = node.getIf<ArrayRef>();
    VariablePtr array =
        reference ? kernel.findVariable(reference->name) : nullptr;
    if (!array || array->axes.size() < 2)
      return true;
    for (const Expr &subscript : reference->subscripts)
      if (hasUnknownQuotient(subscript))
        result.wanted.insert(array->name);
    if (!asOneSubscript(*reference, *array))
      result.hindered.insert(array->name);
    return true;
  };
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, [&](const Expr &e) {
      walk(e, note);
      return e;
    });
  return result;
}

Kernel frontend::withFlatArrays(Kernel kernel) {
  Uses uses = usesIn(kernel);
  std::map<std::string, VariablePtr> arrays;
  for (const std::string &name : uses.wanted)
    if (!uses.hindered.count(name))
      arrays.emplace(name, kernel.findVariable(name));
  if (arrays.empty())
    return kernel;
  for (InstructionPtr &insn : kernel.instructions)
    insn = mapExprs(insn, [&](const Expr &e) {
      return rewrite(e, [&](const Expr &node) {
        const auto *reference = node.getIf<ArrayRef>();
        auto array = reference ? arrays.find(reference->name) : arrays.end();
        return array == arrays.end()
                   ? node
                   : Expr::array(reference->name,
                                 {asOneSubscript(*reference, *array->second)},
                                 node.type());
      });
    });
  for (const auto &[name, array] : arrays)
    kernel.setVariable(std::make_shared<const Variable>(flat(*array)));
  return kernel;
}
