# Images: read through the device's image hardware, in OpenCL and CUDA; an array
# in C. Callers pass arrays.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,cuda,c --check -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=WIDE --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=HOST --input-file=%t_host.c
# RUN: FileCheck %s --check-prefix=CUDA --input-file=%t.cu
# RUN: FileCheck %s --check-prefix=C --input-file=%t.c
# RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
# RUN: %cc -std=c11 -Wall -Wextra -Werror -c %t_host.c -o %t.o
import loopy as lp
import numpy as np

# x is the axis whose elements are neighbours: the last one in C's order.
blur = lp.make_kernel(
    "{ [i,j,k]: 0<=i<n and 0<=j<m and 0<=k<3 }",
    "y[i,j] = sum(k, w[k]*u[i,j + k])",
    [lp.ImageArg("u", np.float32, shape="n, m + 2"),
     lp.ImageArg("w", np.float32, num_axes=1), "..."], name="blur")
print(blur)
# CHECK: u: ImageArg, type: float32, shape: (n, m + 2), dim_tags: (N1:stride:m + 2, N0:stride:1) in aspace: global
# CHECK: w: ImageArg, type: float32, shape: (3)
print(type(blur.arg_dict["u"]).__name__, type(blur.arg_dict["y"]).__name__)
# CHECK: ImageArg GlobalArg
print({str(key): count for key, count in lp.get_mem_access_map(blur).items()
       if key.variable == "u"} and "image reads are counted")
# CHECK: image reads are counted
blur = lp.split_iname(blur, "i", 8, outer_tag="g.1", inner_tag="l.1")
blur = lp.split_iname(blur, "j", 16, outer_tag="g.0", inner_tag="l.0")
# CL-LABEL: void blur(
# CL-SAME: __read_only image2d_t u, __read_only image1d_buffer_t w, int m, int n,
# CL-NEXT: __global float *restrict y)
# CL: read_imagef(w, k).x *
# CL-NEXT: read_imagef(u, (int2)({{.*}}k{{.*}}, {{.*}}lid(1){{.*}})).x
# HOST: static int has_images(
# HOST: int blur_launch_opencl(cl_command_queue queue, cl_mem u, cl_mem w
# HOST: if (!holds(u,
# HOST: if (!has_images(queue))
# HOST-NEXT: return LOOPYC_ERROR_IMAGE;
# HOST: cl_mem u_image = image_of(queue, u, CL_FLOAT, 2, (const int64_t[]) {{[{].*}}m + 2{{.*}}, n},
# HOST: cl_mem w_image = image_of(queue, w, CL_FLOAT, 1, (const int64_t[]) {3}, &status);
# HOST: clSetKernelArg(function->kernel, 0, sizeof u_image, &u_image);
# HOST: release_behind(queue, u_image);
# CUDA-LABEL: blur(
# CUDA-SAME: const float *__restrict__ u, const float *__restrict__ w
# CUDA: __ldg(&w[k]) *
# CUDA-NEXT: __ldg(&u[{{.*}}])
# C-LABEL: void blur
# C: w[k] * u[
# HEADER: LOOPYC_ERROR_IMAGE = 11
# HEADER: u  real(4), read, as an image: shape (n, m + 2)
# CHECK-DAG: check: blur: opencl: ok
# CHECK-DAG: check: blur: c: ok

# In Fortran's order it is the first; 64 bits are two components of 32.
volume = lp.make_kernel(
    "{ [i,j,k]: 0<=i<n and 0<=j<m and 0<=k<l }",
    "y[i,j,k] = a[i,j,k] - b[k] + s[i,j]*c[i]",
    [lp.ImageArg("a", np.float64), lp.ImageArg("b", np.float64),
     lp.ImageArg("s", np.int16), lp.ImageArg("c", np.uint8), "..."],
    default_order="F", name="volume")
# WIDE: static inline double read_image_f64_3d(__read_only image3d_t image, int x, int y, int z) {
# WIDE-NEXT: return as_double((uint2)(read_imageui(image, (int4)(2 * x, y, z, 0)).x,
# WIDE-NEXT: read_imageui(image, (int4)(2 * x + 1, y, z, 0)).x));
# CL-LABEL: void volume(
# CL: read_image_f64_3d(a, i, j, {{.*}}) -
# CL-NEXT: read_image_f64_1d(b,
# CL-NEXT: (short) read_imagei(s, (int2)(i, j)).x *
# CL-NEXT: (uchar) read_imageui(c, i).x
# CHECK-DAG: check: volume: opencl: ok
# CHECK-DAG: check: volume: c: ok
volume = lp.split_iname(volume, "k", 7, outer_tag="g.0", inner_tag="l.0")

# Subscripts of any form, and values of a subscript.
gather = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    "y[i] = u[p[i], i % 5] if p[i] > 2 else v[n - 1 - i]",
    [lp.ImageArg("u", np.int64, shape="10, 5"), lp.ImageArg("p", np.int32),
     lp.ImageArg("v", np.uint32), lp.GlobalArg("y", np.int64), "..."],
    name="gather")
gather = lp.split_iname(gather, "i", 32, outer_tag="g.0", inner_tag="l.0")
# CHECK-DAG: check: gather: opencl: ok
# CHECK-DAG: check: gather: c: ok
RESULT = [blur, volume, gather]
