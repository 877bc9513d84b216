//   for k: a[i] = a[i] + x[k]
//     ->  buf = a[i];  for k: buf = buf + x[k];  a[i] = buf
#include "ArrayAxes.h"
#include "BufferExpressions.h"
#include "Dataflow.h"
#include "Elements.h"
#include "Footprint.h"
#include "InameMap.h"
#include "Names.h"
#include "ReferenceOrder.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "Speculation.h"
#include "Variables.h"
#include "loopyc/Analysis/Affine.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Precompute.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static const char *const name = "buffer_array";

static bool contains(const std::vector<std::string> &list,
                     const std::string &item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

namespace {

// A reference to the array, rules around it expanded.
struct Reference {
  int insn = -1;
  bool write = false;
  std::vector<Expr> subscripts;
};

class ArrayBuffer {
public:
  ArrayBuffer(const Kernel &kernel, const std::string &array,
              const BufferOptions &options, Remarks *remarks)
      : kernel(kernel), result(kernel),
        var(resolveVariable(kernel, array, name)), options(options),
        expressions(kernel, var->type, options), remarks(remarks),
        phrase(std::string(name) + " of '" + var->name + "'"),
        indices(var->axes.size()) {}

  Kernel run() {
    if (var->isValue())
      refuse("it is a scalar passed by value");
    collectReferences();
    chooseOuterInames();
    chooseAxes();
    measure();
    addTemporary();
    redirect();
    addTransfers();
    checkConflicts();
    return std::move(result);
  }

private:
  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &range = {}) const {
    throw UserError(phrase + ": " + what, range);
  }

  // --- what is buffered

  bool isChosen(int i) const {
    return !options.within || options.within(kernel, *kernel.instructions[i]);
  }

  void collectReferences() {
    RuleExpander expand(kernel);
    for (size_t i = 0; i < kernel.instructions.size(); ++i) {
      InstructionPtr insn = expand(kernel.instructions[i]);
      auto reads = [&](const Expr &e) {
        note(e, static_cast<int>(i), false);
        return e;
      };
      rewriteReads(insn, reads);
      if (insn->assigneeName() == var->name)
        add(insn->assignment().assignee, static_cast<int>(i), true);
    }
    bool any = false;
    for (const Reference &reference : references) {
      bool chosen = isChosen(reference.insn);
      any = any || chosen;
      anyWrite = anyWrite || (chosen && reference.write);
    }
    if (!any)
      refuse("no instruction that is meant uses it");
  }

  void note(const Expr &e, int insn, bool write) {
    walk(e, [&](const Expr &node) {
      const auto *scalar = node.getIf<VarRef>();
      const auto *array = node.getIf<ArrayRef>();
      if ((scalar && scalar->name == var->name) ||
          (array && array->name == var->name))
        add(node, insn, write);
      return true;
    });
  }

  void add(const Expr &reference, int insn, bool write) {
    references.push_back({insn, write, operands(reference)});
  }

  template <typename Fn> void forChosen(Fn fn) const {
    for (const Reference &reference : references)
      if (isChosen(reference.insn))
        fn(reference, *kernel.instructions[reference.insn]);
  }

  // The loops that all references are within, but for the buffer's.
  void chooseOuterInames() {
    std::vector<std::string> swept;
    for (const std::string &iname : options.bufferInames)
      swept.push_back(resolveIname(kernel, iname, name));
    bool first = true;
    forChosen([&](const Reference &, const Instruction &insn) {
      if (first)
        outer = insn.inames;
      first = false;
      outer.erase(std::remove_if(outer.begin(), outer.end(),
                                 [&](const std::string &iname) {
                                   return !insn.within(iname) ||
                                          contains(swept, iname);
                                 }),
                  outer.end());
    });
  }

  // Axes with one index for each iteration of the outer loops need no axis in
  // the buffer.
  void chooseAxes() {
    for (size_t a = 0; a < var->axes.size(); ++a) {
      bool same = true;
      forChosen([&](const Reference &reference, const Instruction &) {
        const Expr &index = reference.subscripts[a];
        same = same && isOuter(index) &&
               (!indices[a] || fold(index) == indices[a]);
        indices[a] = fold(index);
      });
      if (!same) {
        indices[a] = Expr();
        axes.push_back(a);
      }
    }
  }

  bool isOuter(const Expr &e) const {
    std::set<std::string> names, arrays;
    collectNames(e, names, arrays);
    return arrays.empty() &&
           std::all_of(names.begin(), names.end(),
                       [&](const std::string &n) {
                         return !kernel.hasIname(n) || contains(outer, n);
                       });
  }

  std::string axisName(size_t a) const {
    return var->axes[a].name.empty() ? std::to_string(a) : var->axes[a].name;
  }

  void measure() {
    std::vector<std::string> inames;
    for (size_t a : axes)
      inames.push_back(
          kernel.freshName(var->name + "_init_" + axisName(a)));
    footprint.emplace(kernel, outer, inames, phrase);
    for (size_t b = 0; b < axes.size(); ++b)
      footprint->clip(b, var->axes[axes[b]].extent);
    keepElements();
    InstanceSets instances(kernel);
    forChosen([&](const Reference &reference, const Instruction &insn) {
      Touch touch;
      touch.instances = instances.of(reference.insn);
      touch.range = insn.range;
      touch.isGuarded = !insn.predicates.empty();
      for (size_t a : axes)
        touch.indices.push_back(reference.subscripts[a]);
      footprint->add(touch);
    });
    footprint->finish(options.boundingBox);
  }

  void keepElements() {
    Names names;
    for (size_t a = 0; a < var->axes.size(); ++a)
      names.push_back(" a" + std::to_string(a));
    auto elements = elementsOf(*var, names);
    if (!elements)
      return;
    for (size_t a = 0; a < names.size(); ++a)
      if (indices[a])
        elements = restricted(*elements, names[a], indices[a]);
    for (size_t b = 0; b < axes.size(); ++b)
      elements = elements->rename({{names[axes[b]], Footprint::indexName(b)}});
    footprint->keep(*elements);
  }

  // --- the buffer

  void addTemporary() {
    auto made = std::make_shared<Variable>();
    if (!options.temporaryName.empty())
      requireIdentifier(options.temporaryName, phrase);
    if (!options.temporaryName.empty() &&
        result.isNameTaken(options.temporaryName))
      refuse("'" + options.temporaryName + "' is already a name in kernel '" +
             kernel.name + "'; choose another for the temporary");
    made->name = options.temporaryName.empty()
                     ? result.freshName(var->name + "_buf")
                     : options.temporaryName;
    made->type = var->type;
    made->space = options.space;
    made->range = var->range;
    for (size_t b = 0; b < axes.size(); ++b)
      made->axes.push_back(
          {typedNames(kernel, footprint->axes()[b].extent),
           NestedAxis{static_cast<int>(b)}, var->axes[axes[b]].name});
    for (const std::string &iname : outer)
      made->axes.push_back({Expr(), ReusedAxis{}, iname});
    buffer = made;
    result.temporaries.push_back(made);
  }

  Expr bufferAt(std::vector<Expr> subscripts) const {
    for (const std::string &iname : outer)
      subscripts.push_back(Expr::var(iname));
    return subscripts.empty()
               ? Expr::var(buffer->name, buffer->type)
               : Expr::array(buffer->name, std::move(subscripts), buffer->type);
  }

  // The array's element that buffer element `inames` stands for.
  Expr elementAt(const std::vector<std::string> &inames) const {
    if (var->axes.empty())
      return Expr::var(var->name, var->type);
    std::vector<Expr> subscripts = indices;
    for (size_t b = 0; b < axes.size(); ++b)
      subscripts[axes[b]] = typedNames(
          kernel, fold(Expr::var(inames[b]) + footprint->axes()[b].base));
    return Expr::array(var->name, std::move(subscripts), var->type);
  }

  // References to the array become references to the buffer.
  void redirect() {
    auto replace = [&](const Expr &e) {
      return rewrite(e, [&](const Expr &node) { return redirected(node); });
    };
    RuleBook book(result);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return replace(e);
    });
    for (size_t i = 0; i < result.instructions.size(); ++i)
      if (isChosen(static_cast<int>(i)))
        result.instructions[i] = change(result.instructions[i]);
    book.finish();
  }

  Expr redirected(const Expr &node) const {
    if (const auto *scalar = node.getIf<VarRef>())
      return scalar->name == var->name ? bufferAt({}) : node;
    const auto *array = node.getIf<ArrayRef>();
    if (!array || array->name != var->name)
      return node;
    std::vector<Expr> subscripts;
    for (size_t b = 0; b < axes.size(); ++b)
      subscripts.push_back(typedNames(
          kernel, footprint->shifted(b, array->subscripts[axes[b]])));
    return bufferAt(std::move(subscripts));
  }

  // --- to and from

  void addTransfers() {
    std::vector<int> users;
    forChosen([&](const Reference &reference, const Instruction &) {
      if (users.empty() || users.back() != reference.insn)
        users.push_back(reference.insn);
    });
    std::vector<std::string> initInames, storeInames;
    for (const FootprintAxis &axis : footprint->axes())
      initInames.push_back(axis.iname);
    addDomains(initInames);
    checkExpressions();
    Expr base = elementAt(initInames);
    initTime = placeBefore(result, users, outer);
    InstructionPtr initInsn =
        transfer("init_" + var->name, initInames, bufferAt(asExprs(initInames)),
                 expressions.init(base), initTime,
                 kernel.instructions[users.front()]->range);
    InstructionPtr storeInsn;
    storeTime = placeAfter(result, users, outer);
    if (anyWrite) {
      for (size_t a : axes)
        storeInames.push_back(
            result.freshName(var->name + "_store_" + axisName(a)));
      addDomains(storeInames);
      Expr element = elementAt(storeInames);
      Expr store = expressions.store(element, bufferAt(asExprs(storeInames)));
      storeInsn = transfer("store_" + var->name, storeInames, element, store,
                           storeTime, kernel.instructions[users.back()]->range);
    }
    auto &list = result.instructions;
    if (storeInsn)
      list.insert(list.begin() + users.back() + 1, storeInsn);
    list.insert(list.begin() + users.front(), initInsn);
  }

  static std::vector<Expr> asExprs(const std::vector<std::string> &names) {
    std::vector<Expr> result;
    for (const std::string &iname : names)
      result.push_back(Expr::var(iname));
    return result;
  }

  void addDomains(const std::vector<std::string> &inames) {
    std::map<std::string, std::string> names;
    for (size_t b = 0; b < inames.size(); ++b)
      names[footprint->axes()[b].iname] = inames[b];
    for (const Set &domain : footprint->domains()) {
      Names dims = domain.dims();
      for (std::string &dim : dims)
        dim = names.at(dim);
      result.domains.push_back(domain.flat().rename(names).withDims(dims));
    }
    for (const std::string &iname : inames)
      setInameTag(result, iname, options.defaultTag);
  }

  InstructionPtr transfer(const std::string &id,
                          const std::vector<std::string> &inames,
                          const Expr &target, const Expr &value,
                          const ReferenceTime &time, const SourceRange &range) {
    auto insn = std::make_shared<Instruction>();
    insn->id = result.freshInstructionId(id);
    insn->inames = outer;
    insn->inames.insert(insn->inames.end(), inames.begin(), inames.end());
    insn->body = assign(target, value);
    insn->time = time;
    for (const std::string &iname : inames) {
      insn->time.push_back(Expr::var(iname));
      insn->time.push_back(Expr::integer(0));
    }
    insn->range = range;
    keepFromHarm(*insn, inames);
    return insn;
  }

  // Nothing is loaded or stored where no access would be.
  void keepFromHarm(Instruction &insn,
                    const std::vector<std::string> &inames) const {
    StagedUses uses{kernel, outer, inames, {}};
    forChosen([&](const Reference &reference, const Instruction &) {
      std::vector<Expr> places;
      for (size_t b = 0; b < axes.size(); ++b)
        places.push_back(footprint->shifted(b, reference.subscripts[axes[b]]));
      uses.list.push_back({reference.insn, std::move(places)});
    });
    std::string harm;
    Expr guard = guardAgainstHarm(
        result, insn, {insn.assignment().assignee, insn.assignment().value},
        neededPoints(uses), harm);
    if (!harm.empty())
      refuse("'" + insn.id +
                 "' would run where there may be no access, for when '" +
                 firstUser().id + "' runs depends on data, and there " + harm +
                 "; leave such accesses out (within)",
             firstUser().range);
    if (guard)
      insn.predicates.push_back(guard);
  }

  // --- what is stored and loaded

  void checkExpressions() const {
    std::optional<KeptBy> kept = expressions.keptBy();
    if (!kept)
      refuse("with init_expression \"" + options.initExpression +
             "\" and store_expression \"" + options.storeExpression +
             "\" the values may differ; use \"0\" with \"base + buffer\" for "
             "additive updates, \"1\" with \"base * buffer\" for products, or "
             "neither");
    if (!kept->op)
      return;
    requireUpdates(*kept->op);
    if (remarks && var->type.isFloating())
      remarks->push_back(
          "reassociates the " +
          std::string(*kept->op == UpdateOp::Add ? "additions to '"
                                           : "multiplications of '") +
          var->name + "': they are gathered in '" + buffer->name + "'");
  }

  void requireUpdates(UpdateOp op) const {
    RuleExpander expand(kernel);
    forChosen([&](const Reference &, const Instruction &insn) {
      InstructionPtr expanded =
          expand(std::make_shared<const Instruction>(insn));
      const Update *update = expanded->update();
      bool fits =
          update && insn.assigneeName() == var->name && update->op == op;
      if (!fits)
        refuse("'" + insn.id + "' does not update it by " +
                   (op == UpdateOp::Add ? "adding" : "multiplying") +
                   ", as the init and store expressions suppose",
               insn.range);
      if (isReadBesides(*expanded))
        refuse("a condition or subscript of '" + insn.id +
                   "' reads it, too, but with an init expression the buffer "
                   "holds only what was added or multiplied",
               insn.range);
    });
  }

  // Where a sum is gathered, nothing may depend on what is there so far.
  bool isReadBesides(const Instruction &update) const {
    std::vector<Expr> read = operands(update.assignment().assignee);
    read.insert(read.end(), update.predicates.begin(), update.predicates.end());
    return std::any_of(read.begin(), read.end(),
                       [&](const Expr &e) { return mentions(e, var->name); });
  }

  // --- legality

  // No other access may touch a buffered element between load and store: not
  // one outside of the selection, nor that of another iteration.
  void checkConflicts() {
    forChosen([&](const Reference &reference, const Instruction &insn) {
      requireSteady(reference, insn);
    });
    BoundedAffine affine(kernel);
    InstanceSets instances(kernel);
    std::map<std::string, std::string> prime;
    Substitution by;
    for (const std::string &iname : outer) {
      prime[iname] = iname + "'";
      by[iname] = Expr::var(iname + "'");
    }
    for (const Reference &reference : references) {
      if (!anyWrite && !reference.write)
        continue;
      if (isChosen(reference.insn) && iterationIsPlain())
        continue;
      // The instruction's time in the result: positions have moved.
      const Instruction &insn = *kernel.instructions[reference.insn];
      const InstructionPtr *moved = result.findInstruction(insn.id);
      Set all = instances.of(reference.insn)
                    .intersect(bufferedElements(reference, prime, by, affine));
      if (isChosen(reference.insn)) {
        Set same = Set::universe();
        for (const std::string &iname : outer)
          same = same.intersect(
              PwAff::name(iname).eq(PwAff::name(iname + "'")));
        all = all.subtract(same);
      }
      if (all.isEmpty())
        continue;
      all = all.intersect(
          timesOrdered(primedTime(initTime, by), (*moved)->time, true, affine));
      all = all.intersect(timesOrdered((*moved)->time,
                                       primedTime(storeTime, by), true, affine));
      if (!all.isEmpty())
        refuseConflict(insn, isChosen(reference.insn), all);
    }
  }

  // The scalars in its subscripts have one value between load and store.
  void requireSteady(const Reference &reference, const Instruction &insn) {
    std::set<std::string> names, arrays;
    for (const Expr &subscript : reference.subscripts)
      collectNames(subscript, names, arrays);
    Move buffered{initTime, storeTime, iterations()};
    MoveCheck check(result);
    for (const std::string &scalar : names)
      if (auto clobber = check.clobbered(Expr::var(scalar), buffered))
        throw clobberError(result, *clobber,
                           phrase + ": a subscript of '" + insn.id + "'", insn);
  }

  // Do the indices name every outer iname? Then an element belongs to one
  // iteration only.
  bool iterationIsPlain() const {
    std::set<std::string> named;
    for (const Expr &index : indices)
      if (const auto *iname = index ? index.getIf<VarRef>() : nullptr)
        named.insert(iname->name);
    return std::all_of(
        outer.begin(), outer.end(),
        [&](const std::string &iname) { return named.count(iname) > 0; });
  }

  static ReferenceTime primedTime(const ReferenceTime &time,
                                  const Substitution &by) {
    ReferenceTime result;
    for (const Expr &component : time)
      result.push_back(substitute(component, by));
    return result;
  }

  // Of the outer inames.
  Set iterations() const { return DomainIndex(kernel).instances(outer).flat(); }

  // { access, outer' : the access touches an element buffered for outer' }
  Set bufferedElements(const Reference &reference,
                       const std::map<std::string, std::string> &prime,
                       const Substitution &by, BoundedAffine &affine) const {
    Set set = iterations().rename(prime);
    for (const Set &domain : footprint->domains())
      set = set.intersect(domain.flat().rename(prime));
    Names inames;
    for (size_t b = 0; b < axes.size(); ++b) {
      const FootprintAxis &axis = footprint->axes()[b];
      inames.push_back(axis.iname);
      auto index = affine(reference.subscripts[axes[b]]);
      auto own = affine(substitute(Expr::var(axis.iname) + axis.base, by));
      if (index && own)
        set = set.intersect(index->eq(*own));
    }
    for (size_t a = 0; a < indices.size(); ++a) {
      if (!indices[a])
        continue;
      auto index = affine(reference.subscripts[a]);
      auto own = affine(substitute(indices[a], by));
      if (index && own)
        set = set.intersect(index->eq(*own));
    }
    return set.project(inames);
  }

  [[noreturn]] void refuseConflict(const Instruction &insn, bool chosen,
                                   const Set &pairs) const {
    auto point = pairs.sample();
    std::string at = iterationStr(insn.inames, *point);
    std::string owner = iterationStr(outer, *point, "'");
    UserError error(
        phrase + ": '" + insn.id + "' uses an element" +
            (at.empty() ? "" : ", for example at (" + at + "),") +
            " that is in the buffer" +
            (owner.empty() ? "" : " of (" + owner + ")") + " meanwhile; " +
            (chosen ? "add the iname that the iterations differ in to "
                      "buffer_inames"
                    : "let it use the buffer, too (within)"),
        insn.range);
    error.note("'" + firstUser().id + "' uses the buffer", firstUser().range);
    throw error;
  }

  const Instruction &firstUser() const {
    for (const Reference &reference : references)
      if (isChosen(reference.insn))
        return *kernel.instructions[reference.insn];
    throw InternalError(phrase + ": nothing uses the buffer");
  }

  const Kernel &kernel;
  Kernel result;
  VariablePtr var;
  const BufferOptions &options;
  BufferExpressions expressions;
  Remarks *remarks;
  std::string phrase;
  std::vector<Reference> references;
  bool anyWrite = false;
  std::vector<std::string> outer;
  std::vector<Expr> indices; // by axis; null: an axis of the buffer
  std::vector<size_t> axes;
  std::optional<Footprint> footprint;
  VariablePtr buffer;
  ReferenceTime initTime, storeTime;
};

} // namespace

Kernel loopyc::bufferArray(const Kernel &kernel, const std::string &array,
                           const BufferOptions &options, Remarks *remarks) {
  return ArrayBuffer(kernel, array, options, remarks).run();
}
