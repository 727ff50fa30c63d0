#!/usr/bin/env node
// Starts the command with this Node if it is new enough, else with the one that was installed beside the package.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestMajor = 26
const main = fileURLToPath(new URL('../server/cli/main.js', import.meta.url))
const cache = fileURLToPath(new URL('../node_modules/.cache/quire', import.meta.url))

/** As npm calls the packages of Node. */
function nodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${system}-${process.arch}`
}

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return process.execPath
  try {
    const { resolve } = createRequire(import.meta.url)
    const folder = dirname(resolve(`${nodePackage()}/package.json`))
    return [join(folder, 'bin', 'node'), join(folder, 'bin', 'node.exe')].find(existsSync)
  } catch {
    return undefined
  }
}

const node = findNode()
if (node === undefined) {
  process.stderr.write(
    `quire-server needs Node ${oldestMajor} or newer, and this is ${process.versions.node}. Install it from https://nodejs.org, or install quire-server with its optional dependencies.\n`,
  )
  process.exitCode = 1
} else {
  const env = { NODE_COMPILE_CACHE: cache, ...process.env }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128)
  })
}
