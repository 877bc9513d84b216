#include "loopyc/IR/ElementOrder.h"

using namespace loopyc;

Expr loopyc::elementPosition(const DeclaredLayout &declared) {
  Expr result;
  for (size_t axis = declared.extents.size(); axis-- > 0;) {
    Expr index = Expr::var("i" + std::to_string(axis));
    const Expr &extent = declared.extents[axis];
    if (result && !extent)
      return {};
    result = result ? index + Expr::cast(extent, index.type()) * result : index;
  }
  return result ? fold(result) : result;
}

bool loopyc::isInElementOrder(const Variable &array) {
  const auto *nested = array.axes.size() == 1
                           ? std::get_if<NestedAxis>(&array.axes[0].tag)
                           : nullptr;
  Expr position = elementPosition(array.declared);
  return nested && nested->alignBytes == 1 && position &&
         array.declared.indices == std::vector<Expr>{position};
}
