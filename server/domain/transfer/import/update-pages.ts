import { AppError } from '../../../lib/errors.ts'
import { pickStoredFields } from '../../../lib/page-fields.ts'
import { pages, sources, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { attach } from '../../pages/attachments.ts'
import { changeQueuedPage, type PageChanges } from '../../pages/change.ts'
import { checkpoint } from '../../pages/journal/checkpoint.ts'
import { mergeInto, readBase } from '../../pages/journal/merge.ts'
import { onPage } from '../../pages/page-queue.ts'
import type { KnownPage, Ledger } from './ledger.ts'
import type { ReadPage } from './read-page.ts'
import { addPart, type ImportReport, sumOf } from './report.ts'

/** Stores the report of some pages in their transaction. */
export type SavePart = (transaction: Transaction, part: ImportReport) => Promise<void>

type Updating = { ledger: Ledger; report: ImportReport; save: SavePart }

/** Attempts to repeat an update because others changed the page meanwhile. */
const maxAttempts = 20

/**
 * Brings pages of an earlier import up to date. What people changed since stays: their text is merged with that of the
 * source, and their title, icon and properties are kept.
 */
export async function updatePages(
  context: WorkspaceContext,
  updating: Updating,
  pages: readonly ReadPage[],
): Promise<void> {
  const { ledger, report, save } = updating
  const unchanged: { read: ReadPage; known: KnownPage }[] = []
  for (const read of pages) {
    const known = ledger.page(read.key)
    if (known === undefined) continue
    const reason = await updateKnown(context, updating, known, read)
    if (reason !== undefined) read.report.skipped.push({ path: read.path, reason })
    if (reason !== undefined || known.fingerprint === read.fingerprint) {
      unchanged.push({ read, known })
    }
  }
  const [first] = unchanged
  if (first === undefined) return
  const part = sumOf(unchanged.map((one) => one.read.report))
  part.unchanged = unchanged.length
  const { workspaceId } = first.read.page
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    for (const one of unchanged) await ledger.putPage(transaction, one.read.key, one.known)
    await save(transaction, part)
  })
  addPart(report, part)
}

/** Why a changed page could not be updated. */
async function updateKnown(
  context: WorkspaceContext,
  updating: Updating,
  known: KnownPage,
  read: ReadPage,
): Promise<string | undefined> {
  if (known.fingerprint === read.fingerprint) return undefined
  try {
    await updatePage(context, updating, known, read)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || !skippedCodes.has(error.code)) throw error
    return `is not updated: ${error.message}`
  }
}

/** Pages that stay as they are, while the import continues. */
const skippedCodes: ReadonlySet<string> = new Set([
  'PAGE_NOT_FOUND',
  'FORBIDDEN',
  'VALIDATION_FAILED',
  'VERSION_CONFLICT',
])

async function updatePage(
  context: WorkspaceContext,
  { ledger, report, save }: Updating,
  known: KnownPage,
  read: ReadPage,
): Promise<void> {
  const part = { ...read.report, updated: 1 }
  const { workspaceId, id: pageId } = read.page
  const address = { workspaceId, pageId }
  await onPage(context.store, address, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const page = await pages.get(context.store, context.viewer, pageId)
      if (page === undefined) throw new AppError('PAGE_NOT_FOUND', 'The page is gone.')
      if (page.contentVersion !== null) {
        await checkpoint(context, address)
        if (attempt < maxAttempts) continue
      }
      const changes = await changesOf(context, known, read, page.version)
      const changed = await changeQueuedPage(
        context,
        address,
        changes,
        async (transaction, now) => {
          if (now.version !== page.version) return 'outdated' as const
          await noteUpdate(transaction, context, read)
          const { fingerprint } = read
          await ledger.putPage(transaction, read.key, {
            id: pageId,
            version: now.version + 1,
            fingerprint,
          })
          await save(transaction, part)
          return undefined
        },
      )
      if (changed !== 'outdated') {
        addPart(report, part)
        return
      }
      if (attempt >= maxAttempts) {
        throw new AppError('VERSION_CONFLICT', 'Others are changing the page at the same time.')
      }
    }
  })
}

async function noteUpdate(
  transaction: Transaction,
  context: WorkspaceContext,
  { page, source }: ReadPage,
): Promise<void> {
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  await sources.put(transaction, address, source)
  for (const fileId of page.attachments) await attach(transaction, context, { ...address, fileId })
}

async function changesOf(
  context: WorkspaceContext,
  known: KnownPage,
  { page }: ReadPage,
  version: number,
): Promise<PageChanges> {
  const standsAlone = true
  if (version === known.version) {
    return {
      ...pickStoredFields(page),
      content: page.content,
      wanted: page.content.wanted,
      standsAlone,
    }
  }
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const base = await readBase(context, address, known.version)
  if (base === undefined) {
    throw new AppError(
      'VERSION_CONFLICT',
      'it was changed, and its version of the last import is gone',
    )
  }
  const { content } = await mergeInto(context, address, base, page.content.document)
  return { content, wanted: page.content.wanted, standsAlone }
}
