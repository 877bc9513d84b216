// Small changes of a kernel that is being made.
#ifndef LOOPYC_LIB_LOWER_KERNELEDITS_H
#define LOOPYC_LIB_LOWER_KERNELEDITS_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// Throws InternalError where there is no such instruction.
size_t indexOf(const Kernel &kernel, const std::string &id);
std::vector<int> placesOf(const Kernel &kernel,
                          const std::vector<std::string> &ids);
void insertAt(Kernel &kernel, size_t at, Instruction insn);

// New inames over the domain, which speaks of them by their bases.
std::vector<std::string> addInames(Kernel &kernel,
                                   const std::vector<std::string> &bases,
                                   const poly::Set &domain,
                                   const std::vector<InameTag> &tags);
// Its nested axes are numbered here.
std::string addTemporary(Kernel &kernel, const std::string &base, Type type,
                         AddressSpace space, std::vector<Axis> axes,
                         const SourceRange &range);

} // namespace loopyc

#endif
