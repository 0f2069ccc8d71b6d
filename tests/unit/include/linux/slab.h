/* SPDX-License-Identifier: GPL-2.0 */
/* Memory. Tests can make allocations fail; see shim_fail_after. */
#ifndef SHIM_SLAB_H
#define SHIM_SLAB_H

#include <linux/compiler.h>

#define GFP_KERNEL		0
#define GFP_KERNEL_ACCOUNT	0
#define __GFP_ACCOUNT		0
#define __GFP_NORETRY		0
#define __GFP_NOWARN		0
#define __GFP_ZERO		0
#define __GFP_RETRY_MAYFAIL	0
/* As in the kernel, allocations with this flag never fail. */
#define __GFP_NOFAIL		1

/* Number of allocations that succeed before all fail; if negative, none fails. */
extern int shim_fail_after;
/* If set, only one allocation fails, and later ones succeed. */
extern bool shim_fail_once;
/* Called while memory is allocated, or NULL. */
extern void (*shim_at_alloc)(void);
/* Number of allocations that have not been freed. */
extern long shim_live;

void *shim_alloc(size_t n, size_t size, bool zero);
void *shim_alloc_nofail(size_t size);
struct page *shim_alloc_page(void);
void shim_free(const void *p);
char *shim_strdup(const char *s);
char *kstrndup(const char *s, size_t max, gfp_t gfp);
char *kmemdup_nul(const char *s, size_t len, gfp_t gfp);
char **argv_split(gfp_t gfp, const char *text, int *argc);
void argv_free(char **argv);
char *kasprintf(gfp_t gfp, const char *format, ...) __printf(2, 3);

#define kmalloc(size, gfp)						\
	((gfp) & __GFP_NOFAIL ? shim_alloc_nofail(size) : shim_alloc(1, size, false))
#define kzalloc(size, gfp)		shim_alloc(1, size, true)
#define kcalloc(n, size, gfp)		shim_alloc(n, size, true)
#define kvzalloc(size, gfp)		shim_alloc(1, size, true)
#define kvzalloc_node(size, gfp, node)	((void)(node), shim_alloc(1, size, true))
#define kvcalloc(n, size, gfp)		shim_alloc(n, size, true)
#define kvmalloc_array(n, size, gfp)	shim_alloc(n, size, false)
#define kmalloc_array(n, size, gfp)	shim_alloc(n, size, false)
#define kstrdup(s, gfp)			shim_strdup(s)
#define kfree(p)			shim_free(p)
#define kvfree(p)			shim_free(p)

static inline size_t size_mul(size_t a, size_t b)
{
	size_t product;

	return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

#define array_size(a, b)	size_mul(a, b)
#define array3_size(a, b, c)	size_mul(size_mul(a, b), c)
#define struct_size(p, member, n)	\
	(sizeof(*(p)) + (size_t)(n) * sizeof((p)->member[0]))

#endif /* SHIM_SLAB_H */
