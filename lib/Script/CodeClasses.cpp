#include "CodeClasses.h"

#include "Arguments.h"

using namespace loopyc;
using namespace loopyc::script;

static py::str allCode(const CodeHandle &handle) {
  return pythonText(handle.code.host + handle.code.device);
}

std::string script::kernelText(const Kernel &kernel,
                               const std::string *schedule) {
  std::string text = kernelText(kernel);
  if (schedule)
    text += "LINEARIZATION:\n" + *schedule + std::string(75, '-') + "\n";
  return text;
}

static std::string linearizedText(const LinearizedHandle &handle) {
  return kernelText(*handle.kernel, &handle.schedule);
}

void script::addCodeClasses(py::module_ &module) {
  py::class_<CodeHandle>(module, "CodeGenerationResult",
                         "What kernels become, for the first --target.")
      .def("device_code",
           [](const CodeHandle &h) { return pythonText(h.code.device); })
      .def("host_code",
           [](const CodeHandle &h) { return pythonText(h.code.host); })
      .def("all_code", &allCode)
      .def("__str__", &allCode);
  py::class_<LinearizedHandle, KernelHandle>(
      module, "LinearizedKernel", "A kernel that prints with its schedule.")
      .def_property_readonly(
          "linearization",
          [](const LinearizedHandle &h) { return h.schedule; })
      .def("__str__", &linearizedText);
}
