#include "Magnitudes.h"

#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace loopyc;
using namespace loopyc::check;

// Variables looked at for one result; more are too many to bother.
static constexpr int maxSteps = 1000;

static constexpr char largestPrefix[] = "largest ";

std::string check::largestName(const std::string &argument) {
  return largestPrefix + argument;
}

std::string check::argumentOfLargest(const std::string &name) {
  llvm::StringRef argument = name;
  return argument.consume_front(largestPrefix) ? argument.str() : "";
}

// --- real arithmetic; of an absent operand the result is absent

static Type realType() { return Type::real(8); }

static Expr number(double value) { return Expr::real(value, realType()); }

static Expr sum(const Expr &a, const Expr &b) {
  return a && b ? Expr::binary(BinaryOp::Add, a, b, realType()) : Expr();
}

static Expr product(const Expr &a, const Expr &b) {
  return a && b ? Expr::binary(BinaryOp::Mul, a, b, realType()) : Expr();
}

static Expr larger(const Expr &a, const Expr &b) {
  return a && b ? Expr::call(Intrinsic::Max, {a, b}, realType()) : Expr();
}

Magnitudes::Magnitudes(const Kernel &kernel, const Values &sizes,
                       std::set<std::string> inputs)
    : kernel(kernel), domains(kernel), sizes(sizes), inputs(std::move(inputs)) {
}

// The inames' values that the subscripts of an element at i0, i1, ... say:
// y[n - i - 1] is at i0 where i = n - 1 - i0.
static std::map<std::string, Expr>
inamesOf(const Expr &assignee, const Instruction &writer, const Values &sizes) {
  std::map<std::string, Expr> result;
  const auto *element = assignee.getIf<ArrayRef>();
  if (!element)
    return result;
  for (size_t a = 0; a < element->subscripts.size(); ++a)
    for (const std::string &iname : writer.inames) {
      Values point = sizes;
      auto at = [&](int64_t value) {
        point[iname] = value;
        return evaluate(element->subscripts[a], point);
      };
      auto zero = at(0), one = at(1);
      if (!zero || !one || std::abs(*one - *zero) != 1)
        continue;
      Expr index = Expr::var("i" + std::to_string(a), Type::integer(8));
      result[iname] =
          *one > *zero ? index - *zero : Expr::integer(*zero) - index;
    }
  return result;
}

Expr Magnitudes::of(const std::string &variable) {
  Expr result = initial(variable);
  for (const InstructionPtr &insn : kernel.instructions)
    if (result && insn->assigns(variable))
      result = with(result, *insn, variable,
                    inamesOf(insn->assignees().front(), *insn, sizes));
  return result;
}

Expr Magnitudes::initial(const std::string &variable) const {
  return inputs.count(variable) ? Expr::var(largestName(variable), realType())
                                : number(0);
}

// Where the kernel reads it.
Expr Magnitudes::read(const std::string &variable, const Place &place) {
  if (++steps > maxSteps || !inProgress.insert(variable).second)
    return Expr(); // values that go around in a circle
  Expr result = initial(variable);
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!result || !insn->assigns(variable))
      continue;
    Place around;
    for (const std::string &iname : insn->inames)
      if (auto known = place.find(iname); known != place.end())
        around.insert(*known);
    result = with(result, *insn, variable, around);
  }
  inProgress.erase(variable);
  return result;
}

// Of a variable after an instruction, too.
Expr Magnitudes::with(const Expr &before, const Instruction &writer,
                      const std::string &variable, const Place &place) {
  Expr after = written(writer, variable, place);
  const Update *update = writer.update();
  return update && update->op == ReductionOp::Mul ? product(before, after)
                                                  : sum(before, after);
}

Expr Magnitudes::written(const Instruction &writer, const std::string &variable,
                         const Place &place) {
  if (std::holds_alternative<CallBody>(writer.body))
    return Expr();
  if (const Update *update = writer.update())
    return ofUpdate(writer, *update, place);
  return ofAssignment(writer, variable, place);
}

// What the expression is where the largest inputs are those of most runs;
// nullopt where it depends on an element's place.
static std::optional<double> typicalValue(const Expr &e) {
  constexpr double largestInput = 1.5;
  if (const auto *literal = e.getIf<RealLit>())
    return literal->value;
  if (const auto *ref = e.getIf<VarRef>())
    return argumentOfLargest(ref->name).empty()
               ? std::nullopt
               : std::optional<double>(largestInput);
  if (const auto *cast = e.getIf<Cast>()) {
    auto count = evaluate(cast->a, {});
    return count ? std::optional<double>(*count) : std::nullopt;
  }
  std::vector<double> values;
  for (const Expr &operand : operands(e))
    if (auto value = typicalValue(operand))
      values.push_back(*value);
    else
      return std::nullopt;
  if (const auto *binary = e.getIf<Binary>())
    return binary->op == BinaryOp::Add   ? values[0] + values[1]
           : binary->op == BinaryOp::Mul ? values[0] * values[1]
                                         : std::pow(values[0], values[1]);
  return *std::max_element(values.begin(), values.end());
}

// What multiplies by more than that in all has no cancellation to speak of.
static constexpr double largestGrowth = 64;

// t = t*(1 + x(i)/n): how much the factors make of it, together.
Expr Magnitudes::growth(const Instruction &writer, const Expr &factor,
                        const std::set<std::string> &equal,
                        const Place &place) {
  Expr count = iterations(writer, equal, place);
  Expr all = iterations(writer, equal, {});
  if (!factor || !count)
    return Expr();
  Expr base = larger(number(1), factor);
  auto growth =
      typicalValue(Expr::binary(BinaryOp::Pow, base, all, realType()));
  if (!growth || *growth > largestGrowth)
    return Expr();
  return Expr::binary(BinaryOp::Pow, base, count, realType());
}

// The inames whose iterations are not in one sum.
std::set<std::string> Magnitudes::separate(const Instruction &writer,
                                           const Update &update) const {
  std::set<std::string> followed, arrays, result;
  for (const Expr &subscript : operands(update.assignee))
    collectNames(subscript, followed, arrays);
  bool isIndirect =
      !arrays.empty() ||
      std::any_of(followed.begin(), followed.end(),
                  [&](const std::string &name) {
                    return !domains.hasIname(name) && !sizes.count(name);
                  });
  for (const std::string &iname : writer.inames)
    if ((!isIndirect && followed.count(iname)) || startsAnew(writer, iname))
      result.insert(iname);
  return result;
}

Expr Magnitudes::ofUpdate(const Instruction &writer, const Update &update,
                          const Place &place) {
  Expr terms = number(0), factor = number(1);
  for (const Expr &operand : operands(update)) {
    Expr magnitude = bound(operand, place);
    terms = sum(terms, magnitude);
    factor = product(factor, magnitude);
  }
  switch (update.op) {
  case ReductionOp::Add:
    return product(iterations(writer, separate(writer, update), place), terms);
  case ReductionOp::Mul:
    return growth(writer, factor, separate(writer, update), place);
  default:
    return terms;
  }
}

// The operands of a chain of additions and subtractions.
static void addends(const Expr &e, std::vector<Expr> &result) {
  const auto *binary = e.getIf<Binary>();
  const auto *unary = e.getIf<Unary>();
  if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub)) {
    addends(binary->a, result);
    addends(binary->b, result);
  } else if (unary && unary->op == UnaryOp::Neg) {
    addends(unary->a, result);
  } else {
    result.push_back(e);
  }
}

// A value of others, or y(i) = y(i-1) + x(i), which is a sum of as many terms
// as there are iterations so far.
Expr Magnitudes::ofAssignment(const Instruction &writer,
                              const std::string &variable, const Place &place) {
  const Expr value = writer.values().front();
  if (!mentions(value, variable))
    return bound(value, place);
  std::vector<Expr> operands;
  addends(value, operands);
  auto isSelf = [&](const Expr &e) {
    const auto *element = e.getIf<ArrayRef>();
    return element && element->name == variable;
  };
  if (std::count_if(operands.begin(), operands.end(), isSelf) != 1)
    return Expr();
  Expr term = number(0);
  for (const Expr &operand : operands)
    if (!isSelf(operand))
      term = mentions(operand, variable) ? Expr()
                                         : sum(term, bound(operand, place));
  return product(iterations(writer, {}, place), term);
}

// At most so many iterations of the writer, up to the place, are in one sum: in
// lexicographic order, where inames in `equal` have one value.
Expr Magnitudes::iterations(const Instruction &writer,
                            const std::set<std::string> &equal,
                            const Place &place) {
  Expr before = Expr::integer(0, Type::integer(8));
  for (const std::string &iname : writer.inames) {
    if (equal.count(iname))
      continue;
    auto values = range(iname);
    if (!values)
      return Expr();
    int64_t first = *values->low, count = *values->count();
    Expr last = Expr::integer(count - 1, Type::integer(8));
    auto known = place.find(iname);
    Expr position =
        known == place.end()
            ? last
            : Expr::call(Intrinsic::Min, {known->second - first, last},
                         Type::integer(8));
    before = before * count + position;
  }
  Expr some = Expr::call(Intrinsic::Max,
                         {before + 1, Expr::integer(0, Type::integer(8))},
                         Type::integer(8));
  return Expr::cast(some, realType());
}

// Is what the writer updates assigned in each iteration of the iname?
bool Magnitudes::startsAnew(const Instruction &writer,
                            const std::string &iname) const {
  for (const InstructionPtr &insn : kernel.instructions)
    if (std::holds_alternative<Assignment>(insn->body) &&
        insn->predicates.empty() && insn->within(iname) &&
        insn->assignees() == writer.assignees() &&
        !mentions(insn->values().front(), insn->assigneeNames().front()) &&
        std::all_of(insn->inames.begin(), insn->inames.end(),
                    [&](const std::string &own) { return writer.within(own); }))
      return true;
  return false;
}

// Its values at these sizes; nullopt where data bound them, or there are none.
std::optional<Interval> Magnitudes::range(const std::string &iname) {
  auto [found, isNew] = ranges.try_emplace(iname);
  if (isNew) {
    poly::Set set =
        domains.domain({iname}).flat().intersect(kernel.assumptions);
    for (const auto &[name, value] : sizes)
      set = set.fix(name, value);
    found->second = intervalOf(iname, set);
  }
  const Interval &values = found->second;
  if (!values.isFinite() || values.isEmpty() || !values.count())
    return std::nullopt;
  return values;
}

std::optional<double> Magnitudes::constant(const Expr &e) const {
  if (const auto *literal = e.getIf<RealLit>())
    return literal->value;
  if (const auto *cast = e.getIf<Cast>())
    return constant(cast->a);
  if (!e.type().isInteger())
    return std::nullopt;
  auto value = evaluate(e, sizes);
  return value ? std::optional<double>(*value) : std::nullopt;
}

// What minima and maxima begin with; nothing is added to it.
static bool isExtreme(double value, Type type) {
  double largest = type.isReal() && type.bytes == 4
                       ? std::numeric_limits<float>::max()
                       : std::numeric_limits<double>::max();
  return !(std::fabs(value) < largest);
}

// No less than the magnitude of the expression, and than what rounding leaves
// out of account where it cancels.
Expr Magnitudes::bound(const Expr &e, const Place &place) {
  if (auto value = constant(e))
    return number(isExtreme(*value, e.type()) ? 0 : std::fabs(*value));
  return match(
      e->value,
      [&](const VarRef &ref) {
        if (!domains.hasIname(ref.name))
          return read(ref.name, place);
        auto values = range(ref.name);
        return values ? number(std::max(std::fabs(*values->low),
                                        std::fabs(*values->high)))
                      : Expr();
      },
      [&](const ArrayRef &ref) { return read(ref.name, place); },
      [&](const ComplexLit &l) { return number(std::hypot(l.re, l.im)); },
      [&](const Unary &unary) { return bound(unary.a, place); },
      [&](const Cast &cast) { return bound(cast.a, place); },
      [&](const Select &select) {
        return larger(bound(select.ifTrue, place),
                      bound(select.ifFalse, place));
      },
      [&](const Call &call) { return boundOfCall(call, place); },
      [&](const Binary &binary) {
        auto right = constant(binary.b);
        switch (binary.op) {
        case BinaryOp::Add:
        case BinaryOp::Sub:
          return sum(bound(binary.a, place), bound(binary.b, place));
        case BinaryOp::Mul:
          return product(bound(binary.a, place), bound(binary.b, place));
        case BinaryOp::Div:
          return right && *right != 0 && !e.type().isInteger()
                     ? product(bound(binary.a, place),
                               number(1 / std::fabs(*right)))
                     : Expr();
        case BinaryOp::Pow: {
          Expr factor = bound(binary.a, place);
          if (right == 2)
            return product(factor, factor);
          return right == 3 ? product(factor, product(factor, factor)) : Expr();
        }
        default:
          return Expr();
        }
      },
      [](const auto &) { return Expr(); });
}

Expr Magnitudes::boundOfCall(const Call &call, const Place &place) {
  auto argument = [&](size_t k) { return bound(call.args[k], place); };
  switch (call.fn) {
  case Intrinsic::Abs:
  case Intrinsic::Sign:
  case Intrinsic::RealPart:
  case Intrinsic::ImagPart:
  case Intrinsic::Conj:
    return argument(0);
  case Intrinsic::Sin: // the argument's error is theirs
  case Intrinsic::Cos:
    return sum(number(1), argument(0));
  case Intrinsic::MakeComplex:
  case Intrinsic::Hypot:
  case Intrinsic::Dim:
    return sum(argument(0), argument(1));
  case Intrinsic::Min:
  case Intrinsic::Max: {
    Expr result = argument(0);
    for (size_t k = 1; k < call.args.size(); ++k)
      result = larger(result, argument(k));
    return result;
  }
  default:
    return Expr();
  }
}
