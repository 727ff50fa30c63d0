import { chunks } from './chunks.ts'
import { attempt, type Outcome } from './outcome.ts'
import { send, sendAll } from './pending.ts'
import type { Creation, ParentRef, PushPlan } from './plan.ts'
import type { PageRecord } from './records.ts'
import type { NewFile, State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

/** What of many new files is left to later rounds, so that edits are sent meanwhile. */
const creationsPerRound = 500
/** As many as the server takes. */
const creationsPerWrite = 100

/** The IDs of new pages by their place in the folder. */
export type Created = Map<string, string>

/** Creates the next new pages. Returns also the paths that are left. */
export async function createPages(
  context: SyncContext,
  state: State,
  plan: PushPlan,
  outcome: Outcome,
): Promise<{ created: Created; left: string[] }> {
  const created: Created = new Map()
  const open = withParents(plan.creations, outcome.refused)
  for (const some of chunks(open.slice(0, creationsPerRound), creationsPerWrite)) {
    // The server can have refused their parents since.
    const batch = withParents(some, outcome.refused)
    await createSome(context, state, { batch, created }, outcome)
    for (const { at, path } of batch) {
      const pageId = created.get(at)
      if (pageId === undefined || path === undefined) continue
      context.report(`created ${path}`)
      plan.saves.push({ pageId, path, isChangedThere: false, isEmptied: false })
    }
  }
  return { created, left: open.slice(creationsPerRound).map(({ at }) => at) }
}

/** Without those that were refused, and what would be below them. */
function withParents(creations: readonly Creation[], refused: ReadonlySet<string>): Creation[] {
  const gone = new Set(refused)
  return creations.filter(({ at, parent }) => {
    if (parent !== null && 'at' in parent && gone.has(parent.at)) gone.add(at)
    return !gone.has(at)
  })
}

type Creating = { batch: readonly Creation[]; created: Created }

/** Creates several pages with one write. If the server refuses it, they are created one by one. */
async function createSome(
  context: SyncContext,
  state: State,
  { batch, created }: Creating,
  outcome: Outcome,
): Promise<void> {
  if (batch.length > 1) {
    const positions = new Map(batch.map(({ at }, index) => [at, index]))
    const files = batch.map((one): NewFile => {
      const parent = parentOf(context, one, created)
      const position =
        one.parent === null || 'pageId' in one.parent ? undefined : positions.get(one.parent.at)
      const isBelow = parent === undefined && position !== undefined
      const { file } = one
      return {
        file,
        record: recordOf(one, created),
        ...(isBelow ? { parent: position } : { parentId: parent ?? null }),
      }
    })
    const [sent] = await sendAll(context, state, [{ kind: 'createAll', files }])
    for (const [index, { at }] of batch.entries()) {
      const pageId = sent?.status === 'fulfilled' ? sent.value.pageIds[index] : undefined
      if (pageId === undefined) continue
      created.set(at, pageId)
      outcome.changes += 1
    }
  }
  for (const one of batch) {
    const parentId = parentOf(context, one, created)
    if (created.has(one.at) || parentId === undefined) continue
    await attempt(context, outcome, one.at, async () => {
      const record = recordOf(one, created)
      const write = { kind: 'create', parentId, file: one.file, record } as const
      created.set(one.at, (await send(context, state, write)).pageId)
    })
  }
}

/** The ID that the server knows; undefined for a parent that does not exist yet. */
function parentOf(
  { underPageId }: SyncContext,
  { parent }: Creation,
  created: Created,
): string | null | undefined {
  const id = idOf(parent, created)
  return id === null ? underPageId : id
}

function recordOf(
  { at, parent, path, folder }: Creation,
  created: Created,
): Omit<PageRecord, 'pageId'> {
  return {
    parentId: idOf(parent, created) ?? null,
    path: path ?? `${at}/index.md`,
    folder,
    version: 1,
    revision: '',
    text: path === undefined ? null : '',
  }
}

/** Undefined for a parent that could not be created. */
export function idOf(parent: ParentRef, created: Created): string | null | undefined {
  if (parent === null) return null
  return 'pageId' in parent ? parent.pageId : created.get(parent.at)
}
