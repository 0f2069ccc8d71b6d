# Completion of histrig for bash. Recipes and events are what histrig list says.
_histrig()
{
	local cur prev words cword
	_init_completion || return

	local commands='list fields show top heat export flame doctor help'
	if [[ $cword == 1 ]]; then
		COMPREPLY=($(compgen -W "$commands $(_histrig_recipes)" -- "$cur"))
		return
	fi
	case ${words[1]} in
	list | fields | hist:*)
		COMPREPLY=($(compgen -W "$(_histrig_events)" -- "$cur"))
		return ;;
	show | top | heat | flame | help)
		if [[ $cword == 2 ]]; then
			COMPREPLY=($(compgen -W "$(_histrig_recipes)" -- "$cur"))
		else
			COMPREPLY=($(compgen -W "$(_histrig_arguments "${words[2]}")" -- "$cur"))
		fi
		return ;;
	export)
		case $prev in
		-o | --output | --list) _filedir; return ;;
		--interval) COMPREPLY=($(compgen -W '1s 10s 15s 1m' -- "$cur")); return ;;
		esac
		if [[ $cur == -* ]]; then
			COMPREPLY=($(compgen -W '--openmetrics --openmetrics=1.0 --json --folded --svg
				--output --list --interval --value --takes' -- "$cur"))
			return
		fi
		_filedir json
		COMPREPLY+=($(compgen -W "$(_histrig_recipes)" -- "$cur"))
		return ;;
	esac
	COMPREPLY=($(compgen -W "$(_histrig_arguments "${words[1]}")" -- "$cur"))
}

_histrig_recipes() { histrig list 2>/dev/null | sed -n '/^$/q; s/ .*//p'; }
# Events are known only if the module is loaded, and pressing Tab must not load it.
_histrig_events() { [[ ! -d /sys/module/histrig ]] || histrig list '*/*' 2>/dev/null; }
# Arguments that have a default are completed as NAME=.
_histrig_arguments() { histrig help "$1" 2>/dev/null | sed -n 's/.*(\([a-z_]*=\).*)$/\1/p'; }

complete -F _histrig histrig
