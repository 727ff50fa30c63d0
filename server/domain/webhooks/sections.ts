import { events, type Store, webhookSubjects } from '../../store/index.ts'
import { parseEvent } from '../events/stored-events.ts'
import type { Message } from './payload.ts'

/** Moves read to reconstruct earlier positions; events are usually sent long before there are so many. */
const maxMoves = 5000
/** A page that moves during the read causes another read. */
const maxReads = 3

type Move = { sequence: number; pageId: string; from: string | null }

/** The ancestors of each message's pages at the time of the event, by the id of the message. */
export async function sectionsOf(
  store: Store,
  workspaceId: string,
  messages: readonly Pick<Message, 'id' | 'sequence' | 'pageIds'>[],
): Promise<Map<string, Set<string>>> {
  const first = Math.min(...messages.map(({ sequence }) => sequence))
  let moves = await movesAfter(store, workspaceId, first)
  for (let tries = 1; ; tries += 1) {
    const tree = new PastTree(store, workspaceId, moves)
    const found = new Map<string, Set<string>>()
    for (const { id, pageIds, sequence } of messages) {
      const ancestors = await Promise.all(
        pageIds.map((pageId) => tree.withAncestors(pageId, sequence)),
      )
      found.set(id, new Set(ancestors.flat()))
    }
    const now = await movesAfter(store, workspaceId, first)
    if (now.at(-1)?.sequence === moves.at(-1)?.sequence || tries === maxReads) return found
    moves = now
  }
}

async function movesAfter(store: Store, workspaceId: string, sequence: number): Promise<Move[]> {
  const rows = await events.moves(store, workspaceId, sequence, maxMoves)
  return rows.flatMap(({ sequence, data }) => {
    const event = parseEvent({ type: 'page.moved', data }, 'webhooks')
    if (!event.isKnown || event.type !== 'page.moved') return []
    return [{ sequence, pageId: event.data.pageId, from: event.data.previous.parentId }]
  })
}

/** The page tree as of an event. */
class PastTree {
  readonly #store: Store
  readonly #workspaceId: string
  readonly #moves: Map<string, Move[]>
  readonly #parents = new Map<string, Promise<string | null>>()

  constructor(store: Store, workspaceId: string, moves: readonly Move[]) {
    this.#store = store
    this.#workspaceId = workspaceId
    this.#moves = Map.groupBy(moves, ({ pageId }) => pageId)
  }

  /** The page and its ancestors. */
  async withAncestors(pageId: string, sequence: number): Promise<string[]> {
    const ancestors: string[] = []
    for (let at: string | null = pageId; at !== null && !ancestors.includes(at);) {
      ancestors.push(at)
      at = await this.#parentAt(at, sequence)
    }
    return ancestors
  }

  async #parentAt(pageId: string, sequence: number): Promise<string | null> {
    const next = this.#moves.get(pageId)?.find((move) => move.sequence > sequence)
    return next === undefined ? this.#parentNow(pageId) : next.from
  }

  #parentNow(pageId: string): Promise<string | null> {
    const known = this.#parents.get(pageId) ?? this.#readParent(pageId)
    this.#parents.set(pageId, known)
    return known
  }

  async #readParent(pageId: string): Promise<string | null> {
    const page = await webhookSubjects.page(this.#store, this.#workspaceId, pageId)
    return page === undefined || page.parentId === this.#workspaceId ? null : page.parentId
  }
}
