import { basename } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { pickFields } from '../../../lib/page-fields.ts'
import { levelNumbers, sources, systemViewer, type Transaction } from '../../../store/index.ts'
import { operatorActor, recordAudit } from '../../administration/audit.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import { propertiesOf } from '../../document/file-properties.ts'
import { packSource, type PageSource, type SourceFile } from '../../document/page-source.ts'
import { prepare } from '../../document/tasks.ts'
import { addPage, type PreparedPage } from '../../pages/create.ts'
import { requirePage, requireParent } from '../../pages/tree.ts'
import { enterWorkspace } from '../../people/access.ts'
import { mergeWorkspace } from '../../search/merge.ts'
import type { FilePermissions } from '../permissions.ts'
import { type Connected, type Connections, connectPage } from './connect.ts'
import { createStoredFiles } from './files.ts'
import { accessOutside, restorePermissions } from './permissions.ts'
import { type PlannedPage, planPages } from './plan.ts'
import { countFields, type ImportReport, startReport } from './report.ts'
import { compareNames, type Entry, scanFolder, type Skipped } from './scan.ts'
import { emptySource, isQuireField } from './source.ts'
import { importUnlinked } from './unlinked.ts'

export type ImportInput = {
  folder: string
  workspaceId: string
  parentId: string | null
  /** Whether files that no page links to are imported, and attached to the page of their folder. */
  allFiles?: boolean
}

export type Progress = (done: number, total: number) => void

/** Pages per transaction: enough to share its flush, few enough to let other writes through. */
const batchPages = 32
const batchBytes = 1024 * 1024

/** Imports a folder of Markdown files as a page tree. What cannot be imported is reported, not thrown. */
export async function importFolder(
  operator: Context,
  { folder, workspaceId, parentId, allFiles = false }: ImportInput,
  onProgress: Progress = () => undefined,
): Promise<ImportReport> {
  const author = { ...operator, caller: { ...operator.caller, via: 'import' as const } }
  const context = await enterWorkspace(author, workspaceId, 'write')
  const canRestrict = await requireTarget(context, parentId)
  const scan = await scanFolder(folder)
  const plan = await planPages(scan, parentId)
  const { root, others } = scan
  const skipped = new Set(scan.skipped.map(({ path }) => path))
  const targets = { root, pages: plan.byPath, others, skipped }
  const files = createStoredFiles(context, { workspaceId, root })
  const report = startReport(scan.skipped, scan.hidden)
  const connections = { plan, targets, files, report, unread: [] }
  for (const batch of batches(plan.pages)) {
    await importBatch(context, { workspaceId, canRestrict }, connections, batch)
    onProgress(report.pages, plan.pages.length)
  }
  if (allFiles) await importUnlinked(context, workspaceId, connections)
  // Otherwise the first search would index all imported pages in memory.
  await mergeWorkspace(context.store, context.search, workspaceId)
  report.files = files.count()
  report.brokenLinks.sort((a, b) => compareNames(a.path, b.path))
  report.leftOut = [...others].filter((path) => !files.has(path)).toSorted()
  return report
}

/** Whether the author can change permissions below the parent. Throws PAGE_NOT_FOUND or FORBIDDEN. */
async function requireTarget(
  { store, viewer }: WorkspaceContext,
  parentId: string | null,
): Promise<boolean> {
  await requireParent(store, viewer, parentId, 'write')
  if (parentId === null) return true
  const { sectionId, level } = await requirePage(store, viewer, parentId)
  return sectionId === null || level >= levelNumbers.manage
}

function* batches(pages: readonly PlannedPage[]): Generator<PlannedPage[]> {
  let batch: PlannedPage[] = []
  let bytes = 0
  for (const page of pages) {
    batch.push(page)
    bytes += page.entry.size
    if (batch.length < batchPages && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

type Prepared = {
  page: PreparedPage
  path: string
  permissions: FilePermissions | undefined
  source: Uint8Array
}

async function importBatch(
  context: WorkspaceContext,
  { workspaceId, canRestrict }: { workspaceId: string; canRestrict: boolean },
  connections: Connections,
  batch: readonly PlannedPage[],
): Promise<void> {
  const { plan, report } = connections
  const isFirst = batch[0] === plan.pages[0]
  try {
    const prepared = await Promise.all(
      batch.map((page) => preparePage(context, workspaceId, connections, page)),
    )
    const pages = prepared.filter((page) => page !== undefined)
    const skipped: Skipped[] = []
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      skipped.length = 0
      for (const page of pages) {
        skipped.push(...(await addImported(transaction, context, page, canRestrict)))
      }
      if (isFirst) await recordImport(transaction, context, workspaceId, plan.pages.length)
    })
    report.skipped.push(...skipped)
    report.pages += pages.length
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const importedNote = `${report.pages} pages were imported before the error and are kept.`
    throw new AppError(error.code, `${error.message} ${importedNote}`, { cause: error })
  }
}

/** Adds a page with its permissions. Returns what could not be restored. */
async function addImported(
  transaction: Transaction,
  context: WorkspaceContext,
  { page, path, permissions, source }: Prepared,
  canRestrict: boolean,
): Promise<Skipped[]> {
  // The author can write under the parent of the import, but may not read sections that it restores for others.
  const importing = { ...context, viewer: systemViewer(page.workspaceId) }
  const isSection = permissions !== undefined && canRestrict
  await addPage(transaction, importing, { ...page, isSection })
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  await sources.put(transaction, address, source)
  if (permissions === undefined) return []
  if (!isSection) {
    return [{ path, reason: 'has permissions that you cannot set below this parent' }]
  }
  const unknown = await restorePermissions(transaction, context.caller, page, permissions)
  const outside = accessOutside(permissions)
  return [
    ...(unknown.length === 0
      ? []
      : [`has permissions for ${unknown.join(', ')}, not in this workspace`]),
    ...(outside === '' ? [] : [`gave access to ${outside}, which an import does not restore`]),
  ].map((reason) => ({ path, reason }))
}

/** Emitted with the first pages, so that subscribers also learn of an import that stops halfway. */
function recordImport(
  transaction: Transaction,
  { caller }: Context,
  workspaceId: string,
  pages: number,
): Promise<void> {
  const details = { pages, authorId: caller.userId }
  const entry = { action: 'workspace.import', workspaceId, subject: workspaceId, details } as const
  return recordAudit(transaction, operatorActor, entry)
}

async function preparePage(
  { content: engine }: Context,
  workspaceId: string,
  connections: Connections,
  page: PlannedPage,
): Promise<Prepared | undefined> {
  const { plan, report } = connections
  const { id, parentId, entry } = page
  const path = entry.source ?? entry.path
  const read = await plan.read(page)
  if (typeof read === 'string') {
    report.skipped.push({ path, reason: read })
    connections.unread.push(path)
    // A folder remains the parent of its entries.
    if (entry.source === entry.path) return undefined
  }
  const source = typeof read === 'string' ? emptySource(entry.name) : read
  if (source.hasBrokenFrontMatter) {
    report.skipped.push({ path, reason: 'has front matter that is not YAML; it stays in the text' })
  }
  const connected = await connectPage(connections, page, source)
  const { ownership, text } = source
  const content = prepare(connected.content.document)
  const properties = propertiesOf(text.frontMatter)
  const isStored = properties.source !== null
  countFields(report, isStored ? source.unknown.filter(isQuireField) : source.unknown)
  const prepared = {
    ...pickFields(source),
    properties: properties.source,
    propertyValues: properties.values,
    workspaceId,
    id,
    parentId,
    ownership,
    content,
    attachments: connected.attachments,
    entry: engine.entryOf(source.title, content),
  }
  const file = fileOf(typeof read === 'string' ? { ...entry, source: undefined } : entry)
  const stored = sourceOf(file, text.frontMatter, connected)
  return { page: prepared, path, permissions: source.permissions, source: packSource(stored) }
}

function sourceOf(
  file: SourceFile,
  frontMatter: string,
  { content, files }: Connected,
): PageSource {
  const { parts, heading } = content
  return {
    file,
    frontMatter,
    parts,
    ...(heading === undefined ? {} : { heading }),
    ...(Object.keys(files).length === 0 ? {} : { files }),
  }
}

function fileOf({ path, name, source }: Entry): SourceFile {
  if (source === path) return { name: basename(path) }
  const index = source === undefined ? '' : basename(source)
  return path === '' ? { name, index, isRoot: true } : { name: basename(path), index }
}
