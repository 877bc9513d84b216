# Finds what loopyc is built from: LLVM Support, Flang's libraries, isl, and
# the system's CPython with pybind11.

include(CheckCXXSourceCompiles)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

set(LOOPYC_LLVM_PREFIX "/usr/lib/llvm-22" CACHE PATH "Prefix of LLVM and Flang 22")

# LLVM and Flang are linked as the archives that are needed: the shared libLLVM
# carries every target and costs more start-up time than a whole translation.
add_library(loopyc_llvm INTERFACE)
target_include_directories(loopyc_llvm SYSTEM INTERFACE "${LOOPYC_LLVM_PREFIX}/include")
target_link_directories(loopyc_llvm INTERFACE "${LOOPYC_LLVM_PREFIX}/lib")
execute_process(
  COMMAND "${LOOPYC_LLVM_PREFIX}/bin/llvm-config" --link-static --libs support targetparser
  OUTPUT_VARIABLE LOOPYC_LLVM_LIBS OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(LOOPYC_LLVM_LIBS)
target_link_libraries(loopyc_llvm INTERFACE ${LOOPYC_LLVM_LIBS} z zstd dl m)

# isl, as Polly's package carries it where it is there: an archive whose small
# integers need no GMP, which takes a third off a translation.
find_path(ISL_INCLUDE_DIR isl/ctx.h HINTS "${LOOPYC_LLVM_PREFIX}/include/polly" REQUIRED)
find_library(ISL_LIBRARY NAMES PollyISL isl HINTS "${LOOPYC_LLVM_PREFIX}/lib" REQUIRED)
add_library(loopyc_isl INTERFACE)
target_include_directories(loopyc_isl SYSTEM INTERFACE "${ISL_INCLUDE_DIR}")
target_link_libraries(loopyc_isl INTERFACE "${ISL_LIBRARY}")

# An allocator for many small objects of short life, which isl's are.
find_package(mimalloc CONFIG QUIET)

# The system's interpreter, not one that a version manager put first on PATH.
set(Python3_EXECUTABLE "/usr/bin/python3" CACHE FILEPATH "Python interpreter")
set(Python3_FIND_VIRTUALENV STANDARD)
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter Development.Embed)

# Python is linked as an archive, too, where one is there: symbols that are
# looked up and places that are relocated were a seventh of a short translation.
# Extension modules that a script imports find Python's functions in loopyc.
add_library(loopyc_python INTERFACE)
target_include_directories(loopyc_python SYSTEM INTERFACE ${Python3_INCLUDE_DIRS})
execute_process(
  COMMAND "${Python3_EXECUTABLE}" -c
    "import sysconfig; v = sysconfig.get_config_var; print(v('LIBPL') + '/' + v('LIBRARY'), v('LIBS'), v('MODLIBS'), v('SYSLIBS'))"
  OUTPUT_VARIABLE LOOPYC_PYTHON_LIBS OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(LOOPYC_PYTHON_LIBS)
list(POP_FRONT LOOPYC_PYTHON_LIBS LOOPYC_PYTHON_ARCHIVE)
set(LOOPYC_PYTHON_LIBS "$<LINK_LIBRARY:WHOLE_ARCHIVE,${LOOPYC_PYTHON_ARCHIVE}>" ${LOOPYC_PYTHON_LIBS})
set(LOOPYC_PYTHON_OPTIONS
  -no-pie "LINKER:--export-dynamic-symbol=Py*" "LINKER:--export-dynamic-symbol=_Py*")
if(EXISTS "${LOOPYC_PYTHON_ARCHIVE}")
  set(CMAKE_REQUIRED_INCLUDES ${Python3_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${LOOPYC_PYTHON_LIBS})
  set(CMAKE_REQUIRED_LINK_OPTIONS ${LOOPYC_PYTHON_OPTIONS})
  check_cxx_source_compiles("#include <Python.h>
int main() { Py_Initialize(); }" LOOPYC_PYTHON_ARCHIVE_LINKS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()
if(LOOPYC_PYTHON_ARCHIVE_LINKS)
  target_link_libraries(loopyc_python INTERFACE ${LOOPYC_PYTHON_LIBS})
  target_link_options(loopyc_python INTERFACE ${LOOPYC_PYTHON_OPTIONS})
else()
  target_link_libraries(loopyc_python INTERFACE Python3::Python)
endif()
set(PYTHON_EXECUTABLE "${Python3_EXECUTABLE}")
set(PYBIND11_NOPYTHON ON)
find_package(pybind11 CONFIG REQUIRED)
