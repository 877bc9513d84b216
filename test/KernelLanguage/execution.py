# What the language has, under transformations, with the values of the kernel as
# it was made.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

kernels = []


def add(name, domains, text, types={}, data=["..."], transform=None, **options):
    knl = lp.make_kernel(domains, text, data, name=name, **options)
    knl = lp.add_dtypes(knl, types)
    kernels.append(transform(knl) if transform else knl)


def spread(iname, size=32):
    return lambda knl: lp.split_iname(knl, iname, size, outer_tag="g.0",
                                      inner_tag="l.0")


# CHECK-DAG: check: staged: opencl: ok
# CHECK-DAG: check: staged: c: ok
add("staged",
    "{ [i_outer,i_inner,k]: 0<=16*i_outer + i_inner<n and 0<=i_inner,k<16 }",
    """
    <> a_temp[i_inner] = a[16*i_outer + i_inner] {priority=10}
    out[16*i_outer + i_inner] = sum(k, a_temp[k])
    """, {"a": np.float64}, assumptions="n mod 16 = 0",
    transform=lambda knl: lp.set_temporary_scope(
        lp.tag_inames(knl, {"i_outer": "g.0", "i_inner": "l.0"}),
        "a_temp", "local"))

# What goes from one loop over k to the next has a value for each iteration.
# CHECK-DAG: check: passed: opencl: ok
# CHECK-DAG: check: passed: c: ok
add("passed", "{ [g,k]: 0<=g<n and 0<=k<32 }", """
    <> s = a[g,k]
    <> t[k] = 2*s
    b[g,k] = s + t[31-k]
    """, {"a": np.float64},
    transform=lambda knl: lp.tag_inames(knl, {"g": "g.0", "k": "l.0"}))

# CHECK-DAG: check: mirrored: opencl: ok
# CHECK-DAG: check: mirrored: c: ok
add("mirrored", "[] -> { [i,k,j]: 0<=i<5 and 0<=k<99 and 0<=j<2 }",
    ["c[i,j,k] = 2*a[i,j,k]", "e[i,j,k] = c[i,j,98-k] + c[i,j,k]"],
    {"a": np.int32}, [lp.TemporaryVariable("c", dtype=None, shape=(5, 2, 99)),
                      "..."],
    lambda knl: lp.split_iname(knl, "k", 128, inner_tag="l.0"))

# A domain in another's iname, with a step.
# CHECK-DAG: check: triangle: opencl: ok
# CHECK-DAG: check: triangle: c: ok
add("triangle", ["[n] -> { [i]: 0<=i<n }", "{ [j]: 0<=j<=i and j mod 2 = 0 }"],
    "y[i] = sum(j, a[i,j]*x[j])", {"a, x": np.float64}, transform=spread("i"))

# CHECK-DAG: check: branches: opencl: ok
# CHECK-DAG: check: branches: c: ok
add("branches", "{ [i,j]: 0<=i<n and 0<=j<m }", """
    for i, j
      if a[i,j] > 0.5
        <> t = sqrt(a[i,j]) {id=t}
        b[i,j] = t*i + j {id=b1, dep=t}
      elif a[i,j] > -0.5 and i > 0
        b[i,j] = a[i-1,j] {id=b2, dep=b1}
      else
        b[i,j] = if(i == j, 1, abs(a[i,j]) % 3) {id=b3, dep=b2}
      end
    end
    """, {"a": np.float64}, transform=spread("j", 8))

# CHECK-DAG: check: reductions: opencl: ok
# CHECK-DAG: check: reductions: c: ok
add("reductions", "{ [i,j,k]: 0<=i<n and 0<=j,k<m }", """
    mx[i] = max(j, a[i,j])
    mn[i] = reduce(min, (j,), a[i,j])
    pr[i] = product(j, 1 + a[i,j]/8)
    an[i] = if(any(j, a[i,j] > 0.9), 1, 0)
    al[i] = if(all(j, a[i,j] > -0.9), 1, 0)
    ss[i] = sum((j,k), a[i,j]*a[i,k])
    """, {"a": np.float64}, assumptions="m >= 1",
    transform=lambda knl: lp.tag_inames(knl, {"i": "g.0"}))

# CHECK-DAG: check: complexes: opencl: ok
# CHECK-DAG: check: complexes: c: ok
add("complexes", "{ [i]: 0<=i<n }",
    "z[i] = x[i]*(2 + 3j) + conj(y[i])*real(x[i]) + abs(y[i])",
    {"x, y": np.complex128}, transform=spread("i"))

# CHECK-DAG: check: integers: opencl: ok
# CHECK-DAG: check: integers: c: ok
add("integers", "{ [i]: 0<=i<n }", r"""
    u[i] = (x[i] // 3)*2 + x[i] % 5 - (x[i] & 7) + (x[i] << 2) \
           - (x[i] >> 1) + (~x[i] | 1)
    v[i] = x[i]/3 + x[i]**2
    w[i] = cast(np.float32, x[i])*1.5f
    """, {"x": np.int32}, transform=spread("i"))

# CHECK-DAG: check: rules: opencl: ok
# CHECK-DAG: check: rules: c: ok
add("rules", "{ [i,j]: 0<=i,j<n }", """
    f(x) := x*a[i]
    g(x, y) := f(x)**2 + y
    b[i,j] = g(2, a[j]) + g(i, 1.5)
    """, {"a": np.float64}, transform=spread("i"))

# CHECK-DAG: check: steps: opencl: ok
# CHECK-DAG: check: steps: c: ok
add("steps", "{ [t,i]: 0<=t<m and 0<=i<n }", """
    for t, i
      u[t+1,i] = u[t,i] + 0.5*f[i]
    end
    """, {"u, f": np.float64}, seq_dependencies=True, transform=spread("i"))

# CHECK-DAG: check: updates: opencl: ok
# CHECK-DAG: check: updates: c: ok
add("updates", "{ [i,j]: 0<=i<n and 0<=j<m }", """
    <> acc = 0 {id=init, inames=i}
    acc = acc + a[i,j]*b[j] {id=upd, dep=init}
    y[i] = acc {dep=upd, inames=i}
    """, {"a, b": np.float64}, transform=spread("i"))

# CHECK-DAG: check: histogram: opencl: ok
# CHECK-DAG: check: histogram: c: ok
add("histogram", "{ [i]: 0<=i<n }",
    "count[bin[i]] = count[bin[i]] + 1 {atomic}", {"bin, count": np.int32},
    [lp.GlobalArg("count", shape=(16,)), "..."], transform=spread("i"))

# CHECK-DAG: check: layouts: opencl: ok
# CHECK-DAG: check: layouts: c: ok
add("layouts", "{ [i,j]: 0<=i<n and 0<=j<m }", "b[i,j] = a[j,i]*2", {},
    [lp.GlobalArg("a", np.float64, order="F"),
     lp.GlobalArg("b", np.float64, shape=("n", "m"), dim_tags="N0,N1"), "..."],
    spread("j"))

# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
add("rows", ["{ [i]: 0<=i<n }", "{ [j]: lo<=j<hi }"], """
    for i
      <> lo = p[i]
      <> hi = p[i+1]
      y[i] = sum(j, v[j])
    end
    """, {"p": np.int32, "v": np.float64},
    [lp.GlobalArg("v", shape="nnz"), "..."], spread("i"))

# CHECK-DAG: check: rotate: opencl: ok
# CHECK-DAG: check: rotate: c: ok
add("rotate", "[n] -> { [i]: 0<=i<n }", """
    for i
      <> tmp = arr[i] {id=maketmp, dep=*}
      ... gbarrier {id=bar, dep=*maketmp}
      arr[(i + 1) % n] = tmp {id=rotate, dep=*bar, no_sync_with=rotate@any}
    end
    """, {}, [lp.GlobalArg("arr", np.int32, shape=("n",)), "..."], spread("i", 16),
    assumptions="n mod 16 = 0")

# Seed 001's table: 3D Coulomb potentials, and sgemm with prefetched tiles.
# CHECK-DAG: check: coulomb: opencl: ok
# CHECK-DAG: check: coulomb: c: ok
add("coulomb", "{ [i,j,d]: 0<=i,j<n and 0<=d<3 }", """
    <> dist2 = sum(d, (x[d,i] - x[d,j])**2)
    <> inv = 1/sqrt(dist2) if i != j else 0
    w[i,j] = q[j]*inv
    """, {"x, q": np.float32}, transform=spread("i"))


def tiled(knl):
    knl = lp.realize_reduction(knl)
    for iname, (outer, inner) in {"i": ("g.0", "l.1"), "j": ("g.1", "l.0"),
                                  "k": (None, None)}.items():
        knl = lp.split_iname(knl, iname, 16, outer_tag=outer, inner_tag=inner)
    knl = lp.add_prefetch(knl, "a", ["k_inner", "i_inner"], default_tag="l.auto")
    return lp.add_prefetch(knl, "b", ["j_inner", "k_inner"], default_tag="l.auto")


# CHECK-DAG: check: sgemm: opencl: ok
# CHECK-DAG: check: sgemm: c: ok
add("sgemm", "{ [i,j,k]: 0<=i<n and 0<=j<m and 0<=k<l }",
    "c[i,j] = sum(k, a[i,k]*b[k,j])", {"a, b": np.float32}, transform=tiled)

# CHECK-DAG: check: objects: opencl: ok
# CHECK-DAG: check: objects: c: ok
add("objects", "{ [i]: 0<=i<n }", [
    lp.Assignment("y[i]", "2*x[i]", id="one"),
    lp.Assignment("z[i]", "y[i] + 1", id="two",
                  depends_on=frozenset(["one"]))],
    {"x": np.float64}, transform=spread("i"))

# Reductions in one another, of one domain; each with inames of its own.
# CHECK-DAG: check: nested: opencl: ok
# CHECK-DAG: check: nested: c: ok
add("nested", ["{ [i]: 0<=i<n }", "{ [j,k]: 0<=j<=i and j<=k<n }"], """
    a[i] = sum(j, sum(k, x[j,k]))
    b[i] = sum(j, x[j,j])
    c[i] = sum((j,k), y[j,k]*i)
    d = sum(i, z[i])
    """, {"x, y, z": np.float64},
    transform=lambda knl: spread("i")(lp.make_reduction_inames_unique(knl)))

# CHECK-DAG: check: einsum2to1_kernel: opencl: ok
kernels.append(spread("i")(lp.add_dtypes(
    lp.make_einsum("ij,j->i", ("a", "b")), {"a, b": np.float64})))
# CHECK-DAG: check: full: c: ok
kernels.append(lp.add_dtypes(
    lp.make_einsum("ij,jk,k->", ("a", "b", "c"), name="full"),
    {"a, b, c": np.float32}))
# CHECK-DAG: check: copy_kernel: opencl: ok
kernels.append(lp.add_dtypes(lp.make_copy_kernel("f,f"),
                             {"input": np.float32}))

RESULT = kernels
