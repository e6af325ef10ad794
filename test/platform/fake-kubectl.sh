#!/bin/sh
# A cluster in the folder $STORE, for tests of runs.sh: records/KEY, jobs/NAME with the texts of its status, a line in `started` for each
# job that is made. With DIES_AT, the whole process group is killed before (DIES=before) or after (DIES=after) that call.
calls=$(($(cat "$STORE/calls") + 1))
echo "$calls" >"$STORE/calls"
echo "$*" >>"$STORE/log"
die() { [ "${DIES_AT-}" != "$calls" ] || [ "$DIES" != "$1" ] || kill -9 0; }
die before
[ ! -e "$STORE/away" ] || { echo 'the server does not answer' >&2; exit 1; }
[ "$1 $3" = '--context -n' ] || { echo "no context or namespace: $*" >&2; exit 1; }
shift 4
for last; do :; done
nameIn() { sed -n 's/^  name: //p' "$1"; }
make() {
  [ ! -e "$STORE/refused" ] || { echo 'quota exceeded' >&2; return 1; }
  for job in $(nameIn "$1"); do
    if [ -e "$STORE/jobs/$job" ]; then echo 'conflict with "kueue"' >&2; return 1; fi
    : >"$STORE/jobs/$job"
    echo "$job" >>"$STORE/started"
  done
}
status=0
case $1-$2 in
  get-configmap) cd "$STORE/records" 2>/dev/null && for each in *; do [ ! -e "$each" ] || echo "$each $(cat "$each")"; done ;;
  create-configmap) mkdir "$STORE/records" || status=1 ;;
  patch-configmap)
    key=$(echo "$last" | cut -d'"' -f4) value=$(echo "$last" | cut -d'"' -f6)
    if [ ! -d "$STORE/records" ]; then status=1; elif [ -n "$value" ]; then echo "$value" >"$STORE/records/$key"; else rm "$STORE/records/$key"; fi ;;
  get--f) for job in $(nameIn "$last"); do [ -e "$STORE/jobs/$job" ] || status=1; done ;;
  get-*) [ ! -e "$STORE/jobs/${2##*/}" ] || echo "found $(cat "$STORE/jobs/${2##*/}")" ;;
  apply-* | create--f) make "$last" || status=1 ;;
  delete-*) for job in $(nameIn "$last"); do rm -f "$STORE/jobs/$job"; done ;;
  *) echo "unknown: $*" >&2; status=1 ;;
esac
die after
exit $status
