import type { Command } from 'commander'
import { writeBackup } from '../domain/backup.ts'
import { type CommandOptions, runs } from './command.ts'
import { copyStore } from './copying.ts'
import { bytes, listing } from './listing.ts'
import { operator } from './operator.ts'

export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup <file>')
    .description('write everything into one new file (tar.gz), as it is at this moment')

  runs<[string], CommandOptions>(command, async ({ contextFor }, options, file) => {
    const context = contextFor(operator())
    const { report, seconds, held, time } = await copyStore('Backing up', options, (update) =>
      writeBackup(context, file, update),
    )
    const lost = 'Contents of files that are lost or damaged, not in the backup'
    return {
      text: [
        `Wrote ${report.path} (${bytes(report.bytes)}) in ${time}: ${held}.`,
        ...listing(lost, report.files.missing),
      ].join('\n'),
      json: { ...report, seconds },
    }
  })
}
