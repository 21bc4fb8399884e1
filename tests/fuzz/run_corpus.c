/*
 * run_corpus.c — stands in for libFuzzer: feeds the files named on the command line to a fuzz target, one after the other.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *name)
{
	static uint8_t room[1 << 20];
	FILE *file = fopen(name, "rb");
	if (!file) {
		perror(name);
		return -1;
	}
	size_t size = fread(room, 1, sizeof(room), file);
	fclose(file);
	/* A copy of exactly this size lets the address sanitizer see a read behind the end. */
	uint8_t *data = malloc(size ? size : 1);
	if (!data)
		return -1;
	for (size_t i = 0; i < size; i++)
		data[i] = room[i];
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;
	for (int i = 1; i < argc; i++)
		failed |= run_file(argv[i]);
	return failed ? 1 : 0;
}
