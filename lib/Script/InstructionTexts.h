// Instructions as objects, lp.Assignment("y[i]", "2*x[i]", id="double"): what
// make_kernel takes beside text. They are the text that one would write.
#ifndef LOOPYC_LIB_SCRIPT_INSTRUCTIONTEXTS_H
#define LOOPYC_LIB_SCRIPT_INSTRUCTIONTEXTS_H

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

void addInstructionTexts(pybind11::module_ &module);

// Keyword arguments of an instruction, as attributes.
struct InstructionAttributes {
  std::string id;        // "" if none is given
  std::string dependsOn; // "*a:b", "" if nothing is said
  std::string others;    // "tags=t, if=c"

  // " {id=own, dep=..., tags=t}", with more dependences.
  std::string text(const std::string &own, const std::string &more) const;
};
// Raises TypeError for an argument that instructions do not have.
InstructionAttributes instructionAttributes(const std::string &className,
                                            const pybind11::kwargs &keywords);

pybind11::object instructionText(const std::string &text,
                                 const std::string &id = "");
// Null if it is none.
const std::string *asInstructionText(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
