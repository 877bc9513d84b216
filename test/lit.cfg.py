# lit's configuration: what tests can call, and what this machine has.
#
# Substitutions: %loopyc, %fc (gfortran), %cc, %samples, %inputs (Inputs/ beside
# the test), %root, %build, %runtime (the folder of libloopyrt). On PATH:
# FileCheck, not, split-file, oclgrind.
# Features: gfortran, flang, mpi (mpifort and mpirun), opencl (a platform with a device), oclgrind, nvcc,
# gpu, dpkg (what makes Debian packages), zsh, man.
import os
import shutil
import subprocess

import lit.formats

config.name = "loopyc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".f90", ".F90", ".f", ".F", ".floopy", ".test", ".py"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"], "/usr/local/cuda/bin"])
config.environment["NO_COLOR"] = "1"
config.environment["LC_ALL"] = "C"
for name in ("FC", "OCL_ICD_VENDORS", "POCL_CACHE_DIR", "CUDA_VISIBLE_DEVICES"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# Tests of the cache choose a folder of their own.
config.environment["LOOPYRT_CACHE"] = "0"
# PoCL keeps compiled kernels in the home directory's cache, also for tests
# whose other caches are their own.
if "HOME" in os.environ:
    config.environment["HOME"] = os.environ["HOME"]
    config.environment.setdefault(
        "POCL_CACHE_DIR", os.path.join(os.environ["HOME"], ".cache/pocl/kcache"))

config.substitutions += [
    ("%loopyc", config.loopyc),
    # Of runs at sizes that leave optimisers nothing to do, in tests that have
    # others: PoCL compiles their kernels in half of the time.
    ("%unoptimised", "env POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable"),
    ("%fc", "gfortran"),
    ("%cc", "cc"),
    ("%samples", os.path.join(config.source_root, "samples")),
    ("%inputs", "%S/Inputs"),
    ("%root", config.source_root),
    ("%build", config.build_root),
    ("%runtime", os.path.join(config.build_root, "lib", "Runtime")),
]


def tool(name):
    return shutil.which(name, path=config.environment["PATH"])


def succeeds(*command):
    try:
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=60).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return b""


# A folder in which compilers find gold, where it is, as their linker, which
# takes half the time: for tests whose programs are linked by the dozen (see
# lit.local.cfg in their folders).
config.quick_linker = os.path.join(config.test_exec_root, "quick-linker")
os.makedirs(config.quick_linker, exist_ok=True)
if tool("ld.gold"):
    link = os.path.join(config.quick_linker, "ld")
    if not os.path.lexists(link):
        os.symlink(tool("ld.gold"), link)

if tool("gfortran"):
    config.available_features.add("gfortran")
if tool("flang-22"):
    config.available_features.add("flang")
if succeeds("clinfo", "-l"):
    config.available_features.add("opencl")
if tool("mpifort") and tool("mpirun"):
    config.available_features.add("mpi")
if tool("oclgrind"):
    config.available_features.add("oclgrind")
if tool("nvcc"):
    config.available_features.add("nvcc")
if tool("dpkg-deb") and tool("dpkg-shlibdeps"):
    config.available_features.add("dpkg")
for name in ("zsh", "man"):
    if tool(name):
        config.available_features.add(name)
if succeeds("nvidia-smi", "-L"):
    config.available_features.add("gpu")
