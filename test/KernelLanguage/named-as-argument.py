# A kernel may have the name of one of its arguments.
# REQUIRES: opencl
# RUN: %loopyc %s --target=opencl,c --check | FileCheck %s
# RUN: %loopyc %s --target=cuda -o - | FileCheck %s --check-prefix=CUDA
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i]: 0<=i<n }", "total[i] = 2*a[i]", name="total")
knl = lp.add_dtypes(knl, {"a": np.float32})
RESULT = lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")
# CHECK-DAG: check: total: opencl: ok
# CHECK-DAG: check: total: c: ok
# CUDA: total_launch_cuda(cudaStream_t stream, const float *a, int32_t n, float *total)
# CUDA: ::total<<<dim3(
