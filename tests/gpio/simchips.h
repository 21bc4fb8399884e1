/*
 * simchips.h — makes simulated GPIO chips through the kernel's configfs and moves their lines. In the test machine, as root.
 */
#ifndef SIMCHIPS_H
#define SIMCHIPS_H

enum { SIMCHIPS_MAX = 8 };

/* `chips` chips of `lines` lines, labelled expander0 …; lines of the first chip get names REED0 …. 0 or −1. */
int simchips_start(int chips, int lines);
void simchips_stop(void);
/* Closes (pull-down: active low) or opens a switch. */
int simchips_close(int chip, int line, int closed);
/* What the program under test drives on an output line; −1 on error. */
int simchips_driven(int chip, int line);

#endif
