#include "loopyc/Transform/Privatize.h"

#include "Names.h"
#include "Variables.h"
#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Transform/OwnElements.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;

InstructionPtr loopyc::withCopies(const InstructionPtr &insn,
                                  const std::string &variable,
                                  const std::string &name, size_t at,
                                  const std::vector<Expr> &extra) {
  return mapExprs(insn, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      if (const auto *array = node.getIf<ArrayRef>();
          array && array->name == variable) {
        std::vector<Expr> subscripts = array->subscripts;
        subscripts.insert(subscripts.begin() + static_cast<int64_t>(at),
                          extra.begin(), extra.end());
        return Expr::array(name, std::move(subscripts), node.type());
      }
      if (const auto *var = node.getIf<VarRef>(); var && var->name == variable)
        return Expr::array(name, extra, node.type());
      return node;
    });
  });
}

namespace {

// The axis for an iname, as one more of the variable; its subscript is the
// iname, or what is put there.
using AxisMaker = std::function<Axis(Variable &made, const std::string &iname,
                                     Expr &subscript)>;

// One variable and the loops whose iterations are to have copies of it.
class Privatization {
public:
  Privatization(const Kernel &kernel, const char *transformation,
                VariablePtr var, const Inames &inames)
      : kernel(kernel), transformation(transformation), var(std::move(var)),
        inames(inames), graph(kernel, [this](AccessInfo &access) {
          return access.variable == this->var->name;
        }) {
    findUsers();
  }

  // That iterations have values of their own: shown, or else asserted.
  void check(Remarks *remarks);
  // With axes for the inames, which `axisFor` makes.
  Kernel run(const AxisMaker &axisFor) const;

private:
  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &where) const;
  void findUsers();
  void checkEdge(const DependenceEdge &edge);
  bool isExact(const DependenceEdge &edge);
  bool isCertain(int access);
  std::vector<Expr> conditionsOf(int access) const;
  bool decides(const Expr &condition, const Instruction &reader) const;
  bool mayHaveOwnValue(int read);
  bool mayHaveOtherValue(int read);
  Set differing() const;

  const Kernel &kernel;
  const char *transformation;
  VariablePtr var;
  const Inames &inames;
  DependenceGraph graph;
  std::set<int> inside; // instructions
  bool isUsedOutside = false;
  bool isAsserted = false; // something is not shown
};

} // namespace

void Privatization::refuse(const std::string &what,
                           const SourceRange &where) const {
  throw UserError(std::string(transformation) + ": " + what,
                  where.known() ? where : var->range);
}

void Privatization::findUsers() {
  for (const SubstitutionRule &rule : kernel.rules)
    if (mentions(rule.value, var->name))
      refuse("rule '" + rule.name + "' reads '" + var->name +
                 "'; expand it first (expand_subst)",
             rule.range);
  for (const Set &domain : kernel.domains)
    if (domain.involves(var->name))
      refuse("'" + var->name + "' bounds the loop over '" +
                 domain.dims().front() +
                 "'; what bounds loops has copies where dataflow shows that "
                 "iterations have values of their own, and only there",
             var->range);
  bool isWritten = false;
  for (const AccessInfo &access : graph.accesses()) {
    const Instruction &insn = *kernel.instructions[access.instruction];
    size_t common = std::count_if(
        inames.begin(), inames.end(),
        [&](const std::string &iname) { return insn.within(iname); });
    if (common == inames.size()) {
      inside.insert(access.instruction);
      isWritten |= access.write;
    } else if (common > 0) {
      refuse("'" + insn.id + "' uses '" + var->name +
                 "' in some of the loops " + listed(inames) +
                 " only; name those that all of its uses "
                 "have in common",
             insn.range);
    } else {
      isUsedOutside = true;
    }
  }
  if (!isWritten)
    refuse("nothing within " + listed(inames) + " writes '" + var->name + "'",
           var->range);
}

// { i -> i' : some iname differs }
Set Privatization::differing() const {
  Set result = Set::empty();
  for (const std::string &iname : inames)
    result = result.unite(PwAff::name(iname).ne(PwAff::name(primed(iname))));
  return result;
}

bool Privatization::isCertain(int access) {
  const AccessInfo &a = graph.accesses()[access];
  const Instruction &insn = *kernel.instructions[a.instruction];
  BoundedAffine affine(kernel);
  auto isKnown = [&](const Expr &e) { return e && affine(e).has_value(); };
  return !a.several && a.conditions.empty() &&
         graph.instances().exact(a.instruction) &&
         std::all_of(a.location.begin(), a.location.end(), isKnown) &&
         std::all_of(insn.time.begin(), insn.time.end(), isKnown);
}

// Do the values certainly go as the relation says, with nothing in between?
bool Privatization::isExact(const DependenceEdge &edge) {
  return isCertain(edge.sinkAccess) &&
         std::all_of(graph.edges().begin(), graph.edges().end(),
                     [&](const DependenceEdge &other) {
                       return other.sinkAccess != edge.sinkAccess ||
                              !passesValue(other.kind) ||
                              isCertain(other.sourceAccess);
                     });
}

// What must hold for the access to happen, but for bounds of loops.
std::vector<Expr> Privatization::conditionsOf(int access) const {
  const AccessInfo &a = graph.accesses()[access];
  std::vector<Expr> all = kernel.instructions[a.instruction]->predicates;
  all.insert(all.end(), a.conditions.begin(), a.conditions.end());
  return all;
}

// Is it asked of data, of other data in each iteration, and does it say the
// same wherever it is asked in one iteration of the loops around the reader?
bool Privatization::decides(const Expr &condition,
                            const Instruction &reader) const {
  std::set<std::string> names, arrays;
  collectNames(condition, names, arrays);
  const bool differs =
      std::any_of(inames.begin(), inames.end(), [&](const std::string &iname) {
        return names.count(iname) != 0;
      });
  if (arrays.empty() || !differs)
    return false;
  names.merge(arrays);
  for (const std::string &name : names)
    if (kernel.hasIname(name)
            ? !reader.within(name)
            : std::any_of(kernel.instructions.begin(),
                          kernel.instructions.end(),
                          [&](const auto &i) { return i->assigns(name); }))
      return false;
  return true;
}

// May a write of the same iteration come before the read? If none does, no
// assertion helps: whenever it reads, it finds a value of somebody else's. Nor
// if it reads without conditions what is written under one alone, of each
// iteration's data: nobody means one that always holds.
bool Privatization::mayHaveOwnValue(int read) {
  std::optional<std::vector<Expr>> common; // of all writes
  for (const DependenceEdge &edge : graph.edges()) {
    if (edge.sinkAccess != read || !passesValue(edge.kind) ||
        !inside.count(edge.source) || !inside.count(edge.sink) ||
        graph.conflicts(edge).subtract(differing()).isEmpty())
      continue;
    std::vector<Expr> conditions = conditionsOf(edge.sourceAccess);
    if (common)
      std::erase_if(*common, [&](const Expr &condition) {
        return std::find(conditions.begin(), conditions.end(), condition) ==
               conditions.end();
      });
    else
      common = std::move(conditions);
  }
  if (!common || !conditionsOf(read).empty())
    return common.has_value();
  const Instruction &reader =
      *kernel.instructions[graph.accesses()[read].instruction];
  return std::none_of(
      common->begin(), common->end(),
      [&](const Expr &condition) { return decides(condition, reader); });
}

// May a read outside find a value that the loops have not written? If it does
// not, no assertion helps either.
bool Privatization::mayHaveOtherValue(int read) {
  return std::any_of(graph.edges().begin(), graph.edges().end(),
                     [&](const DependenceEdge &edge) {
                       return edge.sinkAccess == read &&
                              passesValue(edge.kind) &&
                              !inside.count(edge.source);
                     });
}

void Privatization::checkEdge(const DependenceEdge &edge) {
  if (!passesValue(edge.kind))
    return;
  bool from = inside.count(edge.source), to = inside.count(edge.sink);
  if (!from && !to)
    return;
  Set pairs = graph.relation(edge);
  if (from && to)
    pairs = pairs.intersect(differing());
  if (pairs.isEmpty())
    return;
  isAsserted = true;
  if (!isExact(edge) && (to ? mayHaveOwnValue(edge.sinkAccess)
                            : mayHaveOtherValue(edge.sinkAccess)))
    return;
  throw dependenceError(
      std::string(transformation) + ": '" + var->name + "' is not private to " +
          listed(inames) + ", for " +
          (from && to ? "an iteration reads what another wrote"
           : from     ? "what the loops wrote is read after them"
                      : "the loops read what was written before them"),
      kernel, graph, edge, pairs,
      "leave '" + var->name +
          "' as it is, or give the use that needs the "
          "value a variable of its own");
}

void Privatization::check(Remarks *remarks) {
  for (bool isBetween : {true, false}) // what is worst is told first
    for (const DependenceEdge &edge : graph.edges())
      if ((inside.count(edge.source) && inside.count(edge.sink)) == isBetween)
        checkEdge(edge);
  if (!var->isTemporary()) {
    for (int read : graph.openReads()) {
      const Instruction &reader =
          *kernel.instructions[graph.accesses()[read].instruction];
      bool hasWriter = std::any_of(
          graph.edges().begin(), graph.edges().end(),
          [&](const DependenceEdge &edge) { return edge.sinkAccess == read; });
      if (!hasWriter && isCertain(read) &&
          inside.count(graph.accesses()[read].instruction) &&
          !graph.instances().of(graph.accesses()[read].instruction).isEmpty())
        refuse("'" + var->name + "' is not private to " + listed(inames) +
                   ", for '" + reader.id + "' reads " +
                   graph.accesses()[read].reference.str() +
                   ", which nothing has written before it: the value that "
                   "the argument had",
               reader.range);
    }
    isAsserted = true;
  }
  if (!isAsserted || !remarks)
    return;
  remarks->push_back(
      "asserted: each iteration of " + listed(inames) + " has a '" + var->name +
      "' of its own, and reads of it what it has written" +
      (var->isTemporary() ? ""
                          : "; nothing needs what the argument '" + var->name +
                                "' holds afterwards"));
}

Kernel Privatization::run(const AxisMaker &axisFor) const {
  Kernel result = kernel;
  auto made = std::make_shared<Variable>(*var);
  bool isNew = isUsedOutside || !var->isTemporary();
  if (isNew) {
    made->name = kernel.freshName(var->name + "_private");
    made->kind = VariableKind::Temporary;
    made->intent = Intent::Unknown;
    made->baseStorage.clear();
    made->map = nullptr;
  }
  if (!var->isTemporary())
    made->space = AddressSpace::Auto;
  for (const Axis &axis : made->axes)
    if (!axis.extent && !std::holds_alternative<ReusedAxis>(axis.tag))
      refuse("the extent of '" + var->name +
                 "' is not known, so that copies "
                 "of it have no size; declare it with all of its bounds",
             var->range);
  made->declared = {};
  std::vector<Expr> extra;
  size_t at = made->axes.size();
  for (const std::string &iname : inames) {
    Expr subscript = Expr::var(iname);
    Axis axis = axisFor(*made, iname, subscript);
    bool isReused = std::holds_alternative<ReusedAxis>(axis.tag);
    size_t place = isReused ? made->axes.size() : made->visibleAxes();
    if (extra.empty())
      at = place;
    made->axes.insert(made->axes.begin() + static_cast<int64_t>(place),
                      std::move(axis));
    extra.push_back(subscript);
  }
  if (isNew)
    result.temporaries.push_back(made);
  else
    result.setVariable(made);
  for (size_t i = 0; i < result.instructions.size(); ++i)
    if (inside.count(static_cast<int>(i)))
      result.instructions[i] =
          withCopies(result.instructions[i], var->name, made->name, at, extra);
  if (!var->isTemporary())
    for (Origin &origin : result.origins)
      for (const VariablePtr &dummy : origin.variables) {
        auto renamed = origin.renamed.find(dummy->name);
        if ((renamed == origin.renamed.end() ? dummy->name : renamed->second) ==
            var->name)
          origin.undefined.emplace(dummy->name,
                                   "private values, which nothing needs after "
                                   "the kernel (privatize)");
      }
  return result;
}

static Inames resolved(const Kernel &kernel, const Inames &inames,
                       const char *transformation) {
  if (inames.empty())
    throw UserError(std::string(transformation) +
                    ": name the loops whose iterations are to have copies");
  Inames result;
  for (const std::string &iname : inames)
    result.push_back(resolveIname(kernel, iname, transformation));
  return result;
}

Kernel loopyc::privatize(const Kernel &kernel,
                         const std::vector<std::string> &variables,
                         const Inames &inames, Remarks *remarks) {
  static const char *const name = "privatize";
  if (variables.empty())
    throw UserError(std::string(name) + ": name the variables of which each "
                                        "iteration is to have a copy");
  Inames own = resolved(kernel, inames, name);
  Kernel result = kernel;
  for (const std::string &variable : variables) {
    Kernel before = result;
    Privatization made(before, name, resolveVariable(before, variable, name),
                       own);
    made.check(remarks);
    result = made.run([](Variable &, const std::string &iname, Expr &) {
      return Axis{Expr(), ReusedAxis{}, iname};
    });
  }
  return result;
}

// --- with memory for each iteration

// Over all iterations of the loops around, in the parameters.
static std::pair<Expr, Expr> lowAndCount(const Kernel &kernel,
                                         const std::string &iname) {
  Names params;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      params.push_back(arg->name);
  Names names = params;
  names.push_back(iname);
  Set values = DomainIndex(kernel)
                   .instances({iname})
                   .flat()
                   .intersect(kernel.assumptions)
                   .projectOnto(names);
  PwAff low = values.minOf(iname, params), high = values.maxOf(iname, params);
  PwAff count = high - low + PwAff::constant(1);
  // An array's size is one for all sizes, where it can be: of n iterations and
  // never more than 3, 3.
  if (poly::affineCases(count).size() > 1) {
    const std::string counted = auxiliaryName("count");
    if (auto most = PwAff::name(counted).eq(count).maxConst(counted))
      count = PwAff::constant(*most);
  }
  // Where there is no iteration they may be anything.
  auto value = [&](const PwAff &x) {
    return typedNames(kernel,
                      fromAffine(x.gist(x.domain()), kernel.assumptions));
  };
  return {value(low), value(count)};
}

// The others move outward.
static AxisTag fastestAxis(Variable &var) {
  for (Axis &axis : var.axes)
    if (auto *nested = std::get_if<NestedAxis>(&axis.tag))
      ++nested->level;
  return NestedAxis{0};
}

Kernel loopyc::privatizeTemporariesWithInames(
    const Kernel &kernel, const Inames &inames,
    std::vector<std::string> variables, Remarks *remarks) {
  static const char *const name = "privatize_temporaries_with_inames";
  Inames own = resolved(kernel, inames, name);
  bool areAll = variables.empty();
  if (areAll)
    for (const VariablePtr &temp : kernel.temporaries)
      if (std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                      [&](const InstructionPtr &insn) {
                        return insn->assigns(temp->name) &&
                               std::all_of(own.begin(), own.end(),
                                           [&](const std::string &iname) {
                                             return insn->within(iname);
                                           });
                      }))
        variables.push_back(temp->name);
  if (variables.empty())
    throw UserError(std::string(name) + ": no instruction within " +
                    listed(own) + " writes a temporary");
  Kernel result = kernel;
  for (const std::string &variable : variables) {
    Kernel before = result;
    VariablePtr var = resolveTemporary(before, variable, name);
    Inames missing = own;
    std::erase_if(missing, [&](const std::string &iname) {
      return hasAxisOf(before, *var, iname);
    });
    if (missing.empty())
      continue;
    Privatization made(before, name, var, missing);
    made.check(remarks);
    result = made.run(
        [&](Variable &wide, const std::string &iname, Expr &subscript) {
          auto [low, count] = lowAndCount(before, iname);
          subscript = fold(subscript - low);
          return Axis{count,
                      before.tagOf(iname).isVector() ? AxisTag(VectorAxis{})
                                                     : fastestAxis(wide),
                      iname};
        });
  }
  return result;
}
