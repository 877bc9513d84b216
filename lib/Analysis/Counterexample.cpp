#include "Counterexample.h"

#include "loopyc/Values/BoundedAffine.h"

#include <algorithm>

using namespace loopyc;
using poly::Point;
using poly::Set;

namespace {

// Subscripts that are not affine took no part in the relation: points of it
// are tried until one gives both accesses the same element.
class Search {
public:
  Search(const Kernel &kernel, DependenceGraph &graph,
         const DependenceEdge &edge)
      : kernel(kernel), source(graph.accesses()[edge.sourceAccess].location),
        sink(graph.accesses()[edge.sinkAccess].location),
        sinkInsn(*kernel.instructions[edge.sink]) {}

  std::string subscript() const {
    BoundedAffine affine(kernel);
    for (const auto *location : {&source, &sink})
      for (const Expr &where : *location)
        if (where && !affine(where))
          return where.str();
    return "";
  }

  std::optional<Point> run(const Set &pairs) {
    std::vector<std::string> order;
    for (const std::string &name : namesOf(pairs))
      if (pairs.involves(name) || isMentioned(name))
        order.push_back(name);
    if (!mayHaveValues())
      return std::nullopt;
    return fixNext(pairs, order, 0, {});
  }

private:
  // Sizes first: where they are small, so is everything else.
  poly::Names namesOf(const Set &pairs) const {
    poly::Names names;
    for (const VariablePtr &argument : kernel.arguments)
      if (argument->isValue())
        names.push_back(argument->name);
    for (const std::string &name : pairs.names())
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    return names;
  }

  bool isMentioned(const std::string &name) const {
    for (const auto *location : {&source, &sink})
      for (const Expr &where : *location)
        if (where && mentions(where, name))
          return true;
    return false;
  }

  // How many terms of a sum have no value at any point: what arrays hold.
  static int termsOfData(const Expr &e) {
    if (const auto *sum = e.getIf<Binary>();
        sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub))
      return termsOfData(sum->a) + termsOfData(sum->b);
    if (const auto *cast = e.getIf<Cast>())
      return termsOfData(cast->a);
    return e.getIf<ArrayRef>() ? 1 : 0;
  }

  // One alone stays in the sum, whatever the rest is.
  bool mayHaveValues() const {
    for (const auto *location : {&source, &sink})
      for (const Expr &where : *location)
        if (!where || termsOfData(where) == 1)
          return false;
    return true;
  }

  std::optional<Point> fixNext(const Set &pairs,
                               const std::vector<std::string> &order,
                               size_t next, Point point) {
    if (steps-- <= 0 || pairs.isEmpty())
      return std::nullopt;
    if (next == order.size())
      return meet(point) ? std::optional(point) : std::nullopt;
    const std::string &name = order[next];
    int64_t first = pairs.minConst(name).value_or(1);
    int64_t last = pairs.maxConst(name).value_or(first + 3);
    for (int64_t value = first; value <= std::min(last, first + 3); ++value) {
      point[name] = value;
      if (auto found = fixNext(pairs.fix(name, value), order, next + 1, point))
        return found;
    }
    return std::nullopt;
  }

  // Is it one element that both access there, by the subscripts' values?
  bool meet(const Point &point) const {
    Substitution here, there;
    for (const auto &[name, value] : point) {
      here[name] = Expr::integer(value);
      there[name] = Expr::integer(value);
    }
    for (const std::string &iname : sinkInsn.inames)
      if (auto it = point.find(primed(iname)); it != point.end())
        there[iname] = Expr::integer(it->second);
      else
        there.erase(iname);
    for (size_t axis = 0; axis < source.size(); ++axis) {
      if (!source[axis] || !sink[axis])
        return false;
      auto x = asInteger(fold(substitute(source[axis], here)));
      auto y = asInteger(fold(substitute(sink[axis], there)));
      if (!x || !y || *x != *y)
        return false;
    }
    return true;
  }

  const Kernel &kernel;
  const std::vector<Expr> &source, &sink;
  const Instruction &sinkInsn;
  int steps = 500;
};

} // namespace

Counterexample loopyc::findCounterexample(const Kernel &kernel,
                                          DependenceGraph &graph,
                                          const DependenceEdge &edge,
                                          const Set &pairs) {
  Counterexample result;
  if (!pairs)
    return result;
  result.isConditional = !graph.instances().exact(edge.source) ||
                         !graph.instances().exact(edge.sink);
  if (edge.added) { // storage that two share
    result.pair = pairs.sample();
    return result;
  }
  Search search(kernel, graph, edge);
  result.subscript = search.subscript();
  result.pair =
      result.subscript.empty() ? pairs.sample() : search.run(pairs.flat());
  return result;
}
