import { events, type Store, webhookSubjects } from '../../store/index.ts'
import { parseEvent } from '../events/stored-events.ts'
import type { Message } from './payload.ts'

/** Looked through to know where pages were; events are sent long before there are so many. */
const mostMoves = 5000
/** Pages that move while this reads make it read again. */
const mostTries = 3

type Move = { sequence: number; pageId: string; from: string | null }

/**
 * The pages above each message's own, as they were when it happened: a page that has moved since belongs to
 * the section it was in. Gives them by the id of the message.
 */
export async function sectionsOf(
  store: Store,
  workspaceId: string,
  messages: readonly Message[],
): Promise<Map<string, Set<string>>> {
  const first = Math.min(...messages.map(({ sequence }) => sequence))
  let moves = await movesAfter(store, workspaceId, first)
  for (let tries = 1; ; tries += 1) {
    const tree = new PastTree(store, workspaceId, moves)
    const found = new Map<string, Set<string>>()
    for (const { id, places, sequence } of messages) {
      const above = await Promise.all(places.map((pageId) => tree.lineage(pageId, sequence)))
      found.set(id, new Set(above.flat()))
    }
    const now = await movesAfter(store, workspaceId, first)
    if (now.at(-1)?.sequence === moves.at(-1)?.sequence || tries === mostTries) return found
    moves = now
  }
}

async function movesAfter(store: Store, workspaceId: string, sequence: number): Promise<Move[]> {
  const rows = await events.moves(store, workspaceId, sequence, mostMoves)
  return rows.flatMap(({ sequence, data }) => {
    const event = parseEvent({ type: 'page.moved', data }, 'webhooks')
    if (!event.isKnown || event.type !== 'page.moved') return []
    return [{ sequence, pageId: event.data.pageId, from: event.data.previous.parentId }]
  })
}

/** The tree of pages as it was after each event. */
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

  /** The page itself and all above it. */
  async lineage(pageId: string, sequence: number): Promise<string[]> {
    const above: string[] = []
    for (let at: string | null = pageId; at !== null && !above.includes(at);) {
      above.push(at)
      at = await this.#parentAt(at, sequence)
    }
    return above
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
