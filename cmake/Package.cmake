# What is installed: the library, the headers that attention_playground.hpp includes, xtensor.hpp, and
# what find_package(AttentionPlayground) and pkg-config read.
#
# The kernels' own headers stay here: they change with every measurement, and need vector types.

# A header and all of ours that it includes.
function(add_included header)
  list(APPEND public_headers ${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/${header})
  file(STRINGS src/${header} includes REGEX "^#include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" next ${include})
    if(NOT next IN_LIST public_headers)
      add_included(${next})
    endif()
  endforeach()
  set(public_headers ${public_headers} PARENT_SCOPE)
endfunction()
add_included(attention_playground/attention_playground.hpp)

set_target_properties(attention_playground PROPERTIES EXPORT_NAME AttentionPlayground)
list(TRANSFORM public_headers PREPEND src/)
target_sources(attention_playground PUBLIC FILE_SET HEADERS BASE_DIRS src FILES ${public_headers})

if(NOT ATTENTION_PLAYGROUND_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/AttentionPlayground)
install(TARGETS attention_playground EXPORT AttentionPlayground
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# It depends on nothing, so its targets are all of its configuration.
install(EXPORT AttentionPlayground NAMESPACE AttentionPlayground::
  FILE AttentionPlaygroundConfig.cmake DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/AttentionPlaygroundConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/AttentionPlaygroundConfigVersion.cmake
  DESTINATION ${package_folder})
# Not one of the target's headers, which each user may compile: this one needs xtensor.
install(FILES src/attention_playground/xtensor.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention_playground)

# pkg-config finds the prefix from where its file lies, unless the library has a folder outside it.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${pc_folder})
  file(RELATIVE_PATH pc_prefix /${pc_folder} /)
  string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
set(pc_libdir "\${prefix}")
cmake_path(APPEND pc_libdir ${CMAKE_INSTALL_LIBDIR})
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/attention_playground.pc.in attention_playground.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/attention_playground.pc DESTINATION ${pc_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/AttentionPlayground)
