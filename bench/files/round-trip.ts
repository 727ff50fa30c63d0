import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import { makeFolder } from '../support/children.ts'
import { startWorkspace, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

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

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node bench/files/round-trip.ts FOLDER')
  process.exitCode = 2
} else {
  await run(resolve(folder))
}
