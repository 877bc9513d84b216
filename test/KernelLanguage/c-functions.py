# Functions in C: types by their signatures, text of each target once, in rules,
# conditions, reductions, subscripts, in kernels that are called and in kernels
# that are made anew; under transformations, against the kernel as it was made.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
# RUN: %loopyc %s -o %t --target=opencl,c --check --param n=0 --param m=1 -Wno-serial | FileCheck %s --check-prefix=NONE
# RUN: %loopyc %s -o %t --target=opencl,cuda,c -Wno-serial > /dev/null
# RUN: FileCheck %s --check-prefix=CL < %t.cl
# RUN: FileCheck %s --check-prefix=CU < %t.cu
# RUN: FileCheck %s --check-prefix=PLAIN < %t.c
import loopy as lp
import numpy as np

kernels = []
f4, f8, i4, i8 = np.float32, np.float64, np.int32, np.int64

BLEND = "LOOPYC_FUNCTION {0} blend{1}({0} x, {0} y) {{ return 0.25{2}*x + 0.75{2}*y; }}"
blend = [lp.ScalarCallable("blend", {0: f4, 1: f4, -1: f4},
                           name_in_target="blendf",
                           preamble=BLEND.format("float", "f", "f")),
         lp.ScalarCallable("blend", {0: f8, 1: f8, -1: f8},
                           preamble=BLEND.format("double", "", ""))]
wrap = lp.ScalarCallable(
    "wrap", {0: i4, 1: i4, -1: i4}, preamble="""
/* Of a size that may be 0. */
LOOPYC_FUNCTION int wrap(int i, int size)
{
  return size > 0 ? (i % size + size) % size : 0;
}
""")


class Cube(lp.ScalarCallable):
    """As Loo.py's programs write them."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        dtype = arg_id_to_dtype[0].numpy_dtype
        if dtype.kind == "i":
            dtype = np.float64
        name = "cube_s" if dtype == np.float32 else "cube_d"
        return (self.copy(name_in_target=name,
                          arg_id_to_dtype={0: dtype, -1: dtype}), clbl_inf_ctx)

    def generate_preambles(self, target):
        kind = "float" if self.name_in_target == "cube_s" else "double"
        mark = ("__device__ " if isinstance(target, lp.CudaTarget)
                else "static inline ")
        yield ("20_" + self.name_in_target, f"{mark}{kind} {self.name_in_target}"
               f"({kind} x) {{ return x*x*x; }}")


def make(name, domains, text, types, data=["..."], **options):
    knl = lp.make_kernel(domains, text, data, name=name, **options)
    for function, callable in (("blend", blend), ("wrap", wrap),
                               ("cube", Cube("cube"))):
        knl = lp.register_callable(knl, function, callable)
    return lp.add_dtypes(knl, types)


def spread(knl, iname="i", size=8):
    return lp.split_iname(knl, iname, size, outer_tag="g.0", inner_tag="l.0")


# The overload is found once types are; a literal takes the type that it meets.
kernels.append(make("late", "{ [i]: 0<=i<n }", "y[i] = 2*blend(x[i], 1.5) + cube(x[i])",
                    {"x": f4}))
print(kernels[-1])
# CHECK: y: type: float32
# CHECK: y[i] = 2.0*blend(x[i], 1.5) + cube(x[i]) {id=insn}
kernels.append(spread(make("both", "{ [i]: 0<=i<n }",
                           "y[i] = blend(x[i], z[i])\nv[i] = blend(x[i], x[i])",
                           {"x": f4, "z": f8})))
kernels.append(make("integers", "{ [i]: 0<=i<n }", "y[i] = cube(p[i] % 100)", {"p": i4}))
print(kernels[-1])
# CHECK: y: type: float64
# In a rule, a condition, a reduction and a subscript.
kernels.append(spread(make(
    "everywhere", "{ [i,k]: 0<=i<n and 0<=k<m }", """
    f(a) := blend(a, u[i])
    <> s = sum(k, f(w[k])*cube(w[k]))
    if cube(x[i]) > 0.125
      y[i] = s + x[wrap(i - 3, n)]
    else
      y[i] = blend(-1, s)
    end
    """, {"x": f8, "w": f8, "u": f8}, [lp.GlobalArg("x", shape=("n",)), "..."],
    assumptions="m >= 1")))
# What a script makes anew, and what is precomputed.
knl = make("anew", "{ [i]: 0<=i<n }", "y[i] = cube(x[i])*2 {id=a}", {"x": f8})
kernels.append(lp.map_instructions(knl, "id:a", lambda insn: insn.copy(
    expression=insn.expression + " + blend(x[i], 1)")))
knl = spread(make("ahead", "{ [i,j]: 0<=i<n and 0<=j<m }", """
    f(a) := blend(cube(x[a]), x[a])
    y[i,j] = f(i)*z[j] + f(i)
    """, {"x": f8, "z": f8}))
kernels.append(lp.precompute(knl, "f", "i_inner", default_tag="l.0"))
# In a kernel that is called.
inner = lp.make_function("{ [k]: 0<=k<l }", "b[k] = cube(a[k])", name="inner")
inner = lp.register_callable(inner, "cube", Cube("cube"))
knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", "[j]: y[i,j] = inner([j]: x[i,j], m)",
                     name="outer")
knl = lp.merge([knl, inner])
kernels.append(spread(lp.add_dtypes(knl, {"x": f8})["outer"]))
# A function of the library, and a variable of its name.
knl = lp.make_kernel("{ [i]: 0<=i<n }", "cbrt_[i] = root(x[i]) + cbrt", name="library")
knl = lp.register_callable(knl, "root", lp.ScalarCallable(
    "root", {0: f8, -1: f8}, name_in_target="cbrt"))
kernels.append(lp.add_dtypes(knl, {"x": f8, "cbrt": f8}))
# Texts before functions.
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = scaled(x[i])", name="generated")
knl = lp.register_callable(knl, "scaled", lp.ScalarCallable(
    "scaled", {0: f8, -1: f8},
    preamble="LOOPYC_FUNCTION double scaled(double x) { return FACTOR*x; }"))
knl = lp.add_dtypes(knl, {"x": f8})
knl = lp.register_preamble_generators(knl, [
    lambda info: [("00_factor", "#define FACTOR 3.0")]
    if any(f.c_name == "scaled" for f in info.seen_functions) else []])
kernels.append(spread(knl))
RESULT = kernels

# CHECK-NOT: FAILED
# CHECK: check: late: opencl: ok
# CHECK-NOT: FAILED
# CHECK: check: generated: c: ok
# NONE-NOT: FAILED
# NONE: check: late: opencl: ok
# NONE-NOT: FAILED
# NONE: check: generated: c: ok

# What is asserted is said; texts in the order of keys, each once.
# CL: #define LOOPYC_FUNCTION static inline
# CL: #define FACTOR 3.0
# CL: static inline double cube_d(double x)
# CL-NOT: cube_d(double x)
# CL: static inline float cube_s(float x)
# CL: LOOPYC_FUNCTION float blendf(float x, float y)
# CL: LOOPYC_FUNCTION double blend(double x, double y)
# CL: 'blend' is a function in C, of its arguments' values alone
# CL: y[i] = 2.0f * blendf(x[i], 1.5f) + cube_s(x[i]);
# CL: cbrt(x[i]) + cbrt_
# CU: #define LOOPYC_FUNCTION static __host__ __device__ inline
# CU: __device__ double cube_d(double x)
# PLAIN: #define LOOPYC_FUNCTION static inline
# PLAIN: int wrap(int i, int size)
# PLAIN: blend(x[i], 1.0)
