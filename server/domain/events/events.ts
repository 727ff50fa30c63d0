import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { events, runs, skillStates, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import type { EventData, StoredType } from './stored-events.ts'

/** The type and data of an event: IDs and changed metadata, never the body of a page. */
export type Event = { [Type in StoredType]: { type: Type } & EventData[Type] }[StoredType]

export type Actor = Pick<Caller, 'userId' | 'via' | 'run' | 'proposedRunId'>

/** Stores an event in the transaction of its change. `pages` changes the page counts of the workspace. */
export async function emit(
  transaction: Transaction,
  workspaceId: string,
  actor: Actor,
  event: Event,
  pages: events.PageDelta = {},
): Promise<void> {
  const { type, ...data } = event
  const row = {
    workspaceId,
    id: newId(),
    type,
    actorId: actor.userId,
    via: actor.via,
    data: JSON.stringify({ ...data, ...proposedIn(actor, type) }),
    createdAt: clock.now(),
    pageId: 'pageId' in data ? data.pageId : null,
    runId: actor.run?.id ?? null,
  }
  await events.append(transaction, row, { pages, ...filesOf(event) })
  await noteSkills(transaction, workspaceId, event)
  const { run } = actor
  if (run?.unstored === undefined) return
  // After the counter of the workspace, which orders its writers.
  await runs.put(transaction, run.unstored, row.createdAt)
  run.isPut = true
}

/** Changes that others can propose. */
const proposedTypes: ReadonlySet<StoredType> = new Set([
  'page.created',
  'page.updated',
  'page.moved',
  'page.deleted',
])

function proposedIn({ proposedRunId }: Actor, type: StoredType): { proposedRunId?: string } {
  return proposedRunId == null || !proposedTypes.has(type) ? {} : { proposedRunId }
}

function filesOf(event: Event): Pick<events.Delta, 'files'> {
  if (event.type === 'file.uploaded') return { files: { mimeType: event.mimeType, files: 1 } }
  if (event.type === 'file.deleted') return { files: { mimeType: event.mimeType, files: -1 } }
  return {}
}

/** Skills with what changed are compared with their newest version. */
async function noteSkills(
  transaction: Transaction,
  workspaceId: string,
  event: Event,
): Promise<void> {
  switch (event.type) {
    case 'page.created':
    case 'page.updated':
    case 'page.deleted':
    case 'page.restored':
    case 'page.permissions_changed':
    case 'file.attached':
      return skillStates.note(transaction, { workspaceId, pageId: event.pageId })
    case 'page.moved': {
      const { pageId, parentId, previous } = event
      await skillStates.note(transaction, { workspaceId, pageId })
      if (previous.parentId === null || previous.parentId === parentId) return
      return skillStates.note(transaction, { workspaceId, pageId: previous.parentId })
    }
    case 'file.renamed': {
      const skills = await skillStates.withFile(transaction, { workspaceId, fileId: event.fileId })
      for (const pageId of skills) await skillStates.note(transaction, { workspaceId, pageId })
    }
  }
}
