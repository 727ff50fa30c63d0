import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from 'commander'
import { environmentWith } from '../../config.ts'
import { serverArguments, serverEnvironment } from '../../lib/start-command.ts'
import { settingsHelp } from '../settings-help.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server, as npm start does, with these roles')
    .addHelpText('after', settingsHelp)
    .option('--roles <roles>', 'web, api and worker, separated by commas; default: ROLES')
    .action(async ({ roles }: { roles?: string }) => {
      process.exitCode = await serve(roles === undefined ? {} : { ROLES: roles })
    })
}

/** Gives the exit code of the server, which gets every signal to stop. */
async function serve(settings: Record<string, string>): Promise<number> {
  const server = spawn(process.execPath, serverArguments, {
    env: environmentWith({ ...serverEnvironment, ...settings }),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  const [code]: unknown[] = await once(server, 'exit')
  return typeof code === 'number' ? code : 1
}
