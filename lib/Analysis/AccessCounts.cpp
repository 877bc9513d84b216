#include "loopyc/Analysis/Counts.h"

#include "CountInto.h"
#include "loopyc/Analysis/RowAlignment.h"

#include <tuple>

using namespace loopyc;

bool MemoryAccess::operator<(const MemoryAccess &o) const {
  auto key = [](const MemoryAccess &a) {
    return std::tuple(a.space, a.variable, a.store, a.type.cls, a.type.bytes,
                      a.lidStrides, a.gidStrides, a.granularity, a.lanes);
  };
  return key(*this) < key(o);
}

static int storedLanes(const Variable &var) {
  int lanes = vectorLength(var);
  return lanes == 3 ? 4 : lanes;
}

namespace {

// Where a reference goes: elements from the array's start, as far as one array
// and one address tell.
struct Address {
  Expr offset;            // in elements; of a whole vector: in vectors
  std::string vectorIname; // that runs over the components; "" if none does
  std::vector<Expr> separate; // subscripts that choose among arrays
};

class AccessCounter {
public:
  AccessCounter(const Kernel &kernel, const CountInstruction &count,
                const CountOptions &options, Counts<MemoryAccess> &counts)
      : kernel(kernel), countInstruction(count), options(options),
        counts(counts) {}

  void instruction(int index) {
    const Instruction &insn = *kernel.instructions[index];
    std::vector<Expr> assignees = insn.assignees();
    if (assignees.empty())
      return;
    for (const Expr &read : insn.reads())
      loads(index, read);
    for (const Expr &predicate : insn.predicates)
      loads(index, predicate);
    for (const Expr &assignee : assignees)
      access(index, assignee, true);
  }

private:
  void loads(int index, const Expr &e) {
    walk(e, [&](const Expr &node) {
      if (node.getIf<ArrayRef>() || node.getIf<VarRef>())
        access(index, node, false);
      return true;
    });
  }

  void access(int index, const Expr &reference, bool store);
  Address addressOf(const Instruction &insn, const Variable &var,
                    const std::vector<Expr> &subscripts) const;
  bool runsOverLanes(const Instruction &insn, const Expr &subscript,
                     int lanes) const;
  Strides stridesOn(InameTagKind axis, const Instruction &insn,
                    const std::vector<Expr> &subscripts,
                    const Address &address) const;

  const Kernel &kernel;
  const CountInstruction &countInstruction;
  const CountOptions &options;
  Counts<MemoryAccess> &counts;
};

} // namespace

static bool isMemory(const Variable &var) {
  return !var.isValue() && (var.space == AddressSpace::Global ||
                            var.space == AddressSpace::Constant ||
                            var.space == AddressSpace::Local);
}

// The same address for work-items that are neighbours on axis 0?
static bool isUniform(const MemoryAccess &access) {
  auto stride = access.lidStrides.find(0);
  return stride == access.lidStrides.end() || stride->second == "0";
}

void AccessCounter::access(int index, const Expr &reference, bool store) {
  const auto *array = reference.getIf<ArrayRef>();
  const std::string &name =
      array ? array->name : reference.getIf<VarRef>()->name;
  VariablePtr var = kernel.findVariable(name);
  if (!var || !isMemory(*var))
    return;
  const Instruction &insn = *kernel.instructions[index];
  std::vector<Expr> subscripts =
      array ? array->subscripts : std::vector<Expr>();
  Address address = addressOf(insn, *var, subscripts);

  MemoryAccess key;
  key.space = var->space;
  key.variable = name;
  key.store = store;
  key.type = var->type;
  key.lidStrides = stridesOn(InameTagKind::Local, insn, subscripts, address);
  key.gidStrides = stridesOn(InameTagKind::Group, insn, subscripts, address);
  CountRequest request;
  request.instruction = index;
  if (!address.vectorIname.empty()) {
    key.lanes = vectorLength(*var);
    request.together = {address.vectorIname};
  }
  bool once = var->space != AddressSpace::Local && isUniform(key);
  request.granularity = options.granularity.value_or(
      once ? CountGranularity::SubGroup : CountGranularity::WorkItem);
  key.granularity = request.granularity;
  counts.add(key, countInstruction(request));
}

// Is the subscript a vec iname that takes the values 0 .. lanes-1?
bool AccessCounter::runsOverLanes(const Instruction &insn,
                                  const Expr &subscript, int lanes) const {
  const auto *var = subscript.getIf<VarRef>();
  if (!var || !insn.within(var->name) ||
      !kernel.tagOf(var->name).isVector())
    return false;
  const poly::Set &domain = kernel.domains[kernel.domainOf(var->name)];
  return domain.minConst(var->name) == 0 &&
         domain.maxConst(var->name) == lanes - 1;
}

Address AccessCounter::addressOf(const Instruction &insn, const Variable &var,
                                 const std::vector<Expr> &subscripts) const {
  Address address;
  std::vector<Expr> strides = axisStrides(var);
  Expr lane = Expr::integer(0);
  address.offset = Expr::integer(0);
  // Behind those of the axes may be the iteration whose copy it is.
  for (size_t a = 0; a < std::min(subscripts.size(), var.axes.size()); ++a) {
    const AxisTag &tag = var.axes[a].tag;
    if (strides[a])
      address.offset = address.offset + subscripts[a] * strides[a];
    else if (std::holds_alternative<SeparateAxis>(tag))
      address.separate.push_back(subscripts[a]);
    else if (!std::holds_alternative<VectorAxis>(tag))
      continue;
    else if (runsOverLanes(insn, subscripts[a], vectorLength(var)))
      address.vectorIname = subscripts[a].getIf<VarRef>()->name;
    else
      lane = subscripts[a];
  }
  if (address.vectorIname.empty())
    address.offset = address.offset * storedLanes(var) + lane;
  return address;
}

// What the offset grows by where the iname does; "" if that varies.
static std::string strideOf(const Address &address, const std::string &iname) {
  for (const Expr &subscript : address.separate)
    if (mentions(subscript, iname))
      return "";
  Expr next = substitute(address.offset, {{iname, Expr::var(iname) + 1}});
  Expr stride = fold(next - address.offset);
  std::set<std::string> vars, arrays;
  collectNames(stride, vars, arrays);
  return vars.count(iname) || !arrays.empty() ? "" : stride.str();
}

Strides AccessCounter::stridesOn(InameTagKind axis, const Instruction &insn,
                                 const std::vector<Expr> &subscripts,
                                 const Address &address) const {
  Strides strides;
  for (const std::string &iname : insn.inames) {
    InameTag tag = kernel.tagOf(iname);
    if (tag.kind != axis)
      continue;
    for (const Expr &subscript : subscripts)
      if (mentions(subscript, iname))
        strides[tag.axis] = strideOf(address, iname);
  }
  return strides;
}

// Work-items of a sub-group are neighbours along the iname, and no others are
// among them.
static std::optional<int64_t> wholeSubGroups(const Kernel &kernel,
                                             const std::string &iname) {
  constexpr int64_t subGroupItems = 32;
  const InameTag tag = kernel.tagOf(iname);
  if (tag.kind != InameTagKind::Local || tag.axis != 0)
    return std::nullopt;
  const poly::Set &domain = kernel.domains[kernel.domainOf(iname)];
  auto low = domain.minConst(iname), high = domain.maxConst(iname);
  if (low != 0 || !high || (*high + 1) % subGroupItems != 0)
    return std::nullopt;
  return *high + 1;
}

// Where most of what sub-groups access straddles lines, for tiles begin inside
// of one.
static void tellOfLines(const Kernel &kernel, const CountOptions &options,
                        Counts<MemoryAccess> &counts) {
  for (const std::string &iname : kernel.inames()) {
    auto items = wholeSubGroups(kernel, iname);
    if (!items)
      continue;
    std::vector<const Instruction *> instructions;
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->within(iname) && (!options.filter || options.filter(*insn)))
        instructions.push_back(insn.get());
    RowAlignment found =
        rowAlignment(rowAccesses(kernel, instructions, iname), *items);
    if (found.pays())
      counts.remarks.push_back(
          "sub-groups of '" + iname + "' straddle lines of " +
          std::to_string(lineBytes) + " bytes: most of what they access at "
          "unit stride (" + std::to_string(found.aligned) + " of " +
          std::to_string(found.all) + " bytes of an iteration) begins " +
          std::to_string(found.shift) + " elements behind one; tiles begin on "
          "lines with split_iname(..., align=True)");
  }
}

Counts<MemoryAccess> loopyc::accessCounts(const Kernel &kernel,
                                          const CountInstruction &count,
                                          const CountOptions &options) {
  Counts<MemoryAccess> counts;
  AccessCounter counter(kernel, count, options, counts);
  forEachCounted(kernel, options, counts,
                 [&](int index) { counter.instruction(index); });
  tellOfLines(kernel, options, counts);
  return counts;
}
