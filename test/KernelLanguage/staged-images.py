# Footprints of images in local memory and in registers; images of files of
# kernels, of kernels that are called, and of what was made anew.
# REQUIRES: opencl
# RUN: split-file %s %t
# RUN: %loopyc %t/staged.py -o %t/staged --target=opencl,cuda,c --check -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t/staged.cl
# RUN: FileCheck %s --check-prefix=CUDA --input-file=%t/staged.cu
# RUN: %loopyc %t/file.loopy -o %t/file --target=opencl,c --check -Wno-serial | FileCheck %s --check-prefix=FILE
# RUN: FileCheck %s --check-prefix=FILE-CL --input-file=%t/file.cl
# RUN: not %loopyc %t/order.loopy 2>&1 | FileCheck %s --check-prefix=ORDER

#--- staged.py
import loopy as lp
import numpy as np

stencil = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    "y[i,j] = u[i,j+1] + u[i+1,j] + u[i+2,j+1] + u[i+1,j+2] - 4*u[i+1,j+1]",
    [lp.ImageArg("u", np.float32, shape="n + 2, m + 2"), "..."], name="stencil")
stencil = lp.split_iname(stencil, "i", 8, outer_tag="g.1", inner_tag="l.1")
stencil = lp.split_iname(stencil, "j", 8, outer_tag="g.0", inner_tag="l.0")
stencil = lp.add_prefetch(stencil, "u", "i_inner, j_inner", default_tag="l.auto")
# CL-LABEL: void stencil(
# CL: __local float u_fetch[
# CL: u_fetch[{{.*}}
# CL: {{^ +}}read_imagef(u, (int2)(
# CUDA-LABEL: stencil(
# CUDA: u_fetch[{{.*}}
# CUDA: {{^ +}}__ldg(&u[

matmul = lp.make_kernel(
    "{ [i,j,k]: 0<=i,j,k<n }", "c[i,j] = sum(k, a[i,k]*b[k,j])",
    [lp.ImageArg("a", np.float64), lp.ImageArg("b", np.float64), "..."], name="matmul")
matmul = lp.realize_reduction(matmul)
matmul = lp.split_iname(matmul, "i", 8, outer_tag="g.0", inner_tag="l.1")
matmul = lp.split_iname(matmul, "j", 8, outer_tag="g.1", inner_tag="l.0")
matmul = lp.split_iname(matmul, "k", 8)
matmul = lp.add_prefetch(matmul, "a", ["k_inner", "i_inner"], default_tag="l.auto")
matmul = lp.add_prefetch(matmul, "b", ["j_inner", "k_inner"], default_tag="l.auto")

# In private memory, and of a rule.
rows = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<8 }",
    """
    twice(p, q) := 2*u[p, q] + u[p, 7 - q]
    y[i,j] = twice(i, j) + twice(i, 7 - j)
    """,
    [lp.ImageArg("u", np.int32), "..."], name="rows")
rows = lp.split_iname(rows, "i", 32, outer_tag="g.0", inner_tag="l.0")
rows = lp.precompute(rows, "twice", "j", temporary_address_space="private")
# CL-LABEL: void rows(
# CL: read_imagei(u, (int2)(

# Kernels that are called: on OpenCL there is no function of what reads images.
norm = lp.make_function("{ [k]: 0<=k<m }", "s = sum(k, v[k]*v[k])",
                        [lp.GlobalArg("v"), lp.ValueArg("m", np.int32), "..."], name="norm")
norms = lp.make_kernel("{ [i]: 0<=i<n }", "s[i] = norm(u[i,:], m)",
                       [lp.ImageArg("u", np.float32, shape="n, m"), "..."], name="norms")
norms = lp.merge([norms, norm])
norms = lp.tag_inames(norms, {"i": "g.0"})
# CL-NOT: void norm(
# CL-LABEL: void norms(
# CL: read_imagef(u, (int2)(
# CUDA: {{void norm\(|norms\(}}

# An image stays one, under another name, too, and with more axes.
one = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", "y[i,j] = 2*u[i,j]",
                     [lp.ImageArg("u", np.float32), "..."], name="one")
one = lp.to_batched(one, "batches", ["u", "y"])
one = lp.rename_argument(one, "u", "w")
print(one)
# CHECK: w: ImageArg, type: float32, shape: (batches, n, m)
changed = one.copy(args=[lp.GlobalArg("w", np.float32), "..."], name="changed")
print(changed)
# CHECK-LABEL: KERNEL: changed
# CHECK: w: type: float32
# CHECK-DAG: check: stencil: opencl: ok
# CHECK-DAG: check: stencil: c: ok
# CHECK-DAG: check: matmul: opencl: ok
# CHECK-DAG: check: matmul: c: ok
# CHECK-DAG: check: rows: opencl: ok
# CHECK-DAG: check: rows: c: ok
# CHECK-DAG: check: norms: opencl: ok
# CHECK-DAG: check: norms: c: ok
# CHECK-DAG: check: one: opencl: ok
# CHECK-DAG: check: one: c: ok
RESULT = [stencil, matmul, rows, norms, one]

#--- file.loopy
kernel back
  domains
    { [i]: 0 <= i < n }
  instructions
    y[i] = u[n - 1 - i] + v[i, 1]
  data
    image u: float32[n]
    image v: float32[n, 2]
    ...
end kernel
transform
  RESULT = lp.split_iname(back, "i", 16, outer_tag="g.0", inner_tag="l.0")
end transform
# FILE: check: back: opencl: ok
# FILE: check: back: c: ok
# FILE-CL: __read_only image1d_buffer_t u, __read_only image2d_t v
# FILE-CL: read_imagef(u, n - {{.*}} - 1).x

#--- order.loopy
kernel k
  domains
    { [i]: 0 <= i < n }
  instructions
    y[i] = u[i]
  data
    image u: float32[n] {offset=3}
    ...
end kernel
# ORDER: order.loopy:7:25: error: an image has no offset: its rows lie packed
# ORDER-NEXT: image u: float32[n] {offset=3}
