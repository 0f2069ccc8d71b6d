# SPDX-License-Identifier: GPL-2.0
# The module loads, its tree is there, it goes without a trace and comes back.
. /tests/guest/lib.sh

check "module is loaded" [ -d /sys/module/histrig ]
check "its tree is there" [ -d $H ]
check "it unloads" unload_histrig
fails "its tree is gone" [ -e $H ]
check "it loads again" load_histrig
check "its tree is back" [ -d $H ]
fails "it does not load twice" load_histrig
said=$(load_histrig 2>&1)
is "and the loader says why" "$said" "histrig-load: histrig: already loaded"
