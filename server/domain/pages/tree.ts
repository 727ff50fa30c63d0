import { generateKeyBetween } from 'fractional-indexing'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import {
  levelNumbers,
  pages,
  type Reader,
  type Transaction,
  type Viewer,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { assignMoved } from '../rights/assignment.ts'
import { type Level, proposeInstead, requireLevel } from '../rights/levels.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { recordMove } from './proposed.ts'

export type PageAddress = { workspaceId: string; pageId: string }

export type PageMove = {
  workspaceId: string
  pageId: string
  /** Null is the top level; undefined keeps the parent. */
  newParentId: string | null | undefined
  /** The sibling to insert after; null is the first position. */
  prevPageId: string | null
  /** Its former place, to which a revert returns it, instead of `prevPageId`. */
  position?: string | undefined
  /** Whether it is still where the reverted move put it; otherwise the page stays. */
  isThere?: (page: pages.PageRow) => boolean
}

/** In the store, the parent of a top-level page is its workspace. */
export function parentKey(workspaceId: string, parentId: string | null): string {
  return parentId ?? workspaceId
}

/** The parent of a new or moved page; null is the top level. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function requireParent(
  reader: Reader,
  viewer: Viewer,
  parentId: string | null,
  level: Level,
): Promise<{ sectionId: string | null }> {
  if (parentId !== null) return requirePage(reader, viewer, parentId, level)
  requireTopLevel(viewer)
  return { sectionId: null }
}

function requireTopLevel({ openLevel }: Viewer): void {
  if (openLevel >= levelNumbers.write) return
  if (openLevel === levelNumbers.propose) {
    throw new AppError(
      'FORBIDDEN',
      `You may only propose pages at the top level. ${proposeInstead}`,
    )
  }
  throw new AppError(
    'FORBIDDEN',
    'Only members can add pages at the top level. Choose a page that was shared with you as the parent.',
  )
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

/** Where a new page goes: the end of a parent that the caller can write under. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function locationUnder(
  reader: Reader,
  viewer: Viewer,
  parentId: string | null,
): Promise<{ position: string; sectionId: string | null }> {
  if (parentId === null) {
    requireTopLevel(viewer)
    return { position: await endPosition(reader, viewer.workspaceId, null), sectionId: null }
  }
  const parent = await pages.lastChild(reader, viewer, parentId)
  if (parent === undefined) throw pageNotFound(parentId)
  requireLevel(parent.level, 'write', 'Ask someone who manages the page above it.')
  return { position: generateKeyBetween(parent.position, null), sectionId: parent.sectionId }
}

/** Whether the page was moved. Throws PAGE_NOT_FOUND, FORBIDDEN, PAGE_CYCLE or VALIDATION_FAILED. */
export async function movePage(context: WorkspaceContext, move: PageMove): Promise<boolean> {
  const { workspaceId } = move
  return context.store.transactIn({ workspaceId }, (transaction) =>
    moveWithin(transaction, context, move),
  )
}

/** The same in the transaction of the caller. */
export async function moveWithin(
  transaction: Transaction,
  { caller, viewer, draft }: WorkspaceContext,
  move: PageMove,
): Promise<boolean> {
  const { workspaceId, pageId, newParentId } = move
  const page = await requirePage(transaction, viewer, pageId, 'write')
  if (move.isThere?.(page) === false) return false
  const parent =
    newParentId === undefined
      ? undefined
      : await requireParent(transaction, viewer, newParentId, 'write')
  const parentId = newParentId === undefined ? page.parentId : parentKey(workspaceId, newParentId)
  if (parentId !== page.parentId) requireMovable(page)
  const position = move.position ?? (await positionAfter(transaction, viewer, move, parentId))
  await refuseCycle(transaction, move)
  if (draft !== undefined) {
    recordMove(draft, page, move)
    return true
  }
  const change = { workspaceId, pageId, at: clock.now(), by: caller.userId }
  await pages.move(transaction, change, { parentId, position })
  if (parent !== undefined) await assignMoved(transaction, page, parent.sectionId)
  await emit(transaction, workspaceId, caller, {
    type: 'page.moved',
    pageId,
    parentId: parentId === workspaceId ? null : parentId,
    previous: { parentId: page.parentId === workspaceId ? null : page.parentId },
    ...leftBy(page, parent),
    position: { before: page.position, after: position },
  })
  return true
}

/** A page with permissions of its own may inherit others under another parent. */
function requireMovable({ id, sectionId, level }: pages.ReadablePage): void {
  if (sectionId === id)
    requireLevel(level, 'manage', 'Ask someone who manages this page to move it.')
}

/** For the event: the section that a moved page leaves. A page that is a section keeps its own. */
function leftBy(
  { id, sectionId, title }: pages.PageRow,
  parent: { sectionId: string | null } | undefined,
): { left?: { sectionId: string | null; title: string } } {
  const stays = parent === undefined || sectionId === id || sectionId === parent.sectionId
  return stays ? {} : { left: { sectionId, title } }
}

async function positionAfter(
  transaction: Transaction,
  viewer: Viewer,
  move: PageMove,
  parentId: string,
): Promise<string> {
  const { workspaceId, pageId, prevPageId } = move
  const previous =
    prevPageId === null
      ? null
      : await requireSibling(transaction, viewer, move, { parentId, prevPageId })
  const position = previous?.position ?? ''
  const next = await pages.nextPosition(transaction, { workspaceId, parentId, position }, pageId)
  return generateKeyBetween(previous?.position ?? null, next)
}

async function requireSibling(
  transaction: Transaction,
  viewer: Viewer,
  { pageId, newParentId }: PageMove,
  { parentId, prevPageId }: { parentId: string; prevPageId: string },
): Promise<pages.PageRow> {
  const previous = await requirePage(transaction, viewer, prevPageId)
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

/** A page that is not deleted. Throws PAGE_NOT_FOUND, also without read access, or FORBIDDEN. */
export async function requirePage(
  reader: Reader,
  viewer: Viewer,
  pageId: string,
  level: Level = 'read',
): Promise<pages.ReadablePage> {
  const page = await pages.get(reader, viewer, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  requireLevel(page.level, level, 'Ask someone who manages this page.')
  return page
}

/** For a change that is based on a version that the page never had, or that is too old to merge. */
export function versionConflict(now: number, expected: number): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${now}, not ${expected}. Read it again and repeat the edit.`,
  )
}
