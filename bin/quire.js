#!/usr/bin/env node
// Starts the command with the Node that `npm ci` brought, whichever one the system has.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
const main = fileURLToPath(new URL('../server/cli/main.ts', import.meta.url))
// What the last start compiled: without it every command compiles the whole program again.
const cache = fileURLToPath(new URL('../node_modules/.cache/quire', import.meta.url))
const env = { NODE_COMPILE_CACHE: cache, ...process.env }
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})
child.on('error', () => {
  process.stderr.write('Quire is not installed yet: run `npm ci` first.\n')
  process.exitCode = 1
})
