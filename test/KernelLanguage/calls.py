# A kernel that calls others computes what one does that has their instructions
# written in the place of calls.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

kernels = []
f64 = np.float64


def same(name, function, caller, written, types={}, transform=None, sizes={},
         data=["..."], **options):
    functions = function if isinstance(function, list) else [function]
    merged = lp.merge([lp.make_kernel(*caller, data, name=name, **options)]
                      + functions)
    merged = lp.add_dtypes(merged, types)
    ref = lp.make_kernel(*written, data, name=name, **options)
    lp.auto_test_vs_ref(lp.add_dtypes(ref, types), None, merged[name],
                        parameters=sizes)
    kernels.append(transform(merged) if transform else merged)


def spread(iname, size=16):
    return lambda knl: lp.split_iname(knl, iname, size, outer_tag="g.0",
                                      inner_tag="l.0")


twice = lp.make_function("{ [k]: 0<=k<m }", "b[k] = 2*a[k]",
                         [lp.GlobalArg("a"), lp.ValueArg("m"), "..."],
                         name="twice")

# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
same("rows", twice,
     ("{ [i,j]: 0<=i<n and 0<=j<m }", "[j]: y[i,j] = twice([j]: x[i,j], m)"),
     ("{ [i,j]: 0<=i<n and 0<=j<m }", "y[i,j] = 2*x[i,j]"),
     {"x": f64}, spread("twice_k"))

# CHECK-DAG: check: columns: opencl: ok
same("columns", twice,
     ("{ [i]: 0<=i<n }", "y[:,i] = twice(x[:,i], n)"),
     ("{ [i,j]: 0<=i,j<n }", "y[j,i] = 2*x[j,i]"),
     {"x": np.float32}, spread("i"))

# Strides, offsets, a diagonal; a size that is a function of others.
# CHECK-DAG: check: pieces: opencl: ok
# CHECK-DAG: check: pieces: c: ok
same("pieces", twice,
     (["{ [i]: 1<=i<n }", "{ [j]: i<=j<n }", "{ [k]: 0<=k<n }"], """
      [j]: y[i,j] = twice([j]: x[2*j], n - i) {inames=i}
      d[:] = twice([k]: y0[k,k], n)
      e[3:n+3] = twice(x[1:2*n:2], n)
      """),
     (["{ [i]: 1<=i<n }", "{ [j]: i<=j<n }", "{ [k]: 0<=k<n }"], """
      y[i,j] = 2*x[2*j]
      d[k] = 2*y0[k,k]
      e[k+3] = 2*x[2*k+1]
      """), {"x": f64, "y0": f64}, assumptions="n >= 2")

# Temporaries, rules, reductions, a number as a result, one that is computed.
moments = lp.make_function("{ [k,q,l,p]: 0<=k,q,l,p<4 }", """
    sq(v) := v*v + shift
    <> t[k] = sq(u[k])
    w[q] = t[3-q] + sum(l, u[l])
    s = sum(p, t[p])
    """, [lp.GlobalArg("u"), lp.ValueArg("shift"), lp.GlobalArg("w"), "..."],
    name="moments")
# CHECK-DAG: check: blocks: opencl: ok
# CHECK-DAG: check: blocks: c: ok
same("blocks", moments,
     ("{ [i,j]: 0<=i<n and 0<=j<4 }",
      "r[i,:], q[i] = moments([j]: p[4*i+j], exp(c[i]))"),
     ("{ [i,j,k,l,p_]: 0<=i<n and 0<=j,k,l,p_<4 }", """
      <> t[k] = p[4*i+k]*p[4*i+k] + exp(c[i])
      r[i,j] = t[3-j] + sum(l, p[4*i+l])
      q[i] = sum(p_, t[p_])
      """), {"c": f64, "p": f64}, spread("i"))

# One function calls another; twice, with other views.
both = lp.make_function("{ [k]: 0<=k<m }", """
    [k]: c[k] = twice([k]: a[k], m) {id=first}
    [k]: d[k] = twice([k]: c[k], m) {dep=first}
    """, [lp.GlobalArg("a"), lp.ValueArg("m"), lp.GlobalArg("c"),
          lp.GlobalArg("d")], name="both")
# CHECK-DAG: check: chain: opencl: ok
# CHECK-DAG: check: chain: c: ok
same("chain", [both, twice],
     ("{ [i]: 0<=i<n }", "y[i,:], z[i,:] = both(x[:,i], n) {id=all}\n"
      "s[i] = 3*z[i,0] {dep=all}"),
     ("{ [i,j,k]: 0<=i,j,k<n }", """
      y[i,j] = 2*x[j,i]
      z[i,k] = 2*y[i,k]
      s[i] = 3*z[i,0]
      """), {"x": f64}, sizes={"n": 7}, assumptions="n >= 1")

# What is read and written is a value and a result.
grow = lp.make_function("{ [k]: 0<=k<4 }", "v[k] = v[k]*v[k] + k {if=k > 0}",
                        name="grow")
# CHECK-DAG: check: inplace: opencl: ok
# CHECK-DAG: check: inplace: c: ok
same("inplace", grow,
     ("{ [i,j]: 0<=i<n and 0<=j<4 }",
      "[j]: a[i,j] = grow([j]: a[i,j]) {if=b[i] > 0}"),
     ("{ [i,j]: 0<=i<n and 0<=j<4 }",
      "a[i,j] = a[i,j]*a[i,j] + j {if=b[i] > 0 and j > 0}"),
     {"b": f64}, spread("i"), data=[lp.GlobalArg("a", f64), "..."])

# Calls in the branches of a condition.
axpy = lp.make_function("{ [k]: 0<=k<m }", "b[k] = 2*a[k] + c",
                        [lp.GlobalArg("a"), lp.ValueArg("m"),
                         lp.ValueArg("c"), "..."], name="axpy")
# CHECK-DAG: check: branches: opencl: ok
# CHECK-DAG: check: branches: c: ok
same("branches", axpy,
     ("{ [i,j]: 0<=i,j<n }", """
      for i
        if p[i] > 2
          [j]: y[i,j] = axpy([j]: x[i,j], n, 1)
        else
          [j]: y[i,j] = axpy([j]: x[j,i], n, i)
        end
      end
      """),
     ("{ [i,j]: 0<=i,j<n }", """
      y[i,j] = 2*x[i,j] + 1 {if=p[i] > 2}
      y[i,j] = 2*x[j,i] + i {if=not (p[i] > 2)}
      """), {"x": f64}, data=[lp.GlobalArg("p", np.int32), "..."])

# As they are written.
running = lp.make_function("{ [k]: 0<=k<m }", """
    acc = 0
    acc = acc + a[k]
    b[k] = acc
    """, [lp.GlobalArg("a"), lp.ValueArg("m"), lp.GlobalArg("b"),
          lp.TemporaryVariable("acc", np.float64, shape=())],
    name="running", seq_dependencies=True)
# CHECK-DAG: check: prefix: c: ok
same("prefix", running,
     ("{ [i]: 0<=i<n }", "b[i,:] = running(a[i,:], n)"),
     ("{ [i,k]: 0<=i,k<n }", """
      for i
        <> acc = 0
        for k
          acc = acc + a[i,k]
          b[i,k] = acc
        end
      end
      """), {"a": f64}, seq_dependencies=True)

# Under another name; kernels of a unit.
u = lp.register_callable(
    lp.make_kernel("{ [i]: 0<=i<n }", "[i]: y[i] = double([i]: x[i], n)",
                   name="named"), "double", twice)
u = lp.inline_callable_kernel(u, "double")


@lp.for_each_kernel
def typed(knl, dtype):
    return lp.add_dtypes(knl, {"x": dtype})


# CHECK-DAG: check: named: opencl: ok
# CHECK-DAG: check: named: c: ok
kernels.append(typed(u, np.float32))

# CHECK-DAG: check: other: c: ok
kernels.append(lp.add_dtypes(lp.rename_callable(lp.merge([
    lp.make_kernel("{ [i]: 0<=i<n }", "[i]: y[i] = times2([i]: x[i], n)",
                   name="some"),
    lp.rename_callable(twice, "twice", "times2")]), "some", "other"),
    {"x": np.float64}))

# Types that were given before: of the function, and of what calls.
open_kernel = lp.add_dtypes(
    lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", """
        <> f = p[i]*2
        [j]: y[i,j] = scale([j]: x[i,j], f, m)
        """, name="given"), {"p": np.float32})
scale = lp.make_function("{ [k]: 0<=k<m }", "b[k] = f*a[k]",
                         [lp.GlobalArg("a"), lp.ValueArg("f", np.float64),
                          lp.ValueArg("m"), "..."], name="scale")
# CHECK-DAG: check: given: opencl: ok
# CHECK-DAG: check: given: c: ok
kernels.append(lp.merge([open_kernel,
                         lp.add_dtypes(scale, {"a": np.float64})]))

RESULT = kernels
