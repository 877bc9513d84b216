#include "loopyc/Driver/Reports.h"

#include "loopyc/Analysis/Dependences.h"

using namespace loopyc;

std::string driver::irText(const std::vector<Kernel> &kernels) {
  std::string text;
  for (const Kernel &kernel : kernels)
    text += kernelStr(kernel, dependencesStr(kernel, dependences(kernel)));
  return text;
}

std::string driver::depsText(const std::vector<Kernel> &kernels) {
  std::string text;
  for (const Kernel &kernel : kernels)
    text += "kernel " + kernel.name + "\n" +
            dependencesStr(kernel, dependences(kernel));
  return text;
}

std::string driver::scheduleText(const std::vector<ScheduledKernel> &kernels) {
  std::string text;
  for (const ScheduledKernel &scheduled : kernels)
    text += "kernel " + scheduled.kernel.name + "\n" + scheduleStr(scheduled);
  return text;
}

std::string driver::dotText(const std::vector<Kernel> &kernels) {
  return dependenceGraphDot(kernels);
}
