#!/bin/sh
# Applies each run of this deployment once. A ConfigMap in the namespace of a run, trainyard-runs, has the record.
#
#   plan  [RUN...]   shows what apply would do
#   apply [RUN...]   applies the runs without a record
#   wait  [RUN...]   waits for the end of the runs; fails if one failed
#   again RUN...     deletes runs, and applies them again
#   delete [RUN...]  deletes runs and their records
#
# Without names, an action is for all runs.
set -u
names='training speech.training'

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -gt 0 ] || usage
case $1 in
  plan | apply | wait | delete) ;;
  again) [ $# -gt 1 ] || usage ;;
  *) usage ;;
esac
action=$1
shift
for chosen in "$@"; do
  case " $names " in *" $chosen "*) ;; *) echo "no run is called $chosen; the runs are: $names" >&2; exit 2 ;; esac
done
chosen=" $* "
code=0
read_from=

k() { kubectl --context "$context" -n "$namespace" "$@"; }
say() { echo "$name: $*"; }
warn() { say "$@" >&2; }

# run NAME CONTEXT NAMESPACE RECORD JOBS STATUS GOOD BAD
run() {
  case $chosen in '  ' | *" $1 "*) ;; *) return ;; esac
  name=$1 context=$2 namespace=$3 key=$4 jobs=$5 status=$6 good=$7 bad=$8
  file=$(dirname "$0")/runs/$name.k8s.yaml
  digest=$(cksum <"$file" | tr ' ' -)
  rerun="give the job a new revision, or run: sh '$0' again $name"
  read_record && "do_$action" || code=1
}

read_record() {
  if [ "$context $namespace" != "$read_from" ]; then
    records=$(k get configmap trainyard-runs --ignore-not-found \
      -o go-template='{{range $key, $record := .data}}{{$key}} {{$record}}{{"\n"}}{{end}}') || return 1
    read_from="$context $namespace"
  fi
  was= old= at= since=0
  record=$(printf '%s\n' "$records" | awk -v key="$key" '$1 == key')
  [ -n "$record" ] || return 0
  set -- $record
  was=$2 old=$3 at=$4 since=$5
}

# write_record STATE DIGEST TIME SECONDS
write_record() {
  set_record "\"$*\"" 2>/dev/null && return
  k create configmap trainyard-runs >/dev/null
  set_record "\"$*\""
}
set_record() { k patch configmap trainyard-runs --type merge -p "{\"data\":{\"$key\":$1}}" >/dev/null; }

# Sets now to the state of the run in the cluster: absent, active, succeeded or failed.
look() {
  now=absent missing=
  for job in $jobs; do
    texts=$(k get "$job" --ignore-not-found -o "jsonpath=found $status") || return 1
    for word in $bad; do case " $texts " in *" $word "*) texts=$bad ;; esac; done
    case " $texts " in
      '  ') missing=yes ;;
      *" $bad "*) now=failed ;;
      *" $good "*) [ $now != absent ] || now=succeeded ;;
      *) [ $now = failed ] || now=active ;;
    esac
  done
  [ -z "$missing" ] || [ $now != succeeded ] || now=active
}

# Sets todo to what apply does, and why to the reason.
decide() {
  todo=keep why="$was, applied $at"
  case $was in succeeded | failed | gone) now=$was; return ;; esac
  look || return 1
  case $was:$now in
    :absent) todo=start why='not applied yet' ;;
    :*) todo=adopt why="$now in the cluster, but without a record, so it is left alone" ;;
    again:*) todo=restart why="it was to run again at $at, which was interrupted" ;;
    applying:absent)
      kept=$(sed -n 's/^ *ttlSecondsAfterFinished: //p' "$file" | sort -n | head -n 1)
      if [ -z "$kept" ] || [ $(($(date +%s) - since)) -lt "$kept" ]; then
        todo=start why="the deployment of $at was interrupted"
      else
        todo=doubt why="the deployment of $at was interrupted: it may have run and been deleted since. To run it: sh '$0' again $name"
      fi ;;
    applying:*) todo=finish why="$now, the deployment of $at was interrupted" ;;
    started:absent) now=gone why="gone before its end was seen, applied $at" ;;
    *) why="$now, applied $at" ;;
  esac
}

start() {
  set -- "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(date +%s)"
  write_record applying "$digest" "$1" "$2" || return 1
  # The second try is for objects that their webhook does not know at once.
  if k apply --server-side -f "$file" >/dev/null 2>&1 || { sleep 2 && k apply --server-side -f "$file" >/dev/null; }; then
    write_record started "$digest" "$1" "$2" && say started
  else
    look && [ $now = absent ] && set_record null
    return 1
  fi
}

restart() {
  write_record again "$digest" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(date +%s)" || return 1
  k delete --ignore-not-found -f "$file" >/dev/null && start
}

# Says that a file differs from the run that was applied. Only for a run that has not ended it is an error.
changed() {
  case $old in "$digest" | unknown) say "$why"; return ;; esac
  case $now in
    active) warn "$why. Its file has changed since, and a job in the cluster cannot be changed: $rerun"; return 1 ;;
    *) say "$why. Its file has changed since; to run it, $rerun" ;;
  esac
}

keep() {
  [ "$now" = "$was" ] || [ "$now" = active ] || write_record "$now" "$old" "$at" "$since" || return 1
  changed
}

do_plan() {
  decide || return 1
  case $todo in start | restart) say "would start: $why" ;; keep) changed ;; *) say "$why" ;; esac
}

do_apply() {
  decide || return 1
  case $todo in
    start) start ;;
    restart) restart ;;
    keep) keep ;;
    adopt)
      old=unknown at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
      write_record started $old "$at" 0 && say "$why" ;;
    finish)
      # Objects of the run that are there stay as they are.
      [ "$old" != "$digest" ] || k create -f "$file" >/dev/null 2>&1
      k get -f "$file" >/dev/null && write_record started "$old" "$at" "$since" && changed ;;
    doubt)
      write_record gone "$old" "$at" "$since"
      warn "$why"
      return 1 ;;
  esac
}

do_wait() {
  decide || return 1
  [ "$todo" = keep ] || { warn "not started by apply: $why"; return 1; }
  lost=0
  while [ "$now" = active ]; do
    sleep 10
    # An API server may be away for minutes, as in an upgrade of its cluster.
    if look; then lost=0; else
      lost=$((lost + 1)) now=active
      [ $lost -lt 90 ] || return 1
    fi
    [ "$now" != absent ] || { warn 'was deleted before its end'; return 1; }
  done
  [ "$now" = "$was" ] || write_record "$now" "$old" "$at" "$since"
  say "$now, applied $at"
  [ "$now" != failed ]
}

do_again() { restart; }
do_delete() { { [ -z "$was" ] || set_record null; } && k delete --ignore-not-found -f "$file"; }

run training gke_acme-ml-dev_us-east1-c_platform-dev-cluster vision jobset.training 'jobsets.jobset.x-k8s.io/training' '{.status.terminalState}' 'Completed' 'Failed'
run speech.training gke_acme-ml-dev_us-east1-c_platform-dev-cluster speech jobset.training 'jobsets.jobset.x-k8s.io/training' '{.status.terminalState}' 'Completed' 'Failed'
exit $code
