// Common blocks: their names, and what a program unit declares of them.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_COMMONBLOCKMEMBERS_H
#define LOOPYC_LIB_FRONTEND_FLANG_COMMONBLOCKMEMBERS_H

#include "DeclaredBounds.h"
#include "Program.h"
#include "Session.h"

#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/type.h"
#include "flang/Semantics/symbol.h"

#include <string>

namespace loopyc {
namespace frontend {

// "/state/"
inline std::string blockName(const Fortran::semantics::Symbol &block) {
  return "/" + block.name().ToString() + "/";
}

// Of a variable in it, from 0.
inline std::string positionIn(const Fortran::semantics::Symbol &block,
                              const Fortran::semantics::Symbol &symbol) {
  size_t position = 0;
  for (const auto &member :
       block.get<Fortran::semantics::CommonBlockDetails>().objects()) {
    if (&member->GetUltimate() == &symbol)
      break;
    ++position;
  }
  return std::to_string(position);
}

inline CommonBlock declaredBlock(const Fortran::semantics::Symbol &block,
                                 const Session &session) {
  const auto &details = block.get<Fortran::semantics::CommonBlockDetails>();
  CommonBlock result{
      blockName(block), {}, session.range(details.sourceLocation())};
  for (const auto &member : details.objects()) {
    auto type = Fortran::evaluate::DynamicType::From(*member);
    const auto *object =
        member->detailsIf<Fortran::semantics::ObjectEntityDetails>();
    result.members.push_back(
        {session.spelling(member->name()),
         type ? lowerCase(type->AsFortran()) : "",
         object ? constantShape(*object).value_or("") : ""});
  }
  return result;
}

} // namespace frontend
} // namespace loopyc

#endif
