// Kernels whose launchers choose the shape of work-groups: some work-items of
// some rows, so that rows that are short, or a little longer than a group,
// leave few work-items idle. In the kernel's text, positions stay what the
// schedule says: `gid0` and `lid0` are found from where a work-item is along
// the row.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_FITTEDGROUPS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_FITTEDGROUPS_H

#include "CFamily/ExprPrinter.h"
#include "CFamily/KernelData.h"
#include "CFamily/TextBuilder.h"

#include <array>

namespace loopyc {
namespace codegen {

// The group that is taken unless another shape makes fewer: work-items along
// the row, rows, 1.
std::array<int64_t, 3> usualGroup(KernelData &data);

// At the beginning of the kernel: its position, and that there is such a row.
void writeFittedPosition(KernelData &data, ExprPrinter &printer,
                         TextBuilder &out);

// In the launcher: sets `local` by the work-items of a row; and what it calls.
void writeFittedSize(KernelData &data, const std::string &items,
                     TextBuilder &out);
extern const char *const fitGroupsText;

} // namespace codegen
} // namespace loopyc

#endif
