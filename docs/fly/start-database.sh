#!/bin/bash
# Starts a libSQL server (sqld), on Fly.io as a replica outside of PRIMARY_REGION, elsewhere as one if SQLD_PRIMARY_GRPC_URL is
# set. A primary forgets at each start that it must answer only once a write is on disk, so it is told then.
set -u
sqld=${SQLD:-/bin/sqld}

if [ "${FLY_REGION:-}" != "${PRIMARY_REGION:-}" ]; then
  export SQLD_PRIMARY_GRPC_URL="http://$PRIMARY_REGION.$FLY_APP_NAME.internal:5001"
fi
if [ -n "${SQLD_PRIMARY_GRPC_URL:-}" ]; then
  unset SQLD_GRPC_LISTEN_ADDR
  exec "$sqld" "$@"
fi

export SQLD_ADMIN_LISTEN_ADDR=${SQLD_ADMIN_LISTEN_ADDR:-127.0.0.1:9090}
config='{"block_reads":false,"block_writes":false,"txn_timeout_s":5,"durability_mode":"strong"}'

# The image has no program that sends requests.
configure() {
  exec 3<>"/dev/tcp/${SQLD_ADMIN_LISTEN_ADDR%:*}/${SQLD_ADMIN_LISTEN_ADDR##*:}" || return
  printf 'POST /v1/namespaces/default/config HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    "${#config}" "$config" >&3
  read -r -t 5 _ status _ <&3
  [ "${status:-}" = 200 ]
}

"$sqld" "$@" &
server=$!
trap 'kill -TERM $server' TERM INT
until (configure) 2>/dev/null; do
  # Without a server there is nothing to configure, and Fly.io starts another.
  kill -0 $server 2>/dev/null || exit 1
  sleep 0.02
done
# A signal interrupts the wait.
while kill -0 $server 2>/dev/null; do wait $server; done
