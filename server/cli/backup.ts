import type { Command } from 'commander'
import { writeBackup } from '../domain/backup.ts'
import { type CommandOptions, runs } from './command.ts'
import { amount, bytes, listing } from './listing.ts'
import { operator } from './operator.ts'
import { startProgress } from './progress.ts'

export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup <file>')
    .description('write everything into one new file (tar.gz), as it is at this moment')

  runs<[string], CommandOptions>(command, async ({ contextFor }, options, file) => {
    const started = performance.now()
    const progress = startProgress('Backing up', options)
    const report = await writeBackup(contextFor(operator()), file, progress.update).finally(
      progress.end,
    )
    const seconds = Math.round(performance.now() - started) / 1000
    const { pages = 0, users = 0, workspaces = 0 } = report.rows
    const held = [
      amount(pages, 'page'),
      amount(workspaces, 'workspace'),
      amount(users, 'person', 'people'),
      `${amount(report.files.count, 'file')} (${bytes(report.files.bytes)})`,
    ]
    return {
      text: [
        `Wrote ${report.path} (${bytes(report.bytes)}) in ${seconds.toFixed(1)} s: ${held.join(', ')}.`,
        ...listing(
          'Contents of files that are lost or damaged, not in the backup',
          report.files.missing,
        ),
      ].join('\n'),
      json: { ...report, seconds },
    }
  })
}
