// Reductions that begin anew in each iteration of a loop, and of which each has
// one term more than the one before, as running values of that loop:
//
//   for i                                 acc = 0
//     y[i] = sum(j, a[j])           ->    for i
//                                           acc = acc + a[i]
//                                           y[i] = acc
//
//   { [i, j] : 0 <= i < n and 0 <= j <= i }
//
// With D(i) the iterations of the reduction, and i - 1 the iteration before:
// D(i - 1) is in D(i), and D(i) \ D(i - 1) is { i + c } for one number c.
//
// Those of operations that the script defines are loops from the start:
//
//   for i                                 acc = neutral
//     acc = neutral                 ->    for i
//     for j <= i                            acc = C(acc, a[i])
//       acc = C(acc, a[j])                  y[i] = acc
//     y[i] = acc
#include "loopyc/Transform/Reductions.h"

#include "InameMap.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/ReductionMark.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/ReferenceOrder.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const realizeReductionName = "realize_reduction";
static const char *const before = " before"; // no name of a kernel's

namespace {

// Why a reduction is no scan.
struct NoScan {
  std::string why;
};

struct Scan {
  std::string sweep;     // the loop that it runs along
  int64_t distance = 0;  // of what is added from the iteration
  std::optional<int64_t> withoutTerm; // the iteration that adds nothing
};

class ScanFinder {
public:
  ScanFinder(const Kernel &kernel, const Instruction &insn,
             const Reduction &reduction,
             const std::optional<std::string> &wanted)
      : kernel(kernel), insn(insn), reduction(reduction), wanted(wanted) {}

  Scan find() {
    if (reduction.inames.size() != 1)
      throw NoScan{"it is over several inames"};
    over = reduction.inames.front();
    scan.sweep = sweepIname();
    if (wanted && scan.sweep != *wanted)
      throw NoScan{"the innermost loop around '" + insn.id +
                   "' is that over '" + scan.sweep + "', not over '" + *wanted +
                   "'"};
    requireTermOfOver();
    requireUnchanged();
    findTerms();
    return scan;
  }

private:
  // The innermost loop around.
  std::string sweepIname() const {
    const Expr &last = insn.time.size() > 1 ? insn.time[insn.time.size() - 2]
                                            : Expr();
    const auto *iname = last ? last.getIf<VarRef>() : nullptr;
    if (insn.inames.empty())
      throw NoScan{"'" + insn.id + "' is in no loop"};
    if (!iname || !kernel.hasIname(iname->name))
      throw NoScan{"the loops around '" + insn.id +
                   "' are not those of its text any more; make scans before "
                   "loops are split"};
    return iname->name;
  }

  void requireTermOfOver() const {
    if (mentions(reduction.value, scan.sweep))
      throw NoScan{"its terms, " + reduction.value.str() + ", change with '" +
                   scan.sweep + "'"};
    if (!reducedInames(reduction.value).empty())
      throw NoScan{"there is another reduction in its terms"};
    if (!insn.predicates.empty())
      throw NoScan{"'" + insn.id + "' has a condition, and each iteration "
                   "adds a term"};
  }

  // A term that was added must be what it is when it would be read again.
  void requireUnchanged() const {
    std::set<std::string> read;
    collectNames(reduction.value, read, read);
    for (const InstructionPtr &other : kernel.instructions)
      for (const std::string &written : other->assigneeNames())
        if (other->within(scan.sweep) && read.count(written))
          throw NoScan{"'" + other->id + "' writes '" + written +
                       "', of which its terms are made, in the loop over '" +
                       scan.sweep + "'"};
  }

  Set shifted(const Set &set) const {
    return set.flat()
        .rename({{scan.sweep, before}})
        .equate(before, PwAff::name(scan.sweep) - PwAff::constant(1))
        .project({before});
  }

  void findTerms() {
    std::vector<std::string> all = insn.inames;
    all.push_back(over);
    Set runs = domainOf(kernel, insn.inames).flat().intersect(
        kernel.assumptions.flat());
    Set terms = domainOf(kernel, all).flat().intersect(
        kernel.assumptions.flat());
    Set first = runs.subtract(shifted(runs));
    Set other = first.rename({{scan.sweep, before}});
    if (!first.intersect(other)
             .intersect(PwAff::name(scan.sweep).ne(PwAff::name(before)))
             .isEmpty())
      throw NoScan{"the loop over '" + scan.sweep + "' has gaps"};
    Set kept = shifted(terms);
    if (!kept.intersect(runs).isSubset(terms))
      throw NoScan{"not all that it is over in one iteration of '" +
                   scan.sweep + "' is in the next one, too"};
    Set added = terms.subtract(kept);
    auto point = added.sample();
    if (!point)
      throw NoScan{"it is over nothing"};
    scan.distance = valueOf(*point, over) - valueOf(*point, scan.sweep);
    Set line = PwAff::name(over).eq(PwAff::name(scan.sweep) +
                                    PwAff::constant(scan.distance));
    if (!added.isSubset(line)) {
      bool inFirst = added.subtract(first).isSubset(line);
      throw NoScan{inFirst ? "it is over more than one value of '" + over +
                                 "' in the first iteration of '" + scan.sweep +
                                 "'"
                           : "from one iteration of '" + scan.sweep +
                                 "' to the next, other values of '" + over +
                                 "' are added than one, the next"};
    }
    findEmptyFirst(runs, added.project({over}));
  }

  static int64_t valueOf(const poly::Point &point, const std::string &of) {
    auto value = point.find(of);
    return value == point.end() ? 0 : value->second;
  }

  void findEmptyFirst(const Set &runs, const Set &adding) {
    Set without = runs.subtract(adding);
    auto point = without.sample();
    if (!point)
      return;
    int64_t value = valueOf(*point, scan.sweep);
    Set behind =
        runs.intersect(PwAff::name(scan.sweep).gt(PwAff::constant(value)));
    if (!behind.isEqual(adding))
      throw NoScan{"it is empty in iterations of '" + scan.sweep +
                   "' other than the one from a number"};
    scan.withoutTerm = value;
  }

  const Kernel &kernel;
  const Instruction &insn;
  const Reduction &reduction;
  const std::optional<std::string> &wanted;
  std::string over;
  Scan scan;
};

class ScanMaker {
public:
  ScanMaker(const Kernel &kernel, const ScanOptions &options, Remarks *remarks)
      : kernel(kernel), options(options), remarks(remarks) {}

  Kernel run() {
    for (const std::string &id : ownReductions())
      makeOwn(id);
    for (at = 0; at < kernel.instructions.size(); ++at)
      if (!options.within || options.within(kernel, *kernel.instructions[at]))
        while (one())
          ;
    dropUnusedInames(kernel, {over.begin(), over.end()});
    return std::move(kernel);
  }

private:
  // The first reduction that is a scan.
  bool one() {
    const InstructionPtr insn = kernel.instructions[at];
    const auto *assignment = std::get_if<Assignment>(&insn->body);
    if (!assignment) {
      for (const Expr &read : insn->reads())
        if (!reducedInames(read).empty())
          refuse(*insn, read, "'" + insn->id + "' is no plain assignment");
      return false;
    }
    std::optional<Expr> found;
    walk(assignment->value, [&](const Expr &e) {
      if (e.getIf<Select>() && !reducedInames(e).empty()) {
        refuse(*insn, e, "a choice decides whether its terms are read");
        return false;
      }
      if (!found && e.getIf<Reduction>() && isScan(*insn, e))
        found = e;
      return !found && !e.getIf<Reduction>();
    });
    if (!found)
      return false;
    make(*insn, *found);
    return true;
  }

  bool isScan(const Instruction &insn, const Expr &e) {
    try {
      scan = ScanFinder(kernel, insn, *e.getIf<Reduction>(),
                        options.sweep)
                 .find();
      return true;
    } catch (const NoScan &reason) {
      refuse(insn, e, reason.why);
      return false;
    }
  }

  void refuse(const Instruction &insn, const Expr &reduction,
              const std::string &why) const {
    if (!options.force)
      return;
    throw UserError(std::string(realizeReductionName) + ": " + reduction.str() +
                        " of '" + insn.id + "' is no scan: " + why,
                    insn.range);
  }

  void make(const Instruction &insn, const Expr &e) {
    const Reduction &reduction = *e.getIf<Reduction>();
    const std::string id = insn.id;
    Variable running;
    running.name = kernel.freshName("acc_" + reduction.inames.front());
    running.type = e.type();
    running.space = AddressSpace::Auto;
    kernel.temporaries.push_back(std::make_shared<const Variable>(running));
    Expr sum = Expr::var(running.name, running.type);
    Expr iteration = Expr::var(scan.sweep);
    Expr term = substitute(reduction.value, {{reduction.inames.front(),
                                              iteration + scan.distance}});
    std::vector<std::string> outer = insn.inames;
    std::erase(outer, scan.sweep);
    std::vector<Predicate> adds;
    if (scan.withoutTerm)
      adds.push_back(Expr::binary(BinaryOp::Gt, iteration,
                                  Expr::integer(*scan.withoutTerm)));
    std::vector<std::string> inames = insn.inames;
    addBefore(id + "_init", outer, {},
              assign(sum, neutralElement(reduction.op, running.type)));
    addBefore(id + "_update", inames, std::move(adds),
              assign(sum, reductionOf(reduction.op, sum, term)));
    auto changed = std::make_shared<Instruction>(*kernel.instructions[at]);
    const auto &old = std::get<Assignment>(changed->body);
    Expr assignee = old.assignee;
    Expr value = rewrite(old.value, [&](const Expr &node) {
      return node == e ? sum : node;
    });
    changed->body = assignLike(changed->body, assignee, value);
    kernel.instructions[at] = std::move(changed);
    over.insert(reduction.inames.front());
    if (remarks)
      remarks->push_back("'" + id + "': " + e.str() +
                         " is a running value of the loop over '" +
                         scan.sweep + "'");
  }

  // --- of the script's operations

  // By the marks that their instructions have.
  std::vector<std::string> ownReductions() const {
    std::vector<std::string> ids;
    for (const InstructionPtr &insn : kernel.instructions)
      if (auto mark = reductionMark(*insn);
          mark && std::find(ids.begin(), ids.end(), mark->id) == ids.end())
        ids.push_back(mark->id);
    return ids;
  }

  struct OwnReduction {
    std::vector<int> first, members; // sets the neutral values; the loop
    std::vector<std::string> results;
  };

  OwnReduction ownReduction(const std::string &id) const {
    OwnReduction found;
    for (size_t k = 0; k < kernel.instructions.size(); ++k) {
      const Instruction &insn = *kernel.instructions[k];
      auto mark = reductionMark(insn);
      if (!mark || mark->id != id)
        continue;
      bool isFirst = mark->role == ReductionMark::Neutral;
      (isFirst ? found.first : found.members).push_back(static_cast<int>(k));
      if (isFirst)
        found.results.push_back(insn.assigneeNames().front());
    }
    return found;
  }

  // Of the instructions that use what it makes.
  bool isWanted(const std::string &id, const OwnReduction &own) const {
    if (!options.within)
      return true;
    for (const InstructionPtr &insn : kernel.instructions) {
      auto mark = reductionMark(*insn);
      if ((mark && mark->id == id) || !options.within(kernel, *insn))
        continue;
      for (const Expr &read : insn->reads())
        for (const std::string &result : own.results)
          if (mentions(read, result))
            return true;
    }
    return false;
  }

  void makeOwn(const std::string &id) {
    OwnReduction own = ownReduction(id);
    if (!isWanted(id, own))
      return;
    try {
      std::string iname = findOwn(own);
      moveOwn(own, iname);
      over.insert(iname);
      if (remarks)
        remarks->push_back("'" + id + "', reduced over '" + iname +
                           "', is a running value of the loop over '" +
                           scan.sweep + "'");
    } catch (const NoScan &reason) {
      if (options.force)
        throw UserError(std::string(realizeReductionName) + ": '" + id +
                            "' is no scan: " + reason.why,
                        kernel.instructions[own.members.empty()
                                                ? own.first.front()
                                                : own.members.front()]
                            ->range);
    }
  }

  // What it is over.
  std::string findOwn(const OwnReduction &own) {
    static const char *const changed = "its instructions were changed";
    if (own.first.empty() || own.members.empty())
      throw NoScan{changed};
    const Instruction &first = *kernel.instructions[own.first.front()];
    std::vector<std::string> inames;
    std::set<std::string> loops;
    for (int member : own.members) {
      const Instruction &insn = *kernel.instructions[member];
      std::set<std::string> all(insn.inames.begin(), insn.inames.end());
      if (!insn.predicates.empty())
        throw NoScan{"'" + insn.id + "' has a condition, and each iteration "
                     "adds a term"};
      if (member != own.members.front() && all != loops)
        throw NoScan{changed};
      loops = std::move(all);
    }
    for (const std::string &iname : loops)
      if (!first.within(iname))
        inames.push_back(iname);
    if (inames.empty())
      throw NoScan{changed};
    std::optional<Scan> found;
    for (int member : own.members) {
      const Instruction &insn = *kernel.instructions[member];
      if (reductionMark(insn)->role != ReductionMark::Value)
        continue;
      Reduction terms{ReductionOp::Add, inames, insn.values().front()};
      found = ScanFinder(kernel, first, terms, options.sweep).find();
    }
    if (!found)
      throw NoScan{changed};
    scan = *found;
    return inames.front();
  }

  // The loop's instructions before the first that sets a neutral value, and
  // then this and its like to before the loop around.
  void moveOwn(const OwnReduction &own, const std::string &iname) {
    const int anchor = own.first.front();
    const std::vector<std::string> inames = kernel.instructions[anchor]->inames;
    std::vector<std::string> outer = inames;
    std::erase(outer, scan.sweep);
    Substitution term{{iname, Expr::var(scan.sweep) + scan.distance}};
    auto move = [&](int k, const std::vector<std::string> &loops) {
      ReferenceTime time = placeBefore(kernel, {anchor}, loops);
      auto moved = std::make_shared<Instruction>(
          *mapExprs(kernel.instructions[k],
                    [&](const Expr &e) { return substitute(e, term); }));
      moved->time = std::move(time);
      moved->inames = loops;
      std::erase_if(moved->tags, [](const std::string &tag) {
        return readReductionMark(tag).has_value();
      });
      if (scan.withoutTerm && loops.size() == inames.size())
        moved->predicates.push_back(
            Expr::binary(BinaryOp::Gt, Expr::var(scan.sweep),
                         Expr::integer(*scan.withoutTerm)));
      kernel.instructions[k] = std::move(moved);
    };
    for (int member : own.members)
      move(member, inames);
    for (size_t k = own.first.size(); k-- > 0;)
      move(own.first[k], outer);
  }

  void addBefore(const std::string &id, const std::vector<std::string> &inames,
                 std::vector<Predicate> predicates, InstructionBody body) {
    auto made = std::make_shared<Instruction>(*kernel.instructions[at]);
    made->time = placeBefore(kernel, {static_cast<int>(at)}, inames);
    made->id = kernel.freshInstructionId(id);
    made->inames = inames;
    made->predicates = std::move(predicates);
    made->body = std::move(body);
    kernel.instructions.insert(
        kernel.instructions.begin() + static_cast<int64_t>(at),
        std::move(made));
    ++at;
  }

  Kernel kernel;
  const ScanOptions &options;
  Remarks *remarks;
  size_t at = 0;
  Scan scan;
  std::set<std::string> over; // inames that reductions were over
};

} // namespace

Kernel loopyc::realizeScans(const Kernel &kernel, const ScanOptions &options,
                            Remarks *remarks) {
  return ScanMaker(kernel, options, remarks).run();
}
