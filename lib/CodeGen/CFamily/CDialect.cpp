#include "CFamily/CDialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class CDialect : public Dialect {
public:
  bool hasShortVectors() const override { return false; }
  // lid(0) -> lid_0
  std::string axisName(const std::string &axis) const override {
    size_t open = axis.find('(');
    return axis.substr(0, open) + "_" +
           axis.substr(open + 1, axis.size() - open - 2);
  }
  std::string unrollHint() const override { return "#pragma GCC unroll 16"; }
};

} // namespace

const Dialect &codegen::cDialect() {
  static const CDialect dialect;
  return dialect;
}
