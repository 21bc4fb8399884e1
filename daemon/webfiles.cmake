# The pages and reference boards as a C file, made anew whenever one of them changes.
file(GLOB_RECURSE embedded_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web-ui/* ${CMAKE_SOURCE_DIR}/hal/boards/*.ini
	${CMAKE_SOURCE_DIR}/daemon/openapi.json)
add_custom_command(
	OUTPUT ${CMAKE_BINARY_DIR}/embedded_files.c
	COMMAND ${CMAKE_SOURCE_DIR}/daemon/embed.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/embedded_files.c
	DEPENDS ${embedded_files} ${CMAKE_SOURCE_DIR}/daemon/embed.sh
	COMMENT "Embedding pages and boards")
target_sources(services PRIVATE ${CMAKE_BINARY_DIR}/embedded_files.c)
target_include_directories(services PUBLIC ${CMAKE_SOURCE_DIR}/daemon)
