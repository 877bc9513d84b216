# loopyc_compiler_library(NAME [STANDARD 17] [DEPENDS TARGET...])
# A static library of every source in the calling folder.
function(loopyc_compiler_library name)
  cmake_parse_arguments(ARG "" "STANDARD" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    add_library(${name} INTERFACE)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  loopyc_compile_options(${name})
  if(NOT ARG_STANDARD)
    set(ARG_STANDARD 20)
  endif()
  set_target_properties(${name} PROPERTIES CXX_STANDARD ${ARG_STANDARD})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
endfunction()

function(loopyc_compile_options name)
  set_target_properties(${name} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${name} PRIVATE -Wall -Wextra
    # GCC 12 sees overlaps in std::string that are not there.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # std::stable_sort of libstdc++ 12 asks for what C++17 deprecates.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
    # It takes the sources of a unit for headers.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>)
  if(LOOPYC_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
endfunction()

# For what has no loop that a translation spends its time in: the build is
# shorter by minutes.
function(loopyc_compile_quickly name)
  target_compile_options(${name} PRIVATE -O1)
endfunction()
