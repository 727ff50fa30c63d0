import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type App, openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { noteAudit, operatorActor } from '../../domain/administration/audit.ts'
import {
  type BackupReport,
  type LostFile,
  writeBackup,
} from '../../domain/transfer/backup/backup.ts'
import type { RestoreReport } from '../../domain/transfer/backup/restore.ts'
import { verifyBackup } from '../../domain/transfer/backup/verify.ts'
import {
  type CommandOptions,
  openCommandStore,
  type OperatorCommand,
  print,
  type Report,
} from '../command.ts'
import { type Copied, copyStore } from '../copying.ts'
import { amount, bytes, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import type { Session } from '../terminal.ts'

type Options = CommandOptions & { verify?: string | true }

export function addBackupCommand(program: OperatorCommand): void {
  program
    .command('backup [file]')
    .description('back up everything to a new file (tar.gz)')
    .option(
      '--verify [archive]',
      'restore the backup to a temporary folder and compare; without FILE: an existing archive',
    )
    .option('--json', 'print one JSON object')
    .action(async (file: string | undefined, options: Options, command: OperatorCommand) => {
      print(await run(file, options, command), options, command.session)
    })
}

async function run(
  file: string | undefined,
  options: Options,
  command: OperatorCommand,
): Promise<Report> {
  const { verify } = options
  const { session } = command
  if (file === undefined && typeof verify === 'string') return verifyOnly(verify, options, session)
  if (file === undefined || typeof verify === 'string') {
    command.error(
      'Name one file: `quire backup FILE`, `quire backup FILE --verify`, or `quire backup --verify FILE` for an existing backup.',
    )
  }
  const app = await openCommandStore(command, 'read')
  try {
    const written = await write(app, file, options, session)
    if (verify === undefined) return written
    const verified = await verifyArchive(file, options, session)
    return {
      text: `${written.text}\n\n${inWords(verified)}`,
      json: { ...written.json, verified: true },
      isBad: written.isBad === true,
    }
  } finally {
    await app.close()
  }
}

async function write(
  { store, contextFor }: App,
  file: string,
  options: Options,
  session: Session,
): Promise<Report> {
  const { report, seconds, summary, time } = await copyStore<BackupReport>(
    session,
    'Backing up',
    options,
    (update) => writeBackup(contextFor(operator()), file, update),
  )
  const details = { bytes: report.bytes }
  await noteAudit(store, operatorActor, { action: 'server.backup', details })
  return {
    text: [
      `Wrote ${report.path} (${bytes(report.bytes)}) in ${time}: ${summary}.`,
      ...describeLost(report.missing),
    ].join('\n'),
    json: { ...report, seconds },
    isBad: report.missing.length > 0,
  }
}

function describeLost(missing: readonly LostFile[]): string[] {
  if (missing.length === 0) return []
  const files = missing.map(({ id, name }) => `file ${id} (${name})`)
  return [
    '',
    'THE BACKUP IS INCOMPLETE. The contents of these files are missing or damaged in the store; everything else was backed up. Upload the files again, or restore them from an older backup.',
    ...listing('Files without contents', files),
  ]
}

async function verifyOnly(archive: string, options: Options, session: Session): Promise<Report> {
  const verified = await verifyArchive(archive, options, session)
  const { report, seconds } = verified
  return {
    text: `${inWords(verified)} No new backup was written.`,
    json: { ...report, path: resolve(archive), seconds, verified: true },
  }
}

function inWords({ report, summary, time }: Copied<RestoreReport>): string {
  const { length } = report.files.missing
  const lost = length === 0 ? '' : ` It lacks the contents of ${amount(length, 'file')}.`
  return `Verified the backup of ${report.createdAt} in ${time}: a restored copy has the same rows and files (${summary}).${lost}`
}

/** In a folder of its own, which goes again: beside the backup, where there is room for what it holds. */
async function verifyArchive(
  path: string,
  options: Options,
  session: Session,
): Promise<Copied<RestoreReport>> {
  const name = '.quire-verify-'
  const dataFolder = await mkdtemp(join(dirname(resolve(path)), name)).catch(() =>
    mkdtemp(join(tmpdir(), name)),
  )
  try {
    const temporaryApp = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
    return await copyStore<RestoreReport>(session, 'Verifying', options, (update) =>
      verifyBackup(temporaryApp.contextFor(operator()), path, update),
    ).finally(temporaryApp.close)
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}
