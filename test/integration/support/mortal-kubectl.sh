#!/bin/sh
# kubectl, first on the PATH, that kills its process group before, in or after its call of a number: DIES_AT is such as "7 in". CALLS is the
# file with the number of calls, DELAY the seconds from the start of a call to its middle.
calls=$(($(cat "$CALLS") + 1))
echo "$calls" >"$CALLS"
dies() { [ "$calls $1" = "$DIES_AT" ]; }
if dies before; then kill -9 0; fi
if dies in; then (sleep "$DELAY" && kill -9 0) & fi
PATH=${PATH#*:} kubectl "$@"
status=$?
if dies after; then kill -9 0; fi
exit $status
