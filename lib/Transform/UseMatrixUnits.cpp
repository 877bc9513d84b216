//   c[i, j] = c[i, j] + a(i, k)*b(k, j)   for a tile of rows i, columns j and
//   terms k  ->  the same, with i and j on work-items as matrix units have them
// (loopyc/IR/MatrixUnits.h). Which work-items compute what changes, what is
// computed does not: until code is generated, it is a kernel as any other.
#include "InameMap.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/MatrixUnits.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace loopyc;

static const char *const useMatrixUnitsName = "use_matrix_units";

[[noreturn]] static void refuseMatrixUnits(const std::string &what,
                                           const SourceRange &range = {}) {
  throw UserError(std::string(useMatrixUnitsName) + ": " + what, range);
}

// --- what is asked for

static MatrixShape shapeOf(const MatrixUnitOptions &options) {
  if (options.shape.empty())
    return {16, 4};
  std::vector<std::string> names;
  for (const MatrixShape &shape : matrixShapes(options.precision)) {
    if (options.shape == shape.str())
      return shape;
    names.push_back(shape.str());
  }
  refuseMatrixUnits("there is no shape '" + options.shape + "' of " +
                    (options.precision == MatrixPrecision::Full
                         ? "real(8)"
                         : "precision '" + str(options.precision) + "'") +
                    "; there are " + llvm::join(names, ", "));
}

// A tile's: what is missing to a multiple of the shape is left out.
static void requireConstant(const Kernel &kernel, const std::string &iname,
                            int64_t step, const std::string &role) {
  poly::Set range = domainOf(kernel, {iname}).flat().intersect(
      kernel.assumptions.flat());
  if (range.minConst(iname).value_or(1) != 0 || !range.maxConst(iname))
    refuseMatrixUnits(
        role + " '" + iname +
        "' must be an iname from 0 to a constant, a tile's; split it by a "
        "multiple of " +
        std::to_string(step) + " and name the inner iname");
}

static void requirePlain(const Kernel &kernel, const std::string &iname,
                         const std::string &role) {
  if (!kernel.tagOf(iname).isPlain())
    refuseMatrixUnits(
        role + " '" + iname + "' is tagged '" + kernel.tagOf(iname).str() +
        "' already; leave it untagged, use_matrix_units spreads it over "
        "work-items");
}

// --- what is multiplied

namespace {

struct MatrixInames {
  std::string rows, columns, terms;
};

} // namespace

static void requireType(const Instruction &insn, Type type,
                        MatrixPrecision precision) {
  if (type == Type::real(8) && precision == MatrixPrecision::Full)
    return;
  if (type == Type::real(4) && precision != MatrixPrecision::Full)
    return;
  std::string text = "'" + insn.id + "' adds up " + type.fortran();
  if (type == Type::real(4))
    refuseMatrixUnits(
        text + ", whose factors matrix units round to 11 bits: ask for that "
               "by precision=\"tf32\", or for three products of such parts, "
               "about as accurate as real(4), by precision=\"3xtf32\"",
        insn.range);
  if (type == Type::real(8))
    refuseMatrixUnits(
        text + ", which units multiply as it is; leave out precision=\"" +
            str(precision) + "\", which is for real(4)",
        insn.range);
  refuseMatrixUnits(
      text + ", but the units take real(8), and real(4) by precision=\"tf32\"",
      insn.range);
}

// a*b of -(a*b), as often as it is there.
static const Binary *productOf(const Expr &e) {
  if (const auto *unary = e.getIf<Unary>())
    return unary->op == UnaryOp::Neg ? productOf(unary->a) : nullptr;
  const auto *binary = e.getIf<Binary>();
  return binary && binary->op == BinaryOp::Mul ? binary : nullptr;
}

static bool areFactors(const Expr &left, const Expr &right,
                       const MatrixInames &inames) {
  return !mentions(left, inames.columns) && !mentions(right, inames.rows);
}

static const char *const form = "c = c + a*b, with a the same in all columns "
                                "and b the same in all rows";

static void requireContraction(const Kernel &kernel, const Instruction &insn,
                               const MatrixInames &inames,
                               MatrixPrecision precision) {
  const Update *update = insn.update();
  if (!update || update->op != ReductionOp::Add || update->atomic)
    refuseMatrixUnits("'" + insn.id + "' is no sum of products " + form,
                      insn.range);
  for (const std::string &iname :
       {inames.rows, inames.columns, inames.terms})
    if (!insn.within(iname))
      refuseMatrixUnits("'" + insn.id + "' is not within iname '" + iname + "'",
                        insn.range);
  requireType(insn, update->assignee.type(), precision);
  std::vector<Expr> added = operands(*update);
  const Binary *product =
      added.size() == 1 ? productOf(added.front()) : nullptr;
  if (!product)
    refuseMatrixUnits("'" + insn.id + "' adds " + added.front().str() +
                          (added.size() > 1 ? " and more" : "") +
                          ", not one product; " + "write it as " + form,
                      insn.range);
  if (!areFactors(product->a, product->b, inames) &&
      !areFactors(product->b, product->a, inames))
    refuseMatrixUnits("of the product that '" + insn.id + "' adds, " +
                          product->a.str() + " and " + product->b.str() +
                          ", one factor must not depend on "
                          "columns '" +
                          inames.columns + "', and the other not on rows '" +
                          inames.rows + "'",
                      insn.range);
  if (mentions(update->assignee, inames.terms))
    refuseMatrixUnits("'" + insn.id + "' adds each term of '" + inames.terms +
                          "' to another element, so that there is no sum",
                      insn.range);
  const std::string target = insn.assigneeNames().front();
  VariablePtr var = kernel.findVariable(target);
  if (!var->isTemporary() || (var->space != AddressSpace::Private &&
                              var->space != AddressSpace::Auto))
    refuseMatrixUnits(
        "'" + insn.id + "' adds into '" + target +
            "', but units add into registers; add into a scalar of the loops "
            "over rows and columns, or use buffer_array or privatize first",
        insn.range);
}

static void requireFreeAxes(const Kernel &kernel, const MatrixInames &inames,
                            int axes) {
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!insn->within(inames.rows) && !insn->within(inames.columns))
      continue;
    for (const std::string &other : insn->inames) {
      InameTag tag = kernel.tagOf(other);
      if (tag.isLocal() && tag.axis < axes)
        refuseMatrixUnits(
            "the work-items of a warp are along l.0 and l.1, warps along l.1 "
            "and l.2, but '" +
                other + "' of '" + insn->id + "' is on " + tag.str() +
                "; tag it g, or ilp, or leave it a loop",
            insn->range);
    }
  }
}

// --- where it is computed

namespace {

class Spreader {
public:
  Spreader(const Kernel &kernel, const MatrixInames &inames,
           const MatrixUnitOptions &options, const MatrixShape &shape)
      : kernel(kernel), inames(inames), options(options), shape(shape) {}

  Kernel run(const std::vector<std::string> &instructions);

private:
  void split(const std::string &iname, int64_t length,
             const std::string &outer, InameTag outerTag,
             const std::string &inner, InameTag innerTag = {});
  std::string fresh(const std::string &iname, const char *suffix) const {
    return kernel.freshName(iname + suffix);
  }

  Kernel kernel;
  const MatrixInames &inames;
  const MatrixUnitOptions &options;
  const MatrixShape shape;
};

} // namespace

static constexpr InameTag ilp{InameTagKind::IlpUnroll, 0};

static InameTag localAxis(int axis) {
  return {InameTagKind::Local, axis};
}

void Spreader::split(const std::string &iname, int64_t length,
                     const std::string &outer, InameTag outerTag,
                     const std::string &inner, InameTag innerTag) {
  SplitOptions how;
  how.outerIname = outer;
  how.innerIname = inner;
  how.outerTag = outerTag;
  how.innerTag = innerTag;
  kernel = splitIname(kernel, iname, length, how);
}

Kernel Spreader::run(const std::vector<std::string> &instructions) {
  MatrixBlock block;
  block.shape = shape;
  block.precision = options.precision;
  const std::string &rows = inames.rows, &columns = inames.columns,
                    &terms = inames.terms;
  const std::string rowBlock = fresh(rows, "_block"),
                    columnBlock = fresh(columns, "_block"),
                    columnLane = fresh(columns, "_lane");
  if (shape.rowParts() == 1) {
    split(rows, 8 * options.rowWarps, rowBlock, ilp, fresh(rows, "_lane"),
          localAxis(1));
  } else {
    const std::string rest = fresh(rows, "_rest");
    block.rowPart = fresh(rows, "_part");
    split(rows, 8 * options.rowWarps, rest, {}, fresh(rows, "_lane"),
          localAxis(1));
    split(rest, shape.rowParts(), rowBlock, ilp, block.rowPart, ilp);
  }
  block.columnPart = fresh(columns, "_part");
  const std::string inBlock = fresh(columns, "_rest");
  split(columns, shape.columns * options.columnWarps, columnBlock, ilp,
        inBlock);
  if (options.columnWarps == 1) {
    split(inBlock, 2, columnLane, localAxis(0), block.columnPart, ilp);
  } else {
    const std::string lanes = fresh(columns, "_lanes");
    split(inBlock, 2, lanes, {}, block.columnPart, ilp);
    split(lanes, shape.columns / 2, fresh(columns, "_warp"), localAxis(2),
          columnLane, localAxis(0));
  }
  block.term = fresh(terms, "_term");
  split(terms, shape.terms, fresh(terms, "_block"), {}, block.term);
  for (const std::string &id : instructions) {
    block.instruction = id;
    addMatrixBlock(kernel, block);
  }
  return std::move(kernel);
}

static void remark(const std::string &ids, const MatrixUnitOptions &options,
                   const MatrixShape &shape, Remarks *remarks) {
  if (!remarks)
    return;
  std::string text = "CUDA's matrix units (" + shape.str() +
                     ") add up the products of " + ids +
                     ", in an order of their own; other targets do it by "
                     "ordinary operations";
  if (options.precision == MatrixPrecision::TF32)
    text += "; precision=\"tf32\": factors of real(4) are rounded to 11 bits, "
            "results are good to three digits";
  if (options.precision == MatrixPrecision::TF32x3)
    text += "; precision=\"3xtf32\": factors of real(4) are sums of two "
            "numbers of 11 bits";
  remarks->push_back(text);
}

Kernel loopyc::useMatrixUnits(const Kernel &kernel,
                              const InstructionFilter &within,
                              const MatrixUnitOptions &options,
                              Remarks *remarks) {
  const MatrixShape shape = shapeOf(options);
  MatrixInames inames{resolveIname(kernel, options.rows, useMatrixUnitsName),
                      resolveIname(kernel, options.columns, useMatrixUnitsName),
                      resolveIname(kernel, options.terms, useMatrixUnitsName)};
  if (inames.rows == inames.columns || inames.rows == inames.terms ||
      inames.columns == inames.terms)
    refuseMatrixUnits(
        "rows, columns and terms must be three inames, but they are '" +
        inames.rows + "', '" + inames.columns + "' and '" + inames.terms + "'");
  if (options.rowWarps < 1 || options.columnWarps < 1 ||
      options.rowWarps > 32 || options.columnWarps > 32 ||
      options.rowWarps * options.columnWarps > 32)
    refuseMatrixUnits("warps must be 1 to 32 in all, but they are " +
                      std::to_string(options.rowWarps) + " by " +
                      std::to_string(options.columnWarps));
  std::vector<std::string> ids;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!within(kernel, *insn))
      continue;
    for (const MatrixBlock &block : matrixBlocks(kernel))
      if (block.instruction == insn->id)
        refuseMatrixUnits("'" + insn->id + "' is on matrix units already",
                          insn->range);
    requireContraction(kernel, *insn, inames, options.precision);
    ids.push_back(insn->id);
  }
  if (ids.empty())
    refuseMatrixUnits("'within' matches no instruction of kernel '" +
                      kernel.name + "'");
  requirePlain(kernel, inames.rows, "rows");
  requirePlain(kernel, inames.columns, "columns");
  requirePlain(kernel, inames.terms, "terms");
  requireConstant(kernel, inames.rows, shape.rows * options.rowWarps, "rows");
  requireConstant(kernel, inames.columns,
                  shape.columns * options.columnWarps, "columns");
  requireConstant(kernel, inames.terms, shape.terms, "terms");
  requireFreeAxes(kernel, inames, options.columnWarps > 1 ? 3 : 2);
  Kernel result = Spreader(kernel, inames, options, shape).run(ids);
  remark("'" + llvm::join(ids, "', '") + "'", options, shape, remarks);
  return result;
}
