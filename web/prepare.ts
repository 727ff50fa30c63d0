import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer } from '../server/bundle/build.ts'
import { serverArguments, serverEnvironment } from '../server/lib/start-command.ts'
import { buildWeb } from './build.ts'

/**
 * Run by npm after an installation, also after `npm prune`-like ones without the tools for building, which leave
 * the app as it is. `npx` runs it when it installs this folder as a package, under a server that may be running:
 * then there is nothing to prepare.
 */
if (process.env['npm_command'] !== 'exec') {
  await linkCommand()
  await removeHeaders()
  const vite = await import('vite').catch(() => undefined)
  if (vite === undefined) {
    process.stdout.write('Vite is not installed: the web app is not built. `npm ci` brings it.\n')
  } else {
    await buildWeb(vite)
    await buildServer(await import('rolldown'))
    await startOnce()
  }
}

/**
 * Lets `npx quire` find the command where it looks first. Had package.json a `bin`, npx would install the whole
 * folder as a package of its cache instead, and run this file each time it does.
 */
async function linkCommand(): Promise<void> {
  const link = fileURLToPath(new URL('../node_modules/.bin/quire', import.meta.url))
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { force: true })
  await symlink('../../bin/quire.js', link).catch(() => undefined)
}

/** The package of Node has 68 MB of headers and documents, which nothing here uses. */
async function removeHeaders(): Promise<void> {
  const packages = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))
  for await (const path of glob(join(packages, 'node-*/{include,share}'))) {
    await rm(path, { recursive: true })
  }
}

/** Leaves the server's compiled code for `npm start`, whose first start is then as quick and small as any. */
async function startOnce(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'quire-prepare-'))
  const server = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env['PATH'],
      ...serverEnvironment,
      QUIRE_DATA: data,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  server.stdout.once('data', () => server.kill('SIGTERM'))
  const timer = setTimeout(() => server.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(timer)
  await rm(data, { recursive: true, force: true })
}
