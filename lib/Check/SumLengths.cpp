#include "SumLengths.h"

#include "Magnitudes.h"

#include "loopyc/IR/DomainIndex.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace loopyc;
using namespace loopyc::check;

static void collect(const Expr &e, std::set<std::string> &names) {
  collectNames(e, names, names);
}

static std::set<std::string> namesRead(const Instruction &insn) {
  std::set<std::string> names;
  for (const Expr &read : insn.reads())
    collect(read, names);
  for (const Predicate &predicate : insn.predicates)
    collect(predicate, names);
  return names;
}

SumLengths::SumLengths(const Kernel &kernel) : kernel(kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      reads[name].merge(namesRead(*insn));
}

// A sum or product that rounds; null if it is none.
static const Update *sumOf(const Instruction &insn) {
  const Update *update = insn.update();
  if (!update ||
      (update->op != ReductionOp::Add && update->op != ReductionOp::Mul))
    return nullptr;
  Type type = update->assignee.type();
  return type.isReal() || type.isComplex() ? update : nullptr;
}

// The iterations that may meet in one element: of loops that its subscripts do
// not follow.
double SumLengths::terms(const Instruction &update, const Values &sizes) const {
  std::set<std::string> scalars, arrays;
  for (const Expr &subscript : operands(update.assignees().front()))
    collectNames(subscript, scalars, arrays);
  bool isIndirect =
      !arrays.empty() ||
      std::any_of(scalars.begin(), scalars.end(),
                  [&](const std::string &name) { return reads.count(name); });
  poly::Set range = DomainIndex(kernel)
                        .domain(update.inames)
                        .flat()
                        .intersect(kernel.assumptions);
  for (const auto &[name, value] : sizes)
    range = range.fix(name, value);
  double product = 1;
  for (const std::string &iname : update.inames) {
    if (!isIndirect && scalars.count(iname))
      continue;
    auto low = range.minConst(iname), high = range.maxConst(iname);
    if (!low || !high)
      return 0;
    product *= static_cast<double>(*high - *low + 1);
  }
  return product;
}

// What its values are made of, itself included.
std::set<std::string> SumLengths::sources(const std::string &variable) const {
  std::set<std::string> found;
  std::vector<std::string> work{variable};
  while (!work.empty()) {
    std::string name = work.back();
    work.pop_back();
    if (!found.insert(name).second)
      continue;
    if (auto from = reads.find(name); from != reads.end())
      work.insert(work.end(), from->second.begin(), from->second.end());
  }
  return found;
}

double SumLengths::terms(const std::string &variable,
                         const Values &sizes) const {
  std::set<std::string> from = sources(variable);
  double result = 0;
  for (const InstructionPtr &insn : kernel.instructions)
    if (sumOf(*insn) && from.count(insn->assigneeNames().front()))
      result += terms(*insn, sizes);
  return result;
}

bool SumLengths::isPlainSum(const std::string &variable) const {
  auto from = reads.find(variable);
  if (from == reads.end())
    return false;
  bool onlyInputs = std::all_of(from->second.begin(), from->second.end(),
                                [&](const std::string &name) {
                                  return name == variable || !reads.count(name);
                                });
  bool any = false;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!insn->assigns(variable))
      continue;
    const Update *update = sumOf(*insn);
    if (update ? update->op != ReductionOp::Add
               : namesRead(*insn).count(variable) > 0)
      return false;
    any = any || update;
  }
  return onlyInputs && any;
}

double check::roundingOfSum(double terms, bool isPlain, double unitRoundoff) {
  constexpr double lambda = 8;
  // What evaluating the terms in another way may make of them.
  constexpr double ofTerms = 256;
  double growth = 2 * lambda * std::sqrt(terms);
  return (growth + (isPlain ? ofTerms : 0)) * unitRoundoff;
}

// --- of a kernel's objects

namespace {

// A subroutine that the kernel stands for.
struct Summed {
  const Origin *origin;
  const Kernel *kernel;
  SumLengths lengths;

  std::string kernelName(const std::string &dummy) const {
    auto renamed = origin->renamed.find(dummy);
    return renamed == origin->renamed.end() ? dummy : renamed->second;
  }

  // The dummy argument that is the object; null if it has none.
  const Variable *dummyOf(const Object &object) const {
    for (const VariablePtr &dummy : origin->variables)
      if (kernelName(dummy->name) == object.name)
        return dummy.get();
    return nullptr;
  }

  Values ownSizes(const Values &sizes) const {
    Values own;
    for (const VariablePtr &each : origin->variables)
      if (auto size = sizes.find(kernelName(each->name)); size != sizes.end())
        own[each->name] = size->second;
    return own;
  }

  double terms(const Object &object, const Values &sizes) const {
    const Variable *dummy = dummyOf(object);
    return dummy ? lengths.terms(dummy->name, ownSizes(sizes)) : 0;
  }

  // Null unless it is a sum.
  Expr magnitude(const Object &object, const std::vector<Object> &objects,
                 const Values &sizes) const {
    const Variable *dummy = dummyOf(object);
    if (!dummy || dummy->type.isInteger() || terms(object, sizes) == 0)
      return Expr();
    std::set<std::string> inputs;
    for (const Object &each : objects)
      if (const Variable *other = dummyOf(each);
          other && (!each.output || each.init))
        inputs.insert(other->name);
    Expr result = Magnitudes(*kernel, ownSizes(sizes), inputs).of(dummy->name);
    Substitution names;
    for (const std::string &input : inputs)
      names[largestName(input)] =
          Expr::var(largestName(kernelName(input)), Type::real(8));
    return result ? substitute(result, names) : result;
  }
};

} // namespace

static double unitRoundoff(const Object &object, bool singlePrecision) {
  Type type = object.dummy->type;
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  return std::ldexp(1.0, singlePrecision || bytes == 4 ? -24 : -53);
}

void check::compareSumsByLength(KernelObjects &all,
                                const std::vector<Kernel> &originals) {
  auto parts = std::make_shared<std::vector<Summed>>();
  bool single = false;
  for (const OriginCall &call : all.calls) {
    single = single || call.origin->singlePrecision;
    for (const Kernel &kernel : originals)
      if (kernel.name == call.origin->subroutine && !kernel.origins.empty() &&
          kernel.origins.front().around == call.origin->around) {
        parts->push_back({call.origin, &kernel, SumLengths(kernel)});
        break;
      }
  }
  std::vector<Object> objects = all.objects;
  for (Object &object : objects) {
    auto isWhole = [&](const Summed &part) {
      const Variable *dummy = part.dummyOf(object);
      return dummy && part.lengths.isPlainSum(dummy->name);
    };
    object.isPlainSum = parts->size() == 1 && isWhole(parts->front());
  }
  all.objects = objects;
  all.rounding = [parts, single, objects](size_t k, const Values &sizes) {
    double terms = 0;
    for (const Summed &part : *parts)
      terms += part.terms(objects[k], sizes);
    Expr magnitude = parts->size() == 1
                         ? parts->front().magnitude(objects[k], objects, sizes)
                         : Expr();
    double relative = roundingOfSum(terms, objects[k].isPlainSum || magnitude,
                                    unitRoundoff(objects[k], single));
    return RoundingError{relative, magnitude};
  };
}
