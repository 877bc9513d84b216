# What kernels and instructions say of the names that they mention, and Loo.py's
# places of names.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

unit = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }", """
    <> t = 2*c[i] {id=twice}
    y[i] = sum(j, a[i,j]*x[j]) + t {id=mv}
    z[i] = y[i]**2 {id=sq, if=i < k, dep=mv}
    """, name="api")
unit = lp.add_dtypes(unit, {"a,x,c": np.float64})
knl = unit.default_entrypoint


def show(what, names):
    print(what, sorted(names))


# CHECK: written ['t', 'y', 'z']
show("written", knl.get_written_variables())
# CHECK: read ['a', 'c', 'i', 'k', 't', 'x', 'y']
show("read", knl.get_read_variables())
# CHECK: writers [('t', ['twice']), ('y', ['mv']), ('z', ['sq'])]
show("writers", ((v, sorted(ids)) for v, ids in knl.writer_map().items()))
# CHECK: readers ['mv'] ['sq']
print("readers", sorted(knl.reader_map()["t"]), sorted(knl.reader_map()["y"]))
# CHECK: inames ['i'] ['i']
print("inames", sorted(knl.insn_inames("mv")),
      sorted(knl.insn_inames(knl.id_to_insn["mv"])))
# CHECK: params ['m', 'n'] True
print("params", sorted(knl.all_params()), knl.outer_params() == knl.all_params())
# CHECK: has ['a', 'c', 'i', 'j', 'k', 'm', 'n', 't', 'x', 'y', 'z']
show("has", knl.all_variable_names())
# CHECK: fresh y_0 y_1 w
fresh = knl.get_var_name_generator()
print("fresh", fresh("y"), fresh("y"), fresh("w"))
# CHECK: ids mv_0 other
ids = knl.get_instruction_id_generator()
print("ids", ids("mv"), ids("other"))
mv = knl.id_to_insn["mv"]
# CHECK: mv reads ['a', 'i', 't', 'x']
show("mv reads", mv.read_dependency_names())
# CHECK: mv writes ['y']
show("mv writes", mv.write_dependency_names())
# CHECK: mv both ['a', 'i', 't', 'x', 'y']
show("mv both", mv.dependency_names())
# CHECK: mv reduces ['j']
show("mv reduces", mv.reduction_inames())


def refused(work):
    try:
        work()
        print("accepted")
    except lp.LoopyError as error:
        print("refused:", error)


# CHECK: refused: insn_inames: kernel 'api' has no instruction 'none'
refused(lambda: knl.insn_inames("none"))

# --- loops and memory
tri = lp.make_kernel(
    ["{ [i]: 0<=i<20 }", "{ [k]: 0<=k<=i }", "{ [l]: 0<=l<n }"],
    """
    <> s[i] = sum(k, a[i,k]) {id=s}
    b[l] = 2.0 {id=b, nosync=s@local}
    """, name="tri")
tri = lp.set_temporary_address_space(lp.add_dtypes(tri, {"a": np.float64}), "s", "local")
# CHECK: { [i, k] : {{.*}} }
print(tri.get_inames_domain("k"))
# CHECK: { [i] : 0 <= i <= 19 } [n] -> { [i, l] :
print(tri.get_inames_domain("i"), tri.get_inames_domain(frozenset(["i", "l"])))
# CHECK: 20 20
print(tri.get_constant_iname_length("i"), tri.get_constant_iname_length("k"))
# CHECK: refused: get_constant_iname_length: the range of 'l' of kernel 'tri' has no constant bounds
refused(lambda: tri.get_constant_iname_length("l"))
# CHECK: refused: get_inames_domain: {{.*}}'ii'
refused(lambda: tri.get_inames_domain("ii"))
# CHECK: loops [('i', ['s']), ('k', []), ('l', ['b'])]
show("loops", ((iname, sorted(ids)) for iname, ids in tri.iname_to_insns().items()))
# CHECK: global ['a', 'b']
show("global", tri.global_var_names())
# CHECK: local ['s']
show("local", tri.local_var_names())
# CHECK: data ['a', 'b', 'n', 's']
show("data", tri.non_iname_variable_names())
# CHECK: by value ['n']
show("by value", tri.get_unwritten_value_args())
# CHECK: id s_0 new
print("id", tri.make_unique_instruction_id(based_on="s"),
      tri.make_unique_instruction_id(based_on="new"))
# CHECK: ('b[l]',) frozenset({('s', 'local')})
print(tri.id_to_insn["b"].assignees, tri.id_to_insn["b"].no_sync_with)

# --- a unit of one
# CHECK: entrypoint True
print("entrypoint", unit.with_entrypoints("api") == unit)
# CHECK: refused: with_entrypoints: kernel 'api' is not 'other'
refused(lambda: unit.with_entrypoints(["other"]))
# CHECK: refused: a kernel has no target in this loopyc: --target chooses
refused(lambda: unit.target)

# --- places
import loopy.kernel.data
import loopy.target
from loopy.diagnostic import ParameterFinderWarning
from loopy.kernel.data import AddressSpace, TemporaryVariable, ValueArg
from loopy.kernel.instruction import Assignment
from loopy.symbolic import Reduction
from loopy.target.opencl import OpenCLTarget
from loopy.transform.iname import split_iname
# CHECK: places True True True
print("places", split_iname is lp.split_iname,
      issubclass(ParameterFinderWarning, lp.LoopyWarning),
      loopy.kernel.data.TemporaryVariable is lp.TemporaryVariable)
# CHECK: reduce(sum, [j], a[j])
print(Reduction("sum", "j", "a[j]"))
# CHECK: refused: loopy.symbolic.RuleAwareIdentityMapper is not in this loopyc
try:
    from loopy.symbolic import RuleAwareIdentityMapper
except lp.LoopyError as error:
    print("refused:", error)
RESULT = unit
