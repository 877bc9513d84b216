#include "Launches/HostConditions.h"

#include "Launches/HostScalars.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>
#include <optional>
#include <set>
#include <string>

using namespace loopyc;

using Conditions = std::vector<Predicate>;

namespace {

class Finder {
public:
  Finder(const std::vector<Kernel> &launches, const Kernel &whole)
      : launches(launches), whole(whole) {
    for (const VariablePtr &argument : whole.arguments)
      if (argument->isValue())
        known.insert(argument->name);
    known.merge(hostScalarNames(whole));
  }

  std::vector<HostStep> run(std::vector<HostStep> steps,
                            const Conditions &around);

private:
  Conditions conditionsOf(const HostStep &step) const;
  Conditions conditionsOf(const std::vector<HostStep> &steps) const;
  Conditions conditionsOf(const Kernel &launch) const;
  bool isOfHost(const Predicate &predicate) const;

  const std::vector<Kernel> &launches;
  const Kernel &whole;
  std::set<std::string> known; // values, and inames of loops around
};

} // namespace

bool Finder::isOfHost(const Predicate &predicate) const {
  std::set<std::string> names, arrays;
  collectNames(predicate, names, arrays);
  return arrays.empty() && !mayTrap(whole, predicate) &&
         llvm::all_of(names, [&](const std::string &name) {
           return known.count(name);
         });
}

static Conditions common(const Conditions &a, const Conditions &b) {
  Conditions result;
  for (const Predicate &condition : a)
    if (llvm::is_contained(b, condition))
      result.push_back(condition);
  return result;
}

Conditions Finder::conditionsOf(const Kernel &launch) const {
  std::optional<Conditions> result;
  for (const InstructionPtr &insn : launch.instructions)
    if (!insn->assignees().empty())
      result = result ? common(*result, insn->predicates) : insn->predicates;
  if (!result)
    return {};
  llvm::erase_if(*result, [&](const Predicate &predicate) {
    return !isOfHost(predicate);
  });
  return *result;
}

// Of all steps. The names of inner loops are not known, so that what mentions
// them is no condition here.
Conditions Finder::conditionsOf(const std::vector<HostStep> &steps) const {
  Conditions result = conditionsOf(steps.front());
  for (const HostStep &step : steps)
    result = common(result, conditionsOf(step));
  return result;
}

Conditions Finder::conditionsOf(const HostStep &step) const {
  return match(
      step.value,
      [&](const LaunchStep &launch) {
        return conditionsOf(launches[launch.number]);
      },
      [](const ReadBackStep &) { return Conditions(); },
      [](const ComputeStep &) { return Conditions(); },
      [&](const HostLoop &loop) { return conditionsOf(loop.body); },
      [](const HostCondition &condition) { return condition.conditions; });
}

// `around`: what holds already.
std::vector<HostStep> Finder::run(std::vector<HostStep> steps,
                                  const Conditions &around) {
  auto ownConditions = [&](const HostStep &step) {
    Conditions result = conditionsOf(step);
    llvm::erase_if(result, [&](const Predicate &condition) {
      return llvm::is_contained(around, condition);
    });
    return result;
  };
  std::vector<HostStep> result;
  for (size_t first = 0, end; first < steps.size(); first = end) {
    end = first + 1;
    Conditions together = ownConditions(steps[first]);
    if (together.empty()) {
      if (auto *loop = std::get_if<HostLoop>(&steps[first].value)) {
        known.insert(loop->iname);
        loop->body = run(std::move(loop->body), around);
        known.erase(loop->iname);
      }
      result.push_back(std::move(steps[first]));
      continue;
    }
    for (; end < steps.size(); ++end) {
      Conditions less = common(together, ownConditions(steps[end]));
      if (less.empty())
        break;
      together = std::move(less);
    }
    Conditions inside = around;
    llvm::append_range(inside, together);
    HostCondition condition{std::move(together), {}};
    condition.body.assign(std::make_move_iterator(steps.begin() + first),
                          std::make_move_iterator(steps.begin() + end));
    condition.body = run(std::move(condition.body), inside);
    result.emplace_back().value = std::move(condition);
  }
  return result;
}

std::vector<HostStep>
loopyc::underConditions(std::vector<HostStep> steps,
                        const std::vector<Kernel> &launches,
                        const Kernel &whole) {
  return Finder(launches, whole).run(std::move(steps), {});
}
