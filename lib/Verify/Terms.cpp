#include "Terms.h"

#include <algorithm>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::verify;
using poly::PwAff;
using poly::Set;

std::string verify::nameAt(const std::string &name, Point point) {
  return point == Point::X ? name : primed(name);
}

Terms::Terms(const Kernel &kernel, const Substitution &positions,
             const poly::Names &axes)
    : kernel(kernel), positions(positions), inames(axes.begin(), axes.end()) {
  for (size_t d = 0; d < kernel.domains.size(); ++d)
    for (const std::string &iname : kernel.domains[d].dims()) {
      inames.insert(iname);
      domainOf.emplace(iname, static_cast<int>(d));
    }
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      data.insert(name);
}

int Terms::add(const Expr &e) {
  if (!e)
    return -1;
  auto [known, isNew] =
      byText.try_emplace(e.str(), static_cast<int>(list.size()));
  if (isNew) {
    list.emplace_back();
    list.back().expr = e;
    list.back().literal = asInteger(e);
  }
  return known->second;
}

// --- values

const std::optional<PwAff> &Terms::value(int term, Point at) {
  Term &made = list[term];
  int which = static_cast<int>(at);
  if (!made.hasValue[which]) {
    made.hasValue[which] = true;
    made.value[which] = affine(made.expr, at);
  }
  return made.value[which];
}

std::optional<PwAff> Terms::affine(const Expr &e, Point at) {
  auto value = plain(e, at);
  return value ? value : piecewise(e, at);
}

// A product of a size and an iname of few values: a piece for each of these.
std::optional<PwAff> Terms::piecewise(const Expr &e, Point at) {
  constexpr int64_t mostPieces = 64;
  std::string factor;
  walk(e, [&](const Expr &node) {
    const auto *product = node.getIf<Binary>();
    if (product && product->op == BinaryOp::Mul)
      for (const Expr &side : {product->a, product->b})
        if (const auto *var = side.getIf<VarRef>(); var && factor.empty())
          if (auto values = range(var->name);
              values && values->second - values->first < mostPieces)
            factor = var->name;
    return factor.empty();
  });
  if (factor.empty())
    return std::nullopt;
  auto which = plain(Expr::var(factor), at);
  auto [low, high] = *range(factor);
  std::optional<PwAff> result;
  for (int64_t v = low; v <= high && which; ++v) {
    auto piece = affine(fold(substitute(e, {{factor, Expr::integer(v)}})), at);
    if (!piece)
      return std::nullopt;
    result = result
                 ? PwAff::select(which->eq(PwAff::constant(v)), *piece, *result)
                 : *piece;
  }
  return result;
}

std::optional<PwAff> Terms::plain(const Expr &e, Point at) {
  if (!e.type().isInteger())
    return std::nullopt;
  if (const auto *literal = e.getIf<IntLit>())
    return PwAff::constant(literal->value);
  if (const auto *axis = e.getIf<AxisRef>())
    return PwAff::name(nameAt(axis->axis.str(), at));
  if (const auto *var = e.getIf<VarRef>()) {
    if (auto position = positions.find(var->name); position != positions.end())
      return plain(position->second, at);
    if (isData(var->name))
      return std::nullopt;
    return PwAff::name(inames.count(var->name) ? nameAt(var->name, at)
                                               : var->name);
  }
  if (const auto *cast = e.getIf<Cast>())
    return plain(cast->a, at);
  if (const auto *binary = e.getIf<Binary>())
    return plain(*binary, at);
  if (const auto *call = e.getIf<Call>())
    return plain(*call, at);
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    if (auto a = plain(unary->a, at))
      return -*a;
  if (const auto *select = e.getIf<Select>()) {
    auto condition = holds(select->condition, at);
    auto yes = plain(select->ifTrue, at), no = plain(select->ifFalse, at);
    if (condition && yes && no)
      return PwAff::select(*condition, *yes, *no);
  }
  return std::nullopt;
}

std::optional<PwAff> Terms::plain(const Binary &e, Point at) {
  auto a = plain(e.a, at), b = plain(e.b, at);
  if (!a || !b)
    return std::nullopt;
  auto constant = b->asConstant();
  int64_t by = constant.value_or(0);
  switch (e.op) {
  case BinaryOp::Add:
    return *a + *b;
  case BinaryOp::Sub:
    return *a - *b;
  case BinaryOp::Mul:
    if (constant)
      return a->scaled(by);
    if (auto factor = a->asConstant())
      return b->scaled(*factor);
    return std::nullopt;
  case BinaryOp::Div:
    return by ? std::optional(a->truncDiv(by)) : std::nullopt;
  case BinaryOp::Rem:
    return by ? std::optional(*a - a->truncDiv(by).scaled(by)) : std::nullopt;
  case BinaryOp::FloorDiv:
    return by > 0 ? std::optional(a->floorDiv(by)) : std::nullopt;
  case BinaryOp::FloorMod:
    return by > 0 ? std::optional(a->floorMod(by)) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<PwAff> Terms::plain(const Call &e, Point at) {
  bool isMin = e.fn == Intrinsic::Min;
  if (!isMin && e.fn != Intrinsic::Max)
    return std::nullopt;
  std::optional<PwAff> result = plain(e.args.front(), at);
  for (size_t i = 1; i < e.args.size() && result; ++i) {
    auto next = plain(e.args[i], at);
    if (!next)
      return std::nullopt;
    result = isMin ? result->min(*next) : result->max(*next);
  }
  return result;
}

// --- conditions

std::optional<Set> Terms::condition(const Expr &e) {
  return holds(e, Point::X);
}

std::optional<Set> Terms::holds(const Expr &e, Point at) {
  if (const auto *literal = e.getIf<LogicalLit>())
    return literal->value ? Set::universe() : Set::empty();
  if (const auto *binary = e.getIf<Binary>())
    return comparison(*binary, at);
  if (const auto *cast = e.getIf<Cast>(); cast && e.type().isLogical())
    return holds(cast->a, at);
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Not)
    if (auto a = holds(unary->a, at))
      return a->complement();
  return std::nullopt;
}

std::optional<Set> Terms::comparison(const Binary &e, Point at) {
  if (e.op == BinaryOp::And || e.op == BinaryOp::Or) {
    auto a = holds(e.a, at), b = holds(e.b, at);
    if (!a || !b)
      return std::nullopt;
    return e.op == BinaryOp::And ? a->intersect(*b) : a->unite(*b);
  }
  auto a = affine(e.a, at), b = affine(e.b, at);
  if (!a || !b)
    return std::nullopt;
  switch (e.op) {
  case BinaryOp::Eq:
    return a->eq(*b);
  case BinaryOp::Ne:
    return a->ne(*b);
  case BinaryOp::Lt:
    return a->lt(*b);
  case BinaryOp::Le:
    return a->le(*b);
  case BinaryOp::Gt:
    return a->gt(*b);
  case BinaryOp::Ge:
    return a->ge(*b);
  default:
    return std::nullopt;
  }
}

// --- relations

static Point other(Point at) { return at == Point::X ? Point::Y : Point::X; }

const Set &Terms::equal(int a, int b, Point at) {
  auto [known, isNew] = equals.try_emplace({a, b, at});
  if (isNew && a >= 0 && b >= 0)
    if (const auto &x = value(a, at))
      if (const auto &y = value(b, other(at)))
        known->second = x->eq(*y);
  return known->second;
}

const Set &Terms::less(int a, int b, Point at) {
  auto [known, isNew] = lesses.try_emplace({a, b, at});
  if (isNew && a >= 0 && b >= 0)
    if (const auto &x = value(a, at))
      if (const auto &y = value(b, other(at)))
        known->second = x->lt(*y);
  return known->second;
}

Set Terms::marked(const Set &set, Point from, const std::string &mark) const {
  std::map<std::string, std::string> names;
  std::string own = nameAt("", from);
  for (const std::string &name : set.names())
    if (name.size() > own.size() &&
        name.compare(name.size() - own.size(), own.size(), own) == 0)
      if (std::string iname = name.substr(0, name.size() - own.size());
          inames.count(iname))
        names[name] = iname + mark;
  return set.rename(names);
}

// --- digits

std::optional<std::pair<int64_t, int64_t>>
Terms::range(const std::string &iname) {
  auto [known, isNew] = ranges.try_emplace(iname);
  auto domain = domainOf.find(iname);
  if (isNew && domain != domainOf.end()) {
    const Set &set = kernel.domains[domain->second];
    auto low = set.minConst(iname), high = set.maxConst(iname);
    if (low && high)
      known->second = {*low, *high};
  }
  return known->second;
}

// A sum of multiples of inames, and of sizes.
bool Terms::linear(const Expr &e, int64_t factor,
                   std::map<std::string, int64_t> &terms) const {
  if (!e.type().isInteger())
    return false;
  if (e.getIf<IntLit>())
    return true;
  if (const auto *axis = e.getIf<AxisRef>()) {
    terms[axis->axis.str()] += factor;
    return true;
  }
  if (const auto *var = e.getIf<VarRef>()) {
    if (inames.count(var->name))
      terms[var->name] += factor;
    return !isData(var->name);
  }
  if (const auto *cast = e.getIf<Cast>())
    return linear(cast->a, factor, terms);
  const auto *binary = e.getIf<Binary>();
  if (!binary)
    return false;
  if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub)
    return linear(binary->a, factor, terms) &&
           linear(binary->b, binary->op == BinaryOp::Add ? factor : -factor,
                  terms);
  if (binary->op != BinaryOp::Mul)
    return false;
  if (auto scale = asInteger(binary->a))
    return linear(binary->b, factor * *scale, terms);
  if (auto scale = asInteger(binary->b))
    return linear(binary->a, factor * *scale, terms);
  return false;
}

std::optional<Digits> Terms::findDigits(const Expr &e) {
  std::map<std::string, int64_t> terms;
  if (!e.type().isInteger() || !linear(e, 1, terms))
    return std::nullopt;
  std::vector<std::pair<int64_t, std::string>> sorted;
  Digits result;
  for (const auto &[name, factor] : terms) {
    sorted.push_back({std::abs(factor), name});
    result.ascending &= factor > 0;
  }
  std::sort(sorted.begin(), sorted.end());
  int64_t varies = 0; // by all that is faster
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].first <= varies)
      return std::nullopt;
    result.names.insert(result.names.begin(), sorted[i].second);
    if (i + 1 == sorted.size())
      break;
    auto values = range(sorted[i].second);
    if (!values)
      return std::nullopt;
    varies += sorted[i].first * (values->second - values->first);
  }
  return result;
}

const std::optional<Digits> &Terms::digits(int term) {
  static const std::optional<Digits> none;
  if (term < 0)
    return none;
  if (!list[term].hasDigits) {
    list[term].hasDigits = true;
    std::optional<Digits> found = findDigits(list[term].expr);
    list[term].digits = std::move(found);
  }
  return list[term].digits;
}
