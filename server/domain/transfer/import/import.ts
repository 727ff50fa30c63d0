import { AppError } from '../../../lib/errors.ts'
import { sortInSlices } from '../../../lib/lists/sort-in-slices.ts'
import type { Transaction } from '../../../store/index.ts'
import { operatorActor, recordAudit } from '../../administration/audit.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import { enterWorkspace } from '../../people/access.ts'
import { mergeWorkspace } from '../../search/merge.ts'
import { type Converter, createConverter } from '../sources/pages/converter.ts'
import type { CommentAuthors } from './comments.ts'
import type { Connections } from './connect.ts'
import { createStoredFiles } from './files.ts'
import { openFolder } from './folder.ts'
import { type Ledger, pageIdOf } from './ledger.ts'
import { type PlannedPage, planPages } from './plan.ts'
import { remainingPages } from './remaining-pages.ts'
import { type ImportReport, pagesIn, startReport } from './report.ts'
import type { ImportRoot, Skipped } from './root.ts'
import { compareNames, scanSource } from './scan.ts'
import { requireTarget } from './target.ts'
import { importUnlinked } from './unlinked.ts'
import type { SavePart } from './update-pages.ts'
import { writeBatch } from './write-pages.ts'

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

/**
 * Imports a folder of Markdown files as a page tree, for the operator. What cannot be imported is reported, not thrown.
 * Throws VALIDATION_FAILED for a folder from which no page can be made.
 */
export async function importFolder(
  operator: Context,
  { folder, workspaceId, parentId, allFiles = false }: ImportInput,
  onProgress: Progress = () => undefined,
): Promise<ImportReport> {
  const author = { ...operator, caller: { ...operator.caller, via: 'import' as const } }
  const context = await enterWorkspace(author, workspaceId, 'write')
  const canRestrict = await requireTarget(context, parentId)
  const root = await openFolder(folder)
  const commentAuthors = operator.caller.via === 'cli' ? 'members' : 'importer'
  const target = { root, workspaceId, parentId, canRestrict, allFiles, commentAuthors } as const
  return importRoot(context, target, {
    onFirst: (transaction, pages) => recordImport(transaction, context, workspaceId, pages),
    onBatch: async (report, pages) => onProgress(report.pages, pages),
  })
}

/** Where the pages of a source go. */
export type ImportTarget = {
  root: ImportRoot
  workspaceId: string
  parentId: string | null
  /** Whether the author can change permissions below the parent. */
  canRestrict: boolean
  allFiles: boolean
  /** Whose the comments of an export become; of the importer by default. */
  commentAuthors?: CommentAuthors
}

export type ImportHooks = {
  ledger?: Ledger
  /** The report of an import that is continued. */
  report?: ImportReport
  /** In the transaction of the first pages. */
  onFirst?: (transaction: Transaction, pages: number) => Promise<void>
  /** In each transaction that writes pages, with their report, and that of all before. */
  save?: (...given: [...Parameters<SavePart>, before: ImportReport]) => Promise<void>
  /** Asked before each batch of pages, and of files that no page links to. */
  isStopped?: () => Promise<boolean>
  /** After each batch of pages. */
  onBatch?: (report: ImportReport, pages: number) => Promise<void>
}

/** Imports files as a page tree. Throws VALIDATION_FAILED if they contain no page. */
export async function importRoot(
  context: WorkspaceContext,
  target: ImportTarget,
  hooks: ImportHooks,
): Promise<ImportReport> {
  const converter = createConverter()
  try {
    return await importPages(context, converter, target, hooks)
  } finally {
    await converter.close()
  }
}

async function importPages(
  context: WorkspaceContext,
  converter: Converter,
  { root, workspaceId, parentId, canRestrict, allFiles, commentAuthors = 'importer' }: ImportTarget,
  hooks: ImportHooks,
): Promise<ImportReport> {
  const { ledger } = hooks
  const scan = await scanSource(root)
  const idOf = ledger && ((path: string) => pageIdOf(ledger, path))
  const plan = await planPages(scan, parentId, { converter, ...(idOf && { idOf }) })
  if (plan.pages.length === 0) throw nothingToImport(root)
  const { others } = scan
  const skipped = new Set(scan.skipped.map(({ path }) => path))
  const { index, addNames } = plan
  const targets = { root, index, addNames, pages: plan.byPath, others, skipped }
  const files = createStoredFiles(context, { workspaceId, root, ledger })
  const report = hooks.report ?? startReport(scan.skipped, scan.hidden)
  const isNew = notIn(hooks.report?.skipped ?? [])
  const storedFiles = () => (ledger?.newFiles ?? 0) + files.count()
  const save: SavePart = async (transaction, part) => {
    part.files = storedFiles() - report.files
    await hooks.save?.(transaction, part, report)
  }
  const connections: Connections = { plan, targets, files, report, isNew, unread: [] }
  const { onFirst } = hooks
  const target = { workspaceId, canRestrict, commentAuthors }
  const writing = { ...target, ledger, connections, onFirst, save }
  const isStopped = hooks.isStopped ?? (async () => false)
  const { remaining, skipped: below } = await remainingPages(plan, ledger)
  for (const one of below) if (isNew(one)) report.skipped.push(one)
  for (const batch of batches(remaining)) {
    if (await isStopped()) return report
    await writeBatch(context, writing, batch)
    report.files = storedFiles()
    await hooks.onBatch?.(report, plan.pages.length)
  }
  if (pagesIn(report) === 0) throw nothingToImport(root, report)
  if (allFiles && !(await importUnlinked(context, { workspaceId, connections, ledger, isStopped })))
    return report
  // Otherwise the first search would index all imported pages in memory.
  await mergeWorkspace(context.store, context.search, workspaceId)
  report.files = storedFiles()
  report.brokenLinks = await sortInSlices(report.brokenLinks, (a, b) =>
    compareNames(a.path, b.path),
  )
  report.leftOut = [...others].filter((path) => !files.has(path)).toSorted()
  return report
}

/** A report that is continued has what was skipped before. */
function notIn(skipped: readonly Skipped[]): (one: Skipped) => boolean {
  const keyOf = ({ path, reason }: Skipped) => `${path}\n${reason}`
  const known = new Set(skipped.map(keyOf))
  return (one) => !known.has(keyOf(one))
}

export function nothingToImport(
  { name }: Pick<ImportRoot, 'name'>,
  report?: ImportReport,
): AppError {
  const [first] = report?.skipped ?? []
  const why = first === undefined ? '' : ` ${first.path} ${first.reason}.`
  return new AppError(
    'VALIDATION_FAILED',
    `Nothing was imported: ${name} contains no page that can be read.${why} Choose other files.`,
  )
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
