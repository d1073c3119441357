# What is installed: the library, the headers that attention_playground.hpp includes, and what
# find_package(AttentionPlayground) reads.
#
# The kernels' own headers stay here: they change with every measurement, and need vector types.

set(public_headers
  attention_playground.hpp
  tensor/count.hpp tensor/error.hpp tensor/layout.hpp tensor/random.hpp tensor/tensor.hpp
  tensor/words.hpp
  ops/activation.hpp ops/add.hpp ops/arithmetic.hpp ops/choice.hpp ops/cross_entropy.hpp
  ops/dropout.hpp ops/embedding.hpp ops/explanation.hpp ops/layer_norm.hpp ops/leaf.hpp
  ops/matmul.hpp ops/movement.hpp ops/operation.hpp ops/packed.hpp ops/reduce.hpp ops/scale.hpp
  ops/softmax.hpp ops/visibility.hpp
  steps/declaration.hpp steps/plan.hpp steps/run.hpp
  attention/attention.hpp attention/multi_head.hpp attention/options.hpp attention/parameters.hpp
  attention/scaled_dot_product.hpp attention/study.hpp
  transformer/generation.hpp transformer/head.hpp transformer/layers.hpp transformer/model.hpp
  transformer/options.hpp transformer/pass.hpp transformer/stacks.hpp)

set_target_properties(attention_playground PROPERTIES EXPORT_NAME AttentionPlayground)
list(TRANSFORM public_headers PREPEND src/attention_playground/)
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
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/AttentionPlayground)
