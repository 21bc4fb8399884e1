/* seen.c — what a sensor would tell of a look, and whether that is what it tells. */
#include "seen.h"

struct seen seen_of(struct seen_sensor sensor, struct rules_look look)
{
	struct seen seen = { 0 };

	if (!sensor.knows || !look.count)
		return seen;
	if (sensor.knows & SEEN_COUNT)
		seen.count = look.count < sensor.most ? look.count : sensor.most;
	else
		seen.count = 1;
	if (sensor.knows & SEEN_OWNER)
		seen.owner = look.owner;
	if (sensor.knows & SEEN_RANK)
		seen.rank = look.rank;
	return seen;
}

bool seen_fits(struct seen_sensor sensor, struct rules_look look, struct seen seen)
{
	struct seen expected = seen_of(sensor, look);

	if (!sensor.knows)
		return true;
	return expected.count == seen.count && expected.owner == seen.owner && expected.rank == seen.rank;
}
