import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Listed, listRemote, listWhole } from './list-remote.ts'
import { matchFiles } from './match-files.ts'
import type { Outcome } from './outcome.ts'
import { sendPending } from './pending.ts'
import { isEmptied, type PushPlan, planPush } from './plan.ts'
import { pull, type RemoteText } from './pull.ts'
import { push } from './push.ts'
import type { PageRecord, RemotePage } from './records.ts'
import { rebaseOnServer, requireNotRestored } from './restored.ts'
import { type HashCache, scan } from './scan.ts'
import {
  endRelinking,
  isRelinking,
  markRelinking,
  putPosition,
  readPending,
  type State,
} from './state.ts'
import type { SyncContext } from './sync-context.ts'
import { hashOf } from './text-hash.ts'
import { finishReplacing } from './write-file.ts'

/** More deletions than this share of the pages are made only after a question. */
const maxRemovedShare = 0.2
const pagesPerRead = 100
/** Rounds until both sides agree, without those of many new files; each one can make the next necessary. */
const maxRounds = 20

export type Memory = {
  cache: HashCache
  /** Since when the file of a page is missing or empty. Only for programs that keep watching. */
  absentSince: Map<string, number> | undefined
  /** The warnings that were given. */
  warned: Set<string>
  /** What the server listed last. */
  listed: Listed | undefined
}

export function createMemory(isWatching: boolean): Memory {
  return {
    cache: new Map(),
    absentSince: isWatching ? new Map() : undefined,
    warned: new Set(),
    listed: undefined,
  }
}

/** Keeps both sides in sync until neither has a change. Throws DELETIONS_NOT_CONFIRMED and SERVER_RESTORED. */
export async function syncFolder(
  given: SyncContext,
  state: State,
  memory: Memory = createMemory(false),
): Promise<Outcome> {
  const outcome: Outcome = { changes: 0, conflicts: 0, refused: new Set() }
  const context = { ...given, warn: warnOnce(given, memory) }
  if ((await readPending(context.root)).length > 0) {
    memory.listed = await listContinued(context, state, memory)
  }
  await sendPending(context, state)
  await finishReplacing(context, state)
  const progress = () => outcome.changes + outcome.refused.size
  for (let round = 1; round <= maxRounds;) {
    const before = progress()
    const isDone = await syncOnce(context, state, memory, outcome)
    if (progress() === before || context.signal.aborted) break
    if (isDone) round += 1
  }
  return outcome
}

/** A program that watches meets the same obstacle in each cycle. */
function warnOnce({ warn }: SyncContext, { warned }: Memory): SyncContext['warn'] {
  return (line) => {
    if (warned.has(line)) return
    warned.add(line)
    warn(line)
  }
}

/** Returns whether nothing is left to later rounds. */
async function syncOnce(
  context: SyncContext,
  state: State,
  memory: Memory,
  outcome: Outcome,
): Promise<boolean> {
  const { root, warn } = context
  let listed = await listContinued(context, state, memory)
  let { files: remote } = listed
  const { files: local, skipped } = await scan(root, memory.cache)
  for (const { path, reason } of skipped) warn(`${path} is left out: it ${reason}.`)
  const unsettled = unsettledOf(state, remote, local, memory)
  const records = [...state.records.values()]
  let plan = planPush({ records, remote, local, unsettled })
  // An earlier list does not tell on which pages someone types.
  if (listed.isUnchanged && (plan.removals.length > 0 || plan.emptied.length > 0)) {
    listed = await listWhole(context)
    remote = listed.files
    plan = planPush({ records, remote, local, unsettled })
  }
  await confirmRemovals(context, state, plan, { remote, local })
  const before = outcome.changes
  const left = await push(context, state, plan, outcome)
  if (outcome.changes > before) {
    listed = await listRemote(context, listed)
    remote = listed.files
  }
  const changed = await changedPages(context, state, remote, plan)
  const texts = await readTexts(
    context,
    changed.filter((pageId) => !left.waiting.has(pageId)),
  )
  const matched = { ...plan.matched, at: locationsNow(plan, state) }
  await pull(context, state, { remote, texts, matched, unsettled }, outcome)
  await endRelinking(root)
  if (listed.position !== memory.listed?.position) await putPosition(root, listed.position)
  memory.listed = listed
  return !left.isAny
}

/** The list of a server that continues the last common state, or that the person wants to continue with. */
async function listContinued(context: SyncContext, state: State, memory: Memory): Promise<Listed> {
  const listed = await listRemote(context, memory.listed)
  if (await requireNotRestored(context, state, listed)) {
    await rebaseOnServer(context, state, listed.files, (ids) => readTexts(context, ids))
  }
  return listed
}

/** Also the files of pages that were just created. */
function locationsNow({ matched, creations }: PushPlan, state: State): Map<string, string> {
  const at = new Map(matched.at)
  const paths = new Set(creations.flatMap(({ path }) => path ?? []))
  for (const { pageId, path } of state.records.values()) {
    if (!at.has(pageId) && paths.has(path)) at.set(pageId, path)
  }
  return at
}

/** Programs that save by replacing a file leave it out for a moment; others empty it first. */
const quietMs = 1000

function unsettledOf(
  state: State,
  remote: readonly RemotePage[],
  local: ReadonlyMap<string, string>,
  { absentSince }: Memory,
): Set<string> {
  if (absentSince === undefined) return new Set()
  const absent = absentPages([...state.records.values()], remote, local)
  for (const pageId of absentSince.keys()) if (!absent.has(pageId)) absentSince.delete(pageId)
  const now = performance.now()
  for (const pageId of absent) {
    if (!absentSince.has(pageId)) absentSince.set(pageId, now)
  }
  const isRecent = (pageId: string) => now - (absentSince.get(pageId) ?? 0) < quietMs
  return new Set([...absent].filter(isRecent))
}

/** The pages that had a text in the folder, and have none there now. */
function absentPages(
  records: readonly PageRecord[],
  remote: readonly RemotePage[],
  local: ReadonlyMap<string, string>,
): Set<string> {
  const byId = new Map(remote.map((page) => [page.pageId, page]))
  const { at, missing } = matchFiles(records, byId, local)
  const emptied = records.filter(
    ({ pageId, text }) => text !== null && isEmptied(text, local.get(at.get(pageId) ?? '')),
  )
  return new Set([...missing, ...emptied].map(({ pageId }) => pageId))
}

/** The pages whose text may differ: a new path can change the links of every page. */
async function changedPages(
  { root }: SyncContext,
  state: State,
  remote: readonly RemotePage[],
  { matched }: PushPlan,
): Promise<string[]> {
  const isMoved = remote.some(({ pageId, path, folder }) => {
    const record = state.records.get(pageId)
    return record !== undefined && (record.path !== path || record.folder !== folder)
  })
  const there = new Set(remote.map(({ pageId }) => pageId))
  const isGone = [...state.records.keys()].some((pageId) => !there.has(pageId))
  if (isMoved || isGone) await markRelinking(root)
  if (await isRelinking(root)) return remote.map(({ pageId }) => pageId)
  const missing = new Set(matched.missing.map(({ pageId }) => pageId))
  return remote.flatMap(({ pageId, revision }) => {
    const isSame = state.records.get(pageId)?.revision === revision && !missing.has(pageId)
    return isSame ? [] : [pageId]
  })
}

async function readTexts(
  { client, workspaceId, underPageId }: SyncContext,
  pageIds: readonly string[],
): Promise<Map<string, RemoteText>> {
  const texts = new Map<string, RemoteText>()
  for (let wanted = [...pageIds]; wanted.length > 0;) {
    const asked = wanted.slice(0, pagesPerRead)
    const { files } = await client.markdownFiles.read(
      { workspaceId, underPageId, pageIds: asked },
      { idempotencyKey: crypto.randomUUID() },
    )
    const read = files.filter(({ pageId }) => asked.includes(pageId))
    for (const file of read) texts.set(file.pageId, file)
    // Pages that are gone meanwhile come last, alone.
    const done = new Set(read.length === 0 ? asked : read.map(({ pageId }) => pageId))
    wanted = wanted.filter((pageId) => !done.has(pageId))
  }
  return texts
}

/**
 * Asks before more deletions than usual, on either side. Files without edits of pages that are gone need no question
 * while others stay: someone has confirmed that already, and they are restored with their pages. Throws
 * DELETIONS_NOT_CONFIRMED.
 */
async function confirmRemovals(
  { confirm, isConfirmed }: SyncContext,
  state: State,
  plan: PushPlan,
  sides: { remote: readonly RemotePage[]; local: ReadonlyMap<string, string> },
): Promise<void> {
  const question = questionAbout(state, plan, sides)
  if (isConfirmed || question === undefined) return
  if ((await confirm?.(`${question} Continue?`)) === true) return
  throw new CommandError(
    `${question} Nothing was changed. Run quire sync again with --yes if that is right.`,
    'DELETIONS_NOT_CONFIRMED',
    exitCodes.conflict,
  )
}

function questionAbout(
  { records }: State,
  { removedCount, matched: { at } }: PushPlan,
  { remote, local }: { remote: readonly RemotePage[]; local: ReadonlyMap<string, string> },
): string | undefined {
  const total = records.size
  const areMany = (count: number) => count > Math.max(1, total * maxRemovedShare)
  if (areMany(removedCount)) {
    return `${removedCount} of ${total} pages go to the trash, because their files are gone.`
  }
  const there = new Set(remote.map(({ pageId }) => pageId))
  const gone = [...records.values()].flatMap(({ pageId, text }) => {
    const path = there.has(pageId) ? undefined : at.get(pageId)
    return path === undefined ? [] : [{ isEdited: local.get(path) !== hashOf(text ?? '') }]
  })
  const editedCount = gone.filter(({ isEdited }) => isEdited).length
  const areAll = gone.length === at.size
  if (!areMany(areAll ? gone.length : editedCount)) return undefined
  return `${gone.length} of ${total} files go to .quire/removed, because their pages are gone.`
}
