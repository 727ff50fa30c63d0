import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { environmentWith } from '../config.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** As `npm start` runs it: a young generation of 4 MB, and code that is compiled once. */
const nodeOptions = ['--max-semi-space-size=4']
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/quire', import.meta.url))

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server, as npm start does, with these duties')
    .option('--roles <roles>', 'web, api and worker, separated by commas; ROLES when left out')
    .action(async ({ roles }: { roles?: string }) => {
      process.exitCode = await serve(roles === undefined ? {} : { ROLES: roles })
    })
}

/** Gives the exit code of the server, which gets every signal to stop. */
async function serve(settings: Record<string, string>): Promise<number> {
  const server = spawn(process.execPath, [...nodeOptions, main], {
    env: environmentWith({ NODE_COMPILE_CACHE: compileCache, ...settings }),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  const [code]: unknown[] = await once(server, 'exit')
  return typeof code === 'number' ? code : 1
}
