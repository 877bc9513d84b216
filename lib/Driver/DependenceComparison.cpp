#include "loopyc/Driver/DependenceComparison.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Verify/Scan.h"
#include "loopyc/Verify/Verify.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::driver;
using verify::Trace;

// Beyond these it takes too long.
static constexpr size_t maxEdges = 300, maxInstances = 3000, maxPairs = 200000,
                        maxSteps = 1000000;

namespace {

struct TooMany {};

using Sizes = std::map<std::string, int64_t>;

// The relation of an edge, ready to be enumerated.
struct Relation {
  const DependenceEdge *edge = nullptr;
  std::string variable;
  poly::Names fixed;
  std::unique_ptr<verify::Scanner> scanner;
};

// The instances of one run, by what they are.
class Instances {
public:
  Instances(const Kernel &kernel, const Trace &trace)
      : points(kernel.instructions.size()), boxes(points.size()) {
    for (size_t i = 0; i < trace.instances.size(); ++i) {
      const verify::Instance &instance = trace.instances[i];
      points[instance.instruction][instance.inames] = static_cast<int>(i);
      std::vector<verify::Range> &box = boxes[instance.instruction];
      if (box.empty())
        for (int64_t value : instance.inames)
          box.push_back({value, value});
      for (size_t d = 0; d < box.size(); ++d) {
        box[d].low = std::min(box[d].low, instance.inames[d]);
        box[d].high = std::max(box[d].high, instance.inames[d]);
      }
    }
  }

  bool any(int instruction) const { return !points[instruction].empty(); }
  const std::vector<verify::Range> &box(int instruction) const {
    return boxes[instruction];
  }
  int find(int instruction, const int64_t *begin, size_t count) const {
    auto known = points[instruction].find({begin, begin + count});
    return known == points[instruction].end() ? -1 : known->second;
  }

private:
  std::vector<std::map<std::vector<int64_t>, int>> points;
  std::vector<std::vector<verify::Range>> boxes;
};

} // namespace

class DependenceComparison::Impl {
public:
  explicit Impl(const Kernel &given)
      : kernel(realizeReductions(expandRules(given))), graph(kernel) {}

  void examine(const Trace &trace, const Sizes &sizes);
  int compared = 0; // runs

private:
  using Pairs = std::set<std::pair<int, int>>;
  struct Run {
    const Trace &trace;
    const Sizes &sizes;
    Instances instances;
    std::vector<std::vector<int>> after; // by instance: what depends on it
    std::map<std::string, Pairs> flows;  // by variable
    size_t pairs = 0, steps = 0;
  };

  void prepare();
  void collect(Run &run);
  void collect(const Relation &relation, Run &run);
  void requireConflicts(Run &run);
  void requireFlows(Run &run);
  bool follows(Run &run, int source, int sink);
  bool isExact(const std::string &variable);
  int lifetimeOf(const std::string &variable) const;
  bool areOfOneLifetime(const Run &run, int source, int sink, int loops) const;
  [[noreturn]] void fail(const Run &run, int source, int sink,
                         const std::string &variable,
                         const std::string &what) const;

  Kernel kernel;
  DependenceGraph graph;
  std::optional<std::vector<Relation>> relations;
  std::map<std::string, bool> exact;
};

void DependenceComparison::Impl::prepare() {
  relations.emplace();
  for (const DependenceEdge &edge : graph.edges()) {
    Relation made;
    made.edge = &edge;
    made.variable = graph.accesses()[edge.sourceAccess].variable;
    poly::Set set = graph.relation(edge).flat();
    poly::Names scanned = kernel.instructions[edge.source]->inames;
    for (const std::string &iname : kernel.instructions[edge.sink]->inames)
      scanned.push_back(primed(iname));
    for (const std::string &name : set.dropUnusedParams().names())
      if (std::find(scanned.begin(), scanned.end(), name) == scanned.end())
        made.fixed.push_back(name);
    made.scanner = std::make_unique<verify::Scanner>(set, made.fixed, scanned);
    relations->push_back(std::move(made));
  }
}

void DependenceComparison::Impl::examine(const Trace &trace,
                                         const Sizes &sizes) {
  if (graph.edges().size() > maxEdges || trace.instances.size() > maxInstances)
    return;
  if (!relations)
    prepare();
  Run run{trace,
          sizes,
          Instances(kernel, trace),
          std::vector<std::vector<int>>(trace.instances.size()),
          {}};
  try {
    collect(run);
    for (std::vector<int> &list : run.after)
      std::sort(list.begin(), list.end());
    requireFlows(run);
    requireConflicts(run);
    ++compared;
  } catch (const TooMany &) {
    return;
  }
}

void DependenceComparison::Impl::collect(Run &run) {
  for (const Relation &relation : *relations) {
    const DependenceEdge &edge = *relation.edge;
    if (run.instances.any(edge.source) && run.instances.any(edge.sink))
      collect(relation, run);
  }
}

void DependenceComparison::Impl::collect(const Relation &relation, Run &run) {
  const DependenceEdge &edge = *relation.edge;
  std::vector<int64_t> fixed;
  for (const std::string &name : relation.fixed) {
    auto size = run.sizes.find(name);
    if (size == run.sizes.end())
      return;
    fixed.push_back(size->second);
  }
  std::vector<verify::Range> boxes = run.instances.box(edge.source);
  const auto &sinkBox = run.instances.box(edge.sink);
  boxes.insert(boxes.end(), sinkBox.begin(), sinkBox.end());
  size_t sources = kernel.instructions[edge.source]->inames.size();
  size_t sinks = kernel.instructions[edge.sink]->inames.size();
  relation.scanner->scan(fixed, boxes, [&](const int64_t *values) {
    const int64_t *point = values + fixed.size();
    int source = run.instances.find(edge.source, point, sources);
    int sink = run.instances.find(edge.sink, point + sources, sinks);
    if (++run.pairs > maxPairs)
      throw TooMany();
    if (source < 0 || sink < 0)
      return;
    run.after[source].push_back(sink);
    if (edge.kind == DependenceKind::Flow)
      run.flows[relation.variable].insert({source, sink});
  });
}

// Is the sink reached from the source along relations?
bool DependenceComparison::Impl::follows(Run &run, int source, int sink) {
  const std::vector<int> &direct = run.after[source];
  if (std::binary_search(direct.begin(), direct.end(), sink))
    return true;
  std::set<int> seen{source};
  std::vector<int> open{source};
  while (!open.empty()) {
    int at = open.back();
    open.pop_back();
    for (int next : run.after[at]) {
      if (next == sink)
        return true;
      if (++run.steps > maxSteps)
        throw TooMany();
      if (next < sink && seen.insert(next).second)
        open.push_back(next);
    }
  }
  return false;
}

void DependenceComparison::Impl::requireConflicts(Run &run) {
  for (const verify::Conflict &conflict : verify::conflictsOf(run.trace)) {
    if (follows(run, conflict.source, conflict.sink))
      continue;
    const std::string &variable =
        run.trace.variables[conflict.variable]->name;
    bool isNoValue = conflict.kind == verify::Conflict::Kind::Flow &&
                     !areOfOneLifetime(run, conflict.source, conflict.sink,
                                       lifetimeOf(variable));
    if (!isNoValue)
      fail(run, conflict.source, conflict.sink, variable,
           "the analysis of dependences does not see that they touch one "
           "element of");
  }
}

// Operands that may not be evaluated.
static bool readsByChoice(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const auto *binary = node.getIf<Binary>();
    found |=
        node.getIf<Select>() ||
        (binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or));
    return true;
  });
  return found;
}

// Nothing that decides about accesses to the variable is computed, indirect, or
// an update that may be exchanged.
bool DependenceComparison::Impl::isExact(const std::string &variable) {
  auto [known, isNew] = exact.try_emplace(variable, true);
  if (!isNew)
    return known->second;
  std::set<std::string> written;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      written.insert(name);
  auto isPlain = [&](const Expr &e) {
    std::set<std::string> vars, arrays;
    collectNames(e, vars, arrays);
    return arrays.empty() &&
           std::none_of(vars.begin(), vars.end(), [&](const std::string &v) {
             return written.count(v) > 0;
           });
  };
  bool result = true;
  for (const AccessInfo &access : graph.accesses()) {
    if (access.variable != variable)
      continue;
    const Instruction &insn = *kernel.instructions[access.instruction];
    result &= !access.update &&
              graph.instances().exact(access.instruction);
    for (const Expr &subscript : operands(access.reference))
      result &= isPlain(subscript) && toAffine(subscript).has_value();
    for (const Expr &value : insn.values())
      result &= !readsByChoice(value);
    for (const Expr &predicate : insn.predicates)
      result &= isPlain(predicate) && toCondition(predicate).has_value();
  }
  return known->second = result;
}

// So many loops each begin the variable's lifetime.
int DependenceComparison::Impl::lifetimeOf(const std::string &variable) const {
  std::vector<const Instruction *> users;
  for (const AccessInfo &access : graph.accesses())
    if (access.variable == variable)
      users.push_back(kernel.instructions[access.instruction].get());
  VariablePtr declared = kernel.findVariable(variable);
  return declared ? lifetimeLoops(*declared, users) : 0;
}

// Are the loops that begin a lifetime at one iteration?
bool DependenceComparison::Impl::areOfOneLifetime(const Run &run, int source,
                                                  int sink, int loops) const {
  auto iteration = [&](int instance, int depth) {
    const verify::Instance &at = run.trace.instances[instance];
    const Instruction &insn = *kernel.instructions[at.instruction];
    std::map<std::string, Expr> values;
    for (const auto &[name, size] : run.sizes)
      values[name] = Expr::integer(size);
    for (size_t i = 0; i < insn.inames.size(); ++i)
      values[insn.inames[i]] = Expr::integer(at.inames[i]);
    return fold(substitute(loopAt(insn, depth), values));
  };
  for (int depth = 0; depth < loops; ++depth)
    if (iteration(source, depth) != iteration(sink, depth))
      return false;
  return true;
}

void DependenceComparison::Impl::requireFlows(Run &run) {
  std::map<std::string, Pairs> seen;
  for (const verify::ElementAccess &access : run.trace.accesses)
    if (!access.write && !access.update && access.writer >= 0 &&
        access.writer != access.instance)
      seen[run.trace.variables[access.variable]->name].insert(
          {access.writer, access.instance});
  for (const auto &[variable, pairs] : run.flows)
    if (isExact(variable))
      for (auto [source, sink] : pairs)
        if (!seen[variable].count({source, sink}))
          fail(run, source, sink, variable,
               "the analysis of dependences sees a flow of values between "
               "them that there is not, through");
  // What is in memory when a lifetime begins is no value.
  for (const auto &[variable, pairs] : seen)
    if (isExact(variable))
      for (auto [source, sink] : pairs)
        if (!run.flows[variable].count({source, sink}) &&
            areOfOneLifetime(run, source, sink, lifetimeOf(variable)))
          fail(run, source, sink, variable,
               "the analysis of dependences does not see that a value flows "
               "through");
}

void DependenceComparison::Impl::fail(const Run &run, int source, int sink,
                                      const std::string &variable,
                                      const std::string &what) const {
  std::string sizes = verify::sizesStr(run.sizes);
  throw UserError(
      "--verify: kernel '" + kernel.name + "'" +
          (sizes.empty() ? "" : " with " + sizes) + ": " +
          run.trace.str(kernel, source) + " and then " +
          run.trace.str(kernel, sink) + ": " + what + " '" + variable + "'",
      kernel.instructions[run.trace.instances[sink].instruction]->range);
}

DependenceComparison::DependenceComparison(const Kernel &kernel)
    : impl(std::make_unique<Impl>(kernel)) {}
DependenceComparison::~DependenceComparison() = default;

void DependenceComparison::examine(
    const Trace &trace, const std::map<std::string, int64_t> &sizes) {
  impl->examine(trace, sizes);
}

bool DependenceComparison::leftOut() const { return !impl->compared; }
