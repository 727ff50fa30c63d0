import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { files, imports, reverts, runChanges, type runs, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { renameFile } from '../files/change.ts'
import { restorePage } from '../pages/trash.ts'
import { keepRun } from '../runs/with-run.ts'
import { presentTree } from './expected-subtree.ts'
import { expectTree } from './expected-tree.ts'
import { FoundPages, isListed } from './found-pages.ts'
import {
  type PagePlanning,
  type PageRevert,
  planPage,
  returnedPage,
  revertPage,
  type TakenLocations,
  trashedPage,
} from './page-revert.ts'
import { type PageChanges, type Plan, readPlan, type Remainder } from './plan.ts'
import { restoredByOthers } from './restored-pages.ts'
import { returningPages } from './returning-pages.ts'
import { type Family, readFamily, type RevertTarget, takeBackSuffix } from './target.ts'
import { trashCreated, type TrashedPages } from './trash-created.ts'

/** A call ends after this time; the next one continues. */
const maxCallMs = 20_000
const maxExcepted = 1000
/** Of a preview; the last ones. */
const maxListedRuns = 500
/** Stored in one transaction, so that other writes get their turn. */
const batchSize = 500
/** Pages that the run created and that go to the trash in one transaction. */
const maxPartSize = 500
/** Pages that one call lists, about; the next one continues. */
const maxListed = 5000

export type RevertPart = {
  pages: PageRevert[]
  /** Pages with changes of the run that the caller can read. */
  total: number
  /** The number of pages before the next part; null after the last one. */
  next: number | null
}

/** What a revert leaves as it is, in numbers. */
export type CannotUndo = Remainder & {
  webhookDeliveries: number
  notifiesChats: boolean
  purgedPages: number
  uploadedFiles: number
}

export type RevertPreview = RevertPart & {
  runs: readonly runs.ListedRun[]
  renamedFiles: number
  cannotUndo: CannotUndo
}

/** What a revert would do, page by page. Throws the errors of `readFamily`. */
export async function previewRevert(
  context: WorkspaceContext,
  target: RevertTarget,
  { offset, limit, takeBack }: Pick<RevertRequest, 'offset' | 'takeBack'> & { limit: number },
): Promise<RevertPreview> {
  const family = await readFamily(context, target)
  const plan = await readPlan(context.store, context.viewer, family)
  const restored = await restoredByOthers(context, family, plan)
  const created = plan.created.difference(restored)
  const returning = new Set(await returningPages(context, family, plan))
  const tree = await expectTree(context, family, { changed: plan.pages, created, returning })
  const taken = takeBack && { locations: takeBack, context, written: new Set<string>() }
  const planning = { family, created, restored, returning, tree, takeBack: taken }
  const until = clock.now() + maxCallMs
  const pages: PageRevert[] = []
  let at = offset
  for (const changes of plan.pages.slice(offset, offset + limit)) {
    if (clock.now() > until) break
    at += 1
    const planned = await planPage(context, { ...planning, changes })
    if (planned !== undefined && isListed(planned.revert)) pages.push(planned.revert)
  }
  return {
    runs: family.runs.slice(-maxListedRuns),
    pages,
    total: plan.pages.length,
    next: at < plan.pages.length ? at : null,
    renamedFiles: (await renamedNow(context, plan)).length,
    cannotUndo: await readRemainder(context, family, plan),
  }
}

export type RevertRequest = {
  /** Pages that stay as they are. */
  except: readonly string[]
  /** IDs of corrected places that get their former text, by page. */
  takeBack?: ReadonlyMap<string, readonly string[]>
  offset: number
  /** How many created pages go to the trash in one transaction. */
  partSize?: number
}

/**
 * Reverts a run, or everything that a key changed since a time, as a run of its own. Ends after some seconds: the next
 * call with its `next` continues. A call that is repeated changes nothing twice. Throws the errors of `readFamily`, and
 * VALIDATION_FAILED while the run is that of an import that runs.
 */
export async function revertRun(
  outer: WorkspaceContext,
  target: RevertTarget,
  request: RevertRequest,
): Promise<RevertPart & { runId: string; takeBackRunId: string | undefined }> {
  const { workspaceId, runs, name, since: times } = await readFamily(outer, target)
  await requireNotImporting(outer, target, times)
  const run = await outer.runs.of({ ...outer.caller, runName: name }, workspaceId)
  const context = { ...outer, caller: { ...outer.caller, run } }
  const since = 'since' in target ? target.since : 0
  for (let start = 0; start < runs.length; start += batchSize) {
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      const stamp = { workspaceId, runId: run.id, since, createdAt: clock.now() }
      for (const { id } of runs.slice(start, start + batchSize)) {
        const row = { ...stamp, revertedRunId: id, createdBy: context.caller.userId }
        await reverts.put(transaction, row)
        await reverts.reopen(transaction, { workspaceId, runId: id })
      }
    })
  }
  // With the changes of this revert, if an earlier call made some.
  const family = await readFamily(context, target)
  const plan = await readPlan(context.store, context.viewer, family)
  const taken = await takenLocations(outer, workspaceId, name, request)
  const part = await revertPages(context, family, plan, { ...request, taken })
  if (part.next === null) {
    await renameFiles(context, family, plan)
    const isWhole = request.except.length === 0 && context.draft === undefined
    if (isWhole && 'runId' in target) await noteCompleted(context, target, run.id)
  }
  keepRun(run)
  const taking = taken?.written.size === 0 ? undefined : taken?.context.caller.run
  keepRun(taking)
  return { ...part, runId: run.id, takeBackRunId: taking?.id }
}

async function noteCompleted(
  { store }: WorkspaceContext,
  { workspaceId, runId: revertedRunId }: { workspaceId: string; runId: string },
  runId: string,
): Promise<void> {
  const completed = { workspaceId, revertedRunId, runId, completedAt: clock.now() }
  await store.transactIn({ workspaceId }, (transaction) => reverts.complete(transaction, completed))
}

/** Former texts that the caller takes back are changes of a run of its own, which a second revert leaves as it is. */
async function takenLocations(
  outer: WorkspaceContext,
  workspaceId: string,
  name: string,
  { takeBack }: RevertRequest,
): Promise<TakenLocations | undefined> {
  if (takeBack === undefined || takeBack.size === 0) return undefined
  const run = await outer.runs.of(
    { ...outer.caller, runName: name, runSuffix: takeBackSuffix },
    workspaceId,
  )
  const context = { ...outer, caller: { ...outer.caller, run } }
  return { locations: takeBack, context, written: new Set() }
}

/** An import that runs would go on to add pages. Throws VALIDATION_FAILED. */
async function requireNotImporting(
  { store }: WorkspaceContext,
  target: RevertTarget,
  runs: Family['since'],
): Promise<void> {
  const importing = await imports.runningRuns(store, target.workspaceId)
  if (!importing.some((runId) => runs.has(runId))) return
  const path = 'runId' in target ? '/runId' : '/keyId'
  const message = 'has an import that is still running; pause or cancel the import first'
  throw invalidInput([{ path, rule: 'state', message }])
}

async function revertPages(
  context: WorkspaceContext,
  family: Family,
  plan: Plan,
  request: RevertRequest & { taken: TakenLocations | undefined },
): Promise<RevertPart> {
  const { except, offset, partSize = maxPartSize, taken: takeBack } = request
  const remaining = new Set(except.slice(0, maxExcepted))
  const restored = await restoredByOthers(context, family, plan)
  const staying = remaining.union(restored)
  const created = staying.size === 0 ? plan.created : plan.created.difference(staying)
  const until = clock.now() + maxCallMs
  const found = new FoundPages(plan)
  const total = plan.pages.length
  const deleted = await returningPages(context, family, plan)
  const back = deleted.filter((id) => !remaining.has(id))
  if (!(await restoreEach(context, found, back, until))) {
    return { pages: found.list(), total, next: offset }
  }
  // With the places to which they returned.
  const now = back.length === 0 ? plan : await readPlan(context.store, context.viewer, family)
  // They are back, and are planned as they are now.
  const [returning, tree] = [new Set<string>(), presentTree]
  const planning = { family, created, restored, returning, tree, takeBack }
  const { order, others, restored: going } = await orderOf(now)
  const boundaries = [others.length, others.length + going.length, total]
  const blocked = going.filter(({ moves, pageId }) => moves.length > 0 && !remaining.has(pageId))
  const used: PageChanges[] = []
  let at = offset
  while (at < total && found.size < maxListed && (at === offset || clock.now() <= until)) {
    if (at === others.length) await revertBlocked(context, found, planning, blocked)
    const end = boundaries.find((boundary) => boundary > at) ?? total
    const part = order.slice(at, Math.min(at + partSize, end))
    const isCreated = ({ origin, pageId }: PageChanges) =>
      origin === 'created' && !staying.has(pageId) && !family.accepted.created.has(pageId)
    const ids = part.filter(isCreated).map(({ pageId }) => pageId)
    const isWritten = ids.length > 0 && context.draft === undefined
    const trashed = isWritten ? await trashCreated(context, family, ids) : nothingTrashed
    for (const { page } of trashed.deletions) found.add(trashedPage(page))
    for (const changes of part) {
      const { pageId } = changes
      const isDone = trashed.gone.has(pageId) || remaining.has(pageId)
      if (!isDone && at > offset && clock.now() > until) break
      at += 1
      if (isDone) continue
      const planned = await planPage(context, { ...planning, changes })
      if (planned === undefined) continue
      const { revert, isBelowItself } = await revertPage(planned)
      if (isBelowItself) blocked.push(changes)
      if (revert.stays.includes('used by others')) used.push(changes)
      found.add(revert)
    }
  }
  if (at === others.length) await revertBlocked(context, found, planning, blocked)
  if (at >= total) await trashUnused(context, found, planning, used)
  return { pages: found.list(), total, next: at < total ? at : null }
}

/** Restores deleted pages, each with what went with it. Returns false if the time is over before the last one. */
async function restoreEach(
  context: WorkspaceContext,
  found: FoundPages,
  pageIds: readonly string[],
  until: number,
): Promise<boolean> {
  if (context.draft !== undefined) return true
  const { workspaceId } = context.viewer
  for (const [index, pageId] of pageIds.entries()) {
    if (index > 0 && clock.now() > until) return false
    const { title = '' } = (await trash.get(context.store, context.viewer, pageId)) ?? {}
    try {
      await restorePage(context, { workspaceId, pageId })
      found.add(returnedPage({ id: pageId, title }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return true
}

/**
 * Moves pages that were below those that they return to, as soon as these have moved. Restored pages are where they were
 * before they go to the trash, because others return to them.
 */
async function revertBlocked(
  context: WorkspaceContext,
  found: FoundPages,
  planning: Omit<PagePlanning, 'changes'>,
  blocked: PageChanges[],
): Promise<void> {
  for (let isProgress = true; isProgress && blocked.length > 0;) {
    isProgress = false
    for (const changes of blocked.splice(0)) {
      const planned = await planPage(context, { ...planning, changes, onlyMoves: true })
      if (planned === undefined) continue
      const { revert, isBelowItself } = await revertPage(planned)
      if (isBelowItself) blocked.push(changes)
      else isProgress = true
      found.add(revert)
    }
  }
}

/** Returns pages to the trash that others used only because of pages below them that are gone now. */
async function trashUnused(
  context: WorkspaceContext,
  found: FoundPages,
  planning: Omit<PagePlanning, 'changes'>,
  used: readonly PageChanges[],
): Promise<void> {
  const waiting = {
    restored: used.filter(({ origin }) => origin === 'restored'),
    created: used.filter(({ origin }) => origin === 'created'),
  }
  const trashSome = async (origin: keyof typeof waiting): Promise<boolean> => {
    let isProgress = false
    for (const changes of waiting[origin].splice(0)) {
      const planned = await planPage(context, { ...planning, changes })
      if (planned?.revert.actions.includes('trash') !== true) {
        waiting[origin].push(changes)
        continue
      }
      found.add((await revertPage(planned)).revert)
      isProgress = true
    }
    return isProgress
  }
  while ((await trashSome('restored')) && (await trashSome('created')));
}

const nothingTrashed: TrashedPages = { deletions: [], gone: new Set() }

/**
 * The pages of a plan in the order of the work, and some of them. Pages that the run restored come after those of others, and those that
 * it created last. Both are in the reverse order: other pages have left them by then, and most are gone before those
 * above them.
 */
async function orderOf({
  pages,
}: Plan): Promise<Record<'order' | 'others' | 'restored', PageChanges[]>> {
  const groups = {
    others: new Array<PageChanges>(),
    restored: new Array<PageChanges>(),
    created: new Array<PageChanges>(),
  }
  const timeSlice = startTimeSlice()
  for (const page of pages) {
    const { origin } = page
    groups[origin === 'created' || origin === 'restored' ? origin : 'others'].push(page)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const { others, restored, created } = groups
  const order = others.concat(restored.toReversed(), created.toReversed())
  return { order, others, restored: restored.toReversed() }
}

type Renamed = { fileId: string; name: string }

/** Files that still have the name that the run gave them, with the one before. */
async function renamedNow(
  { store, viewer }: WorkspaceContext,
  { renamedFiles }: Plan,
): Promise<Renamed[]> {
  const found: Renamed[] = []
  for (const [fileId, changes] of Map.groupBy(renamedFiles, (one) => one.fileId)) {
    const file = await files.get(store, viewer, fileId)
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || file?.name !== last?.to || file?.name === first.from) continue
    found.push({ fileId, name: first.from })
  }
  return found
}

async function renameFiles(context: WorkspaceContext, family: Family, plan: Plan): Promise<void> {
  const { workspaceId } = family
  for (const { fileId, name } of await renamedNow(context, plan)) {
    try {
      await renameFile(context, { workspaceId, fileId, name })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}

async function readRemainder(
  { store, viewer }: WorkspaceContext,
  { workspaceId, runs, since }: Family,
  { pages, purgedPages, remainder, uploadedFiles }: Plan,
): Promise<CannotUndo> {
  let webhookDeliveries = 0
  const timeSlice = startTimeSlice()
  for (const { id: runId } of runs) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const run = { workspaceId, runId, since: since.get(runId) ?? 0 }
    webhookDeliveries += await runChanges.deliveries(store, viewer, run)
  }
  const notifiesChats = pages.length > 0 && (await runChanges.notifiesChats(store, workspaceId))
  return { ...remainder, webhookDeliveries, notifiesChats, purgedPages, uploadedFiles }
}
