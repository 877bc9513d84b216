#include "Magnitudes.h"

#include "loopyc/Support/Match.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace loopyc;
using namespace loopyc::check;
using poly::PwAff;

// Parts of expressions looked at for one result; more are too many to bother,
// and too long a text.
static constexpr int maxSteps = 1000;

// No input is larger in any run, but for those around a constant.
static constexpr double largestInput = 100;

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

static std::optional<double> literal(const Expr &e) {
  const auto *real = e ? e.getIf<RealLit>() : nullptr;
  return real ? std::optional(real->value) : std::nullopt;
}

static Expr sum(const Expr &a, const Expr &b) {
  auto x = literal(a), y = literal(b);
  if (!a || !b || (x && y))
    return a && b ? number(*x + *y) : Expr();
  return x == 0   ? b
         : y == 0 ? a
                  : Expr::binary(BinaryOp::Add, a, b, realType());
}

static Expr product(const Expr &a, const Expr &b) {
  auto x = literal(a), y = literal(b);
  if (!a || !b || (x && y))
    return a && b ? number(*x * *y) : Expr();
  return x == 1   ? b
         : y == 1 ? a
                  : Expr::binary(BinaryOp::Mul, a, b, realType());
}

static Expr power(const Expr &a, double exponent) {
  if (auto x = literal(a))
    return number(std::pow(*x, exponent));
  return a ? Expr::binary(BinaryOp::Pow, a, number(exponent), realType())
           : Expr();
}

static Expr larger(const Expr &a, const Expr &b) {
  auto x = literal(a), y = literal(b);
  if (!a || !b || (x && y))
    return a && b ? number(std::max(*x, *y)) : Expr();
  return Expr::call(Intrinsic::Max, {a, b}, realType());
}

// Of whichever is selected, by min, say. A literal is selected without an
// error; if it is larger than any input, it stands for there being none, and
// nothing is made of it.
static Expr oneOf(const std::vector<Expr> &magnitudes) {
  double constants = 0, sentinels = 0;
  Expr others;
  for (const Expr &magnitude : magnitudes) {
    if (!magnitude)
      return Expr();
    if (auto value = literal(magnitude)) {
      double &largest = *value > largestInput ? sentinels : constants;
      largest = std::max(largest, *value);
    } else {
      others = others ? larger(others, magnitude) : magnitude;
    }
  }
  if (!others)
    return number(std::max(constants, sentinels));
  return constants > 0 ? larger(others, number(constants)) : others;
}

Magnitudes::Magnitudes(const Kernel &kernel, const Values &sizes,
                       NameSet inputs)
    : kernel(kernel), writers(kernel), meetings(kernel, sizes), sizes(sizes),
      inputs(std::move(inputs)) {}

// The inames' values that the subscripts of an element at i0, i1, ... say:
// y[n - i - 1] is at i0 where i = n - 1 - i0.
Magnitudes::Place Magnitudes::placeOfElement(const Instruction &writer) {
  Place result;
  const Expr assignee = writer.assignees().front();
  const auto *element = assignee.getIf<ArrayRef>();
  if (!element)
    return result;
  for (size_t a = 0; a < element->subscripts.size(); ++a) {
    auto at = meetings.place(element->subscripts[a]);
    for (const std::string &iname : writer.inames) {
      if (!at || !mentions(element->subscripts[a], iname))
        continue;
      PwAff value = PwAff::name(iname);
      auto first = (*at - value).asConstant(),
           last = (*at + value).asConstant();
      Expr index = Expr::var("i" + std::to_string(a), Type::integer(8));
      if (first)
        result[iname] = index - *first;
      else if (last)
        result[iname] = Expr::integer(*last) - index;
    }
  }
  return result;
}

Expr Magnitudes::of(const std::string &variable) {
  steps = 0;
  inProgress = {variable};
  return assigned(variable, [&](const Instruction &writer) {
    return placeOfElement(writer);
  });
}

Expr Magnitudes::initial(const std::string &variable) const {
  return inputs.count(variable) ? Expr::var(largestName(variable), realType())
                                : number(0);
}

// Where the kernel reads it.
Expr Magnitudes::read(const std::string &variable, const Place &place) {
  if (!inProgress.insert(variable).second)
    return Expr(); // values that go around in a circle
  Expr result = assigned(variable, [&](const Instruction &writer) {
    Place around;
    for (const std::string &iname : writer.inames)
      if (auto known = place.find(iname); known != place.end())
        around.insert(*known);
    return around;
  });
  inProgress.erase(variable);
  return result;
}

// Does it make a new value of the one before, rather than take another's place?
static bool accumulates(const Instruction &writer,
                        const std::string &variable) {
  if (const Update *update = writer.update())
    return update->op == ReductionOp::Add || update->op == ReductionOp::Mul;
  return mentions(writer.values().front(), variable);
}

// Of a variable after all that assigns it: it is one of the values that it is
// given, and what is added, and multiplied, since.
Expr Magnitudes::assigned(
    const std::string &variable,
    const std::function<Place(const Instruction &)> &placeOf) {
  std::vector<Expr> values{initial(variable)};
  Expr added = number(0), factor = number(1);
  for (const Instruction *writer : writers.of(variable)) {
    Expr result = written(*writer, variable, placeOf(*writer));
    if (!result)
      return Expr();
    if (!accumulates(*writer, variable))
      values.push_back(result);
    else if (const Update *update = writer->update();
             update && update->op == ReductionOp::Mul)
      factor = product(factor, result);
    else
      added = sum(added, result);
  }
  return product(sum(oneOf(values), added), factor);
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
  constexpr double input = 1.5;
  if (const auto *literal = e.getIf<RealLit>())
    return literal->value;
  if (const auto *ref = e.getIf<VarRef>())
    return argumentOfLargest(ref->name).empty() ? std::nullopt
                                                : std::optional<double>(input);
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
                        const NameSet &equal, const Place &place) {
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
NameSet Magnitudes::separate(const Instruction &writer) {
  auto [known, isNew] = separateInames.try_emplace(&writer);
  if (isNew) {
    NameSet meeting = meetings.inamesOf(writer);
    for (const std::string &iname : writer.inames)
      if (!meeting.count(iname) || startsAnew(writer, iname))
        known->second.insert(iname);
  }
  return known->second;
}

Expr Magnitudes::ofUpdate(const Instruction &writer, const Update &update,
                          const Place &place) {
  std::vector<Expr> magnitudes;
  Expr terms = number(0), factor = number(1);
  for (const Expr &operand : operands(update)) {
    magnitudes.push_back(bound(operand, place));
    terms = sum(terms, magnitudes.back());
    factor = product(factor, magnitudes.back());
  }
  switch (update.op) {
  case ReductionOp::Add:
    return product(iterations(writer, separate(writer), place), terms);
  case ReductionOp::Mul:
    return growth(writer, factor, separate(writer), place);
  default:
    return oneOf(magnitudes);
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
Expr Magnitudes::iterations(const Instruction &writer, const NameSet &equal,
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
    found->second = intervalOf(iname, meetings.iterations({iname}));
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
  if (const auto *unary = e.getIf<Unary>();
      unary && unary->op == UnaryOp::Neg && !e.type().isInteger()) {
    auto value = constant(unary->a);
    return value ? std::optional(-*value) : std::nullopt;
  }
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
  if (++steps > maxSteps)
    return Expr();
  if (auto value = constant(e))
    return number(isExtreme(*value, e.type()) ? 0 : std::fabs(*value));
  return match(
      e->value,
      [&](const VarRef &ref) {
        if (!meetings.hasIname(ref.name))
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
        return oneOf(
            {bound(select.ifTrue, place), bound(select.ifFalse, place)});
      },
      [&](const Call &call) { return boundOfCall(call, place); },
      [&](const Binary &binary) {
        return boundOfOperation(binary, e.type(), place);
      },
      [](const auto &) { return Expr(); });
}

Expr Magnitudes::boundOfOperation(const Binary &binary, Type type,
                                  const Place &place) {
  auto right = constant(binary.b);
  Expr left = bound(binary.a, place);
  switch (binary.op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return sum(left, bound(binary.b, place));
  case BinaryOp::Mul:
    return product(left, bound(binary.b, place));
  case BinaryOp::Div:
    return right && *right != 0 && !type.isInteger()
               ? product(left, number(1 / std::fabs(*right)))
               : Expr();
  case BinaryOp::Pow:
    return right == 2 || right == 3 ? power(left, *right) : Expr();
  default:
    return Expr();
  }
}

Expr Magnitudes::boundOfCall(const Call &call, const Place &place) {
  std::vector<Expr> arguments;
  for (const Expr &argument : call.args)
    arguments.push_back(bound(argument, place));
  switch (call.fn) {
  case Intrinsic::Abs:
  case Intrinsic::Sign:
  case Intrinsic::RealPart:
  case Intrinsic::ImagPart:
  case Intrinsic::Conj:
    return arguments[0];
  case Intrinsic::Sin: // the argument's error is theirs
  case Intrinsic::Cos:
    return sum(number(1), arguments[0]);
  case Intrinsic::MakeComplex:
  case Intrinsic::Hypot:
  case Intrinsic::Dim:
    return sum(arguments[0], arguments[1]);
  case Intrinsic::Min:
  case Intrinsic::Max:
    return oneOf(arguments);
  default:
    return Expr();
  }
}
