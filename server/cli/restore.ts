import type { Command } from 'commander'
import { restoreBackup } from '../domain/restore.ts'
import { type CommandOptions, runs } from './command.ts'
import { amount, bytes, listing } from './listing.ts'
import { operator } from './operator.ts'
import { startProgress } from './progress.ts'

export function addRestoreCommand(program: Command): void {
  const command = program
    .command('restore <file>')
    .description('put a backup into a store that holds nobody yet')

  runs<[string], CommandOptions>(command, async ({ contextFor }, options, file) => {
    const started = performance.now()
    const progress = startProgress('Restoring', options)
    const report = await restoreBackup(contextFor(operator()), file, progress.update).finally(
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
        `Restored the backup of ${report.createdAt} in ${seconds.toFixed(1)} s: ${held.join(', ')}.`,
        ...listing('Contents of files that were lost before the backup', report.files.missing),
      ].join('\n'),
      json: { ...report, seconds },
    }
  })
}
