import { Command } from 'commander'
import { loadSettings } from '../config.ts'
import { commandName, version } from '../lib/version.ts'
import { execute } from './command.ts'
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

const program = new Command(commandName)
  .description(
    'Operator commands for Quire. They use the store in DATABASE_URL or QUIRE_DATA (./data) and work while the server runs.',
  )
  .version(version)
  .option('--settings <file>', 'also read settings from a file, as systemd does')
  .option('--create', 'create the store if it does not exist; init, serve and restore always do')
  .addHelpText('after', `\nRun ${commandName} serve --help to list the settings.`)
  .hook('preAction', (_, action) => {
    const { settings } = action.optsWithGlobals<{ settings?: string }>()
    if (settings !== undefined) loadSettings(settings)
  })
  .exitOverride()
  .showHelpAfterError('(use --help for usage)')

for (const add of [
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
]) {
  add(program)
}

const code = await execute(program, process.argv)
if (code !== 0) process.exitCode = code
