# SPDX-License-Identifier: GPL-2.0
# Loads the module, inspects its tree, unloads it, checks that nothing is left, and
# loads it again.
. /tests/guest/lib.sh

check "the module is loaded when a test begins" [ -d /sys/module/histrig ]
check "debugfs mounts the tree of a loaded module" [ -d $H ]
check "the module unloads" unload_histrig
[ -n "$keeps_modules" ] || fails "unloading removes the tree" [ -e $H ]
check "the module loads a second time" load_histrig
check "the second load creates the tree again" [ -d $H ]
fails "a module that is loaded does not load twice" load_histrig
said=$(histrig-load histrig 2>&1)
is "histrig-load says that the module is already loaded" "$said" "histrig-load: histrig: already loaded"
