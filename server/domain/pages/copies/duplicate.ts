import { generateKeyBetween } from 'fractional-indexing'
import { clock } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { pages, type Transaction } from '../../../store/index.ts'
import { requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { copyProperties } from '../../document/copies/copy-properties.ts'
import { makePrivate } from '../../rights/private-pages.ts'
import { addPage, type PreparedPage } from '../create.ts'
import { parentKey, requirePage } from '../tree.ts'
import { maxCopiedPages } from './limits.ts'
import { attachmentsOf, originsOf, preparedCopy } from './prepared-copy.ts'
import { type CopiedTree, type Original, readTree } from './read-tree.ts'

export type Duplication = {
  workspaceId: string
  pageId: string
  /** Null is the top level; undefined is next to the original. */
  parentId?: string | null | undefined
  title?: string | undefined
  includeSubpages: boolean
}

export type Duplicated = { pageId: string; pages: number; left: number }

/** The most text that is copied in one transaction, in characters of stored documents. */
const maxCopiedLength = 32 * 1024 * 1024
const maxTitleLength = 255

/**
 * Copies a page, or its tree, in one transaction. Comments and versions stay with the originals; files are shared.
 * Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function duplicatePage(
  context: WorkspaceContext,
  duplication: Duplication,
): Promise<Duplicated> {
  const { store, viewer } = context
  const { workspaceId, pageId } = duplication
  const root = await requirePage(store, viewer, pageId)
  const parentId = await parentOfCopy(context, root, duplication)
  const tree = await readTree(context, root, {
    includeSubpages: duplication.includeSubpages,
    maxPages: maxCopiedPages,
    copyIdOf: newId,
  })
  await requirePageQuota(context, workspaceId, tree.originals.length)
  const copies = await prepareCopies(context, tree, { ...duplication, parentId })
  await store.transactAlone({ workspaceId }, async (transaction) => {
    for (const { page, isPrivate } of copies) {
      await addPage(transaction, context, isPrivate ? { ...page, isSection: true } : page)
      if (isPrivate) await makePrivate(transaction, context.caller, page)
    }
    if (duplication.parentId === undefined) await moveAfter(transaction, context, root, copies)
  })
  const [first] = copies
  return { pageId: first?.page.id ?? pageId, pages: copies.length, left: tree.left }
}

async function parentOfCopy(
  { store, viewer }: WorkspaceContext,
  { workspaceId, parentId }: pages.ReadablePage,
  given: Duplication,
): Promise<string | null> {
  if (given.parentId !== undefined) return given.parentId
  if (parentId === workspaceId) return null
  if ((await pages.get(store, viewer, parentId)) !== undefined) return parentId
  const message = 'You cannot add pages next to this page. Choose another parent for the copy.'
  throw new AppError('FORBIDDEN', message)
}

type Copy = { page: PreparedPage; isPrivate: boolean }

async function prepareCopies(
  context: WorkspaceContext,
  { originals }: CopiedTree,
  { workspaceId, parentId, title }: Duplication & { parentId: string | null },
): Promise<Copy[]> {
  const byOriginal = new Map(originals.map(({ page, copyId }) => [page.id, copyId]))
  const links = { copies: [...byOriginal], origins: originsOf(context) }
  const copies: Copy[] = []
  let length = 0
  for (const [index, { page, copyId, isPrivate }] of originals.entries()) {
    const properties = copyProperties(page.properties, byOriginal)
    const copied = await preparedCopy(context, page, links)
    length += copied.content.document.length
    if (length > maxCopiedLength) throw tooLong()
    const shown = index === 0 ? (title ?? copyTitle(page)) : page.title
    const prepared: PreparedPage = {
      ...page,
      id: copyId,
      workspaceId,
      parentId: index === 0 ? parentId : (byOriginal.get(page.parentId) ?? null),
      title: shown,
      properties,
      propertyValues: (await context.content.properties(properties)).values,
      content: copied.content,
      entry: context.content.entryOf(shown, copied.content),
      attachments: await attachmentsOf(context, page),
    }
    copies.push({ page: prepared, isPrivate })
  }
  return copies
}

function copyTitle({ title }: Original['page']): string {
  const end = ' (copy)'
  return `${Array.from(title)
    .slice(0, maxTitleLength - end.length)
    .join('')}${end}`
}

/** Puts the first copy after its original, in the transaction that added it. */
async function moveAfter(
  transaction: Transaction,
  { viewer, caller }: WorkspaceContext,
  { id, workspaceId }: pages.PageRow,
  [first]: readonly Copy[],
): Promise<void> {
  // It may have moved since it was read.
  const original = await pages.get(transaction, viewer, id)
  if (first === undefined || original === undefined) return
  const parentId = parentKey(workspaceId, first.page.parentId)
  if (original.parentId !== parentId) return
  const { position } = original
  const before = { workspaceId, parentId, position }
  const next = await pages.nextPosition(transaction, before, first.page.id)
  const stamp = { workspaceId, pageId: first.page.id, at: clock.now(), by: caller.userId }
  await pages.move(transaction, stamp, { parentId, position: generateKeyBetween(position, next) })
}

function tooLong() {
  const message = 'has more text than one copy can contain; duplicate the pages in parts'
  return invalidInput([{ path: '/pageId', rule: 'maximum', message }])
}
