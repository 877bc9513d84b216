#include "TouchedElements.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::Set;

std::string loopyc::nonAffineSubscript(const AccessInfo &access) {
  for (const Expr &subscript : access.location)
    if (!subscript || !toAffine(subscript))
      return subscript ? subscript.str() : "*";
  return "";
}

static bool isLinear(const Expr &e) {
  bool linear = true;
  walk(e, [&](const Expr &node) {
    const auto *b = node.getIf<Binary>();
    bool isSum = b && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub ||
                       b->op == BinaryOp::Mul);
    linear = linear && (isSum || node.getIf<VarRef>() ||
                        node.getIf<AxisRef>() || node.getIf<IntLit>());
    return linear;
  });
  return linear;
}

namespace {

// Names for the sums that quotients and remainders are of: mod(form, 50) for
// mod(i_inner + 128*i_outer, 50). Inames are projected out of the sums first,
// and what is left of a remainder then is one division; isl may take half a
// minute for both at once.
class NamedForms {
public:
  explicit NamedForms(const Instruction &insn) : insn(insn) {}

  // Inames stay in what is linear as a whole.
  Expr named(const Expr &e) {
    if (!mentionsIname(e))
      return e;
    if (isLinear(e))
      return name(e);
    std::vector<Expr> inside;
    for (const Expr &operand : operands(e))
      inside.push_back(named(operand));
    return withOperands(e, inside);
  }

  Set equated(Set result) const {
    for (const auto &[form, var] : forms)
      result = result.equate(var.getIf<VarRef>()->name, *toAffine(form));
    return result;
  }
  Names names() const {
    Names result;
    for (const auto &[form, var] : forms)
      result.push_back(var.getIf<VarRef>()->name);
    return result;
  }

private:
  bool mentionsIname(const Expr &e) const {
    std::set<std::string> vars, arrays;
    collectNames(e, vars, arrays);
    return std::any_of(insn.inames.begin(), insn.inames.end(),
                       [&](const auto &iname) { return vars.count(iname); });
  }

  Expr name(const Expr &form) {
    for (const auto &[known, var] : forms)
      if (known == form)
        return var;
    Expr var = Expr::var(auxiliaryName("form " + std::to_string(forms.size())),
                         form.type());
    forms.emplace_back(form, var);
    return var;
  }

  const Instruction &insn;
  std::vector<std::pair<Expr, Expr>> forms;
};

} // namespace

std::optional<Set> loopyc::touchedElements(const AccessInfo &access,
                                           const Set &instances,
                                           const Instruction &insn) {
  Set result = instances;
  NamedForms forms(insn);
  std::vector<std::pair<std::string, Expr>> others; // of forms
  for (size_t a = 0; a < access.location.size(); ++a) {
    const Expr &subscript = access.location[a];
    auto value = subscript ? toAffine(subscript) : std::nullopt;
    if (!value)
      return std::nullopt;
    if (isLinear(subscript))
      result = result.equate(subscriptName(a), *value);
    else
      others.emplace_back(subscriptName(a), forms.named(subscript));
  }
  result = forms.equated(result).project(
      Names(insn.inames.begin(), insn.inames.end()));
  for (const auto &[name, subscript] : others)
    result = result.equate(name, *toAffine(subscript));
  return result.project(forms.names());
}
