#include "ReadersWords.h"

#include "DependenceScan.h"

#include <algorithm>
#include <functional>

using namespace loopyc;

ReadersWords::ReadersWords(BoundedAffine &affine, const Instruction &writer,
                           const std::vector<Expr> &written,
                           const Instruction &reader,
                           const std::vector<Expr> &read, int depth)
    : writer(writer) {
  std::set<std::string> names;
  for (int d = 0; d < depth; ++d)
    if (Expr loop = loopAt(writer, d);
        loop == loopAt(reader, d) && affine.isInjective(loop))
      collectNames(loop, names, names);
  for (const std::string &iname : writer.inames)
    if (names.count(iname) && reader.within(iname))
      shared.insert(iname);
  for (size_t axis = 0; axis < written.size(); ++axis)
    if (written[axis] && read[axis]) {
      axes.push_back({written[axis], read[axis]});
      isInjective.push_back(affine.isInjective(written[axis]));
    }
}

Expr ReadersWords::operator()(const Expr &e) const {
  auto mentionsOpen = [&](const Expr &node) {
    return std::any_of(writer.inames.begin(), writer.inames.end(),
                       [&](const std::string &iname) {
                         return !shared.count(iname) && mentions(node, iname);
                       });
  };
  bool isComplete = true;
  // From the outside in, so that no word is taken for one of the writer's.
  std::function<Expr(const Expr &)> inWords = [&](const Expr &node) -> Expr {
    if (!mentionsOpen(node))
      return node;
    if (node.type().isInteger())
      for (const auto &[written, read] : axes)
        if (auto offset = asInteger(fold(written - node)))
          return fold(read - *offset);
    std::vector<Expr> inside = operands(node);
    isComplete = isComplete && !inside.empty();
    for (Expr &operand : inside)
      operand = inWords(operand);
    return withOperands(node, inside);
  };
  Expr words = inWords(e);
  return isComplete ? fold(words) : Expr();
}

std::optional<std::vector<Expr>> ReadersWords::iteration() const {
  std::vector<Expr> result;
  for (const std::string &iname : writer.inames) {
    Expr words = (*this)(Expr::var(iname));
    for (size_t axis = 0; !words && axis < axes.size(); ++axis)
      if (isInjective[axis] && mentions(axes[axis].first, iname))
        words = axes[axis].second;
    if (!words)
      return std::nullopt;
    result.push_back(words);
  }
  return result;
}
