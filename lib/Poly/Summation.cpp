#include "Summation.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"

#include <cstdlib>
#include <numeric>
#include <optional>

using namespace loopyc;
using namespace loopyc::poly;

// Beyond these a count is given up: steps taken, and pieces of the result,
// which isl compares with each other.
static const int mostWork = 20000;
static const size_t mostPieces = 400;

void Summation::giveUp() {
  throw UserError("the count of its instances falls into too many cases; fix "
                  "some of the parameters");
}

static void replace(SummationPiece &piece, const std::string &dim,
                    const LinearForm &by) {
  piece.domain.substitute(dim, by);
  piece.weight = piece.weight.substitute(dim, Polynomial(by));
}

static void eliminate(SummationPiece &piece, const std::string &dim,
                      const LinearForm &value) {
  replace(piece, dim, value);
  piece.dims.erase(dim);
}

static bool mentionsDim(const SummationPiece &piece, const LinearForm &form) {
  for (const auto &[name, factor] : form.terms)
    if (piece.dims.count(name))
      return true;
  return false;
}

// --- floors of parameters

// numerator / divisor as a linear form plus a proper fraction in lowest terms.
static std::pair<LinearForm, LinearForm> wholeAndRest(const LinearForm &form,
                                                      int64_t divisor) {
  LinearForm whole, rest;
  whole.constant = floorDiv(form.constant, divisor);
  rest.constant = floorMod(form.constant, divisor);
  for (const auto &[name, factor] : form.terms) {
    if (int64_t quotient = floorDiv(factor, divisor))
      whole.terms[name] = quotient;
    if (int64_t remainder = floorMod(factor, divisor))
      rest.terms[name] = remainder;
  }
  return {whole, rest};
}

LinearForm Summation::floorOf(const LinearForm &numerator, int64_t divisor,
                              SummationPiece &piece) {
  auto [whole, rest] = wholeAndRest(numerator, divisor);
  if (rest.isConstant())
    return whole;
  int64_t common = divisor;
  for (const auto &[name, factor] : rest.terms) {
    if (piece.dims.count(name))
      throw InternalError("count: a floor of '" + name +
                          "', which is not summed over yet");
    common = std::gcd(common, factor);
  }
  for (auto &[name, factor] : rest.terms)
    factor /= common;
  rest.constant = floorDiv(rest.constant, common);
  divisor /= common;

  std::string fresh = "floor#" + std::to_string(floorList.size());
  auto [known, isNew] = floorNames.try_emplace({rest, divisor}, fresh);
  LinearForm floor = LinearForm::name(known->second);
  LinearForm atLeast = rest - floor * divisor;
  LinearForm atMost = floor * divisor + (divisor - 1) - rest;
  if (isNew) {
    floorList.push_back({fresh, rest, divisor});
    ties.insert({atLeast, atMost});
  }
  piece.domain.inequalities.push_back(atLeast);
  piece.domain.inequalities.push_back(atMost);
  return whole + floor;
}

bool Summation::isTie(const LinearForm &inequality) const {
  return ties.count(inequality) > 0;
}

// --- dimensions that need no sum

// Solves an equality for a dimension. By Euclid's algorithm on its
// coefficients, each step a substitution that maps integers onto integers.
bool Summation::useEquality(SummationPiece &piece) {
  const LinearForm *best = nullptr;
  std::string dim;
  for (const LinearForm &form : piece.domain.equalities)
    for (const auto &[name, factor] : form.terms)
      if (piece.dims.count(name) &&
          (!best ||
           std::abs(factor) < std::abs(best->coefficient(dim)))) {
        best = &form;
        dim = name;
      }
  if (!best)
    return false;
  int64_t factor = best->coefficient(dim);
  LinearForm rest = best->without(dim) * (factor > 0 ? -1 : 1);
  if (std::abs(factor) == 1) {
    eliminate(piece, dim, rest);
    return true;
  }
  for (const auto &[name, other] : best->terms)
    if (name != dim && piece.dims.count(name)) {
      LinearForm by =
          LinearForm::name(dim) - LinearForm::name(name) * (other / factor);
      replace(piece, dim, by);
      return true;
    }
  LinearForm value = floorOf(rest, std::abs(factor), piece);
  eliminate(piece, dim, value);
  return true;
}

// -low <= c*x <= high, with low + high constant.
static std::optional<std::pair<LinearForm, LinearForm>>
narrowRange(const SummationPiece &piece, const std::string &dim,
            int64_t factor) {
  for (const LinearForm &low : piece.domain.inequalities)
    if (low.coefficient(dim) == factor)
      for (const LinearForm &high : piece.domain.inequalities)
        if (high.coefficient(dim) == -factor && (low + high).isConstant())
          return std::pair(low.without(dim), high.without(dim));
  return std::nullopt;
}

// e - (c-1) <= c*x <= e, with e in parameters: x = floor(e/c).
bool Summation::useSingleValue(SummationPiece &piece) {
  for (const std::string &dim : piece.dims)
    for (const LinearForm &form : piece.domain.inequalities) {
      int64_t factor = form.coefficient(dim);
      if (factor <= 0)
        continue;
      auto range = narrowRange(piece, dim, factor);
      if (!range || mentionsDim(piece, range->second) ||
          (range->first + range->second).constant >= factor)
        continue;
      LinearForm value = floorOf(range->second, factor, piece);
      eliminate(piece, std::string(dim), value);
      return true;
    }
  return false;
}

// A dimension with two conditions, e <= c*x <= e + k*c - 1, takes k values
// whatever e is; nothing is left of it if the summand does not depend on it.
bool Summation::useFreeDimension(SummationPiece &piece) {
  for (const std::string &dim : piece.dims) {
    std::vector<size_t> at;
    auto &conditions = piece.domain.inequalities;
    for (size_t i = 0; i < conditions.size(); ++i)
      if (conditions[i].coefficient(dim))
        at.push_back(i);
    if (at.size() != 2 || piece.weight.involves(dim))
      continue;
    LinearForm sum = conditions[at[0]] + conditions[at[1]];
    int64_t factor = std::abs(conditions[at[0]].coefficient(dim));
    if (!sum.isConstant() || checkedAdd(sum.constant, 1) % factor != 0)
      continue;
    Rational values(checkedAdd(sum.constant, 1) / factor);
    piece.weight = piece.weight * Polynomial(values);
    conditions.erase(conditions.begin() + at[1]);
    conditions.erase(conditions.begin() + at[0]);
    piece.dims.erase(std::string(dim));
    return true;
  }
  return false;
}

// False if there was nothing to do.
bool Summation::reduce(SummationPiece &piece) {
  bool changed = false;
  while (useEquality(piece))
    changed = true;
  if (changed) // what it left redundant would hide other ways
    return true;
  while (useFreeDimension(piece) || useSingleValue(piece))
    changed = true;
  return changed;
}

// --- one dimension after the other

// By how much the dimension must be split for floor(form/divisor) to be a
// linear form in it.
static int64_t classesFor(int64_t factor, int64_t divisor) {
  return divisor / std::gcd(divisor, factor);
}

// The dimension that takes the fewest pieces.
Summation::Choice Summation::choose(const SummationPiece &piece) const {
  Choice best;
  for (const std::string &dim : piece.dims) {
    int64_t low = 0, high = 0, classes = 1;
    for (const LinearForm &form : piece.domain.inequalities) {
      int64_t factor = form.coefficient(dim);
      if (factor == 0)
        continue;
      (factor > 0 ? low : high) += 1;
      for (const auto &[name, other] : form.terms)
        if (name != dim && piece.dims.count(name))
          classes = std::min<int64_t>(
              mostWork,
              integers::product(classes, classesFor(other, std::abs(factor)))
                  .value_or(mostWork));
    }
    if (low == 0 || high == 0)
      throw UserError("it runs infinitely often: nothing bounds '" + dim +
                      "' from " + (low == 0 ? "below" : "above"));
    Choice choice{dim, classes, low * high};
    if (best.dim.empty() || std::pair(choice.classes, choice.regions) <
                                std::pair(best.classes, best.regions))
      best = choice;
  }
  return best;
}

// One piece for each residue, or for each value if these are fewer.
void Summation::splitBy(const SummationPiece &piece, const std::string &dim,
                        int64_t modulus) {
  if (auto range = narrowRange(piece, dim, 1);
      range && range->first.isConstant() && range->second.isConstant() &&
      checkedAdd(range->first.constant, range->second.constant) < modulus) {
    for (int64_t v = -range->first.constant; v <= range->second.constant; ++v) {
      SummationPiece part = piece;
      eliminate(part, dim, LinearForm::number(v));
      add(std::move(part));
    }
    return;
  }
  for (int64_t residue = 0; residue < modulus; ++residue) {
    SummationPiece part = piece;
    replace(part, dim, LinearForm::name(dim) * modulus + residue);
    add(std::move(part));
  }
}

// Splits some other dimension in a bound of `dim` that would not be linear in
// it; false if there is none.
bool Summation::split(const SummationPiece &piece, const std::string &dim) {
  for (const LinearForm &form : piece.domain.inequalities) {
    int64_t divisor = std::abs(form.coefficient(dim));
    if (divisor < 2)
      continue;
    for (const auto &[name, factor] : form.terms) {
      if (name == dim || !piece.dims.count(name))
        continue;
      if (int64_t modulus = classesFor(factor, divisor); modulus > 1) {
        splitBy(piece, name, modulus);
        return true;
      }
    }
  }
  return false;
}

// `which` is the tightest of `bounds`: sign 1 for upper, -1 for lower ones. Of
// equal ones it is the first.
static void requireTightest(Polyhedron &domain,
                            const std::vector<LinearForm> &bounds,
                            size_t which, int sign) {
  for (size_t k = 0; k < bounds.size(); ++k)
    if (k != which) {
      LinearForm slack = (bounds[k] - bounds[which]) * sign;
      domain.inequalities.push_back(k < which ? slack - 1 : slack);
    }
}

void Summation::sumOverDim(const SummationPiece &piece,
                           const std::string &dim) {
  SummationPiece rest = piece;
  rest.domain.inequalities.clear();
  std::vector<LinearForm> low, high;
  for (const LinearForm &form : piece.domain.inequalities) {
    int64_t factor = form.coefficient(dim);
    LinearForm other = form.without(dim);
    if (factor == 0)
      rest.domain.inequalities.push_back(form);
    else if (factor > 0) // x >= ceil(-other / factor)
      low.push_back(floorOf(other * -1 + (factor - 1), factor, rest));
    else
      high.push_back(floorOf(other, -factor, rest));
  }
  rest.dims.erase(dim);
  for (size_t i = 0; i < low.size(); ++i)
    for (size_t j = 0; j < high.size(); ++j) {
      SummationPiece part = rest;
      requireTightest(part.domain, low, i, -1);
      requireTightest(part.domain, high, j, 1);
      part.domain.inequalities.push_back(high[j] - low[i]);
      part.weight = sumOver(piece.weight, dim, low[i], high[j]);
      add(std::move(part));
    }
}

// With what is divisible known (16 * floor(n/16) = n), there is no need for the
// floor.
Polynomial Summation::withoutFloors(const SummationPiece &piece) const {
  Polynomial weight = piece.weight;
  for (auto floor = floorList.rbegin(); floor != floorList.rend(); ++floor)
    for (const LinearForm &form : piece.domain.equalities)
      if (int64_t factor = form.coefficient(floor->name);
          factor && weight.involves(floor->name)) {
        Polynomial value = Polynomial(form.without(floor->name)) *
                           Polynomial(Rational(-1, factor));
        weight = weight.substitute(floor->name, value);
      }
  return weight;
}

void Summation::finish(const SummationPiece &piece) {
  std::vector<LinearForm> conditions;
  for (const LinearForm &form : piece.domain.inequalities)
    if (!isTie(form))
      conditions.push_back(form);
  for (const LinearForm &form : piece.domain.equalities) {
    conditions.push_back(form);
    conditions.push_back(form * -1);
  }
  Polynomial &sum = done[conditions];
  sum = sum + withoutFloors(piece);
  if (done.size() > mostPieces)
    giveUp();
}

void Summation::add(SummationPiece piece) {
  if (++work > mostWork)
    giveUp();
  if (piece.weight.terms().empty())
    return;
  do {
    if (!piece.domain.simplify())
      return;
  } while (reduce(piece));
  if (piece.dims.empty())
    return finish(piece);
  Choice choice = choose(piece);
  if (choice.classes > 1 && split(piece, choice.dim))
    return;
  sumOverDim(piece, choice.dim);
}
