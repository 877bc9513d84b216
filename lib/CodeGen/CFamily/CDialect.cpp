#include "CFamily/CDialect.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class CDialect : public Dialect {
public:
  bool hasShortVectors() const override { return false; }
  // lid(0) -> lid_0
  std::string axisName(const GridAxis &axis) const override {
    return (axis.isGroup() ? "gid_" : "lid_") + std::to_string(axis.number);
  }
  std::string unrollHint() const override { return "#pragma GCC unroll 16"; }
};

} // namespace

const Dialect &codegen::cDialect() {
  static const CDialect dialect;
  return dialect;
}
