#include "ConformingExtents.h"

#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using Extents = std::vector<Expr>; // null: unknown; none at all: a scalar

class Conformance {
public:
  explicit Conformance(Procedure &procedure) : procedure(procedure) {
    for (const Variable &variable : procedure.variables)
      variables[variable.name] = &variable;
  }

  void find() { read(procedure.body); }

private:
  using Section = ArrayOperand::Section;
  using Constructor = ArrayOperand::Constructor;
  using Intrinsic = ArrayOperand::Intrinsic;

  // --- statements
  void read(const Block &block) {
    for (const Statement &statement : block) {
      note(statement.facts);
      if (const auto *s = std::get_if<AssignmentStatement>(&statement.value))
        assign(*s);
      if (const auto *s = std::get_if<IfStatement>(&statement.value))
        for (const Branch &branch : s->branches)
          condition(branch);
      const auto *where = std::get_if<WhereStatement>(&statement.value);
      const Extents around = mask;
      const bool wasMasked = isMasked;
      isMasked = isMasked || where;
      if (where)
        for (const Branch &branch : where->branches)
          mask = conform(mask, condition(branch));
      forEachBlock(statement, [&](const Block &inner) { read(inner); });
      mask = around;
      isMasked = wasMasked;
    }
  }

  void note(const Facts &facts) {
    for (const ArrayOperand &array : facts.arrays)
      operands[array.value] = &array;
    for (const FunctionReference &reference : facts.references)
      references[reference.value] = &reference;
    for (const ArrayOperand &array : facts.arrays)
      shape(array);
  }

  Extents condition(const Branch &branch) {
    note(branch.facts);
    return branch.condition ? shape(branch.condition) : Extents();
  }

  void assign(const AssignmentStatement &s) {
    if (!s.assignee || !s.value)
      return;
    const Extents assigned = shape(s.assignee);
    // An allocatable variable as a whole gets the shape of the value, but not
    // under a mask.
    const ArrayOperand *target = operand(s.assignee);
    const auto *section =
        target ? std::get_if<Section>(&target->form) : nullptr;
    const Extents value = shape(s.value);
    if (!section || !section->isAllocatable || isMasked)
      conform(assigned, value);
    if (!assigned.empty())
      conform(assigned, mask);
  }

  // --- shapes
  const ArrayOperand *operand(const Expr &e) const {
    const auto *var = e ? e.getIf<VarRef>() : nullptr;
    auto known = var ? operands.find(var->name) : operands.end();
    return known == operands.end() ? nullptr : known->second;
  }

  // Of an expression of elements, whose operands conform.
  Extents shape(const Expr &e) {
    if (const ArrayOperand *array = operand(e))
      return array->rank ? shape(*array) : Extents();
    const auto *var = e.getIf<VarRef>();
    if (auto called = references.find(var ? var->name : "");
        called != references.end())
      return called->second->rank ? shape(*called->second) : Extents();
    Extents result;
    if (!e.getIf<ArrayRef>())
      for (const Expr &part : loopyc::operands(e))
        result = conform(result, shape(part));
    return result;
  }

  Extents shape(const ArrayOperand &array) {
    return match(
        array.form, [&](const Section &form) { return shape(form); },
        [&](const Intrinsic &form) { return shape(form); },
        [&](const Constructor &form) { return Extents{length(form.items)}; },
        [](const ArrayOperand::Table &form) { return shape(form); },
        [](const ArrayOperand::Result &) { return Extents(); });
  }

  static Extents shape(const ArrayOperand::Table &table) {
    Extents result;
    if (table.subscripts.empty())
      for (int64_t extent : table.extents)
        result.push_back(Expr::integer(extent));
    return result;
  }

  // How many elements the items are; null where that is not known.
  Expr length(const std::vector<Constructor::Item> &items) {
    Expr sum = Expr::integer(0);
    for (const Constructor::Item &item : items) {
      Expr own = item.variable.empty() ? length(item.value) : trips(item);
      if (!own)
        return {};
      sum = sum + own;
    }
    return fold(sum);
  }

  Expr length(const ArrayOperand::Argument &value) {
    if (value.rank == 0)
      return Expr::integer(1);
    Expr product = Expr::integer(1);
    Extents extents = shape(value.value);
    for (const Expr &extent : extents) {
      if (!extent)
        return {};
      product = product * extent;
    }
    return extents.empty() ? Expr() : product;
  }

  // Of an implied do, times what one iteration has.
  Expr trips(const Constructor::Item &item) {
    Expr inner = length(item.items);
    auto step = item.step ? asInteger(item.step) : 1;
    if (!inner || !step || *step != 1 || mentions(inner, item.variable))
      return {};
    return inner * (item.last - item.first + 1);
  }

  // Of an elemental function.
  Extents shape(const FunctionReference &called) {
    Extents result;
    for (const Argument &argument : called.arguments)
      if (const auto *value = std::get_if<Expr>(&argument.value))
        result = conform(result, shape(*value));
    return result;
  }

  Extents shape(const Section &section) {
    auto known = variables.find(section.variable);
    if (known == variables.end())
      return {};
    const DeclaredLayout &whole = known->second->declared;
    if (section.subscripts.empty())
      return whole.extents;
    Extents result;
    for (size_t a = 0; a < section.subscripts.size(); ++a) {
      const Subscript &s = section.subscripts[a];
      if (s.kind == Subscript::Kind::Vector) {
        Extents index = shape(s.index);
        result.push_back(index.size() == 1 ? index.front() : Expr());
      } else if (s.kind == Subscript::Kind::Section) {
        result.push_back(a < whole.extents.size()
                             ? extent(s, whole.lowerBounds[a], whole.extents[a])
                             : Expr());
      }
    }
    return result;
  }

  static Expr extent(const Subscript &s, const Expr &lower, const Expr &whole) {
    auto step = asInteger(s.stride);
    if (!step || *step == 0 || !lower)
      return {};
    if (!s.first && !s.last && *step == 1)
      return whole;
    Expr low = *step > 0 ? s.first : s.last,
         high = *step > 0 ? s.last : s.first;
    low = low ? low : lower;
    if (!high && !whole)
      return {};
    high = high ? high : lower + whole - 1;
    return fold(floorDiv(high - low, std::abs(*step)) + 1);
  }

  Extents shape(const Intrinsic &intrinsic) {
    std::vector<Extents> arguments;
    for (const ArrayOperand::Argument &argument : intrinsic.arguments)
      arguments.push_back(argument.value ? shape(argument.value) : Extents());
    const std::string &name = intrinsic.name;
    if (arguments.empty() || name == "reshape")
      return {};
    const Extents &first = arguments.front();
    if (name == "spread")
      return spread(intrinsic, first);
    if (name == "pack")
      return packed(arguments);
    if (name == "unpack")
      return arguments.size() < 3 ? Extents()
                                  : conform(arguments[1], arguments[2]);
    if (name == "transpose")
      return first.size() == 2 ? Extents{first[1], first[0]} : Extents();
    if (name == "cshift" || name == "eoshift")
      return first;
    if (name == "matmul")
      return product(first, arguments[1]);
    // Two vectors; an array and its mask.
    for (const Extents &other : arguments)
      conform(first, other);
    return {};
  }

  static Extents spread(const Intrinsic &intrinsic, Extents result) {
    const auto &given = intrinsic.arguments;
    const auto dimension = given.size() > 2 && given[1].value
                               ? asInteger(given[1].value)
                               : std::nullopt;
    const size_t rank = result.size();
    if (!dimension || *dimension < 1 ||
        static_cast<size_t>(*dimension) > rank + 1 ||
        rank != static_cast<size_t>(given[0].rank))
      return {};
    result.insert(result.begin() + (*dimension - 1), given[2].value);
    return result;
  }

  // As many elements as the vector has, or as the mask lets through.
  Extents packed(const std::vector<Extents> &arguments) {
    if (arguments.size() > 1)
      conform(arguments[0], arguments[1]);
    return arguments.size() > 2 ? arguments[2] : Extents();
  }

  Extents product(const Extents &left, const Extents &right) {
    if (left.empty() || right.empty())
      return {};
    equate(left.back(), right.front());
    Extents result(left.begin(), left.end() - 1);
    result.insert(result.end(), right.begin() + 1, right.end());
    return result;
  }

  Extents conform(const Extents &a, const Extents &b) {
    if (a.size() == b.size())
      for (size_t axis = 0; axis < a.size(); ++axis)
        equate(a[axis], b[axis]);
    return a.empty() ? b : a;
  }

  // --- what that says
  void equate(const Expr &a, const Expr &b) {
    if (!a || !b || a == b)
      return;
    for (auto hidden = procedure.hidden.rbegin();
         hidden != procedure.hidden.rend(); ++hidden)
      if (declare(*hidden, a, b) || declare(*hidden, b, a))
        return;
  }

  // extent = other, solved for the hidden variable.
  bool declare(HiddenVariable &hidden, const Expr &extent, const Expr &other) {
    const std::string &name = hidden.variable.name;
    if (hidden.declared || hidden.value.kind != HostValue::Kind::Extent ||
        !mentions(extent, name) || refersTo(other, name))
      return false;
    Expr rest = fold(substitute(extent, {{name, Expr::integer(0)}}));
    Expr self = Expr::var(name, hidden.variable.type);
    auto whole = toAffine(extent), sum = toAffine(self + rest);
    if (!whole || !sum || !whole->eq(*sum).isUniverse())
      return false;
    hidden.declared = fold(other - rest);
    return true;
  }

  // By what is declared of what it mentions, too?
  bool refersTo(const Expr &e, const std::string &name) const {
    std::set<std::string> names, arrays;
    collectNames(e, names, arrays);
    if (!arrays.empty() || names.count(name))
      return true;
    return std::any_of(procedure.hidden.begin(), procedure.hidden.end(),
                       [&](const HiddenVariable &hidden) {
                         return hidden.declared &&
                                names.count(hidden.variable.name) &&
                                refersTo(hidden.declared, name);
                       });
  }

  Procedure &procedure;
  std::map<std::string, const Variable *> variables;
  std::map<std::string, const ArrayOperand *> operands;
  std::map<std::string, const FunctionReference *> references;
  Extents mask; // of what is around
  bool isMasked = false;
};

} // namespace

Program frontend::findConformingExtents(Program program) {
  for (Procedure &procedure : program.procedures)
    if (!procedure.hidden.empty())
      Conformance(procedure).find();
  return program;
}
