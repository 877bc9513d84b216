#include "CUDA/GridParts.h"

#include "loopyc/Values/Interval.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::codegen;

// Along y and z, of all devices.
static constexpr int64_t mostGroups = 65535;

const char *const codegen::groupOfGridText =
    R"(/* Of a grid that is launched in parts. */
static __device__ inline uint3 group_from(uint3 first) {
  return make_uint3(blockIdx.x, blockIdx.y + first.y, blockIdx.z + first.z);
}

)";

const char *const codegen::gridPartsText =
    R"(/* A launch has 65535 groups along y and z: a grid with more is launched in parts. */
enum { most_groups = 65535 };

static unsigned groups_of_part(int64_t groups, unsigned first) {
  return (unsigned) (groups - first < most_groups ? groups - first : most_groups);
}

static dim3 part_of_grid(const int64_t groups[3], uint3 first) {
  return dim3((unsigned) groups[0], groups_of_part(groups[1], first.y),
              groups_of_part(groups[2], first.z));
}

static void next_part(const int64_t groups[3], uint3 *first) {
  first->y += most_groups;
  if (first->y >= groups[1]) {
    first->y = 0;
    first->z += most_groups;
  }
}

)";

static Interval valuesOf(const Expr &e, const poly::Set &known) {
  if (const auto *name = e.getIf<VarRef>())
    return intervalOf(name->name, known);
  return intervalOf(e, [&](const Expr &part) { return valuesOf(part, known); });
}

// Groups that wait for others have numbers of one launch.
bool codegen::isLaunchedInParts(const KernelData &data) {
  const Kernel &kernel = data.scheduled.kernel;
  if (llvm::any_of(kernel.instructions, [](const InstructionPtr &insn) {
        return insn->looksBack();
      }))
    return false;
  return llvm::any_of(data.scheduled.axes, [&](const HardwareAxis &axis) {
    if (!axis.isGroup() || axis.number == 0)
      return false;
    const Interval size = valuesOf(axis.size, kernel.assumptions.flat());
    return !size.high || *size.high > mostGroups;
  });
}

std::string codegen::withFirstGroup(const KernelData &data,
                                    const std::string &list,
                                    const std::string &first) {
  if (!isLaunchedInParts(data))
    return list;
  return list.empty() ? first : list + ", " + first;
}

void codegen::writeGroupOfGrid(const KernelData &data, TextBuilder &out) {
  if (isLaunchedInParts(data))
    out.line("const uint3 blockIdx = group_from(first_group);");
}
