import type { Cursor, PersonHere, ServerMessage } from '../../lib/live-messages.ts'

/** How long a program that wrote is shown. */
const agentMs = 8000
/** How long someone on another node is shown without a sign of life. */
const remoteMs = 50_000

/** Of the connection of a program that only wrote. */
export const agentPrefix = 'agent-'

type Here = {
  person: PersonHere
  /** Not connected to this node: since when nothing was heard of them. */
  until: number | undefined
}

/** Maps a position from a version to the present one; undefined if the batches between are not known. */
export type MapCursor = (cursor: Cursor) => Cursor | undefined

/** Who is on a page, on all nodes. Nothing of it is stored. */
export class Presence {
  readonly #here = new Map<string, Here>()
  readonly #moved = new Map<string, Cursor | undefined>()
  #hasChanged = false

  /** Someone connected to this node. */
  join(person: PersonHere): void {
    this.#here.set(person.connection, { person, until: undefined })
    this.#hasChanged = true
  }

  /** Someone on another node, or a program that has just written. */
  show(person: PersonHere, kind: 'agent' | 'remote'): void {
    const { connection } = person
    const known = this.#here.get(connection)
    if (known !== undefined && known.until === undefined) return
    const until = performance.now() + (kind === 'agent' ? agentMs : remoteMs)
    this.#hasChanged ||= known === undefined
    if (known !== undefined && person.cursor !== undefined)
      this.#moved.set(connection, person.cursor)
    const cursor = person.cursor ?? known?.person.cursor
    this.#here.set(connection, { person: { ...person, ...(cursor && { cursor }) }, until })
  }

  leave(connection: string): void {
    this.#moved.delete(connection)
    if (this.#here.delete(connection)) this.#hasChanged = true
  }

  /** Someone on another node has left. */
  hide(connection: string): void {
    if (this.#here.get(connection)?.until !== undefined) this.leave(connection)
  }

  /** Only of who is here with that ID. Undefined takes the cursor away. */
  move(connection: string, userId: string, cursor: Cursor | undefined): boolean {
    const here = this.#here.get(connection)
    if (here?.person.id !== userId) return false
    const { cursor: _before, ...person } = here.person
    here.person = cursor === undefined ? person : { ...person, cursor }
    this.#moved.set(connection, cursor)
    return true
  }

  /** Forgets programs that wrote a while ago, and nodes that are gone. */
  expire(): void {
    const now = performance.now()
    for (const [connection, { until = Infinity }] of this.#here) {
      if (until < now) this.leave(connection)
    }
  }

  /** Whether a program has the page open, here or elsewhere. */
  isConnected({ id, client }: Pick<PersonHere, 'id' | 'client'>): boolean {
    const people = [...this.#here.values()].map(({ person }) => person)
    return people.some(
      (one) =>
        one.id === id &&
        one.client === client &&
        one.isAgent &&
        !one.connection.startsWith(agentPrefix),
    )
  }

  /** Those connected to this node. */
  get local(): PersonHere[] {
    return [...this.#here.values()]
      .filter(({ until }) => until === undefined)
      .map(({ person }) => person)
  }

  list(map: MapCursor): PersonHere[] {
    return [...this.#here.values()].map(({ person: { cursor, ...person } }) => {
      const mapped = cursor && map(cursor)
      return mapped === undefined ? person : { ...person, cursor: mapped }
    })
  }

  /** What readers were not told yet. */
  takeMessages(pageId: string, map: MapCursor): ServerMessage[] {
    const moved = [...this.#moved]
    this.#moved.clear()
    if (this.#hasChanged) {
      this.#hasChanged = false
      return [{ type: 'presence', pageId, people: this.list(map) }]
    }
    return moved.map(([connection, cursor]) => ({
      type: 'cursor',
      pageId,
      connection,
      ...(cursor ?? { anchor: null }),
    }))
  }

  get hasNews(): boolean {
    return this.#hasChanged || this.#moved.size > 0
  }
}
