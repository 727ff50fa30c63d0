import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, serverArguments } from '../server/lib/start-command.ts'

/** Run by npm after an installation. One without the tools for building leaves the app as it is. */
const vite = await import('vite').catch(() => undefined)
if (vite === undefined) {
  process.stdout.write('Vite is not installed: the web app is not built. `npm ci` brings it.\n')
} else {
  await vite.build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  })
  await startOnce()
}

/** Leaves the server's compiled code for `npm start`, whose first start is then as quick and small as any. */
async function startOnce(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'quire-prepare-'))
  const server = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
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
