import type { ChangeSummary } from '../../../content/edit.ts'
import { AppError } from '../../lib/errors.ts'
import type { StoredFieldName } from '../../lib/page-fields.ts'
import { files, levelNumbers, pages, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { RemainingPart } from '../document/reverts/revert-body.ts'
import { detachFile } from '../pages/attachments.ts'
import { checkpoint } from '../pages/journal/checkpoint.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { removePage } from '../pages/trash.ts'
import { isUntouched, isUntouchedSince } from './created-pages.ts'
import type { RevertAction, StayReason } from './effects.ts'
import type { ExpectedTree } from './expected-subtree.ts'
import { hasDeleted } from './own-events.ts'
import { planComments } from './page-comments.ts'
import { planMove } from './page-moves.ts'
import type { PageChanges } from './plan.ts'
import { type BodyRevert, computeBody, revertPageBody, takeBackLocations } from './revert-body.ts'
import type { Family } from './target.ts'

/** What a revert does on a page. */
export type PageRevert = {
  pageId: string
  title: string
  actions: RevertAction[]
  /** What the text gains and loses. */
  summary: ChangeSummary | null
  /** Text of others that stays. */
  remaining: RemainingPart[]
  stays: StayReason[]
  /** Whether only versions, and not each change, tell what the run wrote. */
  isApproximate: boolean
}

/** With the work that does it, in order. */
export type PlannedPage = { revert: PageRevert; works: (() => Promise<unknown>)[] }

export type PagePlanning = {
  family: Family
  changes: PageChanges
  /** The pages that the family created. */
  created: ReadonlySet<string>
  /** Those among them that others restored from the trash; they stay as they are. */
  restored: ReadonlySet<string>
  /** Deleted pages that return, with everything that went with each. */
  returning: ReadonlySet<string>
  /** Where pages will be before some go to the trash. */
  tree: ExpectedTree
  /** A page that goes to the trash only moves for now. */
  onlyMoves?: true
  /** Corrected places that get their former text, by page. */
  takeBack?: TakenLocations | undefined
}

/** What is taken back, by page, in a run of its own. `written` are the pages where that changed something. */
export type TakenLocations = {
  locations: ReadonlyMap<string, readonly string[]>
  context: WorkspaceContext
  written: Set<string>
}

/** Undefined for a page that the caller cannot read, or that no longer exists. */
export async function planPage(
  context: WorkspaceContext,
  planning: PagePlanning,
): Promise<PlannedPage | undefined> {
  const { family, changes } = planning
  const { pageId } = changes
  const row = await trash.get(context.store, context.viewer, pageId)
  if (row === undefined) return undefined
  const planned = startPage(pageId, row.title)
  if (row.level < levelNumbers.write) {
    planned.revert.stays.push('no access')
    return planned
  }
  if (row.deletedAt === null) {
    if (!planning.restored.has(pageId)) return planLivePage(context, planning, planned)
    planned.revert.stays.push('used by others')
    return planned
  }
  const deletedWith = row.deletedWith ?? pageId
  if (planning.returning.has(deletedWith)) {
    return planReturningPage(context, planning, planned, deletedWith)
  }
  const isOwn = changes.origin === 'created' || (await hasDeleted(context.store, family, row))
  if (!isOwn) planned.revert.stays.push('deleted by others')
  return planned
}

/** Plans a page in the trash as it will be when it is back. Before the work is done, it is planned again. */
async function planReturningPage(
  context: WorkspaceContext,
  planning: PagePlanning,
  planned: PlannedPage,
  deletedWith: string,
): Promise<PlannedPage> {
  const { pageId } = planning.changes
  const page = await trash.page(context.store, context.viewer, pageId)
  if (page === undefined) return planned
  // A page of the family, and one that was in the trash, goes there again.
  if (await goesToTrash(context, planning, deletedWith)) return planned
  if (isOwn(planning.changes)) planned.revert.stays.push('used by others')
  if (planning.returning.has(pageId)) planned.revert.actions.push('restore')
  return planPlacedPage(context, planning, planned, page)
}

/** A page that returned from the trash. */
export function returnedPage({ id, title }: { id: string; title: string }): PageRevert {
  const { revert } = startPage(id, title)
  return { ...revert, actions: ['restore'] }
}

/** A page that went to the trash. */
export function trashedPage({ id, title }: { id: string; title: string }): PageRevert {
  const { revert } = startPage(id, title)
  return { ...revert, actions: ['trash'] }
}

function startPage(pageId: string, title: string): PlannedPage {
  const revert = {
    pageId,
    title,
    actions: [],
    summary: null,
    remaining: [],
    stays: [],
    isApproximate: false,
  }
  return { revert, works: [] }
}

async function planLivePage(
  context: WorkspaceContext,
  planning: PagePlanning,
  planned: PlannedPage,
): Promise<PlannedPage> {
  const { family, changes } = planning
  const address = { workspaceId: family.workspaceId, pageId: changes.pageId }
  const { revert, works } = planned
  const page = await pages.get(context.store, context.viewer, changes.pageId)
  if (page === undefined) return planned
  if (page.contentVersion !== null) await checkpoint(context, address)
  const isNew = changes.origin === 'created'
  if (await goesToTrash(context, planning, null)) {
    // In the trash, a page is where it was before.
    const back = isNew ? undefined : await planMove(context, page, planning)
    if (back?.kind === 'move') works.push(back.work)
    if (planning.onlyMoves === true) return planned
    if (!isNew) {
      // A page that was in the trash before is there again as it was.
      const content = startPage(page.id, page.title)
      await planContent(context, planning, content, page)
      works.push(...content.works)
    }
    revert.actions.push('trash')
    works.push(() => removePage(context, address))
    return planned
  }
  if (isOwn(changes)) revert.stays.push('used by others')
  return planPlacedPage(context, planning, planned, page)
}

/** Whether the family created a page, or restored it from the trash. */
function isOwn({ origin, restored }: PageChanges): boolean {
  return origin === 'created' || restored !== undefined
}

/** Whether nobody else used such a page since. `deletedWith` is the page with which it is in the trash now. */
async function goesToTrash(
  context: WorkspaceContext,
  { family, changes, created, tree }: PagePlanning,
  deletedWith: string | null,
): Promise<boolean> {
  const { origin, pageId, restored } = changes
  const address = { workspaceId: family.workspaceId, pageId }
  return (
    (origin === 'created' &&
      (await isUntouched(context, family, address, { created, tree, deletedWith }))) ||
    (restored !== undefined &&
      (await isUntouchedSince(context, family, address, { restored, tree, deletedWith })))
  )
}

async function planPlacedPage(
  context: WorkspaceContext,
  planning: PagePlanning,
  planned: PlannedPage,
  page: pages.PageRow,
): Promise<PlannedPage> {
  const { revert, works } = planned
  const move = await planMove(context, page, planning)
  if (move.kind === 'stays') revert.stays.push(move.reason)
  if (move.kind === 'move') {
    revert.actions.push('move')
    works.push(move.work)
  }
  await planContent(context, planning, planned, page)
  return planned
}

/** Plans the fields, text, comments and files of a page. */
async function planContent(
  context: WorkspaceContext,
  planning: PagePlanning,
  planned: PlannedPage,
  page: pages.PageRow,
): Promise<void> {
  const { family, changes } = planning
  const { revert, works } = planned
  const isNew = changes.origin === 'created'
  const locations = planning.takeBack?.locations.get(page.id)
  const body =
    changes.isChanged || isNew ? await computeBody(context, page, family, locations) : undefined
  if (body !== undefined) await addBody(context, planning, planned, body)
  const ofComments = await planComments(context, family.workspaceId, changes)
  if (ofComments.length > 0) revert.actions.push('comments')
  works.push(...ofComments)
  await addFiles(context, planning, planned, body)
}

async function addBody(
  context: WorkspaceContext,
  { family, changes, takeBack }: PagePlanning,
  { revert, works }: PlannedPage,
  body: BodyRevert,
): Promise<void> {
  if (body.state !== 'changed') {
    // An event can tell of a change that neither the journal nor a version has any more.
    if (body.state === 'damaged') revert.stays.push('not possible')
    else if (body.state === 'unknown' || changes.isChanged) revert.stays.push('history is gone')
    return
  }
  revert.remaining.push(...body.remaining)
  revert.isApproximate = body.isApproximate
  if (body.isSame && body.takenBack === undefined) return
  const { pageId } = changes
  const content = body.takenBack?.content ?? body.changes.content
  if (content !== undefined) {
    revert.actions.push('text')
    const [before, after] = [body.before, content.document]
    revert.summary = await context.content.summarize({ id: pageId, before, after })
  }
  // SAFETY: the keys are names of fields.
  revert.actions.push(...(Object.keys(body.fields) as StoredFieldName[]))
  const address = { workspaceId: family.workspaceId, pageId }
  const locations = takeBack?.locations.get(pageId)
  works.push(() => revertPageBody(context, address, family))
  if (takeBack === undefined || body.takenBack === undefined || locations === undefined) return
  works.push(async () => {
    await takeBackLocations(takeBack.context, address, family, locations)
    takeBack.written.add(pageId)
  })
}

/** Files that the text still shows stay attached. */
async function addFiles(
  context: WorkspaceContext,
  { family: { workspaceId }, changes: { pageId, attached } }: PagePlanning,
  { revert, works }: PlannedPage,
  body: BodyRevert | undefined,
): Promise<void> {
  if (attached.length === 0) return
  const text =
    body?.state === 'changed'
      ? ((body.takenBack ?? body.changes).content?.document ?? body.before)
      : ((await currentDocument(context, context.store, { workspaceId, pageId })) ?? '')
  const onPage = await files.ofPage(context.store, workspaceId, pageId)
  const ids = new Set(onPage.map(({ id }) => id))
  const own = attached.filter((fileId) => ids.has(fileId) && !text.includes(fileId))
  if (own.length === 0) return
  revert.actions.push('files')
  for (const fileId of own) works.push(() => detachFile(context, { workspaceId, pageId, fileId }))
}

/** Does what was planned. What the caller may not do, or is gone meanwhile, stays. */
export async function revertPage({ revert, works }: PlannedPage): Promise<RevertedPage> {
  let isBelowItself = false
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) || !skipped.has(error.code)) throw error
      if (error.code === 'PAGE_CYCLE') {
        isBelowItself = true
        revert.actions = revert.actions.filter((action) => action !== 'move')
      }
      if (!revert.stays.includes('not possible')) revert.stays.push('not possible')
    }
  }
  return { revert, isBelowItself }
}

export type RevertedPage = {
  revert: PageRevert
  /** The page above it must leave it first. */
  isBelowItself: boolean
}

const skipped: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'PAGE_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'FILE_NOT_FOUND',
  'PAGE_CYCLE',
  'VALIDATION_FAILED',
])
