#include "C/CTarget.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::string CTarget::axisName(const std::string &axis) const {
  size_t open = axis.find('(');
  return axis.substr(0, open) + "_" +
         axis.substr(open + 1, axis.size() - open - 2);
}
