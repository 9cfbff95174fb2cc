#!/bin/sh
# Runs a command as the user RUN_AS, who owns DATA_DIR: platforms mount volumes as root's.
set -e
if [ "$(id -u)" = 0 ]; then
  owner=${RUN_AS:-node}
  mkdir -p "$DATA_DIR"
  find "$DATA_DIR" ! -user "$owner" -exec chown "$owner" {} +
  exec setpriv --reuid="$owner" --regid="$(id -g "$owner")" --clear-groups -- "$@"
fi
exec "$@"
