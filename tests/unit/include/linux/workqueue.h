/* SPDX-License-Identifier: GPL-2.0 */
struct delayed_work {
	int none;
};
