import { type App, openApp } from '../../app.ts'
import { type Config, readConfig, readTarget } from '../../config.ts'
import { type MoveReport, moveStore } from '../../domain/transfer/backup/move-store.ts'
import { countUnreadable, type Unreadable } from '../../domain/transfer/check/sealed-secrets.ts'
import { type CommandOptions, type OperatorCommand, type Report, runs } from '../command.ts'
import { type Copied, copyStore } from '../copying.ts'
import { amount, bytes, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { refuseForeignStore } from '../owner.ts'
import type { Session } from '../terminal.ts'
import { describeUnreadable } from './sealed.ts'

type Options = CommandOptions & { to: string; bucket?: string }

export function addMigrateStoreCommand(program: OperatorCommand): void {
  const command = program
    .command('migrate-store')
    .description('copy everything to another store: to PostgreSQL, or back to a folder')
    .requiredOption('--to <store>', 'postgres://user:password@host:port/database, or a data folder')
    .option('--bucket <address>', 'bucket for file contents; its key is in S3_ACCESS_KEY_ID')

  const { session } = command
  runs<[], Options>(command, async (app, options) => {
    const config = readTarget(options.to, options.bucket, session.environment)
    refuseForeignStore(config, session)
    const target = await openApp(config)
    try {
      return await move(app, { target, config }, options, session)
    } finally {
      await target.close()
    }
  })
}

async function move(
  source: App,
  { target, config }: { target: App; config: Config },
  options: Options,
  session: Session,
): Promise<Report> {
  const [from, to] = [source.contextFor(operator()), target.contextFor(operator())]
  const copied = await copyStore(session, 'Copying', options, (update) =>
    moveStore(from, to, update),
  )
  const unreadable = await countUnreadable(to)
  const fileLocation = locateFiles(readConfig(session.environment), config)
  return {
    text: describe(copied, { fileLocation, unreadable, dataFolder: config.dataFolder }),
    json: { ...copied.report, seconds: copied.seconds, filesIn: fileLocation.name, unreadable },
  }
}

type FileLocation = { name: string; isSame: boolean; settings: string }

/** Where the contents of files are for the new store, and whether they have been there before. */
function locateFiles(from: Config, to: Config): FileLocation {
  if (to.s3 !== undefined) {
    const { url } = to.s3
    return { name: url, isSame: from.s3?.url === url, settings: `S3_BUCKET_URL=${url}` }
  }
  const { dataFolder } = to
  const isSame = from.s3 === undefined && from.dataFolder === dataFolder
  return { name: `${dataFolder}/files`, isSame, settings: `QUIRE_DATA=${dataFolder}` }
}

function describe(
  { report, summary, time }: Copied<MoveReport>,
  {
    fileLocation,
    unreadable,
    dataFolder,
  }: { fileLocation: FileLocation; unreadable: Unreadable; dataFolder: string },
): string {
  const { count, copied, bytes: size, missing } = report.files
  const contents = `the contents of ${amount(count, 'file')} (${bytes(size)})`
  const files = fileLocation.isSame
    ? `Not copied: ${contents} stay in ${fileLocation.name}. Start the new servers with ${fileLocation.settings}. For another machine, copy that folder or run this again with --bucket.`
    : `Of ${contents}, ${copied.toLocaleString('en')} were copied to ${fileLocation.name}; the others already existed.`
  return [
    `Copied and compared ${summary} in ${time}.`,
    ...(count === 0 ? [] : [files]),
    'Stop the old servers before you start the new ones.',
    ...listing('File contents that were missing before', missing),
    ...describeUnreadable(unreadable, dataFolder),
  ].join('\n')
}
