// Shapes from accesses (seed 004, "Argument shapes"): an axis reaches to the
// largest subscript that there is, which must be one for all sizes; and each
// access stays inside of what is said or found.
//
//   a[i + 1], { [i] : 0 <= i < n }    a: n + 1
#include "Builder.h"

#include "ElementAccesses.h"

#include "loopyc/IR/ExprParser.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/KernelLanguage/Errors.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <unordered_map>

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

namespace {

class ShapeFinder {
public:
  explicit ShapeFinder(Kernel &kernel)
      : kernel(kernel), accesses(elementAccesses(kernel)) {
    for (const ElementAccess &access : accesses)
      ofArray[elementOf(access).name].push_back(&access);
    for (auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &variable : *list)
        variables.emplace(variable->name, &variable);
  }

  void run() {
    for (auto *list : {&kernel.arguments, &kernel.temporaries})
      for (VariablePtr &variable : *list)
        if (!variable->isScalar())
          ofKind(ErrorKind::Extent, [&] { findShape(variable); });
    for (const ElementAccess &access : accesses)
      ofKind(ErrorKind::Outside, [&] { requireInside(access); });
  }

private:
  static constexpr const char *subscriptName = " s";

  // Null: it is no variable.
  const Variable *variableOf(const std::string &name) const {
    auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second->get();
  }

  // In inames and arguments by value.
  std::optional<PwAff> affine(const Expr &e) const {
    return toAffine(e, [&](const std::string &name) {
      const Variable *var = variableOf(name);
      return !var || var->isValue();
    });
  }

  static const ArrayRef &elementOf(const ElementAccess &access) {
    return *access.reference.getIf<ArrayRef>();
  }

  void findShape(VariablePtr &variable) {
    Variable copy = *variable;
    for (size_t a = 0; a < copy.axes.size(); ++a)
      if (!copy.axes[a].extent)
        copy.axes[a].extent = extentOf(*variable, a);
    variable = std::make_shared<const Variable>(std::move(copy));
  }

  // { s : s = subscript, for some instance }, in parameters.
  Set touched(const ElementAccess &access, const PwAff &subscript) const {
    Set values = access.domain.equate(subscriptName, subscript);
    poly::Names kept{subscriptName};
    for (const std::string &name : values.names())
      if (const Variable *var = variableOf(name); var && var->isValue())
        kept.push_back(name);
    return values.projectOnto(kept);
  }

  [[noreturn]] void fail(const Variable &array, size_t axis,
                         const std::string &why,
                         const SourceRange &range) const {
    throw UserError(
        "the extent of axis " + std::to_string(axis) + " of '" + array.name +
            "' cannot be found: " + why +
            "; give its shape in kernel_data, as lp." +
            (array.isTemporary()           ? "TemporaryVariable"
             : isImage(kernel, array.name) ? "ImageArg"
                                           : "GlobalArg") +
            "(\"" +
            array.name + "\", shape=...)",
        range);
  }

  Expr extentOf(const Variable &array, size_t axis) {
    std::optional<Set> all;
    const std::vector<const ElementAccess *> &its = ofArray[array.name];
    if (its.empty())
      fail(array, axis, "nothing accesses it", array.range);
    const ElementAccess &last = *its.back();
    // Other arrays often have this subscript in the same instruction.
    Asked *known = its.size() > 1 ? nullptr : &asked(last, axis);
    if (known && known->extent)
      return *known->extent;
    for (const ElementAccess *access : its) {
      const ArrayRef &element = elementOf(*access);
      auto subscript = affine(element.subscripts[axis]);
      if (!subscript)
        fail(array, axis,
             "the subscript '" + element.subscripts[axis].str() +
                 "' is data, or a product of names",
             access->insn->range);
      Set values = touched(*access, *subscript);
      all = all ? all->unite(values) : values;
    }
    Expr extent = largest(array, axis, *all, last);
    if (known)
      known->extent = extent;
    return extent;
  }

  // Of a subscript, where its value is that of a whole instruction or of one
  // part of a condition. What is asked is the same whatever inames are called.
  struct Asked {
    std::optional<Expr> extent;
    std::vector<Expr> inside; // of extents
  };

  // A domain in words with numbers for its inames.
  struct Numbered {
    Set domain;
    std::string words;
    Substitution numbers;
  };

  const Numbered &numbered(const Set &domain) {
    auto [known, isNew] = ofDomain.try_emplace(domain.get());
    Numbered &result = known->second;
    if (!isNew)
      return result;
    std::map<std::string, std::string> names;
    for (const std::string &name : domain.names())
      if (!variableOf(name)) {
        const std::string number =
            auxiliaryName("i" + std::to_string(names.size()));
        names.emplace(name, number);
        result.numbers[name] = Expr::var(number);
      }
    result.domain = domain; // keeps its address
    result.words = domain.rename(names).str();
    return result;
  }

  Asked &asked(const ElementAccess &access, size_t axis) {
    const Numbered &domain = numbered(access.domain);
    const Expr &subscript = elementOf(access).subscripts[axis];
    return ofSubscript[{domain.words,
                        substitute(subscript, domain.numbers).str()}];
  }

  // Of if(n >= 20, 19, n - 1), the 19: what is at least all of it, whatever the
  // sizes.
  static std::optional<PwAff> largestPiece(const PwAff &most, const Set &rest) {
    std::vector<Expr> pieces{fold(fromAffine(most, rest))};
    for (size_t i = 0; i < pieces.size(); ++i)
      if (const auto *choice = pieces[i].getIf<Select>()) {
        Expr first = choice->ifTrue, second = choice->ifFalse;
        pieces.insert(pieces.end(), {first, second});
      }
    if (pieces.size() == 1)
      return std::nullopt;
    for (const Expr &piece : pieces)
      if (std::optional<PwAff> value = toAffine(piece);
          value && !piece.getIf<Select>() &&
          rest.subtract(value->ge(most)).isEmpty())
        return value;
    return std::nullopt;
  }

  // One for all sizes, where there is anything.
  Expr largest(const Variable &array, size_t axis, const Set &values,
               const ElementAccess &last) const {
    if (!values.boundedAbove(subscriptName))
      fail(array, axis, "subscripts have no largest value", last.insn->range);
    poly::Names sizes;
    for (const std::string &name : values.names())
      if (name != subscriptName)
        sizes.push_back(name);
    Set rest = values.project({subscriptName});
    PwAff most = values.maxOf(subscriptName, sizes).gist(rest);
    if (std::optional<PwAff> one = largestPiece(most, rest))
      most = *one;
    Expr extent = fold(fromAffine(most, rest) + 1);
    bool isOne = true;
    walk(extent, [&](const Expr &node) {
      isOne = isOne && !node.getIf<Select>() && !node.getIf<Call>();
      return isOne;
    });
    if (!isOne)
      fail(
          array, axis,
          "subscripts have no largest value that is one for all sizes (it is " +
              fold(fromAffine(most, rest)).str() + ")",
          last.insn->range);
    return withTypes(extent);
  }

  // Of sizes, which have 32 bits unless something else is said of them.
  Expr withTypes(const Expr &extent) const {
    return rewrite(extent, [&](const Expr &node) -> Expr {
      if (const auto *ref = node.getIf<VarRef>())
        if (const Variable *var = variableOf(ref->name);
            var && var->type.isInteger() && !isOpen(var->type))
          return Expr::var(ref->name, var->type);
      const auto *binary = node.getIf<Binary>();
      if (!binary || !node.type().isInteger())
        return node;
      Type type = Type::integer(
          std::max({4, static_cast<int>(binary->a.type().bytes),
                    static_cast<int>(binary->b.type().bytes)}));
      return Expr::binary(binary->op, convert(binary->a, type),
                          convert(binary->b, type), type);
    });
  }

  // --- inside

  // Where data bound a loop, they decide.
  bool dependsOnData(const ElementAccess &access) const {
    for (const std::string &name : access.domain.names())
      if (const Variable *var = variableOf(name);
          var && !var->isValue() && access.domain.involves(name))
        return true;
    return false;
  }

  void requireInside(const ElementAccess &access) {
    if (dependsOnData(access))
      return;
    const ArrayRef &element = elementOf(access);
    const Variable *array = variableOf(element.name);
    for (size_t a = 0; a < element.subscripts.size(); ++a) {
      const Expr &bound = array->axes[a].extent;
      Asked &known = asked(access, a);
      if (bound && llvm::is_contained(known.inside, bound))
        continue;
      auto subscript = affine(element.subscripts[a]);
      if (!subscript)
        continue;
      Set below = access.domain.intersect(subscript->lt(PwAff::constant(0)));
      refuse(access, *array, a, below, *subscript);
      std::optional<PwAff> extent = bound ? affine(bound) : std::nullopt;
      if (!extent)
        continue;
      refuse(access, *array, a,
             access.domain.intersect(subscript->ge(*extent)), *subscript);
      known.inside.push_back(bound);
    }
  }

  void refuse(const ElementAccess &access, const Variable &array, size_t axis,
              const Set &outside, const PwAff &subscript) const {
    auto point = outside.equate(subscriptName, subscript).sample();
    if (!point || outside.isEmpty())
      return;
    std::string where;
    for (const auto &[name, value] : *point)
      if (name != subscriptName)
        where +=
            (where.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    const Expr &extent = array.axes[axis].extent;
    throw UserError(
        "'" + access.reference.str() + "' of instruction '" + access.insn->id +
            "' is outside of its array, whose "
            "axis " +
            std::to_string(axis) + " has " + (extent ? extent.str() : "?") +
            " elements from 0: " + "the subscript is " +
            std::to_string(point->at(subscriptName)) +
            (where.empty() ? "" : " for " + where) +
            "; mend the domain, the shape or assumptions=",
        access.insn->range);
  }

  Kernel &kernel;
  std::unordered_map<std::string, const VariablePtr *> variables; // as they are
  std::vector<ElementAccess> accesses;
  std::unordered_map<std::string, std::vector<const ElementAccess *>> ofArray;
  std::unordered_map<const void *, Numbered> ofDomain;
  std::map<std::pair<std::string, std::string>, Asked> ofSubscript;
};

// Arrays are declared as they are: from 0, in the order of their axes.
void declare(Kernel &kernel) {
  for (auto *list : {&kernel.arguments, &kernel.temporaries})
    for (VariablePtr &variable : *list) {
      Variable copy = *variable;
      copy.declared = {};
      for (size_t a = 0; a < copy.axes.size(); ++a) {
        copy.declared.extents.push_back(copy.axes[a].extent);
        copy.declared.lowerBounds.push_back(Expr::integer(0));
        copy.declared.indices.push_back(Expr::var("i" + std::to_string(a)));
      }
      variable = std::make_shared<const Variable>(std::move(copy));
    }
}

} // namespace

void language::findShapes(Kernel &kernel) {
  ShapeFinder(kernel).run();
  declare(kernel);
}
