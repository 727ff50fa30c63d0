import { generateKeyBetween } from 'fractional-indexing'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { pages, type Reader, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { emit } from '../events/events.ts'

export type PageAddress = { workspaceId: string; pageId: string }

export type PageMove = {
  workspaceId: string
  pageId: string
  /** Null is the top level; undefined keeps the parent. */
  newParentId: string | null | undefined
  /** The sibling to insert after; null is the first position. */
  prevPageId: string | null
}

/** In the store, the parent of a top-level page is its workspace. */
export function parentKey(workspaceId: string, parentId: string | null): string {
  return parentId ?? workspaceId
}

/** Throws PAGE_NOT_FOUND. */
export async function requireParent(
  reader: Reader,
  workspaceId: string,
  parentId: string | null,
): Promise<void> {
  if (parentId !== null) await requirePage(reader, workspaceId, parentId)
}

/** The position after all children of a parent. */
export async function endPosition(
  reader: Reader,
  workspaceId: string,
  parentId: string | null,
): Promise<string> {
  const last = await pages.lastPosition(reader, workspaceId, parentKey(workspaceId, parentId))
  return generateKeyBetween(last, null)
}

/** The same, of a parent that is not deleted. Throws PAGE_NOT_FOUND. */
export async function positionUnder(
  reader: Reader,
  workspaceId: string,
  parentId: string | null,
): Promise<string> {
  if (parentId === null) return endPosition(reader, workspaceId, null)
  const parent = await pages.lastChild(reader, workspaceId, parentId)
  if (parent === undefined) throw pageNotFound(parentId)
  return generateKeyBetween(parent.position, null)
}

/** Throws PAGE_NOT_FOUND, PAGE_CYCLE or VALIDATION_FAILED. */
export async function movePage({ store, caller }: Context, move: PageMove): Promise<void> {
  const { workspaceId, pageId, newParentId } = move
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    if (newParentId !== undefined) await requireParent(transaction, workspaceId, newParentId)
    const parentId = newParentId === undefined ? page.parentId : parentKey(workspaceId, newParentId)
    const position = await positionAfter(transaction, move, parentId)
    await refuseCycle(transaction, move)
    const change = { workspaceId, pageId, at: clock.now(), by: caller.userId }
    await pages.move(transaction, change, { parentId, position })
    await emit(transaction, workspaceId, caller, {
      type: 'page.moved',
      pageId,
      parentId: parentId === workspaceId ? null : parentId,
      previous: { parentId: page.parentId === workspaceId ? null : page.parentId },
    })
  })
}

async function positionAfter(
  transaction: Transaction,
  move: PageMove,
  parentId: string,
): Promise<string> {
  const { workspaceId, pageId, prevPageId } = move
  const previous =
    prevPageId === null ? null : await requireSibling(transaction, move, parentId, prevPageId)
  const position = previous?.position ?? ''
  const next = await pages.nextPosition(transaction, { workspaceId, parentId, position }, pageId)
  return generateKeyBetween(previous?.position ?? null, next)
}

async function requireSibling(
  transaction: Transaction,
  { workspaceId, pageId, newParentId }: PageMove,
  parentId: string,
  prevPageId: string,
): Promise<pages.PageRow> {
  const previous = await requirePage(transaction, workspaceId, prevPageId)
  if (previous.parentId === parentId && prevPageId !== pageId) return previous
  const message =
    newParentId === undefined
      ? 'must be another page under the same parent; set newParentId to change the parent'
      : 'must be another page directly under newParentId; use null for the first position'
  throw invalidInput([{ path: '/prevPageId', rule: 'sibling', message }])
}

async function refuseCycle(
  transaction: Transaction,
  { workspaceId, pageId, newParentId }: PageMove,
): Promise<void> {
  if (newParentId === null || newParentId === undefined) return
  const ancestors = await pages.lineage(transaction, workspaceId, newParentId)
  if (!ancestors.includes(pageId)) return
  throw new AppError(
    'PAGE_CYCLE',
    `Page ${pageId} cannot move under itself or a page below it. Choose another newParentId.`,
  )
}

/** A page that is not deleted. Throws PAGE_NOT_FOUND. */
export async function requirePage(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<pages.PageRow> {
  const page = await pages.get(reader, workspaceId, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  return page
}

/** `expected` is the version that a change is based on. Throws VERSION_CONFLICT. */
export function requireVersion({ version }: pages.PageRow, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  throw new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${version}, not ${expected}. Read it again and repeat the edit.`,
  )
}

export function pageNotFound(pageId: string): AppError {
  return new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${pageId} not found`)
}
