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
  // GCC wants a number.
  std::string unrollHint(int copies) const override {
    return "#pragma GCC unroll " + std::to_string(copies > 0 ? copies : 16);
  }
  AtomicFunction atomicFunction(const AtomicUpdate &what) const override;
};

} // namespace

// OpenMP has no atomic extrema before 5.1. All updates of one element that may
// meet are by one operation, so that these exclude each other.
AtomicFunction CDialect::atomicFunction(const AtomicUpdate &what) const {
  std::string name = atomicName(what.op, what.type, false);
  std::string type = typeName(what.type);
  bool isExtremum = what.op == ReductionOp::Min || what.op == ReductionOp::Max;
  std::string pragma =
      isExtremum ? "#pragma omp critical (" + name + ")" : "#pragma omp atomic";
  return {name,
          helperPrefix() + " void " + name + "(" + type + " *element, " + type +
              " value) {\n  " + pragma + "\n  *element = " +
              combination(what, *this, "*element", "value") + ";\n}\n",
          {}};
}

const Dialect &codegen::cDialect() {
  static const CDialect dialect;
  return dialect;
}
