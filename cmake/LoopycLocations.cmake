# loopyc_configure_locations(TEMPLATE BUILT INSTALLED_IN)
#
# Fills in where the command, the run-time library and its Fortran module lie,
# seen from the file's own folder, so that an installation can move: BUILT is
# for use in the build folder; the file for installation in INSTALLED_IN (which
# becomes the program's or makefile's folder) is BUILT with `.install` behind.
function(loopyc_configure_locations template built installed_in)
  cmake_path(GET built PARENT_PATH built_in)
  _loopyc_locations("${built_in}" "${PROJECT_BINARY_DIR}/tools/loopyc"
    "${PROJECT_BINARY_DIR}/lib/Runtime" "${PROJECT_BINARY_DIR}/lib/Runtime")
  configure_file("${template}" "${built}" @ONLY)
  _loopyc_locations("${installed_in}" "${CMAKE_INSTALL_FULL_BINDIR}"
    "${CMAKE_INSTALL_FULL_LIBDIR}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}/loopyrt")
  configure_file("${template}" "${built}.install" @ONLY)
endfunction()

function(_loopyc_locations from command library module)
  foreach(folder command library module)
    string(TOUPPER "LOOPYC_${folder}_FOLDER" name)
    file(RELATIVE_PATH path "${from}" "${${folder}}")
    if(path STREQUAL "")
      set(path ".")
    endif()
    set(${name} "${path}" PARENT_SCOPE)
  endforeach()
endfunction()
