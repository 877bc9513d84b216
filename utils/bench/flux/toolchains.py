"""How to compile and link for a target, and whether it can run here."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib",
                   "/usr/local/cuda/lib64", "/usr/local/nvidia/lib64",
                   "/usr/local/lib")


class Skipped(Exception):
    """Why a target cannot run here."""


def library(name):
    """Its path, or None."""
    ldconfig = shutil.which("ldconfig", path="/sbin:/usr/sbin")
    listed = subprocess.run([ldconfig, "-p"], text=True,
                            capture_output=True).stdout if ldconfig else ""
    found = re.search(rf"{re.escape(name)} .*=> (\S+)", listed)
    if found:
        return found[1]
    folders = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    for folder in (*folders, *LIBRARY_FOLDERS):
        if folder and os.path.exists(f"{folder}/{name}"):
            return f"{folder}/{name}"
    return None


def on_path(name, *folders):
    return shutil.which(
        name, path=os.pathsep.join([os.environ.get("PATH", ""), *folders]))


def nvidia_smi(*options):
    """What it prints; "" where there is no NVIDIA GPU."""
    command = on_path("nvidia-smi", "/usr/local/nvidia/bin")
    if not command:
        return ""
    run = subprocess.run([command, *options], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    return "" if run.returncode else run.stdout


def has_nvidia_gpu():
    return nvidia_smi("-L").startswith("GPU")


class OpenCL:
    """Compiled by gcc; device code is compiled when it runs."""
    name = "OpenCL"
    kernel_suffix = "_host.c"

    def __init__(self, build_only):
        self.loader = library("libOpenCL.so.1")
        if not self.loader:
            raise Skipped("no libOpenCL.so.1")
        self.compiler = ["gcc", "-std=gnu11", "-O3", "-fopenmp",
                         "-I", HERE / "include"]

    def compile(self, source, output, defines):
        return [*self.compiler, *defines, "-c", source, "-o", output]

    def link(self, objects, output):
        return ["gcc", "-fopenmp", *objects, self.loader, "-lm", "-lpthread",
                f"-Wl,-rpath,{os.path.dirname(self.loader)}", "-o", output]

    def environment(self):
        """Makes NVIDIA's driver known where no file of the system does."""
        vendors = pathlib.Path("/etc/OpenCL/vendors")
        known = vendors.is_dir() and any(
            "nvidia" in icd.read_text() for icd in vendors.glob("*.icd"))
        if known or not has_nvidia_gpu():
            return {}
        own = HERE / "build/vendors"
        own.mkdir(parents=True, exist_ok=True)
        (own / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
        return {"OCL_ICD_VENDORS": f"{own}/"}


class CUDA:
    """Compiled by nvcc for the GPU at hand (NVCCFLAGS: options for kernels)."""
    name = "CUDA"
    kernel_suffix = ".cu"

    def __init__(self, build_only):
        nvcc = on_path("nvcc", "/usr/local/cuda/bin")
        if not nvcc:
            raise Skipped("no nvcc")
        if not build_only and not has_nvidia_gpu():
            raise Skipped("no CUDA device")
        self.nvcc = [nvcc, "-O3"]
        self.kernel_options = shlex.split(os.environ.get("NVCCFLAGS", ""))
        if not any("arch" in option for option in self.kernel_options):
            self.kernel_options.append(f"-arch={self.architecture()}")

    @staticmethod
    def architecture():
        capability = nvidia_smi("--query-gpu=compute_cap",
                                "--format=csv,noheader").split()
        return "sm_" + (capability[0] if capability else "9.0").replace(".", "")

    def compile(self, source, output, defines):
        own = (["-Xptxas", "-v", *self.kernel_options]
               if source.suffix == ".cu" else
               ["-Xcompiler", "-fopenmp,-O3,-std=gnu11"])
        return [*self.nvcc, *own, *defines, "-c", source, "-o", output]

    def link(self, objects, output):
        return [*self.nvcc, "-Xcompiler", "-fopenmp", *objects, "-o", output]

    def environment(self):
        return {}


TARGETS = {"opencl": OpenCL, "cuda": CUDA}
