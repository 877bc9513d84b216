#include "loopyc/IR/MatrixUnits.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;

static const char *const option = "matrix_units";

std::string loopyc::str(MatrixPrecision precision) {
  switch (precision) {
  case MatrixPrecision::Full:
    return "";
  case MatrixPrecision::TF32:
    return "tf32";
  case MatrixPrecision::TF32x3:
    return "3xtf32";
  }
  throw InternalError("a precision of matrix units without a name");
}

std::optional<MatrixPrecision>
loopyc::matrixPrecision(const std::string &text) {
  for (MatrixPrecision precision :
       {MatrixPrecision::Full, MatrixPrecision::TF32, MatrixPrecision::TF32x3})
    if (text == str(precision))
      return precision;
  return std::nullopt;
}

std::string MatrixShape::str() const {
  return "m" + std::to_string(rows) + "n" + std::to_string(columns) + "k" +
         std::to_string(terms);
}

std::vector<MatrixShape> loopyc::matrixShapes(MatrixPrecision precision) {
  if (precision == MatrixPrecision::Full)
    return {{8, 4}, {16, 4}, {16, 8}, {16, 16}};
  return {{16, 4}, {16, 8}};
}

static const char *const noPart = "-"; // no iname is called so

// "s_1 i_part j_part k_term 16 8 tf32"
static std::string textOf(const MatrixBlock &block) {
  return block.instruction + " " +
         (block.rowPart.empty() ? noPart : block.rowPart) + " " +
         block.columnPart + " " + block.term + " " +
         std::to_string(block.shape.rows) + " " +
         std::to_string(block.shape.terms) + " " + str(block.precision);
}

static std::optional<MatrixBlock> blockOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  text.split(words, ' ');
  MatrixBlock block;
  if (words.size() != 7 || words[4].getAsInteger(10, block.shape.rows) ||
      words[5].getAsInteger(10, block.shape.terms))
    return std::nullopt;
  block.instruction = words[0].str();
  block.rowPart = words[1] == noPart ? "" : words[1].str();
  block.columnPart = words[2].str();
  block.term = words[3].str();
  block.precision =
      matrixPrecision(words[6].str()).value_or(MatrixPrecision::Full);
  return block;
}

std::vector<MatrixBlock> loopyc::matrixBlocks(const Kernel &kernel) {
  std::vector<MatrixBlock> blocks;
  auto all = kernel.options.values.find(option);
  if (all == kernel.options.values.end())
    return blocks;
  llvm::SmallVector<llvm::StringRef, 4> texts;
  llvm::StringRef(all->second).split(texts, "; ", -1, false);
  for (llvm::StringRef text : texts)
    if (std::optional<MatrixBlock> block = blockOf(text))
      blocks.push_back(std::move(*block));
  return blocks;
}

void loopyc::addMatrixBlock(Kernel &kernel, const MatrixBlock &block) {
  std::string &text = kernel.options.values[option];
  text += (text.empty() ? "" : "; ") + textOf(block);
}
