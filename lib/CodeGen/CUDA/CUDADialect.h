// CUDA C++.
#ifndef LOOPYC_LIB_CODEGEN_CUDA_CUDADIALECT_H
#define LOOPYC_LIB_CODEGEN_CUDA_CUDADIALECT_H

#include "CFamily/Dialect.h"
#include "CFamily/Helpers.h"

namespace loopyc {
namespace codegen {

class CUDADialect : public Dialect {
public:
  bool declaresBesselFunctions() const override { return true; }
  std::string vectorName(Type element, int lanes) const override;
  std::string component(int lane, int lanes) const override;
  std::string helperPrefix() const override {
    return "static __host__ __device__ inline";
  }
  std::string deviceHelperPrefix() const override {
    return "static __device__ inline";
  }
  std::string rareHelperPrefix() const override {
    return "static __device__ __noinline__";
  }
  std::string localQualifier() const override { return "__shared__ "; }
  std::string tableQualifier() const override {
    return "static __constant__ const ";
  }
  std::string largeTableQualifier() const override { return "static const "; }
  int64_t mostConstantBytes() const override { return 64 * 1024; }
  int64_t mostDeclaredLocalBytes() const override { return 48 * 1024; }
  std::string localBlock(const std::string &name) const override {
    return "extern __shared__ __align__(16) unsigned char " + name + "[];";
  }
  const char *restrictKeyword() const override { return "__restrict__"; }
  std::string broadcast(const std::string &vectorType,
                        const std::string &scalar, int lanes) const override;
  std::string aligned(int bytes) const override;
  // The path through the texture units, for whose cache this is all that a
  // texture object of whole numbers would add, and without its limits.
  std::string elementOfImage(const std::string &element) const override {
    return "__ldg(&" + element + ")";
  }
  std::string launchedPosition(int axis) const override {
    const std::string end(1, "xyz"[axis]);
    return "blockIdx." + end + " * blockDim." + end + " + threadIdx." + end;
  }
  std::string groupCount(int axis) const override {
    return "(size_t) gridDim." + std::string(1, "xyz"[axis]);
  }
  std::string
  routineCall(Routine routine, Type type,
              const std::vector<std::string> &arguments,
              const std::vector<std::string> &results) const override;
  bool hasReciprocalRoots() const override { return true; }
  std::string quickDivision(Type type) const override {
    return type.bytes == 4 ? "__fdividef" : "";
  }
  std::string fusedFunction(Type type) const override {
    return mathFunction("fma", type);
  }
  std::string countOnes(const std::string &value, Type type) const override;
  std::string barrier(bool localMemory, bool globalMemory) const override;
  AtomicFunction atomicFunction(const AtomicUpdate &what) const override;
  std::string lookBackText() const override;
  int64_t lanesInStep() const override { return 32; }
  bool hasLaneReads(Type type) const override;
  std::string laneReadText(LaneSource source, Type type,
                           int64_t together) const override;
  std::string copyAheadText(Type type) const override;
  std::string copyPiece(const std::string &to, const std::string &from,
                        bool ahead) const override;
  std::string awaitCopiesText(int pending) const override;
  std::string awaitLanes() const override { return "__syncwarp();"; }
  std::vector<std::pair<std::string, std::string>>
  matrixStepTexts(const MatrixShape &shape,
                  MatrixPrecision precision) const override;

protected:
  std::string leadingZeros(const std::string &value,
                           bool isLong) const override;
};

// Definitions of the short vectors used, with component-wise arithmetic: the
// language has no operators on its own vector types.
std::string cudaVectorTypes(const Helpers &helpers);

} // namespace codegen
} // namespace loopyc

#endif
