import { posix } from 'node:path'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { fileUrl } from '../links/read-url.ts'
import type { StoredFiles } from './files.ts'
import { lineOf } from './line-of-url.ts'
import { followUrl, type LinkTargets } from './links.ts'
import type { Plan, PlannedPage } from './plan.ts'
import type { ImportReport } from './report.ts'
import type { Skipped } from './root.ts'
import type { NamedFile, Source } from './source.ts'

/** The possible targets of links, and the report for broken ones. */
export type Connections = {
  plan: Plan
  targets: LinkTargets
  files: StoredFiles
  report: ImportReport
  /** Whether the report of an import that is continued does not have an entry yet. */
  isNew: (skipped: Skipped) => boolean
  /** Markdown files that cannot be pages. */
  unread: string[]
}

export type Connected = {
  /** The addresses of pages and files in the workspace, by URL. */
  addresses: ReadonlyMap<string, string>
  attachments: string[]
  /** The paths of its files by their ID, relative to the folder of its file. */
  files: Record<string, string>
}

/** Stores the files that a page links to, and finds the addresses of pages and files. */
export async function connectPage(
  connections: Connections,
  { entry: { source: path } }: PlannedPage,
  { files, urls, text }: Source,
): Promise<Connected> {
  if (path === undefined) return { addresses: new Map(), attachments: [], files: {} }
  const timeSlice = startTimeSlice()
  const named = await storeNamed(connections, path, files)
  const attachments = new Set(named.attached)
  const addresses = new Map<string, string>()
  const paths = new Map(named.paths)
  for (const url of urls) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const found = await resolveUrl(connections, { path, text }, url)
    if (found === undefined) continue
    addresses.set(url, found.address)
    if (found.file === undefined) continue
    paths.set(found.file.id, found.file.path)
    if (!named.others.has(found.file.id)) attachments.add(found.file.id)
  }
  connections.report.links += addresses.size
  const folder = posix.dirname(path)
  return {
    addresses,
    attachments: [...attachments],
    files: Object.fromEntries([...paths].map(([id, file]) => [id, posix.relative(folder, file)])),
  }
}

/** The files in the front matter: attachments, and files that are only linked. */
async function storeNamed(
  connections: Connections,
  path: string,
  files: readonly NamedFile[],
): Promise<{ attached: string[]; others: Set<string>; paths: Map<string, string> }> {
  const attached: string[] = []
  const others = new Set<string>()
  const paths = new Map<string, string>()
  for (const file of files) {
    const url = fileUrl(file.path)
    const target = await followUrl(connections.targets, path, url)
    const found =
      target.kind === 'file'
        ? await storeFile(connections, { path }, url, target.path, file)
        : reportBroken(
            connections,
            { path },
            file.path,
            'reason' in target ? target.reason : 'is not a file',
          )
    if (found === undefined || target.kind !== 'file') continue
    paths.set(found, target.path)
    if (file.isAttached) attached.push(found)
    else others.add(found)
  }
  return { attached, others, paths }
}

/** The file with a link, and its text for a link in its body. */
type LinkSource = { path: string; text?: Source['text'] }

type Resolved = { address: string; file?: { id: string; path: string } }

async function resolveUrl(
  connections: Connections,
  from: LinkSource,
  url: string,
): Promise<Resolved | undefined> {
  const { targets, plan } = connections
  const target = await followUrl(targets, from.path, url)
  switch (target.kind) {
    case 'elsewhere':
      return undefined
    case 'here':
      return { address: target.anchor }
    case 'broken':
      return reportBroken(connections, from, url, target.reason)
    case 'file': {
      const fileId = await storeFile(connections, from, url, target.path)
      return fileId === undefined
        ? undefined
        : {
            address: `/files/${fileId}${target.anchor}`,
            file: { id: fileId, path: target.path },
          }
    }
    case 'page': {
      const page = plan.byPath.get(target.path)
      if (page !== undefined && (await plan.isTaken(page))) {
        return { address: `/pages/${page.id}${target.anchor}` }
      }
      return reportBroken(connections, from, url, 'points to a file that was not imported')
    }
  }
}

async function storeFile(
  connections: Connections,
  from: LinkSource,
  url: string,
  file: string,
  named?: NamedFile,
): Promise<string | undefined> {
  const taken = await connections.files.put(file, named)
  return 'id' in taken ? taken.id : reportBroken(connections, from, url, taken.reason)
}

function reportBroken(
  { report }: Connections,
  { path, text }: LinkSource,
  url: string,
  reason: string,
): undefined {
  const line = text && lineOf(text, url)
  report.brokenLinks.push({ path, url, reason, ...(line === undefined ? {} : { line }) })
}
