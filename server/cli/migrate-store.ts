import type { Command } from 'commander'
import { openApp } from '../app.ts'
import { readTarget } from '../config.ts'
import { moveStore } from '../domain/move-store.ts'
import { type CommandOptions, runs } from './command.ts'
import { amount, bytes, listing } from './listing.ts'
import { operator } from './operator.ts'
import { startProgress } from './progress.ts'

type Options = CommandOptions & { to: string; bucket?: string }

export function addMigrateStoreCommand(program: Command): void {
  const command = program
    .command('migrate-store')
    .description('copy everything into another store: up to PostgreSQL, or back into a folder')
    .requiredOption('--to <store>', 'postgres://user:password@host:port/database, or a data folder')
    .option('--bucket <address>', 'bucket for the files, with the key in S3_ACCESS_KEY_ID')

  runs<[], Options>(command, async ({ contextFor }, options) => {
    const target = await openApp(readTarget(options.to, options.bucket))
    const started = performance.now()
    const progress = startProgress('Copying', options)
    const report = await moveStore(
      contextFor(operator()),
      target.contextFor(operator()),
      progress.update,
    ).finally(async () => {
      progress.end()
      await target.close()
    })
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
        `Copied and compared ${held.join(', ')} in ${seconds.toFixed(1)} s. Stop the servers of the old store before you start those of the new one.`,
        ...listing('Contents of files that were lost before', report.files.missing),
      ].join('\n'),
      json: { ...report, seconds },
    }
  })
}
