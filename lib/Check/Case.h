// The generated part of a check program that describes its objects and runs:
// case.c for harness.h.
#ifndef LOOPYC_LIB_CHECK_CASE_H
#define LOOPYC_LIB_CHECK_CASE_H

#include "Bounds.h"
#include "Thresholds.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// The files of the folder Harness.
extern const char harnessHeader[]; // harness.h
extern const char harnessLayout[]; // layout.h
// harness.c, compiled by the compiler that compiled loopyc.
extern const unsigned char harnessObject[];
extern const size_t harnessObjectSize;

// p_n: the C name of a size.
std::string sizeName(const std::string &name);
// "p_n + 1": an expression in sizes, and in i0, i1, ... as i[0], i[1], ...
std::string sizeText(const Expr &e);

// The C text; `runs` are the choices of sizes for each run.
std::string caseText(const KernelObjects &objects, Bounds &bounds,
                     const Thresholds &thresholds,
                     const std::vector<std::vector<Values>> &runs);

// The declarations of the sizes, for the other generated parts.
std::string sizeDeclarations(const KernelObjects &objects);

} // namespace check
} // namespace loopyc

#endif
