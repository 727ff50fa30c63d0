import { basename, posix } from 'node:path'
import { pickFields } from '../../../lib/page-fields.ts'
import { yieldToEventLoop } from '../../../lib/time-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { SourceFile } from '../../document/page-source.ts'
import type { PreparedPage } from '../../pages/create.ts'
import type { FilePermissions } from '../permissions.ts'
import { NotConverted } from '../sources/pages/not-converted.ts'
import { type CommentAuthors, prepareThreads, type ReadThread } from './comments.ts'
import { type Connected, type Connections, connectPage } from './connect.ts'
import type { Plan, PlannedPage } from './plan.ts'
import type { FilePage } from './prepare-file.ts'
import { countFields, type ImportReport, startReport } from './report.ts'
import type { Entry } from './scan.ts'
import { emptySource, isQuireField, type Source } from './source.ts'

/** A page that was read and can be written. */
export type ReadPage = {
  page: PreparedPage
  /** The key of the page in the ledger. */
  key: string
  path: string
  permissions: FilePermissions | undefined
  threads: readonly ReadThread[]
  source: Uint8Array
  fingerprint: string
  /** What was read of it, for the report. */
  report: ImportReport
}

/** Why no page can be made of a file. */
export type UnreadPage = { page: undefined; report: ImportReport }

/** Reads a planned page. */
export async function readPage(
  context: WorkspaceContext,
  writing: { workspaceId: string; commentAuthors: CommentAuthors; connections: Connections },
  page: PlannedPage,
): Promise<ReadPage | UnreadPage> {
  const { workspaceId, connections } = writing
  const { plan } = connections
  const report = startReport()
  const { id, parentId, entry } = page
  const path = entry.source ?? entry.path
  await yieldToEventLoop()
  const read = await plan.read(page)
  if (typeof read === 'string') {
    report.skipped.push({ path, reason: read })
    connections.unread.push(path)
    // A folder remains the parent of its entries.
    if (entry.source === entry.path) return { page: undefined, report }
  }
  const source = typeof read === 'string' ? emptySource(entry.name) : read
  if (source.hasBrokenFrontMatter) {
    report.skipped.push({ path, reason: 'has front matter that is not YAML; it stays in the text' })
  }
  report.literals.push(...source.literals.map((literal) => ({ path, ...literal })))
  const connected = await connectPage({ ...connections, report }, page, source)
  const file = fileOf(typeof read === 'string' ? { ...entry, source: undefined } : entry)
  const filePage = await preparePage(plan, { ...connected, file, source }, report, path)
  const { content, properties } = filePage
  report.blocks += filePage.blocks
  const isStored = properties.source !== null
  countFields(report, isStored ? source.unknown.filter(isQuireField) : source.unknown)
  const prepared = {
    ...pickFields(source),
    properties: properties.source,
    propertyValues: properties.values,
    workspaceId,
    id,
    parentId,
    ownership: source.ownership,
    content,
    attachments: connected.attachments,
    entry: context.content.entryOf(source.title, content),
  }
  const { threads, refused } = await prepareThreads(context, writing, source.threads)
  if (refused > 0)
    report.skipped.push({ path, reason: `has ${refused} comments that cannot be read` })
  return {
    page: prepared,
    key: entry.path,
    path,
    permissions: source.permissions,
    threads,
    source: filePage.source,
    fingerprint: filePage.fingerprint,
    report,
  }
}

type ToPrepare = Connected & { file: SourceFile; source: Source }

/** A page whose content cannot be prepared is imported without it, because others may link to it. */
async function preparePage(
  { converter }: Pick<Plan, 'converter'>,
  { file, source, ...connected }: ToPrepare,
  report: ImportReport,
  path: string,
): Promise<FilePage> {
  const task = ({ text, rules, content }: Pick<Source, 'text' | 'rules' | 'content'>) =>
    converter.prepareFile({ ...connected, file, fields: pickFields(source), text, rules, content })
  try {
    return await task(source)
  } catch (error) {
    if (!(error instanceof NotConverted)) throw error
    const reason = `has content that cannot be read (${error.message.replace(/\.$/, '')})`
    report.skipped.push({ path, reason })
    return task(emptySource(source.title))
  }
}

function fileOf({ path, name, source }: Entry): SourceFile {
  if (source === path) return { name: basename(path) }
  const index = source === undefined ? '' : posix.relative(path, source)
  return path === '' ? { name, index, isRoot: true } : { name: basename(path), index }
}
