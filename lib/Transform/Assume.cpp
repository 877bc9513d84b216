// Facts about parameters: { parameters : assumptions and the new condition }.
#include "Assumptions.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Set;

static bool isInteger(const Variable &var) {
  return var.isScalar() && var.type.isInteger();
}

static std::vector<std::string> integerParameters(const Kernel &kernel) {
  std::vector<std::string> names;
  for (const VariablePtr &var : kernel.arguments)
    if (isInteger(*var) && var->isValue())
      names.push_back(var->name);
  return names;
}

// One that a launcher knows, and so can check the assumption about.
static void requireParameter(const Kernel &kernel, const std::string &id) {
  VariablePtr var = kernel.findVariable(id);
  if (var && isInteger(*var) && var->isValue())
    return;
  std::vector<std::string> known = integerParameters(kernel);
  if (!var || !isInteger(*var))
    throw UserError(std::string(assumeName) + ": '" + id +
                    "' is no integer scalar of kernel '" + kernel.name + "'" +
                    suggestion(id, known));
  std::string list;
  for (const std::string &parameter : known)
    list += (list.empty() ? "'" : ", '") + parameter + "'";
  throw UserError(std::string(assumeName) + ": kernel '" + kernel.name +
                      "' computes '" + id +
                      "', so that no launcher can check what is assumed of "
                      "it; assume something of arguments that it only reads" +
                      (list.empty() ? "" : ", such as " + list),
                  var->range);
}

Kernel loopyc::assume(const Kernel &kernel, const Set &given,
                      const std::string &text, Remarks *remarks) {
  Set condition = given.flat().dropUnusedParams();
  for (const std::string &id : condition.names())
    requireParameter(kernel, id);
  std::string shown = text.empty() ? given.flat().str() : text;
  Kernel result = kernel;
  result.assumptions =
      withCondition(kernel, condition, text.empty() ? shown : "'" + text + "'");
  if (remarks)
    remarks->push_back("assumed " + shown);
  return result;
}
