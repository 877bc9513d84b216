# Keywords of Loo.py's functions, and forms of their arguments.
# RUN: %loopyc %s -o %t --target=c --check -Wno-serial 2>&1 | FileCheck %s
import loopy as lp
import numpy as np


def refused(work):
    try:
        work()
        print("accepted")
    except (lp.LoopyError, TypeError) as error:
        print("refused:", str(error).splitlines()[0])


# --- domains without an iname
scalar = lp.make_kernel("{:}", "y[0] = 2*x[1]", name="scalar")
scalar = lp.add_dtypes(scalar, {"x": np.float32})
# CHECK: refused: the domain has no iname
refused(lambda: lp.make_kernel("{ [] : n > 0 }", "y[0] = 2*x[1]"))
also = lp.make_kernel(["{ [] : }", "{ [i]: 0<=i<n }"], "y[i] = x[i]",
                      index_dtype=np.int64, tags=frozenset(),
                      preamble_generators=[], name="also")
# CHECK: also int64
print("also", also.options["index_dtype"])
# CHECK: refused: make_kernel: argument 'index_dtype' must be np.int32 or np.int64
refused(lambda: lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i]",
                               index_dtype=np.float32))
also = lp.add_and_infer_dtypes(also, {"x": np.float64}, expect_completion=True)
both = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i] + u[i]")
# CHECK: refused: argument 'u' of kernel 'loopy_kernel' has no type
refused(lambda: lp.add_and_infer_dtypes(both, {"x": np.float64},
                                        expect_completion=True))

# --- loops
tagged = lp.tag_inames(also, {"i": "unr"})
# CHECK: tags ['unr'] []
print("tags", *(sorted(lp.rename_iname(
    tagged, "i", "k", preserve_tags=keep,
    raise_on_domain_mismatch=True).iname_tags("k")) for keep in (True, False)))
lp.rename_inames(also, ["i"], "k", raise_on_domain_mismatch=None)

# --- options
# CHECK: options False
options = lp.set_options(also, insert_gbarriers=True, allow_fp_reordering=False)
print("options", options.options["reassociate"])
lp.BarrierInstruction(id="b", synchronization_kind="global", mem_kind="global")

# --- reductions
sums = lp.make_kernel("{ [i,j,k]: 0<=i,j,k<n }", """
    y[i] = sum(j, a[i,j]) {id=rows}
    z[i] = sum(k, a[k,i]) {id=columns}
    """, name="sums")
sums = lp.add_dtypes(sums, {"a": np.float64})
# CHECK: rows j_update
for ids in "rows", ["rows"], {"rows"}, "id:rows":
    one = lp.realize_reduction(sums, insn_id_filter=ids)
    assert "sum(" not in one.id_to_insn["rows"].expression
    assert "sum(" in one.id_to_insn["columns"].expression
print("rows", *(insn.id[5:] for insn in one.instructions
                if insn.id.endswith("update")))
# CHECK: refused: realize_reduction: kernel 'sums' has no instruction 'none'
refused(lambda: lp.realize_reduction(sums, insn_id_filter="none"))

# --- what is kept in temporaries
matrix = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<8 }", "y[i,j] = 2*a[i,j]",
                        name="matrix")
matrix = lp.add_dtypes(matrix, {"a": np.float64})
for footprint in ["i", "j"], [("i", "j")], ("i", "j"), ["i, j"]:
    fetched = lp.add_prefetch(matrix, "a", ["j"], default_tag=None,
                              footprint_subscripts=footprint)
# CHECK: refused: add_prefetch: kernel 'matrix': footprint_subscripts has 2 footprints; call add_prefetch for each
refused(lambda: lp.add_prefetch(matrix, "a", ["j"], footprint_subscripts=[
    ("i", "0"), ("i", "1")]))
rule = lp.make_kernel("{ [i]: 0<=i<16 }", """
    f(x) := a[x]**2
    y[i] = f(i) + f(i+1)
    """, name="rule")
rule = lp.add_dtypes(rule, {"a": np.float64})
ahead = lp.precompute(rule, ["f(i)", "f(i + 1)"], "i", default_tag=None,
                      storage_axes=[0], storage_axis_to_tag={0: "unr"})
# CHECK: refused: precompute: kernel 'rule' has f(i + 1), too, which subst_use does not list; list it, or name the rule alone
refused(lambda: lp.precompute(rule, "f(i)", "i"))
# CHECK: refused: precompute: kernel 'rule': storage axis 1 is no parameter of rule 'f', which has 1
refused(lambda: lp.precompute(rule, "f", "i", storage_axes=[1]))

# CHECK-DAG: check: scalar: c: ok
# CHECK-DAG: check: also: c: ok
# CHECK-DAG: check: sums: c: ok
# CHECK-DAG: check: matrix: c: ok
# CHECK-DAG: check: rule: c: ok
RESULT = [scalar, also, one, fetched, ahead]
