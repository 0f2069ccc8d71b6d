// SPDX-License-Identifier: GPL-2.0
/* cgroups DIR COUNT: create and remove the folder DIR/N for N from 1 to COUNT. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char path[4096];
	int i;

	if (argc != 3)
		errx(2, "usage: cgroups DIR COUNT");
	for (i = 1; i <= atoi(argv[2]); i++) {
		snprintf(path, sizeof(path), "%s/%d", argv[1], i);
		if (mkdir(path, 0755) || rmdir(path))
			err(1, "%s", path);
	}
	return 0;
}
