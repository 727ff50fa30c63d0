import { CommanderError } from 'commander'
import { loadSettings } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { commandName, version } from '../lib/version.ts'
import { OperatorCommand } from './command.ts'
import { addAdminCommands } from './commands/administrators.ts'
import { addAgentCommands } from './commands/agents.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addBackupCommand } from './commands/backup.ts'
import { addCheckCommand } from './commands/check.ts'
import { addEmbeddingCommands } from './commands/embeddings.ts'
import { addExportCommand } from './commands/export.ts'
import { addImportCommand } from './commands/import.ts'
import { addInitCommand } from './commands/init.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMcpCommands } from './commands/mcp.ts'
import { addMemberCommands } from './commands/members.ts'
import { addMigrateStoreCommand } from './commands/migrate-store.ts'
import { addRestoreCommand } from './commands/restore.ts'
import { addServeCommand } from './commands/serve.ts'
import { addUserCommands } from './commands/users.ts'
import { addWorkspaceCommands } from './commands/workspaces.ts'
import type { Session, Terminal } from './terminal.ts'

const groups = [
  addServeCommand,
  addInitCommand,
  addUserCommands,
  addWorkspaceCommands,
  addMemberCommands,
  addAgentCommands,
  addKeyCommands,
  addEmbeddingCommands,
  addMcpCommands,
  addImportCommand,
  addExportCommand,
  addAdminCommands,
  addAuditCommand,
  addBackupCommand,
  addRestoreCommand,
  addCheckCommand,
  addMigrateStoreCommand,
]

/** Runs the program: gives 0 when done, 1 when refused or failed, 2 when called wrongly. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const session: Session = { ...terminal, words, exitCode: 0 }
  try {
    await programFor(session).parseAsync(words, { from: 'user' })
    return session.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const wantsJson = words.includes('--json')
    session.warn(`${wantsJson ? JSON.stringify(toJson(error)) : `quire: ${messageOf(error)}`}\n`)
    return 1
  }
}

function programFor(session: Session): OperatorCommand {
  const program = new OperatorCommand(session, commandName)
    .description(
      'Operator commands for Quire. They use the store in DATABASE_URL or QUIRE_DATA (./data) and work while the server runs.',
    )
    .version(version)
    .option('--settings <file>', 'also read settings from a file, as systemd does')
    .option('--create', 'create the store if it does not exist; init, serve and restore always do')
    .addHelpText('after', `\nRun ${commandName} serve --help to list the settings.`)
    .hook('preAction', (_, action) => {
      const { settings } = action.optsWithGlobals<{ settings?: string }>()
      if (settings !== undefined) loadSettings(settings, session.environment)
    })
    .configureOutput({ writeOut: session.write, writeErr: session.warn })
    .exitOverride()
    .showHelpAfterError('(use --help for usage)')
  for (const add of groups) add(program)
  return program
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) {
    const violations = error.violations ?? []
    if (violations.length === 0) return error.message
    return violations.map(({ path, message }) => `${optionOf(path)} ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}

/** `/firstName` as the option a person typed. */
function optionOf(path: string): string {
  return path.replace('/', '--').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toJson(error: unknown): object {
  const code = error instanceof AppError ? error.code : 'INTERNAL'
  return { code, message: messageOf(error) }
}
