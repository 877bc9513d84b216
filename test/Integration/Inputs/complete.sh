# complete.sh COMPLETION-FILE WORD...: what bash offers for the last word.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_loopyc
printf '%s\n' "${COMPREPLY[@]}"
