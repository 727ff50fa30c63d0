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
import type { ImportReport } from './report.ts'

type Updating = { ledger: Ledger; report: ImportReport }

/** Attempts to repeat an update because others changed the page meanwhile. */
const maxAttempts = 20

/**
 * Brings a page of an earlier import up to date. What people changed since stays: their text is merged with that of the
 * source, and their title, icon and properties are kept.
 */
export async function updateKnown(
  context: WorkspaceContext,
  { ledger, report }: Updating,
  read: ReadPage,
): Promise<'updated' | 'unchanged'> {
  const known = ledger.page(read.key)
  const { workspaceId } = read.page
  if (known === undefined || known.fingerprint === read.fingerprint) {
    if (known !== undefined) {
      await context.store.transactIn({ workspaceId }, (transaction) =>
        ledger.putPage(transaction, read.key, known),
      )
    }
    return 'unchanged'
  }
  try {
    await updatePage(context, ledger, known, read)
    return 'updated'
  } catch (error) {
    if (!(error instanceof AppError) || !skippedCodes.has(error.code)) throw error
    report.skipped.push({ path: read.path, reason: `is not updated: ${error.message}` })
    return 'unchanged'
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
  ledger: Ledger,
  known: KnownPage,
  read: ReadPage,
): Promise<void> {
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
          return undefined
        },
      )
      if (changed !== 'outdated') return
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
    return { ...pickStoredFields(page), content: page.content, standsAlone }
  }
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const base = await readBase(context, address, known.version)
  if (base === undefined) {
    throw new AppError(
      'VERSION_CONFLICT',
      'it was changed, and its version of the last import is gone',
    )
  }
  const content = await mergeInto(context, address, base, page.content.document)
  return { content, standsAlone }
}
