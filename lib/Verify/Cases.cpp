#include "Cases.h"

#include "Code.h"
#include "Field.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::verify;

static const std::vector<int64_t> sizeLists[Cases::classes] = {
    {5, 7, 4, 6, 3}, {2, 3, 1}, {1}, {0}, {17, 13, 19, 11, 23}, {35, 33, 40}};

// Permutations, small numbers, ones, zeros and ones, zeros.
static constexpr int dataModes = 5;
static constexpr int sizeModes = 6;

Cases::Cases(const VerifyInput &input)
    : assumptions(input.kernel->assumptions.flat()) {
  for (const Original &original : input.originals)
    add(*original.kernel, original.names);
  add(*input.kernel, {});
  for (const auto &[name, value] : input.kernel->fixedParameters) {
    auto number = asInteger(value);
    const auto *logical = value.getIf<LogicalLit>();
    const auto *real = value.getIf<RealLit>();
    if (number)
      fixed[name] = *number;
    if (number || logical)
      fixedValues[name] = Value::integer(number ? *number : logical->value);
    if (real)
      fixedValues[name] = literalValue(real->value, value.type());
  }
  for (const auto &[name, value] : input.parameters) {
    if (!input.kernel->fixedParameters.count(name)) {
      fix(name, value);
      continue;
    }
    Cases other = *this;
    other.fix(name, value);
    if (other.fixed != fixed || other.fixedValues != fixedValues)
      throw UserError("--param " + name +
                      ": the script fixed this parameter to another value");
  }
}

static std::string nameIn(const ArgumentNames &names, const std::string &name) {
  auto other = names.find(name);
  return other == names.end() ? name : other->second;
}

static bool isLowerBound(const Variable &size, const Kernel &kernel) {
  for (const VariablePtr &arg : kernel.arguments)
    for (const Expr &bound : arg->declared.lowerBounds)
      if (bound && mentions(bound, size.name))
        return true;
  return false;
}

void Cases::add(const Kernel &kernel, const ArgumentNames &names) {
  Substitution inCase;
  for (const VariablePtr &arg : kernel.arguments)
    inCase[arg->name] = Expr::var(nameIn(names, arg->name), arg->type);
  for (const VariablePtr &arg : kernel.arguments) {
    std::string name = nameIn(names, arg->name);
    bool isSize = arg->isValue() && arg->isScalar() && arg->type.isInteger();
    if (!isSize) {
      if (arg->map)
        maps[name] = arg->map;
      arguments.try_emplace(name, Argument{arg, inCase});
      hasIntegers |= arg->type.isAnyInteger();
      continue;
    }
    if (std::find(sizeNames.begin(), sizeNames.end(), name) == sizeNames.end())
      sizeNames.push_back(name);
    bool used = false;
    for (const poly::Set &domain : kernel.domains)
      used |= domain.involves(arg->name);
    if (used)
      lowerBounds.erase(name);
    else if (isLowerBound(*arg, kernel))
      lowerBounds.insert(name);
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::vector<Expr> &list : {insn->assignees(), insn->values()})
        for (const Expr &e : list)
          used |= mentions(e, arg->name);
    auto [known, isNew] = onlyExtent.try_emplace(name, !used);
    known->second = known->second && !used;
  }
}

// Values that no kernel can use are for others.
void Cases::fix(const std::string &name, const std::string &value) {
  char *end = nullptr;
  long long number = std::strtoll(value.c_str(), &end, 10);
  if (end && !*end && !value.empty()) {
    fixed[name] = number;
    if (auto known = arguments.find(name); known != arguments.end())
      fixedValues[name] = convert(Value::integer(number), Type::integer(8),
                                  known->second.var->type);
    return;
  }
  double real = std::strtod(value.c_str(), &end);
  if (end && !*end && !value.empty())
    fixedValues[name] = literalValue(real, Type::real(8));
  if (value == "true" || value == "false")
    fixedValues[name] = Value::integer(value == "true");
}

int Cases::attempts() const {
  return hasIntegers ? sizeModes * dataModes : sizeModes;
}

// The wanted value, or another one that the assumptions allow.
std::optional<int64_t> Cases::allowed(const poly::Set &left,
                                      const std::string &name,
                                      int64_t wanted) const {
  if (!left.involves(name))
    return wanted;
  auto fits = [&](int64_t value) { return !left.fix(name, value).isEmpty(); };
  if (fits(wanted))
    return wanted;
  for (int64_t value = 0; value <= 64; ++value)
    if (fits(value))
      return value;
  auto low = left.minConst(name);
  return low && fits(*low) ? low : left.maxConst(name);
}

std::optional<Sizes> Cases::chooseSizes(int sizeClass, int attempt) const {
  const std::vector<int64_t> &list = sizeLists[sizeClass];
  int mode = attempt % sizeModes;
  int64_t largest = *std::max_element(list.begin(), list.end());
  poly::Set left = assumptions;
  Sizes sizes;
  auto take = [&](const std::string &name, int64_t value) {
    sizes[name] = value;
    if (left.involves(name))
      left = left.fix(name, value);
  };
  for (const auto &[name, value] : fixed)
    take(name, value);
  for (size_t k = 0; k < sizeNames.size(); ++k) {
    const std::string &name = sizeNames[k];
    if (sizes.count(name))
      continue;
    int64_t wanted = 0;
    switch (mode) {
    case 0: // different ones, and arrays with room
      wanted = list[k % list.size()];
      break;
    case 1: // all alike
      wanted = list[0];
      break;
    case 2: // from the other end
      wanted = list[list.size() - 1 - k % list.size()];
      break;
    default: // any
      wanted =
          list[field::mix(attempt * 64 + sizeClass, static_cast<int64_t>(k)) %
               static_cast<int64_t>(list.size())];
    }
    if (mode != 1 && onlyExtent.at(name))
      wanted = 2 * largest + 3;
    if (lowerBounds.count(name))
      wanted = 1;
    auto value = allowed(left, name, wanted);
    if (!value)
      return std::nullopt;
    take(name, *value);
  }
  if (left.isEmpty())
    return std::nullopt;
  return sizes;
}

// A number that looks random, below `limit`.
static int64_t draw(const std::string &name, size_t element, int64_t limit) {
  uint64_t seed = 0;
  for (char c : name)
    seed = seed * 31 + static_cast<unsigned char>(c);
  return field::mix(seed, static_cast<int64_t>(element)) % limit;
}

static int64_t integerFor(const std::string &name, size_t element, size_t count,
                          int dataMode) {
  switch (dataMode) {
  case 0: { // 1 .. count in some order
    size_t step = count % 3 ? 3 : count % 5 ? 5 : 1;
    return static_cast<int64_t>((element * step + 1) % count) + 1;
  }
  case 1:
    return draw(name, element, 2) + 1;
  case 2:
    return 1;
  case 3:
    return draw(name, element, 2);
  default:
    return 0;
  }
}

// What is asserted of an index array is true of them.
std::vector<int64_t> Cases::integersOf(const std::string &name,
                                       const Sizes &sizes, size_t count,
                                       int dataMode) const {
  auto known = maps.find(name);
  const MapFacts *facts = known == maps.end() ? nullptr : known->second.get();
  auto bound = [&](const Expr &e, int64_t otherwise) {
    return facts && e ? evaluateSize(e, sizes) : otherwise;
  };
  int64_t lower = bound(facts ? facts->lower : Expr(), INT64_MIN);
  int64_t upper = bound(facts ? facts->upper : Expr(), INT64_MAX);
  bool differ = facts && facts->injective;
  int64_t shift = differ && lower != INT64_MIN ? lower - 1 : 0;
  std::vector<int64_t> numbers;
  for (size_t e = 0; e < count; ++e) {
    int64_t number = shift + integerFor(name, e, count, differ ? 0 : dataMode);
    if (differ && number > upper)
      throw Fault("more elements than values that are asserted");
    numbers.push_back(std::max(lower, std::min(number, upper)));
  }
  if (facts && facts->increasing)
    std::sort(numbers.begin(), numbers.end());
  return numbers;
}

ArgumentContents Cases::contentsOf(const std::string &name,
                                   const Argument &argument, const Sizes &sizes,
                                   int64_t openExtent, int dataMode) const {
  const Variable &var = *argument.var;
  ArgumentContents result;
  result.type = var.type;
  std::vector<Expr> extents = var.declared.extents;
  if (extents.empty())
    for (const Axis &axis : var.axes)
      extents.push_back(axis.extent);
  int64_t count = 1;
  for (const Expr &extent : extents) {
    int64_t value =
        extent ? evaluateSize(substitute(extent, argument.names), sizes)
               : openExtent;
    result.extents.push_back(std::max<int64_t>(0, value));
    count *= result.extents.back();
    if (count > maxCells)
      throw TooLarge("arrays of more than " + std::to_string(maxCells) +
                     " elements");
  }
  auto given = fixedValues.find(name);
  std::vector<int64_t> integers;
  if (var.type.isAnyInteger())
    integers = integersOf(name, sizes, static_cast<size_t>(count), dataMode);
  for (size_t e = 0; e < static_cast<size_t>(count); ++e) {
    auto number = [&](const char *part) {
      return draw(name + part, e, 65535) - 32767;
    };
    Value value;
    if (given != fixedValues.end() && extents.empty())
      value = given->second;
    else if (var.type.isUnsigned())
      value = convert(Value::integer(integers[e]), Type::integer(8), var.type);
    else if (var.type.isInteger())
      value = Value::integer(integers[e]);
    else if (var.type.isLogical())
      value = Value::integer(draw(name, e, 2));
    else
      value = fraction(number(""), 256);
    if (var.type.isComplex())
      value.im = fraction(number("_im"), 256).re;
    result.elements.push_back(value);
  }
  return result;
}

std::optional<Contents> Cases::make(int sizeClass, int attempt) const {
  auto sizes = chooseSizes(sizeClass, attempt);
  if (!sizes)
    return std::nullopt;
  Contents result;
  result.sizes = *sizes;
  for (const auto &[name, value] : *sizes)
    result.openExtent = std::max(result.openExtent, 4 * value);
  try {
    for (const auto &[name, argument] : arguments)
      result.arguments[name] =
          contentsOf(name, argument, *sizes, result.openExtent,
                     attempt / sizeModes % dataModes);
  } catch (const Fault &) {
    return std::nullopt;
  }
  // A size of one kernel that another changes.
  for (auto &[name, argument] : result.arguments)
    if (auto size = sizes->find(name); size != sizes->end())
      argument.elements = {Value::integer(size->second)};
  return result;
}
