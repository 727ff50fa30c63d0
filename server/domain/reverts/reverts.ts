import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { files, imports, reverts, runChanges, type runs } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { renameFile } from '../files/change.ts'
import { keepRun } from '../runs/with-run.ts'
import { type PageRevert, planPage, revertPage, trashedPage } from './page-revert.ts'
import { type PageChanges, type Plan, readPlan, type Remainder } from './plan.ts'
import { restoredByOthers } from './restored-pages.ts'
import { type Family, readFamily, type RevertTarget } from './target.ts'
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
  { offset, limit }: { offset: number; limit: number },
): Promise<RevertPreview> {
  const family = await readFamily(context, target)
  const plan = await readPlan(context.store, context.viewer, family)
  const restored = await restoredByOthers(context, family, plan)
  const created = plan.created.difference(restored)
  const until = clock.now() + maxCallMs
  const pages: PageRevert[] = []
  let at = offset
  for (const changes of plan.pages.slice(offset, offset + limit)) {
    if (clock.now() > until) break
    at += 1
    const planned = await planPage(context, { family, changes, created, restored })
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
): Promise<RevertPart & { runId: string }> {
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
      }
    })
  }
  // With the changes of this revert, if an earlier call made some.
  const family = await readFamily(context, target)
  const plan = await readPlan(context.store, context.viewer, family)
  const part = await revertPages(context, family, plan, request)
  if (part.next === null) await renameFiles(context, family, plan)
  keepRun(run)
  return { ...part, runId: run.id }
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
  { except, offset, partSize = maxPartSize }: RevertRequest,
): Promise<RevertPart> {
  const remaining = new Set(except.slice(0, maxExcepted))
  const restored = await restoredByOthers(context, family, plan)
  const staying = remaining.union(restored)
  const created = staying.size === 0 ? plan.created : plan.created.difference(staying)
  const planning = { family, created, restored }
  const order = await orderOf(plan, partSize)
  const total = order.length
  const until = clock.now() + maxCallMs
  const found: Placed[] = []
  let at = offset
  while (at < total && found.length < maxListed && (at === offset || clock.now() <= until)) {
    const part = order.slice(at, at + partSize)
    const positions = new Map(part.map(({ pageId }, index) => [pageId, at + index]))
    const isCreated = ({ origin, pageId }: PageChanges) =>
      origin === 'created' && !staying.has(pageId)
    const ids = part.filter(isCreated).map(({ pageId }) => pageId)
    const isWritten = ids.length > 0 && context.draft === undefined
    const trashed = isWritten ? await trashCreated(context, family, ids) : nothingTrashed
    for (const { page } of trashed.deletions) {
      found.push({ position: positions.get(page.id) ?? at, revert: trashedPage(page) })
    }
    for (const changes of part) {
      const { pageId } = changes
      const isDone = trashed.gone.has(pageId) || remaining.has(pageId)
      if (!isDone && at > offset && clock.now() > until) break
      at += 1
      if (isDone) continue
      const planned = await planPage(context, { ...planning, changes })
      if (planned === undefined) continue
      const revert = await revertPage(planned)
      if (isListed(revert)) found.push({ position: positions.get(pageId) ?? at, revert })
    }
  }
  found.sort((one, other) => one.position - other.position)
  return { pages: found.map(({ revert }) => revert), total, next: at < total ? at : null }
}

type Placed = { position: number; revert: PageRevert }

const nothingTrashed: TrashedPages = { deletions: [], gone: new Set() }

/** Of a large run, created pages come last and in the reverse order: most are gone before those above them. */
async function orderOf({ pages }: Plan, partSize: number): Promise<readonly PageChanges[]> {
  if (pages.length <= partSize) return pages
  const others: PageChanges[] = []
  const created: PageChanges[] = []
  const timeSlice = startTimeSlice()
  for (const page of pages) {
    const list = page.origin === 'created' ? created : others
    list.push(page)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return others.concat(created.toReversed())
}

function isListed({ actions, remaining, stays }: PageRevert): boolean {
  return actions.length + remaining.length + stays.length > 0
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
