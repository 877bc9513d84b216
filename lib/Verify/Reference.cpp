#include "loopyc/Verify/Reference.h"

#include "Events.h"
#include "Transfer.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

std::string Trace::str(const Kernel &kernel, int instance) const {
  if (instance < 0)
    return "nothing";
  const Instance &point = instances[instance];
  const Instruction &insn = *kernel.instructions[point.instruction];
  std::string values;
  for (size_t i = 0; i < insn.inames.size(); ++i)
    values += (values.empty() ? " (" : ", ") + insn.inames[i] + " = " +
              std::to_string(point.inames[i]);
  return "'" + insn.id + "'" + values + (values.empty() ? "" : ")");
}

namespace {

struct TimedStatement {
  Statement statement;
  std::vector<Code> time;
  const Domain *domain = nullptr;
};

// The reference run's memory, which notes every access.
class Recorder : public Machine {
public:
  Recorder(const KernelCode &code, const Layouts &layouts, Trace &trace,
           bool definedBounds)
      : code(code), trace(trace), memory(layouts, everySpace),
        definedBounds(definedBounds) {}

  Value load(int variable, const std::vector<int64_t> &subscripts) override {
    CellPlace at = memory.place(variable, subscripts);
    if (code.isWritten(variable)) {
      bool own = update != UpdateKind::None && variable == target;
      note(variable, at, false, own);
      trace.accesses.back().writer = writerOf(variable, at);
    }
    return memory.load(variable, at);
  }

  void store(int variable, const std::vector<int64_t> &subscripts,
             const Value &value) override {
    CellPlace at = memory.place(variable, subscripts);
    note(variable, at, true, update != UpdateKind::None);
    memory.store(variable, at, value, current());
    auto watched = bounds.find(variable);
    if (watched == bounds.end())
      return;
    if (value.isDefined())
      watched->second.insert(value.re);
    else if (definedBounds)
      throw Fault("gives '" + code.variables()[variable]->name +
                  "', which bounds a loop, no value");
  }

  // What follows is done at this time.
  void begin(const Statement &statement, std::vector<int64_t> time) {
    update = statement.update;
    target = statement.target;
    times.resize(current() + 1);
    times.back() = std::move(time);
  }

  std::map<int, std::set<int64_t>> bounds; // values of variables in bounds

  Memory &contents() { return memory; }
  Value initial(int variable) {
    return memory.load(variable, memory.place(variable, {}));
  }

private:
  int current() const { return static_cast<int>(trace.instances.size()); }

  // -1 where the value is of an earlier life of the variable.
  int writerOf(int variable, CellPlace at) {
    const int writer = memory.writerOf(at);
    auto [known, isNew] = lifetimes.try_emplace(variable, 0);
    if (isNew)
      known->second = lifetimeOf(*code.variables()[variable]);
    const size_t size = 2 * static_cast<size_t>(known->second);
    if (writer < 0 || size == 0)
      return writer;
    const std::vector<int64_t> &then = times[writer], &now = times[current()];
    const bool isSame = then.size() >= size && now.size() >= size &&
                        std::equal(now.begin(), now.begin() + size,
                                   then.begin());
    return isSame ? writer : -1;
  }

  static bool isUsed(const Instruction &insn, const std::string &name) {
    auto isIn = [&](const std::vector<Expr> &all) {
      return std::any_of(all.begin(), all.end(), [&](const Expr &e) {
        return mentions(e, name);
      });
    };
    return isIn(insn.assignees()) || isIn(insn.reads()) ||
           isIn(insn.predicates);
  }

  int lifetimeOf(const Variable &variable) const {
    if (variable.lifetimeLoops == 0)
      return 0;
    std::vector<const Instruction *> users;
    for (const InstructionPtr &insn : code.kernel().instructions)
      if (isUsed(*insn, variable.name))
        users.push_back(insn.get());
    return loopyc::lifetimeLoops(variable, users);
  }

  void note(int variable, CellPlace at, bool write, bool own) {
    ElementAccess access;
    access.instance = current();
    access.variable = variable;
    access.element = at.cell;
    access.write = write;
    access.update = own ? static_cast<int>(update) : 0;
    trace.accesses.push_back(access);
  }

  static const std::vector<AddressSpace> everySpace;
  const KernelCode &code;
  Trace &trace;
  Memory memory;
  const bool definedBounds;
  UpdateKind update = UpdateKind::None;
  int target = -1;
  std::map<int, int> lifetimes;             // of variables
  std::vector<std::vector<int64_t>> times; // of instances
};

// What an update by .and. or .or. combines with its accumulator where the value
// of that decides the result: a parallel reduction reads it all the same, and
// Fortran leaves to each processor whether it does.
class Combined : public Elements {
public:
  Combined(const Statement &statement, Memory &memory)
      : target(statement.target),
        neutral(Value::integer(statement.update == UpdateKind::And)),
        memory(memory) {}

  static void read(const Statement &statement,
                   const std::vector<int64_t> &names, Memory &memory) {
    if (statement.update != UpdateKind::And &&
        statement.update != UpdateKind::Or)
      return;
    Combined combined(statement, memory);
    for (const Statement::Store &store : statement.stores)
      evaluate(store.value, names, combined);
  }

  Value load(int variable, const std::vector<int64_t> &subscripts) override {
    return variable == target
               ? neutral
               : memory.load(variable, memory.place(variable, subscripts));
  }

private:
  const int target;
  const Value neutral;
  Memory &memory;
};

const std::vector<AddressSpace> Recorder::everySpace = {
    AddressSpace::Auto, AddressSpace::Private, AddressSpace::Local,
    AddressSpace::Global, AddressSpace::Constant};

} // namespace

// How often all instances may run until the values of loop bounds are known.
constexpr int64_t rounds = 8;

class ReferenceProgram::Impl {
public:
  explicit Impl(const Kernel &kernel) : code(kernel) {
    DomainIndex index(code.kernel());
    for (const InstructionPtr &insn : code.kernel().instructions) {
      TimedStatement made;
      made.statement = code.statement(insn, {});
      for (const Expr &component : insn->time)
        made.time.push_back(compile(component, code.meaning()));
      auto [known, isNew] = domains.try_emplace(insn->inames);
      if (isNew)
        known->second =
            code.domain(index.instances(insn->inames), insn->inames);
      made.domain = &known->second;
      list.push_back(std::move(made));
    }
  }

  Trace run(Contents &contents, const RunLimits &limits,
            const ArgumentNames &names);

  KernelCode code;
  std::map<std::string, std::set<int64_t>> boundValues;
  int64_t endless = 0; // iterations

private:
  Trace runWithin(Contents &contents, const RunLimits &limits,
                  const ArgumentNames &names);
  bool goesOn(const Trace &trace, int64_t iterations) const;
  BoundValues emptyBounds() const;
  void setSizes(const Sizes &sizes);
  void enumerate(const BoundValues &bounds, const RunLimits &limits);
  bool runAll(const Layouts &layouts, const Contents &contents,
              const ArgumentNames &names, Recorder &recorder, Trace &trace);

  std::map<std::vector<std::string>, Domain> domains;
  std::vector<TimedStatement> list;
  std::vector<int64_t> values; // of names, by place
  EventList events;
};

BoundValues ReferenceProgram::Impl::emptyBounds() const {
  BoundValues result;
  for (const auto &[inames, domain] : domains)
    for (int variable : domain.data)
      result[variable];
  return result;
}

void ReferenceProgram::Impl::setSizes(const Sizes &sizes) {
  values.assign(code.names().size(), 0);
  for (const auto &[name, value] : sizes)
    if (int place = code.names().find(name); place >= 0)
      values[place] = value;
  for (const auto &[inames, domain] : domains)
    for (size_t i = 0; i < domain.sizes; ++i)
      if (!sizes.count(domain.fixed[i]))
        throw RunError("the size '" + domain.fixed[i] + "' has no value",
                       code.kernel().range);
}

void ReferenceProgram::Impl::enumerate(const BoundValues &bounds,
                                       const RunLimits &limits) {
  events.clear();
  class NoMemory : public Elements {
    Value load(int, const std::vector<int64_t> &) override {
      throw NoVerdict("data decide in which order its iterations run");
    }
  } none;
  for (size_t s = 0; s < list.size(); ++s) {
    const Domain &domain = *list[s].domain;
    size_t fixed = domain.fixed.size(), dims = domain.places.size() - fixed;
    forEachPoint(domain, limits, values, bounds, {}, [&](const int64_t *point) {
      if (static_cast<int64_t>(events.size()) >= limits.instances)
        throw TooLarge("more than " + std::to_string(limits.instances) +
                       " instances");
      setPoint(domain, point + fixed, values);
      events.add(static_cast<int>(s), point + fixed, dims,
                 evaluateAll(list[s].time, values, none));
    });
  }
  events.sort();
}

// False if loop bounds had values that were not foreseen.
bool ReferenceProgram::Impl::runAll(const Layouts &layouts,
                                    const Contents &contents,
                                    const ArgumentNames &names,
                                    Recorder &recorder, Trace &trace) {
  BoundValues foreseen = recorder.bounds;
  loadArguments(contents, names, layouts,
                sizesFor(code.kernel(), contents, names), recorder.contents());
  loadTables(layouts, recorder.contents());
  for (auto &[variable, seen] : recorder.bounds)
    if (Value value = recorder.initial(variable); value.isDefined())
      seen.insert(value.re);
  for (size_t e = 0; e < events.size(); ++e) {
    const TimedStatement &timed = list[events[e].statement];
    const Domain &domain = *timed.domain;
    setPoint(domain, events[e].point, values);
    recorder.begin(timed.statement, events.time(e));
    Instance instance{events[e].statement,
                      {events[e].point,
                       events[e].point + timed.statement.coordinates.size()}};
    size_t accessesBefore = trace.accesses.size();
    try {
      if ((!domain.data.empty() && !isInside(domain, values, recorder)) ||
          !execute(timed.statement, values, recorder)) {
        trace.accesses.resize(accessesBefore);
        continue;
      }
      Combined::read(timed.statement, values, recorder.contents());
    } catch (const Fault &fault) {
      if (recorder.bounds != foreseen) // something may not have run yet
        return false;
      trace.instances.push_back(std::move(instance));
      throw RunError(trace.str(code.kernel(),
                               static_cast<int>(trace.instances.size()) - 1) +
                         " " + fault.what(),
                     timed.statement.insn->range);
    }
    trace.instances.push_back(std::move(instance));
  }
  return recorder.bounds == foreseen;
}

// Does an endless loop do anything in its last iteration? What has no guard is
// done for nothing once the loop is over.
bool ReferenceProgram::Impl::goesOn(const Trace &trace,
                                    int64_t iterations) const {
  for (const Instance &instance : trace.instances) {
    const Instruction &insn = *code.kernel().instructions[instance.instruction];
    if (!insn.predicates.empty())
      for (size_t i = 0; i < insn.inames.size(); ++i)
        if (instance.inames[i] == iterations - 1 &&
            code.isEndless(insn.inames[i]))
          return true;
  }
  return false;
}

Trace ReferenceProgram::Impl::run(Contents &contents, const RunLimits &limits,
                                  const ArgumentNames &names) {
  RunLimits within = limits;
  for (;; within.endless *= 2) {
    Contents after = contents;
    Trace trace = runWithin(after, within, names);
    if (goesOn(trace, within.endless))
      continue;
    contents = std::move(after);
    endless = within.endless;
    return trace;
  }
}

Trace ReferenceProgram::Impl::runWithin(Contents &contents,
                                        const RunLimits &limits,
                                        const ArgumentNames &names) {
  Sizes sizes = sizesFor(code.kernel(), contents, names);
  setSizes(sizes);
  Layouts layouts = layoutsOf(code.variables(), Addressing::Elements, sizes,
                              contents.openExtent);
  BoundValues bounds = emptyBounds();
  for (int64_t instances = 0;; instances += events.size()) {
    if (instances > rounds * limits.instances)
      throw TooLarge("loop bounds that the kernel computes have too many "
                     "values");
    Trace trace;
    trace.variables = code.variables();
    Recorder recorder(code, layouts, trace, limits.definedBounds);
    recorder.bounds = bounds;
    enumerate(bounds, limits);
    if (runAll(layouts, contents, names, recorder, trace)) {
      storeArguments(recorder.contents(), names, layouts, sizes, contents);
      boundValues.clear();
      for (const auto &[variable, seen] : bounds)
        boundValues[code.variables()[variable]->name] = seen;
      return trace;
    }
    bounds = recorder.bounds;
  }
}

ReferenceProgram::ReferenceProgram(const Kernel &kernel)
    : impl(std::make_unique<Impl>(kernel)) {}
ReferenceProgram::~ReferenceProgram() = default;

const Kernel &ReferenceProgram::kernel() const { return impl->code.kernel(); }

Trace ReferenceProgram::run(Contents &contents, const RunLimits &limits,
                            const ArgumentNames &names) const {
  try {
    return impl->run(contents, limits, names);
  } catch (const Fault &fault) {
    throw RunError(std::string("the layout ") + fault.what(), kernel().range);
  }
}

bool ReferenceProgram::isEndless(const std::string &iname) const {
  return impl->code.isEndless(iname);
}

int64_t ReferenceProgram::endlessIterations() const { return impl->endless; }

const std::map<std::string, std::set<int64_t>> &
ReferenceProgram::boundValues() const {
  return impl->boundValues;
}
