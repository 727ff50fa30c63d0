#!/bin/sh
# Installs the program in this checkout, as docs/deploy.md describes, also after `git pull` or `git checkout`. Each
# package is in a lock file with its checksum, Node too, and no install script of a package runs.
set -eu
cd "$(dirname "$0")/.."

npm ci --ignore-scripts
npm ci --ignore-scripts --prefix deploy/node
node="$(echo deploy/node/node_modules/node-linux-*/bin/node)"
# Builds the web app with the development dependencies, and then removes those.
"$node" web/prepare.ts
npm prune --omit=dev --ignore-scripts
install -D "$node" node_modules/node/bin/node
rm -r deploy/node/node_modules
