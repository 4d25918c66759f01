#!/bin/sh
# What the image runs: the gateway, or with arguments its command line, as in  docker run --rm portico keys --help
# exec, so that SIGTERM reaches the gateway, which drains.
# No core dumps: one of a crashed process would hold the master key and callers' content.
ulimit -c 0
if [ "$#" -eq 0 ]; then
  exec node --max-semi-space-size=16 packages/server/dist/gateway/main.js
fi
exec node packages/server/src/cli/main.ts "$@"
