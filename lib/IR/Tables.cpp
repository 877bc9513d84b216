#include "loopyc/IR/Tables.h"

#include <algorithm>

using namespace loopyc;

std::shared_ptr<const MapFacts>
loopyc::tableFacts(std::vector<Expr> values, Type type, size_t rank) {
  auto facts = std::make_shared<MapFacts>();
  facts->values = std::move(values);
  if (!type.isInteger() || rank != 1)
    return facts;
  std::vector<int64_t> all;
  for (const Expr &value : facts->values)
    all.push_back(*asInteger(value));
  facts->increasing = std::is_sorted(all.begin(), all.end());
  std::sort(all.begin(), all.end());
  facts->injective = std::adjacent_find(all.begin(), all.end()) == all.end();
  facts->strictlyIncreasing = facts->increasing && facts->injective;
  facts->lower = Expr::integer(all.front(), type);
  facts->upper = Expr::integer(all.back(), type);
  return facts;
}
