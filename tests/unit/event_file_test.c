// SPDX-License-Identifier: GPL-2.0
/* References to event files, and what is left after a probe that was refused. */
#include "../../module/event/event_file.h"
#include "../../module/instance/instance.h"
#include "test.h"
#include "world.h"

static int refuse_feed(struct event_file *file, bool wanted)
{
	(void)file;
	return wanted ? -ENOMEM : 0;
}

/*
 * A function feed() that fails may have registered probes for a moment.
 * event_file_sync() must wait for hits of these probes before the event is freed.
 */
static void test_failed_feed(void)
{
	const struct event_class class = { .feed = refuse_feed };
	struct event event = { .name = "fed", .class = &class };
	struct event_file file = { .event = &event };
	unsigned int before;

	event_file_sync();
	before = shim_waits;
	event_file_sync();
	CHECK_EQ(shim_waits - before, 0);
	CHECK_EQ(event_file_enable(&file, true), -ENOMEM);
	CHECK(!file.probed);
	event_file_sync();
	CHECK_EQ(shim_waits - before, 1);
	event_file_sync();
	CHECK_EQ(shim_waits - before, 1);
}

/*
 * A module whose init function fails is freed although triggers hold a reference.
 * If the module is loaded again, the triggers must not put a reference to the new
 * module.
 */
static void test_reload(void)
{
	struct module failed = {}, again = {};
	struct event_file *file;
	LIST_HEAD(gone);

	world_reset();
	world_event.mod = &failed;
	file = event_file_make(&world_event, &main_instance,
			       &main_instance.files, 0);
	CHECK_EQ(event_file_soft_get(file), 0);
	CHECK_EQ(failed.refs, 1);
	world_event.mod = &again;
	event_file_soft_put(file);
	CHECK_EQ(again.refs, 0);
	CHECK_EQ(failed.refs, 0);
	event_file_unlink(file, &gone);
	event_file_drop(file);
	world_event.mod = NULL;
	world_reset();
}

const struct test tests[] = {
	{ "a trigger puts the module that it got, not one loaded later", test_reload },
	{ "removing an event waits for probes of a feed that failed", test_failed_feed },
	{ }
};
