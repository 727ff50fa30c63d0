import type { Command } from 'commander'
import { openApp } from '../app.ts'
import { readTarget } from '../config.ts'
import { moveStore } from '../domain/move-store.ts'
import { type CommandOptions, runs } from './command.ts'
import { copyStore } from './copying.ts'
import { listing } from './listing.ts'
import { operator } from './operator.ts'

type Options = CommandOptions & { to: string; bucket?: string }

export function addMigrateStoreCommand(program: Command): void {
  const command = program
    .command('migrate-store')
    .description('copy everything into another store: up to PostgreSQL, or back into a folder')
    .requiredOption('--to <store>', 'postgres://user:password@host:port/database, or a data folder')
    .option('--bucket <address>', 'bucket for the files, with the key in S3_ACCESS_KEY_ID')

  runs<[], Options>(command, async ({ contextFor }, options) => {
    const target = await openApp(readTarget(options.to, options.bucket))
    const [from, to] = [contextFor(operator()), target.contextFor(operator())]
    const { report, seconds, held, time } = await copyStore('Copying', options, (update) =>
      moveStore(from, to, update),
    ).finally(target.close)
    return {
      text: [
        `Copied and compared ${held} in ${time}. Stop the servers of the old store before you start those of the new one.`,
        ...listing('Contents of files that were lost before', report.files.missing),
      ].join('\n'),
      json: { ...report, seconds },
    }
  })
}
