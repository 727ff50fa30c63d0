import { readConfig } from '../../config.ts'
import { operatorActor } from '../../domain/administration/audit.ts'
import { restoreBackup } from '../../domain/transfer/backup/restore.ts'
import { countUnreadable } from '../../domain/transfer/check/sealed-secrets.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { copyStore } from '../copying.ts'
import { listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { describeUnreadable } from './sealed.ts'

export function addRestoreCommand(program: OperatorCommand): void {
  const command = program
    .command('restore <file>')
    .description('restore a backup into an empty store')

  const { session } = command
  runs<[string], CommandOptions>(
    command,
    async ({ contextFor }, options, file) => {
      const context = contextFor(operator())
      const { report, seconds, summary, time } = await copyStore(
        session,
        'Restoring',
        options,
        (update) => restoreBackup(context, file, update, operatorActor),
      )
      const unreadable = await countUnreadable(context)
      return {
        text: [
          `Restored the backup of ${report.createdAt} in ${time}: ${summary}.`,
          ...listing('File contents that were missing before the backup', report.files.missing),
          ...describeUnreadable(unreadable, readConfig(session.environment).dataFolder),
        ].join('\n'),
        json: { ...report, seconds, unreadable },
      }
    },
    'replace',
  )
}
