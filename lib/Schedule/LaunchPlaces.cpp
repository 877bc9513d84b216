#include "LaunchPlaces.h"

#include "loopyc/Schedule/Statistics.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::PwQPolynomial;
using poly::Set;

static void addPlaces(const Launches &launches,
                      const std::vector<HostStep> &steps,
                      const LaunchPlace &around,
                      std::vector<LaunchPlace> &places) {
  for (const HostStep &step : steps)
    match(
        step.value,
        [&](const LaunchStep &launch) {
          places.push_back(around);
          places.back().number = launch.number;
          places.back().launch = &launches.kernels[launch.number];
        },
        [](const ReadBackStep &) {}, [](const ComputeStep &) {},
        [&](const HostCondition &condition) {
          LaunchPlace inside = around;
          for (const Predicate &predicate : condition.conditions)
            if (auto affine = toCondition(predicate))
              inside.iterations = inside.iterations.intersect(*affine);
          addPlaces(launches, condition.body, inside, places);
        },
        [&](const HostLoop &loop) {
          LaunchPlace inside = around;
          inside.loops.push_back(loop.iname);
          inside.iterations = inside.iterations.intersect(loop.range);
          addPlaces(launches, loop.body, inside, places);
        });
}

std::vector<LaunchPlace>
loopyc::launchPlaces(const ScheduledKernel &scheduled) {
  std::vector<LaunchPlace> places;
  LaunchPlace start;
  start.launch = &scheduled;
  if (!scheduled.launches)
    return {start};
  addPlaces(*scheduled.launches, scheduled.launches->host.steps, start, places);
  return places;
}

std::optional<std::string> loopyc::computedName(const Kernel &kernel,
                                                const Set &domain) {
  for (const std::string &name : domain.params()) {
    VariablePtr var = kernel.findVariable(name);
    if (var && !var->isValue() && domain.involves(name))
      return name;
  }
  return std::nullopt;
}

PwQPolynomial loopyc::launchCount(const ScheduledKernel &scheduled,
                                  int number) {
  const Set &assumptions = scheduled.kernel.assumptions;
  PwQPolynomial count;
  for (const LaunchPlace &place : launchPlaces(scheduled)) {
    if (place.number != number)
      continue;
    if (auto name = computedName(scheduled.kernel, place.iterations))
      throw UserError("kernel '" + scheduled.kernel.name + "': '" + *name +
                          "', which it computes, says how often '" +
                          place.launch->kernel.name +
                          "' is launched; only what the parameters decide is "
                          "counted",
                      scheduled.kernel.range);
    count = count + cardinality(place.iterations.intersect(assumptions),
                                place.loops)
                        .gist(assumptions);
  }
  return count;
}

std::vector<Set> loopyc::launchIterations(const ScheduledKernel &scheduled) {
  std::vector<Set> result(launchesOf(scheduled).size(), Set::empty());
  for (const LaunchPlace &place : launchPlaces(scheduled))
    result[place.number] = result[place.number].unite(place.iterations);
  return result;
}

Kernel loopyc::wholeKernel(const ScheduledKernel &scheduled) {
  Kernel result = scheduled.kernel;
  if (!scheduled.launches)
    return result;
  for (const ScheduledKernel *launch : launchesOf(scheduled))
    for (const VariablePtr &temporary : launch->kernel.temporaries)
      if (!result.findVariable(temporary->name))
        result.temporaries.push_back(temporary);
  return result;
}
