#include "SegmentedReductions.h"

#include <map>

using namespace loopyc;
using namespace loopyc::language;

std::string language::segmentedOperation(const std::string &within) {
  return "segmented(" + within + ")";
}

static ReductionOperation operation(int64_t neutral, const char *combined) {
  ReductionOperation result;
  result.neutral = {Expr::integer(neutral), Expr::integer(0)};
  result.combined = {combined, "left_1 | right_1"};
  result.isAssociative = true;
  return result;
}

const ReductionOperation *language::builtInOperation(const std::string &name) {
  static const std::map<std::string, ReductionOperation> operations = {
      {segmentedOperation("sum"),
       operation(0, "if(right_1, right_0, left_0 + right_0)")},
      {segmentedOperation("product"),
       operation(1, "if(right_1, right_0, left_0*right_0)")}};
  auto found = operations.find(name);
  return found == operations.end() ? nullptr : &found->second;
}
