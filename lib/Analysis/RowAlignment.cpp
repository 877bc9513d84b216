#include "loopyc/Analysis/RowAlignment.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

using namespace loopyc;

static std::vector<Expr> stridesOf(const Variable &array) {
  try {
    return axisStrides(array);
  } catch (const UserError &) {
    return {}; // a needed extent is unknown
  }
}

static bool isMultiple(int64_t value, int64_t of) { return value % of == 0; }

namespace {

class RowAccessCollector {
public:
  RowAccessCollector(const Kernel &kernel, const std::string &iname,
                     std::vector<RowAccess> &result)
      : kernel(kernel), iname(iname), result(result) {}

  void add(const Instruction &insn) {
    seen.clear();
    for (const Expr &read : insn.reads())
      references(read, false);
    for (const Expr &predicate : insn.predicates)
      references(predicate, false);
    for (const Expr &assignee : insn.assignees())
      if (const auto *array = assignee.getIf<ArrayRef>())
        reference(*array, assignee, true);
  }

private:
  void references(const Expr &e, bool store) {
    walk(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>())
        reference(*array, node, store);
      return true;
    });
  }

  void reference(const ArrayRef &reference, const Expr &whole, bool store);
  std::optional<int64_t> constantPart(const Expr &e, int64_t line) const;
  bool keepsToLines(const Expr &subscript, const Expr &stride,
                    int64_t line) const;

  const Kernel &kernel;
  const std::string &iname;
  std::vector<RowAccess> &result;
  std::set<std::string> seen; // references of the instruction
};

} // namespace

// The number in a sum whose other terms are multiples of a line: a number of
// lines, or what depends on inames and names (n*j), which is a row's beginning.
std::optional<int64_t> RowAccessCollector::constantPart(const Expr &e,
                                                        int64_t line) const {
  auto sum = Polynomial::of(e);
  if (!sum)
    return std::nullopt;
  std::set<std::string> inames = sum->names();
  std::erase_if(
      inames, [&](const std::string &name) { return !kernel.hasIname(name); });
  int64_t number = 0;
  for (const auto &[variables, factor] : sum->coefficients(inames)) {
    auto affine =
        factor.isConstant() ? factor.affine().asConstant() : std::nullopt;
    if (variables.empty() && !affine)
      return std::nullopt;
    if (variables.empty())
      number = *affine;
    else if (affine && !isMultiple(*affine, line))
      return std::nullopt;
  }
  return number;
}

// Does the subscript of another axis lead from a line's beginning to one? Steps
// of unknown length are taken to.
bool RowAccessCollector::keepsToLines(const Expr &subscript, const Expr &stride,
                                      int64_t line) const {
  auto step = stride ? asInteger(stride) : std::nullopt;
  return !step || isMultiple(*step, line) || asInteger(subscript) == 0;
}

void RowAccessCollector::reference(const ArrayRef &reference, const Expr &whole,
                                   bool store) {
  VariablePtr var = kernel.findVariable(reference.name);
  if (!var || var->isScalar() ||
      (var->space != AddressSpace::Global &&
       var->space != AddressSpace::Constant) ||
      var->type.bytes <= 0 || lineBytes % var->type.bytes != 0 ||
      !mentions(whole, iname) ||
      !seen.insert((store ? "=" : "") + whole.str()).second)
    return;
  const std::vector<Expr> strides = stridesOf(*var);
  const size_t rank = std::min(strides.size(), reference.subscripts.size());
  RowAccess access{reference.name, store, var->type.bytes, {}, {}};
  bool isKept = true;
  for (size_t axis = 0; axis < rank; ++axis) {
    const Expr &subscript = reference.subscripts[axis];
    if (!mentions(subscript, iname)) {
      isKept =
          isKept && keepsToLines(subscript, strides[axis], access.lineLength());
      continue;
    }
    Expr offset = fold(subscript - Expr::var(iname));
    if (access.offset || !strides[axis] || asInteger(strides[axis]) != 1 ||
        mentions(offset, iname))
      return;
    access.offset = offset;
  }
  if (!access.offset)
    return;
  if (isKept)
    access.behind = constantPart(access.offset, access.lineLength());
  result.push_back(std::move(access));
}

std::vector<RowAccess>
loopyc::rowAccesses(const Kernel &kernel,
                    const std::vector<const Instruction *> &instructions,
                    const std::string &iname) {
  std::vector<RowAccess> result;
  RowAccessCollector collector(kernel, iname, result);
  for (const Instruction *insn : instructions)
    collector.add(*insn);
  return result;
}

// What beginnings of tiles of `length` elements can be multiples of: a line, or
// a part of it.
static std::optional<int64_t> multipleOf(const RowAccess &access,
                                         int64_t length) {
  const int64_t elements = std::gcd(length, access.lineLength());
  return elements < 2 ? std::nullopt : std::optional(elements);
}

static int64_t alignedBytes(const std::vector<RowAccess> &accesses,
                            int64_t length, int64_t shift) {
  int64_t bytes = 0;
  for (const RowAccess &access : accesses)
    if (auto multiple = multipleOf(access, length); multiple && access.behind)
      bytes += isMultiple(*access.behind - shift, *multiple) ? access.bytes : 0;
  return bytes;
}

RowAlignment loopyc::rowAlignment(const std::vector<RowAccess> &accesses,
                                  int64_t length) {
  RowAlignment best;
  std::set<std::pair<bool, int64_t>> candidates; // of what is stored first
  for (const RowAccess &access : accesses) {
    best.all += access.bytes;
    if (auto multiple = multipleOf(access, length); multiple && access.behind)
      candidates.insert(
          {!access.store, *integers::modulo(*access.behind, *multiple)});
  }
  best.before = best.aligned = alignedBytes(accesses, length, 0);
  for (const auto &[isLoad, shift] : candidates)
    if (int64_t bytes = alignedBytes(accesses, length, shift);
        bytes > best.aligned) {
      best.shift = shift;
      best.aligned = bytes;
    }
  return best;
}
