// Exhaustive matching over std::variant: a missing alternative does not
// compile.
//   match(node.value, [](const IntLit &l) {...}, [](const VarRef &v) {...});
#ifndef LOOPYC_SUPPORT_MATCH_H
#define LOOPYC_SUPPORT_MATCH_H

#include <utility>
#include <variant>

namespace loopyc {

template <typename... Fs> struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

template <typename Variant, typename... Fs>
decltype(auto) match(Variant &&value, Fs &&...cases) {
  return std::visit(Overloaded<std::decay_t<Fs>...>{std::forward<Fs>(cases)...},
                    std::forward<Variant>(value));
}

} // namespace loopyc

#endif
