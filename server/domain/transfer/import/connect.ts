import { boardOf, isBoard } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { listAllUrls, mapAllUrls } from '../../document/urls.ts'
import type { StoredFiles } from './files.ts'
import { followUrl, type LinkTargets } from './links.ts'
import type { Plan, PlannedPage } from './plan.ts'
import type { ImportReport } from './report.ts'
import type { NamedFile, Source } from './source.ts'

/** The possible targets of links, and the report for broken ones. */
export type Connections = {
  plan: Plan
  targets: LinkTargets
  files: StoredFiles
  report: ImportReport
}

const pageAlone = /^\/pages\/[^#]+$/

export type Connected = { document: PageDocument; attachments: string[] }

/** Stores the files that a page links to, and rewrites its links. */
export async function connectPage(
  connections: Connections,
  { entry: { source: path } }: PlannedPage,
  { document, files }: Source,
): Promise<Connected> {
  if (path === undefined) return { document, attachments: [] }
  const named = await storeNamed(connections, path, files)
  const attachments = new Set(named.attached)
  const addresses = new Map<string, string>()
  for (const url of listAllUrls(document)) {
    const found = await resolveUrl(connections, path, url)
    if (found === undefined) continue
    addresses.set(url, found.address)
    if (found.fileId !== undefined && !named.others.has(found.fileId)) attachments.add(found.fileId)
  }
  connections.report.links += addresses.size
  return { document: withAddresses(document, addresses), attachments: [...attachments] }
}

/** The files in the front matter: attachments, and files that are only linked. */
async function storeNamed(
  connections: Connections,
  path: string,
  files: readonly NamedFile[],
): Promise<{ attached: string[]; others: Set<string> }> {
  const attached: string[] = []
  const others = new Set<string>()
  for (const file of files) {
    const url = file.path.split('/').map(encodeURIComponent).join('/')
    const target = await followUrl(connections.targets, path, url)
    const found =
      target.kind === 'file'
        ? await storeFile(connections, path, url, target.path, file)
        : reportBroken(
            connections,
            path,
            file.path,
            'reason' in target ? target.reason : 'is not a file',
          )
    if (found === undefined) continue
    if (file.isAttached) attached.push(found)
    else others.add(found)
  }
  return { attached, others }
}

type Resolved = { address: string; fileId?: string }

async function resolveUrl(
  connections: Connections,
  path: string,
  url: string,
): Promise<Resolved | undefined> {
  const { targets, plan } = connections
  const target = await followUrl(targets, path, url)
  switch (target.kind) {
    case 'elsewhere':
      return undefined
    case 'broken':
      return reportBroken(connections, path, url, target.reason)
    case 'file': {
      const fileId = await storeFile(connections, path, url, target.path)
      return fileId === undefined
        ? undefined
        : { address: `/files/${fileId}${target.anchor}`, fileId }
    }
    case 'page': {
      const page = plan.byPath.get(target.path)
      if (page !== undefined && (await plan.isTaken(page))) {
        return { address: `/pages/${page.id}${target.anchor}` }
      }
      return reportBroken(connections, path, url, 'points to a file that was not imported')
    }
  }
}

async function storeFile(
  connections: Connections,
  path: string,
  url: string,
  file: string,
  named?: NamedFile,
): Promise<string | undefined> {
  const taken = await connections.files.put(file, named)
  return 'id' in taken ? taken.id : reportBroken(connections, path, url, taken.reason)
}

function reportBroken(
  { report }: Connections,
  path: string,
  url: string,
  reason: string,
): undefined {
  report.brokenLinks.push({ path, url, reason })
}

/**
 * The document as its rewritten Markdown would be parsed: a link whose text is just the name of a page or a file
 * becomes a mention.
 */
function withAddresses(
  document: PageDocument,
  addresses: ReadonlyMap<string, string>,
): PageDocument {
  if (addresses.size === 0) return document
  const mapped = mapAllUrls(document, (url) => addresses.get(url) ?? url)
  const mayHoldMore = addresses.values().some((url) => pageAlone.test(url)) || holdsFile(mapped)
  if (!mayHoldMore) return mapped
  const read = parseMarkdown(writeMarkdown(mapped))
  if (!read.ok) return mapped
  return isBoard(mapped) ? boardOf(read.document) : read.document
}

/** Whether a link has the title that an export writes for files. */
function holdsFile(document: PageDocument): boolean {
  return JSON.stringify(document).includes('"title":"file')
}
