import { Command } from 'commander'
import { loadSettings } from '../config.ts'
import { version } from '../lib/version.ts'
import { addAdminCommands } from './administrators.ts'
import { addAuditCommand } from './audit.ts'
import { addBackupCommand } from './backup.ts'
import { addCheckCommand } from './check.ts'
import { execute } from './command.ts'
import { addEmbeddingCommands } from './embeddings.ts'
import { addExportCommand } from './export.ts'
import { addImportCommand } from './import.ts'
import { addInitCommand } from './init.ts'
import { addKeyCommands } from './keys.ts'
import { addMcpCommands } from './mcp.ts'
import { addMemberCommands } from './members.ts'
import { addMigrateStoreCommand } from './migrate-store.ts'
import { addRestoreCommand } from './restore.ts'
import { addServeCommand } from './serve.ts'
import { addUserCommands } from './users.ts'
import { addWorkspaceCommands } from './workspaces.ts'

const program = new Command('quire')
  .description(
    "The operator's commands of Quire. They work on the store in DATABASE_URL or QUIRE_DATA (./data), also while the server runs.",
  )
  .version(version)
  .option('--settings <file>', 'read settings from a file too, as systemd does')
  .option(
    '--create',
    'make the store when there is none; init, serve and restore do without asking',
  )
  .hook('preAction', (_, action) => {
    const { settings } = action.optsWithGlobals<{ settings?: string }>()
    if (settings !== undefined) loadSettings(settings)
  })
  .exitOverride()
  .showHelpAfterError('(--help shows how)')

for (const add of [
  addServeCommand,
  addInitCommand,
  addUserCommands,
  addWorkspaceCommands,
  addMemberCommands,
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
