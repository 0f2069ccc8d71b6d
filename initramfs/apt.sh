# SPDX-License-Identifier: GPL-2.0
# Looks for packages of other suites and architectures, and downloads them. Sourced
# after initramfs/host.sh. Needs bash.
#
# Until use_suites is called, apt uses the machine's configuration. use_suites makes
# another one in the cache, with the machine's mirror and archive keys.

apt=() own=

# use_suites ARCHITECTURE SUITE...: from now on, look for packages in these suites.
# Packages of this machine's architecture have its name after a colon, if
# ARCHITECTURE is another.
use_suites() {
	local suite uri arch=$1
	shift
	own=$CACHE/apt/$1
	[ "$arch" = "$HOST_ARCH" ] || own=$own-$arch
	mkdir -p "$own"/{lists,cache/archives}/partial
	: >"$own/sources.list"
	for suite; do
		uri=$(mirror "$suite")
		echo "deb $uri $suite main" >>"$own/sources.list"
	done
	apt=(-o Dir::Etc::SourceList="$own/sources.list" -o Dir::Etc::SourceParts=/dev/null
		-o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
		-o Dir::State::Lists="$own/lists" -o Dir::Cache="$own/cache"
		-o Dir::State::Status=/dev/null)
	[ "$arch" = "$HOST_ARCH" ] ||
		apt+=(-o APT::Architecture="$arch" -o APT::Architectures="$arch,$HOST_ARCH")
}

# mirror SUITE: print the machine's mirror for its own suite, or for security
# updates if SUITE is a security suite.
mirror() {
	local uri
	uri=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Identifier: Packages' |
		awk -v security="$([[ $1 != *-security ]] || echo 1)" '
			$1 == "Debian" && ($2 ~ /-security$/) == (security != "") { print $3; exit }')
	[ -n "$uri" ] || die "the sources of apt have no mirror of Debian for $1; add one to /etc/apt/sources.list"
	echo "$uri"
}

# own_suites: print the suite of this machine, and that of its security updates.
own_suites() {
	(. /etc/os-release && echo "$VERSION_CODENAME $VERSION_CODENAME-security")
}

# refresh [now]: fetch the package index, unless the present one is less than an
# hour old.
refresh() {
	if [ -z "$own" ]; then
		apt_update
	elif [ -n "${1:-}" ] || [ -z "$(find "$own/updated" -mmin -60 2>/dev/null)" ]; then
		say "fetching the package index of ${own##*/}"
		if apt_quiet "${apt[@]}" update >/dev/null 2>"$own/update.err"; then
			touch "$own/updated"
		else
			say "the package index could not be fetched; going on with the old one: $(tail -n 1 "$own/update.err")"
		fi
	fi
}
