import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Environment } from '../../config.ts'
import { serverArguments, serverEnvironment } from '../../lib/start-command.ts'
import type { OperatorCommand } from '../command.ts'
import { settingsHelp } from '../settings-help.ts'

export function addServeCommand(program: OperatorCommand): void {
  program
    .command('serve')
    .description('run the server, as npm start does, with these roles')
    .addHelpText('after', settingsHelp)
    .option('--roles <roles>', 'web, api and worker, separated by commas; default: ROLES')
    .action(async ({ roles }: { roles?: string }) => {
      const settings = roles === undefined ? {} : { ROLES: roles }
      const { session } = program
      session.exitCode = await serve({ ...session.environment, ...serverEnvironment, ...settings })
    })
}

/** Gives the exit code of the server, which gets every signal to stop. */
async function serve(environment: Environment): Promise<number> {
  const server = spawn(process.execPath, serverArguments, { env: environment, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  const [code]: unknown[] = await once(server, 'exit')
  return typeof code === 'number' ? code : 1
}
