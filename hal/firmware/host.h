/* host.h — the host's lines: read, obeyed, refused; and whether there is still a host. */
#ifndef HOST_H
#define HOST_H

#include "board.h"

/* Takes the next line. It waits until the last answer is out and the LEDs have been sent: the receive ring holds a whole window
 * meanwhile. */
void host_listen(void);
/* A host that has died must not leave lights that lie about it. */
void host_watch(void);
/* A test has asked to be left to the watchdog. */
bool host_starves(void);

#endif
