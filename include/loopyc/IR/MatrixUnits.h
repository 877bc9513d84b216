// Sums of products that a device's matrix units add up, by the work-items of a
// warp together (lp.use_matrix_units). They are one of the kernel's options.
#ifndef LOOPYC_IR_MATRIXUNITS_H
#define LOOPYC_IR_MATRIXUNITS_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// What becomes of factors in front of the multiplication.
enum class MatrixPrecision {
  Full,  // nothing: real(8)
  TF32,  // real(4), rounded to 11 bits
  TF32x3 // real(4) as sums of two such numbers: three products of four
};

std::string str(MatrixPrecision precision); // "", "tf32", "3xtf32"
std::optional<MatrixPrecision> matrixPrecision(const std::string &text);

// What one operation multiplies: a block of rows by terms, by one of terms by
// 8 columns.
struct MatrixShape {
  int64_t rows = 8, terms = 4;
  static constexpr int64_t columns = 8;

  int64_t rowParts() const { return rows / 8; }   // rows of a work-item
  int64_t termParts() const { return terms / 4; } // terms of a work-item
  std::string str() const;                        // "m8n8k4"
  bool operator==(const MatrixShape &o) const {
    return rows == o.rows && terms == o.terms;
  }
};

// Those that units have for numbers of this precision.
std::vector<MatrixShape> matrixShapes(MatrixPrecision precision);

// The instruction is c = c + a*b, c private, a and b the same whatever columns
// and rows. Its work-items lie so, as the units want them, with
// g = mod(lid(1), 8) and t = lid(0) < 4:
//
//   row g + 8*rowPart,  columns 2*t + columnPart,  terms 0 ... shape.terms - 1
//
// Of a work-item's sums, those of rowPart, columnPart and term are one
// operation of the warp.
struct MatrixBlock {
  std::string instruction;
  std::string rowPart, columnPart, term; // inames; no rowPart for 8 rows
  MatrixShape shape;
  MatrixPrecision precision = MatrixPrecision::Full;
};

std::vector<MatrixBlock> matrixBlocks(const Kernel &kernel);
void addMatrixBlock(Kernel &kernel, const MatrixBlock &block);

} // namespace loopyc

#endif
