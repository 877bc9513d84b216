#include "SumLengths.h"

#include "Magnitudes.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace loopyc;
using namespace loopyc::check;

SumLengths::SumLengths(const Kernel &kernel) : kernel(kernel), writers(kernel) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      reads[name].merge(namesFlowing(*insn, Flow::Everything));
  for (const auto &[name, from] : reads)
    sources[name] = writers.sources({name}, Flow::Everything);
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

// How many iterations may meet in one element; 0 where data bound a loop.
static double terms(const Instruction &update, const Meetings &meetings) {
  poly::Set range = meetings.iterations(update.inames);
  double product = 1;
  for (const std::string &iname : meetings.inamesOf(update)) {
    auto low = range.minConst(iname), high = range.maxConst(iname);
    if (!low || !high)
      return 0;
    product *= static_cast<double>(*high - *low + 1);
  }
  return product;
}

std::map<std::string, double> SumLengths::terms(const Values &sizes) const {
  Meetings meetings(kernel, sizes);
  std::map<std::string, double> own, result;
  for (const InstructionPtr &insn : kernel.instructions)
    if (sumOf(*insn))
      own[insn->assigneeNames().front()] += ::terms(*insn, meetings);
  for (const auto &[name, from] : sources)
    for (const auto &[summed, count] : own)
      if (from.count(summed))
        result[name] += count;
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
  for (const Instruction *insn : writers.of(variable)) {
    const Update *update = sumOf(*insn);
    if (update ? update->op != ReductionOp::Add
               : namesFlowing(*insn, Flow::Everything).count(variable) > 0)
      return false;
    any = any || update;
  }
  return onlyInputs && any;
}

double check::roundingOfSum(double terms, bool isPlain, double unitRoundoff) {
  constexpr double lambda = 8;
  double growth = 2 * lambda * std::sqrt(terms);
  return (growth + (isPlain ? roundingOfTerms : 0)) * unitRoundoff;
}

// --- of a kernel's objects

namespace {

// A subroutine that the kernel stands for.
struct Summed {
  const Origin *origin;
  const Kernel *kernel;
  SumLengths lengths;

  std::string kernelName(const std::string &dummy) const {
    return check::kernelName(*origin, dummy);
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

  Expr magnitude(const Variable &dummy, Magnitudes &magnitudes) const {
    if (!dummy.type.isReal() && !dummy.type.isComplex())
      return Expr();
    Expr result = magnitudes.of(dummy.name);
    Substitution names;
    for (const VariablePtr &each : origin->variables)
      names[largestName(each->name)] =
          Expr::var(largestName(kernelName(each->name)), Type::real(8));
    return result ? substitute(result, names) : result;
  }

  NameSet inputs(const std::vector<Object> &objects) const {
    NameSet names;
    for (const Object &each : objects)
      if (const Variable *dummy = dummyOf(each);
          dummy && (!each.output || each.init))
        names.insert(dummy->name);
    return names;
  }

  // Of each object, but for the rounding itself.
  std::vector<RoundingError> errors(const std::vector<Object> &objects,
                                    const Values &sizes) const {
    Values own = ownSizes(sizes);
    std::map<std::string, double> terms = lengths.terms(own);
    Magnitudes magnitudes(*kernel, own, inputs(objects));
    std::vector<RoundingError> result(objects.size());
    for (size_t k = 0; k < objects.size(); ++k)
      if (const Variable *dummy = dummyOf(objects[k])) {
        result[k].terms = terms[dummy->name];
        result[k].magnitude = magnitude(*dummy, magnitudes);
      }
    return result;
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
  all.rounding = [parts, single, objects](const Values &sizes) {
    std::vector<RoundingError> all(objects.size());
    for (const Summed &part : *parts) {
      std::vector<RoundingError> own = part.errors(objects, sizes);
      for (size_t k = 0; k < objects.size(); ++k) {
        all[k].terms += own[k].terms;
        if (parts->size() == 1)
          all[k].magnitude = own[k].magnitude;
      }
    }
    for (size_t k = 0; k < objects.size(); ++k) {
      const double unit = unitRoundoff(objects[k], single);
      all[k].relative = roundingOfSum(
          all[k].terms, objects[k].isPlainSum || all[k].isOfSum(), unit);
      all[k].ofTerms = roundingOfTerms * unit;
    }
    return all;
  };
}
