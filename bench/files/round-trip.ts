import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Terminal } from '../../client/cli/command.ts'
import { run as runCommand } from '../../client/cli/program.ts'
import { createClient } from '../../client/index.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import { openArchive } from '../../server/domain/transfer/sources/archive/open-archive.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { startWorkspace, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

/** The same over HTTP, with the remote command line: an upload, an import, and the download of an archive. */
async function runRemote(folder: string): Promise<void> {
  const dataFolder = makeFolder()
  const { key, workspaceId } = await startWorkspace(dataFolder)
  const quire = await startQuire(dataFolder)
  const baseUrl = `http://127.0.0.1:${quire.port}`
  const client = createClient({ baseUrl, apiKey: key })
  const archive = join(makeFolder(), 'exported.zip')
  const command = async (...words: string[]) => {
    const code = await runCommand(words, {
      ...terminal,
      environment: { QUIRE_URL: baseUrl, QUIRE_KEY: key },
    })
    if (code !== 0) process.exit(code)
  }
  const started = performance.now()
  await command('import', folder, '--all-files', '--yes', '--json')
  const imported = performance.now()
  // The page of the report is no file of the folder.
  const [found] = (await client.imports.list({ workspaceId, limit: 1 })).imports
  await client.trash.remove({ workspaceId, pageId: found?.reportPageId ?? '' })
  await command('export', archive)
  const done = performance.now()
  await quire.stop()
  const exported = join(makeFolder(), 'exported')
  const files = await openArchive(archive)
  for (const path of files.paths()) {
    await mkdir(dirname(join(exported, path)), { recursive: true })
    await writeFile(join(exported, path), await files.read(path))
  }
  const { identical, differing } = await compareFolders(folder, exported)
  const rows = [
    ['import', `${((imported - started) / 1000).toFixed(1)} s`],
    ['export', `${((done - imported) / 1000).toFixed(1)} s`],
    ['identical files', digits(identical)],
    ['other files', digits(differing.length)],
  ]
  console.log(formatTable([{ heading: `${folder} over HTTP`, left: true }, { heading: '' }], rows))
  for (const path of differing) console.log(path)
  if (differing.length > 0) process.exitCode = 1
}

const terminal: Omit<Terminal, 'environment'> = {
  // The report of the import would be printed.
  write: () => undefined,
  writeBytes: async () => undefined,
  warn: (text) => process.stderr.write(text),
  readInput: async () => '',
  confirm: undefined,
  isScreen: false,
  signal: new AbortController().signal,
}

/** Imports a folder into an empty workspace, exports that, and compares every file with the original, byte by byte. */
async function run(folder: string): Promise<void> {
  const dataFolder = makeFolder()
  const exported = join(makeFolder(), 'exported')
  const { userId, workspaceId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (context) => {
    const started = timeNow()
    const input = { folder, workspaceId, parentId: null, allFiles: true }
    const report = await importFolder(context, input)
    const imported = timeNow()
    const { pages, files } = await exportWorkspace(context, { folder: exported, workspaceId })
    const done = timeNow()
    const { identical, differing } = await compareFolders(folder, exported)
    const rows = [
      ['pages and other files', `${digits(pages)} and ${digits(files)}`],
      ['import', timeBetween(started, imported)],
      ['export', timeBetween(imported, done)],
      ['memory at most', `${digits(process.resourceUsage().maxRSS / 1024)} MB`],
      ['identical files', digits(identical)],
      ['other files', digits(differing.length)],
    ]
    console.log(formatTable([{ heading: folder, left: true }, { heading: '' }], rows))
    for (const { path, reason } of report.skipped) console.log(`not imported: ${path}  ${reason}`)
    for (const path of differing) console.log(path)
    if (differing.length > 0) process.exitCode = 1
  })
}

type Time = { elapsed: number; processor: number }

function timeNow(): Time {
  const { user, system } = process.cpuUsage()
  return { elapsed: performance.now(), processor: (user + system) / 1000 }
}

function timeBetween(from: Time, to: Time): string {
  const seconds = (start: number, end: number) => ((end - start) / 1000).toFixed(1)
  const processor = seconds(from.processor, to.processor)
  return `${seconds(from.elapsed, to.elapsed)} s, ${processor} s of processor time`
}

/** The files of both folders that are the same, and the others by their paths. Names that start with a dot are no part. */
async function compareFolders(
  one: string,
  other: string,
): Promise<{ identical: number; differing: string[] }> {
  const [before, after] = [await listFiles(one), await listFiles(other)]
  const differing = [
    ...before
      .difference(after)
      .values()
      .map((path) => `not exported: ${path}`),
    ...after
      .difference(before)
      .values()
      .map((path) => `added: ${path}`),
  ]
  let identical = 0
  for (const path of before.intersection(after)) {
    const [first, second] = [await readFile(join(one, path)), await readFile(join(other, path))]
    if (first.equals(second)) identical += 1
    else differing.push(`differs: ${path}`)
  }
  return { identical, differing: differing.toSorted() }
}

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return new Set(paths.filter((path) => !path.split('/').some((name) => name.startsWith('.'))))
}

const [folder, way] = process.argv.slice(2)
if (folder === undefined || (way !== undefined && way !== '--http')) {
  console.error('Usage: node bench/files/round-trip.ts FOLDER [--http]')
  process.exitCode = 2
} else {
  await (way === undefined ? run : runRemote)(resolve(folder))
}
