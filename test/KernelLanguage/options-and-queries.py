# Options as an object, in make_kernel too; what a kernel says of its loops and
# data.
# RUN: %loopyc %s -o %t --target=c --check --param n=9 | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["[n] -> { [i]: 0<=i<n }", "[i] -> { [j]: 0<=j<=i }", "{ [q]: 3<=q<20 }"],
    "y[i,j,q] = x[j] + y[i,j,q]",
    [lp.GlobalArg("x", is_input=True, is_output=False), "..."],
    options=lp.Options("write_code", index_dtype="int64"),
    loop_priority=frozenset([("q", "i", "j")]), name="queried")

# CHECK: Options(index_dtype='int64', write_code=True) True False
print(knl.options, knl.options.write_code, knl.options.trace_assignments)
assert knl.options == lp.Options(write_code=True, index_dtype="int64")
assert knl.options == {"write_code": "True", "index_dtype": "int64"}
assert not hasattr(knl.options, "write_cod")
# CHECK: frozenset({('q', 'i', 'j')})
print(knl.loop_priority)
# CHECK: x True False, n True False, y True True
print(", ".join(f"{arg.name} {arg.is_input} {arg.is_output}" for arg in knl.args))

# CHECK: i from 0 to n - 1: n
# CHECK: j from 0 to n - 1: n
# CHECK: q from 3 to 19: 17
for iname in "ijq":
    bounds = knl.get_iname_bounds(iname)
    print(f"{iname} from {bounds.lower_bound_pw_aff} to {bounds.upper_bound_pw_aff}: {bounds.size}")
assert knl.get_iname_bounds("q", constants_only=True).size == 17
assert knl.get_var_descriptor("y").shape == ("n", "n", 20)
assert knl.get_var_descriptor("i").dtype == np.dtype(np.int64)


def refused(function):
    try:
        function()
    except lp.LoopyError as error:
        print("refused:", error)


def made(text, *data, **options):
    return lp.make_kernel("{ [i]: 0<=i<n }", text, [*data, "..."], **options)


# CHECK: refused: get_iname_bounds: the range of 'j' of kernel 'queried' has no constant bounds
refused(lambda: knl.get_iname_bounds("j", constants_only=True))
# CHECK: refused: get_var_descriptor: kernel 'queried' has no variable 'yy'; did you mean 'y'?
refused(lambda: knl.get_var_descriptor("yy"))
# CHECK: refused: set_options: trace_assignments cannot be True in this loopyc: generated code prints nothing
refused(lambda: lp.Options(trace_assignments=True))
# CHECK: refused: set_options: {{.*}}return_dict cannot be True in this loopyc: it is about calls from Python
refused(lambda: lp.set_options(knl, "return_dict"))
# CHECK: refused: set_options: there is no option 'write_cod'; did you mean 'write_code'
refused(lambda: made("y[i] = x[i]", options="write_cod"))
# CHECK: refused: 'y' is said to be no output (is_output=False), but 'insn' assigns it
refused(lambda: made("y[i] = x[i]", lp.GlobalArg("y", is_output=False)))
# CHECK: refused: 'y' is said to be no input (is_input=False), but elements are read that the kernel may not have set
refused(lambda: made("y[i] = 2*y[i]", lp.GlobalArg("y", is_input=False)))
# CHECK: refused: prioritize_loops: {{.*}}has no iname 'j'
refused(lambda: made("y[i] = x[i]", loop_priority="i, j"))

# CHECK: check: queried: c: ok
RESULT = lp.add_dtypes(knl, {"x": np.float32})
