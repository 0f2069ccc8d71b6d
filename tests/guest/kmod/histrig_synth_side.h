/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls the API for synthetic events of one side, the kernel or histrig.
 * histrig_synth.c includes this header once for each side, after defining
 * SIDE() and the names that begin with side_.
 */

static side_file *SIDE(held);

static bool SIDE(is_there)(void)
{
	return side_is_there();
}

static int SIDE(hit_often)(struct hit *hit)
{
	u64 first = hit->vals[0], start, took;
	unsigned int i, key = 0;
	int ret = 0;

	start = local_clock();
	for (i = 0; i < hit->count && !ret; i++) {
		ret = side_trace_array(hit->file, hit->vals, hit->nr);
		if (++key == hit->keys)
			key = 0;
		hit->vals[0] = first + key;
	}
	took = local_clock() - start;
	put_report("hits %u ns %llu\n", i, took);
	return ret;
}

static void SIDE(hit_in_irq)(struct irq_work *work)
{
	struct hit *hit = container_of(work, struct hit, work);

	hit->ret = SIDE(hit_often)(hit);
	WRITE_ONCE(hit->pending, false);
}

static int SIDE(hit_within)(struct hit *hit)
{
	side_trace trace;
	int ret;

	hit->work = IRQ_WORK_INIT_HARD(SIDE(hit_in_irq));
	hit->pending = true;
	ret = side_trace_start(hit->file, &trace);
	if (ret)
		return ret;
	irq_work_queue(&hit->work);
	while (READ_ONCE(hit->pending))
		cpu_relax();
	ret = side_trace_end(&trace);
	irq_work_sync(&hit->work);
	return hit->ret ?: ret;
}

static int SIDE(hit)(struct hit *hit)
{
	side_file *file = side_get(hit->instance, "synthetic", hit->event);
	unsigned long flags = 0;
	int ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	hit->file = file;
	if (hit->noirq)
		local_irq_save(flags);
	ret = hit->within ? SIDE(hit_within)(hit) : SIDE(hit_often)(hit);
	if (hit->noirq)
		local_irq_restore(flags);
	side_put(file);
	return ret;
}

static int SIDE(hold)(const char *event)
{
	side_file *file;

	if (SIDE(held))
		return -EBUSY;
	file = side_get(NULL, "synthetic", event);
	if (IS_ERR(file))
		return PTR_ERR(file);
	SIDE(held) = file;
	return 0;
}

static int SIDE(put)(void)
{
	if (!SIDE(held))
		return -EINVAL;
	side_put(SIDE(held));
	SIDE(held) = NULL;
	return 0;
}

static int SIDE(define)(const char *event)
{
	side_field fields[] = {
		{ .type = "u64", .name = "first" },
		{ .type = "char", .name = "text[]" },
	};

	return side_create(event, fields, ARRAY_SIZE(fields), THIS_MODULE);
}

#define SAY(call)							\
	put_report("%d: %d\n", __LINE__, (int)(call))

static void SIDE(api_define)(char *buf)
{
	side_field good[] = {
		{ .type = "pid_t", .name = "next_pid" },
		{ .type = "char[16]", .name = "next_comm" },
		{ .type = "u64", .name = "ts_ns" },
		{ .type = "unsigned int", .name = "cpu" },
		{ .type = "char", .name = "text[]" },
	}, bad[] = {
		{ .type = "pid_t", .name = "next_pid" },
		{ .type = "integer", .name = "x" },
	}, none[] = {
		{ .type = NULL, .name = "x" },
	};
	side_cmd cmd;

	SAY(side_create("synth_a", good, ARRAY_SIZE(good), THIS_MODULE));
	SAY(side_create("synth_a", good, ARRAY_SIZE(good), NULL));
	SAY(side_create("synth-b", good, ARRAY_SIZE(good), NULL));
	SAY(side_create("synth_b", bad, ARRAY_SIZE(bad), NULL));
	SAY(side_create("synth_b", none, ARRAY_SIZE(none), NULL));
	SAY(side_create("synth_b", good, 0, NULL));

	side_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	SAY(side_start(&cmd, "synth_b", NULL, "pid_t", "next_pid", "s8", "x",
		       NULL));
	SAY(side_add_field(&cmd, "int", "intfield"));
	SAY(side_add_field(&cmd, "int", NULL));
	SAY(side_add_field(&cmd, "integer", "y"));
	SAY(side_add_field_str(&cmd, "char fixed[16]"));
	SAY(side_add_fields(&cmd, good, 1));
	SAY(side_end(&cmd));

	side_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	SAY(side_array_start(&cmd, "synth_c", NULL, good, 2));
	SAY(side_end(&cmd));

	side_cmd_init(&cmd, buf, 20);
	SAY(side_start(&cmd, "synth_d", NULL, "pid_t", "next_pid", "u64",
		       "another", NULL));
	SAY(side_add_field(&cmd, "u8", "a"));
	SAY(side_add_field_str(&cmd, "u8 a"));
}

static void SIDE(api_refuse)(char *buf)
{
	side_field many[65];
	side_cmd cmd;
	char name[8];
	int i, ret;

	side_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	ret = side_start(&cmd, "synth_d", NULL, NULL);
	for (i = 0; i < 64 && !ret; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		ret = side_add_field(&cmd, "u8", name);
	}
	SAY(ret);
	SAY(side_add_field(&cmd, "u8", "last"));
	SAY(side_add_field_str(&cmd, "u8 last"));
	SAY(side_end(&cmd));

	for (i = 0; i < 65; i++)
		many[i] = (side_field){ .type = "u8", .name = "a" };
	side_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	SAY(side_array_start(&cmd, "synth_d", NULL, many, 65));

	side_cmd_init(&cmd, buf, MAX_DYNEVENT_CMD_LEN);
	cmd.type++;
	SAY(side_start(&cmd, "synth_d", NULL, "u8", "a", NULL));
	SAY(side_array_start(&cmd, "synth_d", NULL, many, 1));
	SAY(side_add_field(&cmd, "u8", "a"));
	SAY(side_add_field_str(&cmd, "u8 a"));
	SAY(side_add_fields(&cmd, many, 1));
}

static void SIDE(api_hit)(side_file *a, side_file *b)
{
	side_trace trace;
	u64 vals[] = { 7, (unsigned long)"comm", 99, 3, (unsigned long)"text" };

	SAY(side_trace_array(a, vals, 5));
	SAY(side_trace_list(a, 5, (u64)8, (u64)(unsigned long)"another",
			    (u64)100, (u64)-1, (u64)(unsigned long)""));
	SAY(side_trace_start(a, &trace));

	SAY(side_trace_start(b, &trace));
	SAY(side_next(1, &trace));
	SAY(side_next(-2, &trace));
	SAY(side_named("intfield", 3, &trace));
	SAY(side_next(-4, &trace));
	SAY(side_next((unsigned long)"by order", &trace));
	SAY(side_next(5, &trace));
	SAY(side_next(6, &trace));
	SAY(side_trace_end(&trace));

	SAY(side_trace_start(b, &trace));
	SAY(side_named("next_pid", 20, &trace));
	SAY(side_named("intfield", 21, &trace));
	SAY(side_named("fixed", 0, &trace));
	SAY(side_named("fixed", (unsigned long)"by name", &trace));
	SAY(side_named("x", -1, &trace));
	SAY(side_next(22, &trace));
	SAY(side_trace_end(&trace));
	SAY(side_trace_end(NULL));
}

static int SIDE(api)(void)
{
	char *buf = kmalloc(MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	side_file *a, *b;

	if (!buf)
		return -ENOMEM;
	SIDE(api_define)(buf);
	SIDE(api_refuse)(buf);
	SAY(PTR_ERR_OR_ZERO(side_get(NULL, "synthetic", "synth_none")));
	SAY(PTR_ERR_OR_ZERO(side_get("no instance", "synthetic", "synth_a")));
	SAY(PTR_ERR_OR_ZERO(side_get(NULL, "synthetics", "synth_a")));
	a = side_get(NULL, "synthetic", "synth_a");
	b = side_get(NULL, "synthetic", "synth_b");
	if (!IS_ERR(a) && !IS_ERR(b)) {
		SAY(side_trace_list(a, 1, (u64)1));
		SAY(side_set(a, "synth_a", true));
		SAY(side_set(b, "synth_b", true));
		SIDE(api_hit)(a, b);
		SAY(side_delete("synth_a"));
		SAY(side_set(a, "synth_a", false));
		SAY(side_set(b, "synth_b", false));
		SAY(side_delete("synth_a"));
	}
	if (!IS_ERR(a))
		side_put(a);
	if (!IS_ERR(b))
		side_put(b);
	SAY(side_delete("synth_b"));
	SAY(side_delete("synth_c"));
	SAY(side_delete("synth_c"));
	kfree(buf);
	return 0;
}

#undef SAY
