#include "ConstantTables.h"

#include "loopyc/IR/Tables.h"

using namespace loopyc;
using namespace loopyc::frontend;

// From the first subscript fastest to the last one.
static std::vector<Expr> lastFastest(const ConstantArray &constant) {
  std::vector<Expr> result;
  result.reserve(constant.elements.size());
  std::vector<int64_t> at(constant.extents.size(), 0);
  while (result.size() < constant.elements.size()) {
    int64_t place = 0;
    for (size_t a = at.size(); a-- > 0;)
      place = place * constant.extents[a] + at[a];
    result.push_back(constant.elements[static_cast<size_t>(place)]);
    for (size_t a = at.size(); a-- > 0 && ++at[a] == constant.extents[a];)
      at[a] = 0;
  }
  return result;
}

Variable frontend::tableOf(const ConstantArray &constant,
                           const std::string &name, const SourceRange &range) {
  Variable table;
  table.name = name;
  table.type = constant.type;
  table.kind = VariableKind::Table;
  table.space = AddressSpace::Constant;
  table.range = range;
  for (size_t a = 0; a < constant.extents.size(); ++a) {
    Axis axis;
    axis.extent = Expr::integer(constant.extents[a]);
    axis.tag = NestedAxis{static_cast<int>(a)};
    table.axes.push_back(axis);
    table.declared.extents.push_back(axis.extent);
    table.declared.lowerBounds.push_back(
        Expr::integer(constant.lowerBounds[a]));
    table.declared.indices.push_back(Expr::var("i" + std::to_string(a)));
  }
  table.map = tableFacts(lastFastest(constant), constant.type,
                         constant.extents.size());
  return table;
}
