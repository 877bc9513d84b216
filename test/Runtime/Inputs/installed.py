"""installed.py PREFIX C-SOURCE: builds programs with what PREFIX holds."""
import os
import pathlib
import subprocess
import sys

prefix, source = pathlib.Path(sys.argv[1]), sys.argv[2]
package, = prefix.glob("lib*/**/loopyrt.pc")
library = package.parent.parent
environment = dict(os.environ, PKG_CONFIG_PATH=str(package.parent), LD_LIBRARY_PATH=str(library),
                   LOOPYRT_DEVICE="opencl")


def output(*command):
    return subprocess.run(command, env=environment, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.split("\n")[0]


def flags(*arguments):
    return output("pkg-config", *arguments, "loopyrt").split()


c = ["cc", "-std=c11", "-DCL_TARGET_OPENCL_VERSION=120", source, *flags("--cflags")]
program = str(prefix / "program")
output(*c, "-o", program, *flags("--libs"), "-ldl")
print("C, shared:", output(program, "1", "in"))
output(*c, "-o", program, str(library / "libloopyrt.a"), "-ldl", "-lpthread")
print("C, static:", output(program, "1", "in"))

fortran = prefix / "program.f90"
fortran.write_text("""program installed
  use loopyrt
  real :: x(10)
  call loopyrt_enter_data(x)
  print '(l1)', loopyrt_is_present(x)
end program
""")
output("gfortran", "-J", str(prefix), *flags("--variable=fortran_module"), str(fortran), "-o",
       program, *flags("--libs"))
print("Fortran:", output(program))
