# RUN: %loopyc %inputs/factors.f90 --transform=%s --emit=ir -o - 2>&1 | FileCheck %s
# RUN: %loopyc %inputs/factors.f90 --transform=%s --emit=device -o - | FileCheck %s --check-prefix=CODE
# RUN: %loopyc %inputs/factors.f90 --transform=%s --set CASE=errors -fsyntax-only
CASE = globals().get("CASE")
whole = lp.parse_fortran(SOURCE, FILENAME)
kernels = lp.assume(whole, "m >= 1")
collect = lp.collect_common_factors_on_increment


def refused(message, name, variable="t", **kwargs):
    try:
        collect(kernels[name], variable, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


if CASE == "errors":
    refused("has no argument or temporary 'u'", "one", "u")
    refused("'y' is an argument, whose sums are seen outside of the kernel",
            "fields", "y")
    refused("'t' must start at zero and be added to, but 't_0' assigns it "
            "y[i]", "preset")
    # Zero times infinity is no number.
    refused("whether anything was added to 't' before 'cond_0' reads it "
            "depends on data, so the common factor f[i] would be applied to a "
            "sum that may be empty", "guarded")
    refused("the common factor of 't', applied where 't_1' reads it, depends "
            "on f[i], which 'f_0' overwrites in between, for example at "
            "(i = 0, j = ", "overwritten")

# CHECK: warning: {{.*}}the increments of 't' in kernel 'stepwise' have no common factor
stepwise = collect(kernels["stepwise"], "t")

# CHECK-LABEL: KERNEL: one
# CHECK: t = 0.0d0
# CHECK-NEXT: for j
# CHECK-NEXT: t = t + a[i, j]
# CHECK-NEXT: t = t - 2.0d0*a[i, j]
# CHECK-NEXT: end j
# CHECK-NEXT: y[i] = f[i]*t
# CODE-LABEL: one: one in
# CODE: collect_common_factors_on_increment: reassociates the sums in 't'
one = collect(kernels["one"], "t")

# Where the loop may be empty, there may be nothing that the factor belongs to.
# CHECK-LABEL: KERNEL: empty
# CHECK: y[i] = if(m >= 1, f[i]*t, t)
empty = collect(whole["one"], "t").copy(name="empty")

# Each index along the axis has its own factors; a loop over the axis chooses
# among them, and the choice is gone where it is unrolled.
# CHECK-LABEL: KERNEL: fields
# CHECK: y_buf[0] = y_buf[0] + a[i, j]
# CHECK-NEXT: y_buf[1] = y_buf[1] - a[i, j] / f[i]
# CHECK-NEXT: y_buf[0] = y_buf[0] + a[i, j]*g[i]
# CHECK: y[i, y_store_column] = {{.*}}if(y_store_column == 1, g[i]*y_buf[y_store_column], if(y_store_column == 0, f[i]*y_buf[y_store_column]
# CODE-LABEL: fields: fields in
# CODE: y[i] = y[i] + f[i] * y_buf[0];
# CODE: y[i + n] = y[i + n] + g[i] * y_buf[1];
fields = lp.set_array_axis_names(kernels["fields"], "y", "i,column")
fields = lp.buffer_array(fields, "y", "j", init_expression="0",
                         store_expression="base + buffer", default_tag="unr")
fields = collect(fields, "y_buf", vary_by_axes="column")

RESULT = [one, empty, fields]
