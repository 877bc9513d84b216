# Loo.py's classes of what stands in instructions, and its functions of what
# loopyc does anyway: scripts that have them go on as they are.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
# RUN: %loopyc %s --check --target=c,opencl | FileCheck %s --check-prefix=VALUES
import loopy as lp
import numpy as np

dbl = lp.make_function(
    "{ [k]: 0<=k<4 }", "b[k] = 2*a[k]",
    [lp.GlobalArg("a", np.float64, shape=4), lp.GlobalArg("b", np.float64, shape=4)],
    name="dbl")
knl = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<4 }",
    [
        lp.Assignment("t", "square(x[i])", temp_var_type=lp.Optional(None),
                      id=lp.UniqueName("t")),
        lp.Assignment("u", "t + 1", temp_var_type=lp.Optional(np.float32), id="u"),
        lp.Assignment("y[i]", "t + u", temp_var_type=lp.Optional(), id="y"),
        lp.CallInstruction("[j]: z[i,j]", "dbl([j]: w[i,j])", id="call"),
        lp.Assignment("count[0]", "0", atomicity=(lp.AtomicInit("count"),), id="zero",
                      within_inames=frozenset()),
        lp.Assignment("count[p[i]]", "count[p[i]] + 1", depends_on={"zero"},
                      atomicity=(lp.AtomicUpdate("count"),), id="add"),
    ],
    [lp.GlobalArg("count", np.int32, shape=1), lp.GlobalArg("p", np.int32),
     lp.GlobalArg("w", np.float64), lp.GlobalArg("x", np.float64), "..."],
    substitutions={"square": lp.SubstitutionRule("square", ("v",), "v*v")},
    name="objects")
knl = lp.register_callable(translation_unit=knl, function_identifier="dbl", callable_=dbl)
knl = lp.make_program(lp.infer_arg_descr(knl))
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
knl = lp.insert_global_barriers(knl)
# CHECK: t: type: float64
# CHECK: u: type: float32
# CHECK: square(v) := v*v
# CHECK: t = square(x[i_inner + 16*i_outer])  {id=t}
# CHECK: y[i_inner + 16*i_outer] = t + {{.*}}u
# CHECK: z[i_inner + 16*i_outer, dbl_k] = 2{{.*}}*w[i_inner + 16*i_outer, dbl_k]
# CHECK: atomic
# VALUES: check: objects: c: ok
# VALUES: check: objects: opencl: ok
print(knl)

# CHECK: Optional() False True True
print(repr(lp.Optional()), lp.Optional().has_value, lp.Optional(None).has_value,
      lp.Optional(3) == lp.Optional(3))
# CHECK: g.1 l.1 l.0
print(lp.find_unused_axis_tag(knl, "g"), lp.find_unused_axis_tag(knl, "l"),
      lp.find_unused_axis_tag(knl, "l", "id:zero"))
# CHECK: digraph
print(lp.get_dot_dependency_graph(knl)[:7])
lp.clear_in_mem_caches()
# CHECK: 5
print(lp.memoize_on_disk(lambda x: x + 1)(4))
assert lp.add_inames_for_unused_hw_axes(knl)
assert lp.auto_test_vs_ref(knl, None, knl, do_check=False) is None

# Keywords as Loo.py names them.
knl = lp.assume(kernel=knl, assumptions="n >= 1")
assert lp.find_instructions(kernel=knl, insn_match="id:u")
assert lp.get_op_map(program=knl)

two = lp.make_kernel(["{ [i]: 0<=i<n }", "{ [k]: 0<=k<n }"],
                     "a[i] = f*b[i] {id=a}\n"
                     "c[k] = g*b[k] {id=c}", name="two")
two = lp.add_dtypes(two, {"b,f,g": np.float64})
# CHECK: ['both'] ['k', 'one']
print(sorted(lp.rename_inames_in_batch(two, {"both": ["i", "k"]}).all_inames()),
      sorted(lp.rename_inames_in_batch(two, {"one": ["i"]}).all_inames()))
# CHECK: a[i] = 2.0d0*b[i]
print(lp.fix_parameters(two, f=2, within="id:a"))


def refused(work):
    try:
        work()
        print("accepted")
    except (lp.LoopyError, TypeError) as error:
        print(error)


# CHECK: fix_parameters: kernel 'two': 'within' does not select 'c', which mentions 'g', and what is fixed is no argument any more; leave 'within' out
refused(lambda: lp.fix_parameters(two, g=2, within="id:a"))
# CHECK: temp_var_type must be a type such as np.float64, lp.auto, or an lp.Optional of these or of None, found 'flot'
refused(lambda: lp.Assignment("t", "1", temp_var_type="flot"))
# CHECK: lp.CallInstruction has 1 assignees and 2 temp_var_types
refused(lambda: lp.CallInstruction("t", "f(x)", temp_var_types=(None, None)))
# CHECK: find_unused_axis_tag: kind must be "g" (groups) or "l" (work-items), found 'x'
refused(lambda: lp.find_unused_axis_tag(two, "x"))
# CHECK: rename_inames_in_batch: argument 'batches' must be a dictionary
refused(lambda: lp.rename_inames_in_batch(two, ["i"]))
# CHECK: auto_test_vs_ref: check_result is not supported
refused(lambda: lp.auto_test_vs_ref(two, None, two, check_result=print))
# CHECK: auto_test_vs_ref: ref_entrypoint: 'tow' is no kernel of ref_prog; did you mean 'two'?
refused(lambda: lp.auto_test_vs_ref(two, None, two, ref_entrypoint="tow"))
# CHECK: make_kernel: argument 'substitutions' must be a dictionary
refused(lambda: lp.make_kernel("{:}", "x = 1", substitutions=3))
RESULT = knl
