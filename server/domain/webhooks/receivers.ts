import {
  agentAccounts,
  members,
  noLevel,
  principalViewer,
  type Store,
  type Viewer,
} from '../../store/index.ts'
import { type EventLocations, readLocations } from '../events/locations.ts'
import type { StoredEvent } from '../events/stored-events.ts'
import { type EventView, viewEvent, viewLocations } from '../events/views.ts'
import { viewerOfPerson } from '../people/access.ts'
import { type Message, PayloadBuilder } from './payload.ts'

/** A webhook or a chat subscription. */
export type Receiver = {
  id: string
  createdBy: string
  /** The agent that a webhook belongs to. */
  agentId?: string | null
  /** Programs that mirror pages are notified of those that they lost, people in a chat are not. */
  isMirror: boolean
}

type Workspace = { workspaceId: string; rightsVersion: number; baseUrl: string }

/**
 * The messages about some events, as each receiver can see them: what everyone in the workspace sees, and the
 * sections granted to the receiver. Receivers that see the same share their messages.
 */
export class ReceiverMessages {
  readonly #store: Store
  readonly #workspace: Workspace
  readonly #published: readonly StoredEvent[]
  readonly #built = new Map<string, Promise<Message[]>>()
  #locations: Promise<EventLocations> | undefined

  constructor(store: Store, workspace: Workspace, published: readonly StoredEvent[]) {
    this.#store = store
    this.#workspace = workspace
    this.#published = published
  }

  async for(receiver: Receiver): Promise<Message[]> {
    const viewer = await receiverViewer(this.#store, this.#workspace, receiver)
    if (viewer.seesEverything) return this.#once('everything', () => this.#build(undefined, false))
    const { workspaceId } = this.#workspace
    this.#locations ??= readLocations(this.#store, workspaceId, this.#published)
    const view = await viewLocations(this.#store, viewer, await this.#locations)
    const readable = view.locations.sectionIds.filter((id) => view.canRead(id))
    const { isMirror } = receiver
    const key = [String(isMirror), viewer.everyoneId, ...readable].join(' ')
    return this.#once(key, () => this.#build(view, isMirror))
  }

  #once(key: string, build: () => Promise<Message[]>): Promise<Message[]> {
    const known = this.#built.get(key) ?? build()
    this.#built.set(key, known)
    return known
  }

  #build(view: EventView | undefined, isMirror: boolean): Promise<Message[]> {
    const builder = new PayloadBuilder(this.#store, this.#workspace.baseUrl, view)
    const visible =
      view === undefined
        ? this.#published
        : this.#published.flatMap((event) => visibleTo(event, view, isMirror) ?? [])
    return Promise.all(visible.map((event) => builder.build(event)))
  }
}

/** To a mirror, a page that it can no longer read was deleted. */
function visibleTo(
  event: StoredEvent,
  view: EventView,
  isMirror: boolean,
): StoredEvent | undefined {
  const viewed = viewEvent(event, view)
  if (viewed?.kind === 'event') return viewed.event
  if (viewed?.kind !== 'lost' || !isMirror) return undefined
  const { pageId, title, event: stored } = viewed
  return { ...stored, type: 'page.deleted', data: { pageId, title, pages: 1 } }
}

/**
 * What a webhook or chat subscription can see. One that a guest created sees only what was granted to it; that of an
 * agent, what the agent can read unless it is paused.
 */
export async function receiverViewer(
  store: Store,
  { workspaceId, rightsVersion }: Pick<Workspace, 'workspaceId' | 'rightsVersion'>,
  { id, createdBy, agentId = null }: Pick<Receiver, 'id' | 'createdBy' | 'agentId'>,
): Promise<Viewer> {
  if (agentId !== null) return agentViewer(store, workspaceId, agentId)
  if (rightsVersion === 0) return principalViewer(workspaceId, id, { rightsVersion })
  const creator = await members.membership(store, workspaceId, createdBy)
  return principalViewer(workspaceId, id, { rightsVersion, isShared: creator?.scope === 'shared' })
}

async function agentViewer(store: Store, workspaceId: string, agentId: string): Promise<Viewer> {
  const agent = await agentAccounts.get(store, { workspaceId, userId: agentId })
  const isActive = agent !== undefined && agent.pauseReason === null
  const viewer = isActive ? await viewerOfPerson(store, workspaceId, agentId) : undefined
  return viewer ?? seesNothing(workspaceId)
}

function seesNothing(workspaceId: string): Viewer {
  const levels = { openLevel: noLevel, maxLevel: noLevel }
  return { workspaceId, viewerId: '', everyoneId: '', ...levels, seesEverything: false }
}
