#!/bin/sh
# Prints the path of a livekit-server binary for the live tests. An existing one named by TURNRIG_LIVEKIT_SERVER is taken as it is;
# otherwise v1.13.5 is built once with Go into the cache (later versions carry replace directives and cannot be installed so).
set -eu
version=1.13.5
if [ -n "${TURNRIG_LIVEKIT_SERVER:-}" ]; then
  if [ ! -x "$TURNRIG_LIVEKIT_SERVER" ]; then
    echo "TURNRIG_LIVEKIT_SERVER is set, but there is no executable: $TURNRIG_LIVEKIT_SERVER" >&2
    exit 2
  fi
  echo "$TURNRIG_LIVEKIT_SERVER"
  exit 0
fi
cache="${XDG_CACHE_HOME:-$HOME/.cache}/turnrig/livekit-server-$version"
if [ ! -x "$cache/server" ]; then
  if ! command -v go >/dev/null 2>&1; then
    echo "livekit-server $version is not built and there is no Go (1.24 or newer) to build it with." >&2
    exit 2
  fi
  mkdir -p "$cache"
  # Built in a folder of its own and moved, so that an interrupted build leaves nothing that looks like a binary.
  building=$(mktemp -d "$cache/build.XXXXXX")
  trap 'rm -rf "$building"' EXIT INT TERM
  echo "building livekit-server $version (about 4 minutes)" >&2
  GOBIN="$building" go install "github.com/livekit/livekit-server/cmd/server@v$version" >&2
  mv "$building/server" "$cache/server"
fi
echo "$cache/server"
