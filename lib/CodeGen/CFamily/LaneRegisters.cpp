#include "CFamily/LaneRegisters.h"

#include "CFamily/LaneReads.h"
#include "CFamily/SpareBarriers.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/MatrixUnits.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Evaluate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::Set;

namespace {

// A function of the target's text, whose name says what it does.
class LaneFunction : public ExternalFunction {
public:
  using ExternalFunction::ExternalFunction;
  ExternalSignature
  signatureFor(const std::vector<Argument> &) const override {
    return {};
  }
};

// A run of instructions, and what is around it.
struct Place {
  const StatementRun *run = nullptr;
  std::vector<const ScheduleLoop *> loops;
};

// A local array that becomes a register.
struct Register {
  VariablePtr array;
  // By the run, and the place in the array as text: who has the value.
  std::map<std::pair<const StatementRun *, std::string>, LaneRead> reads;
};

// A read of a register by all lanes, as an instruction of its own.
struct Exchange {
  InstructionPtr insn;
  std::string into; // the variable with the value
};

class LaneRegisters {
public:
  LaneRegisters(ScheduledKernel kernel, const Target &target)
      : kernel(std::move(kernel)), target(target), items(this->kernel),
        lanes(target.dialect().lanesInStep()) {}

  ScheduledKernel run();

private:
  void collect(const std::vector<ScheduleNode> &nodes, const Place &around);
  bool isForMatrixUnits(const Variable &var) const;
  bool isCandidate(const Variable &var) const;
  std::optional<Register> registerOf(const VariablePtr &var) const;
  std::optional<OwnElements> ownElements(const Variable &var) const;
  std::optional<LaneRead> readOf(const Expr &place, const Set &domain,
                                 const OwnElements &own) const;
  bool mayExchange(const Place &place, const Instruction &insn) const;
  bool isSetEarlier(const StatementRun &run, const Instruction &insn,
                    const std::string &name) const;
  Set uniformDomain(const StatementRun &run) const;

  Expr replaced(const Expr &node, const StatementRun &run,
                std::vector<Exchange> &before);
  const Exchange &exchange(const Variable &array, const LaneRead &read);
  ExternalSignaturePtr signatureOf(LaneSource source, Type type) const;
  std::vector<ScheduleNode> rewritten(const std::vector<ScheduleNode> &nodes);
  void declare(const std::string &name, Type type, SourceRange range);

  ScheduledKernel kernel;
  const Target &target;
  const GroupItems items;
  const int64_t lanes;
  std::vector<Place> places;
  std::map<std::string, Register> registers;
  std::map<std::tuple<std::string, int, std::string>, Exchange> exchanges;
};

} // namespace

void LaneRegisters::collect(const std::vector<ScheduleNode> &nodes,
                            const Place &around) {
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value)) {
      Place inside = around;
      inside.loops.push_back(loop);
      collect(loop->body, inside);
    } else if (const auto *run = std::get_if<StatementRun>(&node.value)) {
      places.push_back(around);
      places.back().run = run;
    }
}

// --- which arrays

static void forElements(const Expr &e, const std::string &array,
                        const std::function<void(const ArrayRef &)> &visit) {
  walk(e, [&](const Expr &node) {
    const auto *ref = node.getIf<ArrayRef>();
    if (ref && ref->name == array)
      visit(*ref);
    return true;
  });
}

static void forReads(const Instruction &insn, const std::string &array,
                     const std::function<void(const ArrayRef &)> &visit) {
  for (const Expr &read : insn.reads())
    forElements(read, array, visit);
  for (const Predicate &predicate : insn.predicates)
    forElements(predicate, array, visit);
}

// All elements of one type that the target's functions take, which are there
// once, each at a constant place.
// Units want other lanes' elements than those that the instruction reads.
bool LaneRegisters::isForMatrixUnits(const Variable &var) const {
  if (!target.hasMatrixUnits())
    return false;
  for (const MatrixBlock &block : matrixBlocks(kernel.kernel))
    if (const InstructionPtr *insn =
            kernel.kernel.findInstruction(block.instruction))
      for (const Expr &read : (*insn)->reads())
        if (mentions(read, var.name))
          return true;
  return false;
}

bool LaneRegisters::isCandidate(const Variable &var) const {
  if (!var.isTemporary() || var.space != AddressSpace::Local ||
      !var.baseStorage.empty() || var.isScalar() || !storageBytes(var) ||
      !target.dialect().hasLaneReads(var.type) || isForMatrixUnits(var))
    return false;
  return std::none_of(var.axes.begin(), var.axes.end(), [](const Axis &axis) {
    return std::holds_alternative<VectorAxis>(axis.tag) ||
           std::holds_alternative<SeparateAxis>(axis.tag);
  });
}

// Does it only assign elements? No updates that others may do meanwhile, and
// nothing that a routine does.
static bool assignsPlainly(const Instruction &insn) {
  const Update *update = insn.update();
  return update ? !update->atomic
                : std::holds_alternative<Assignment>(insn.body);
}

// { items : elements that they assign }, where each has one of its own.
std::optional<OwnElements>
LaneRegisters::ownElements(const Variable &var) const {
  OwnElements own(items.size());
  for (const Place &place : places)
    for (const InstructionPtr &insn : place.run->instructions) {
      if (!insn->assigns(var.name))
        continue;
      const auto *ref = insn->assignees().front().getIf<ArrayRef>();
      Expr element =
          ref && assignsPlainly(*insn) ? placeInArray(*ref, var) : Expr();
      if (!element)
        return std::nullopt;
      const std::vector<bool> there = items.in(place.run->domain);
      for (int64_t item = 0; item < items.size(); ++item) {
        if (!there[item])
          continue;
        auto at = evaluate(element, items.at(item));
        if (!at || !own.add(item, *at))
          return std::nullopt;
      }
    }
  return own;
}

std::optional<LaneRead>
LaneRegisters::readOf(const Expr &place, const Set &domain,
                      const OwnElements &own) const {
  std::vector<std::optional<int64_t>> sources(items.size());
  const std::vector<bool> there = items.in(domain);
  for (int64_t item = 0; item < items.size(); ++item) {
    if (!there[item])
      continue;
    auto element = evaluate(place, items.at(item));
    if (!element)
      return std::nullopt;
    sources[item] = own.ownerOf(*element);
  }
  return laneRead(sources, items, lanes);
}

// { what is around the run : some work-item of the group runs it }
Set LaneRegisters::uniformDomain(const StatementRun &run) const {
  return run.domain.flat()
      .intersect(items.range())
      .intersect(kernel.context.flat())
      .project(items.axes())
      .gist(kernel.context.flat())
      .coalesce();
}

// May all lanes read in front of the run? Where it stands is to be known by
// sizes, groups and loops around alone; what the kernel computes may differ
// from lane to lane.
bool LaneRegisters::mayExchange(const Place &place,
                                const Instruction &insn) const {
  const Set domain = uniformDomain(*place.run);
  for (const ScheduleLoop *loop : place.loops)
    if (loop->tag.isInnermost() || loop->tag.isVector() ||
        !domain.boundedAbove(loop->iname) ||
        !domain.boundedBelow(loop->iname) || !insn.predicates.empty())
      return false;
  const poly::Names names = domain.names();
  return std::all_of(names.begin(), names.end(), [&](const auto &name) {
    VariablePtr var = kernel.kernel.findVariable(name);
    return !domain.involves(name) || !var || var->isValue();
  });
}

// ... by an instruction of the run in front of this one?
bool LaneRegisters::isSetEarlier(const StatementRun &run,
                                 const Instruction &insn,
                                 const std::string &name) const {
  for (const InstructionPtr &earlier : run.instructions) {
    if (earlier.get() == &insn)
      return false;
    if (earlier->assigns(name))
      return true;
  }
  return false;
}

std::optional<Register>
LaneRegisters::registerOf(const VariablePtr &var) const {
  if (!isCandidate(*var))
    return std::nullopt;
  auto own = ownElements(*var);
  if (!own)
    return std::nullopt;
  Register result{var, {}};
  bool fits = true;
  for (const Place &place : places)
    for (const InstructionPtr &insn : place.run->instructions)
      forReads(*insn, var->name, [&](const ArrayRef &ref) {
        Expr element = fits ? placeInArray(ref, *var) : Expr();
        auto read = element ? readOf(element, place.run->domain, *own)
                            : std::nullopt;
        fits = read.has_value();
        if (!fits)
          return;
        result.reads[{place.run, element.str()}] = *read;
        fits = read->source == LaneSource::Own ||
               (mayExchange(place, *insn) &&
                (!read->mayBeOwn ||
                 !isSetEarlier(*place.run, *insn, var->name)));
      });
  return fits ? std::make_optional(std::move(result)) : std::nullopt;
}

// --- what becomes of them

void LaneRegisters::declare(const std::string &name, Type type,
                            SourceRange range) {
  Variable var;
  var.name = name;
  var.type = type;
  var.space = AddressSpace::Private;
  var.range = range;
  kernel.kernel.setVariable(std::make_shared<const Variable>(std::move(var)));
}

ExternalSignaturePtr LaneRegisters::signatureOf(LaneSource source,
                                                Type type) const {
  const Dialect &dialect = target.dialect();
  const int64_t together = std::min(lanes, items.size());
  ExternalSignature signature;
  signature.arguments = {type, Type::integer(4)};
  signature.result = type;
  signature.nameInTarget = dialect.laneReadName(source, type, together);
  signature.preambles[target.name()] = {
      {signature.nameInTarget, dialect.laneReadText(source, type, together)}};
  return std::make_shared<const ExternalSignature>(std::move(signature));
}

// value = shuffle_down(register, 4)
const Exchange &LaneRegisters::exchange(const Variable &array,
                                        const LaneRead &read) {
  const bool isAt = read.source == LaneSource::At;
  const Expr whose = isAt ? read.item : Expr::integer(read.distance);
  auto [known, isNew] = exchanges.try_emplace(
      {array.name, static_cast<int>(read.source), whose.str()});
  if (!isNew)
    return known->second;
  ExternalSignaturePtr signature = signatureOf(read.source, array.type);
  Exchange made;
  made.into = kernel.kernel.freshName(array.name +
                                      (isAt ? "_of" : "_" + whose.str()));
  declare(made.into, array.type, array.range);
  Instruction insn;
  insn.id = kernel.kernel.freshInstructionId(made.into);
  insn.body = assign(
      Expr::var(made.into, array.type),
      Expr::external(std::make_shared<LaneFunction>(signature->nameInTarget),
                     signature, {Expr::var(array.name, array.type), whose},
                     array.type));
  made.insn = std::make_shared<const Instruction>(std::move(insn));
  return known->second = std::move(made);
}

// `before`: what has to be there in front of the run.
Expr LaneRegisters::replaced(const Expr &node, const StatementRun &run,
                             std::vector<Exchange> &before) {
  const auto *ref = node.getIf<ArrayRef>();
  auto found = ref ? registers.find(ref->name) : registers.end();
  if (found == registers.end())
    return node;
  const Register &of = found->second;
  auto read = of.reads.find({&run, placeInArray(*ref, *of.array).str()});
  if (read == of.reads.end() || read->second.source == LaneSource::Own)
    return Expr::var(ref->name, node.type());
  const Exchange &made = exchange(*of.array, read->second);
  if (std::none_of(before.begin(), before.end(), [&](const Exchange &known) {
        return known.into == made.into;
      }))
    before.push_back(made);
  return Expr::var(made.into, node.type());
}

std::vector<ScheduleNode>
LaneRegisters::rewritten(const std::vector<ScheduleNode> &nodes) {
  std::vector<ScheduleNode> result;
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) {
          result.push_back({ScheduleLoop{loop.iname, loop.tag,
                                         rewritten(loop.body)}});
        },
        [&](const StatementRun &run) {
          StatementRun changed{{}, run.domain}, front{{}, uniformDomain(run)};
          std::vector<Exchange> before;
          for (const InstructionPtr &insn : run.instructions)
            changed.instructions.push_back(
                mapExprs(insn, [&](const Expr &e) {
                  return rewrite(e, [&](const Expr &part) {
                    return replaced(part, run, before);
                  });
                }));
          for (const Exchange &made : before)
            front.instructions.push_back(made.insn);
          if (!before.empty())
            result.push_back({std::move(front)});
          result.push_back({std::move(changed)});
        },
        [&](const BarrierPoint &) { result.push_back(node); });
  return result;
}

ScheduledKernel LaneRegisters::run() {
  if (lanes <= 1 || (items.size() > lanes && items.size() % lanes != 0))
    return std::move(kernel);
  std::set<std::string> others; // local memory that stays
  for (const VariablePtr &var : kernel.kernel.temporaries)
    if (var->space == AddressSpace::Local)
      others.insert(var->name);
  if (others.empty())
    return std::move(kernel);
  collect(kernel.body, {});
  for (const std::string &name : std::set<std::string>(others))
    if (auto made = registerOf(kernel.kernel.findVariable(name))) {
      others.erase(name);
      registers.emplace(name, std::move(*made));
    }
  if (registers.empty())
    return std::move(kernel);
  std::vector<ScheduleNode> body = rewritten(kernel.body);
  for (InstructionPtr &insn : kernel.kernel.instructions)
    insn = mapExprs(insn, [&](const Expr &e) {
      return rewrite(e, [&](const Expr &part) {
        const auto *ref = part.getIf<ArrayRef>();
        return ref && registers.count(ref->name)
                   ? Expr::var(ref->name, part.type())
                   : part;
      });
    });
  for (const auto &[rule, made] : exchanges)
    kernel.kernel.instructions.push_back(made.insn);
  for (const auto &[name, made] : registers)
    declare(name, made.array->type, made.array->range);
  kernel.body = withoutSpareBarriers(std::move(body), others);
  return std::move(kernel);
}

ScheduledKernel codegen::withLaneRegisters(ScheduledKernel kernel,
                                           const Target &target) {
  return LaneRegisters(std::move(kernel), target).run();
}
