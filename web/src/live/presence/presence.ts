import type { Cursor, PersonHere } from '../../../../server/lib/live-messages.ts'
import { nameHere } from '../../lib/authors/author-name.ts'
import type { ShownCursor } from './draw-cursors.ts'

/** Where a position of a version's document is in the document as it is shown; undefined if that is not known yet. */
export type Locate = (position: number, version: number) => number | undefined

/** Who is on the page, and where. */
export class Presence {
  #people: readonly PersonHere[] = []
  readonly #cursors = new Map<string, Cursor>()

  /** Others, each once, however many tabs they have. */
  others(ownConnection: string): readonly PersonHere[] {
    const others = this.#people.filter(({ connection }) => connection !== ownConnection)
    const byPerson = Map.groupBy(others, (one) => `${one.id} ${one.isAgent} ${nameHere(one)}`)
    return [...byPerson.values()].flatMap(([first]) => first ?? [])
  }

  set(people: readonly PersonHere[]): void {
    this.#people = people
    const here = new Set(people.map(({ connection }) => connection))
    for (const connection of this.#cursors.keys()) {
      if (!here.has(connection)) this.#cursors.delete(connection)
    }
    for (const { connection, cursor } of people) {
      const known = this.#cursors.get(connection)
      if (cursor !== undefined && (known === undefined || known.version <= cursor.version))
        this.#cursors.set(connection, cursor)
    }
  }

  /** `cursor` is undefined for someone who left the text. */
  move(connection: string, cursor: Cursor | undefined): void {
    if (cursor === undefined) this.#cursors.delete(connection)
    else this.#cursors.set(connection, cursor)
  }

  clear(): void {
    this.#people = []
    this.#cursors.clear()
  }

  shown(ownConnection: string, locate: Locate): readonly ShownCursor[] {
    return this.#people.flatMap((person) => {
      const { connection, color, isAgent } = person
      const cursor = this.#cursors.get(connection)
      if (cursor === undefined || connection === ownConnection) return []
      const anchor = locate(cursor.anchor, cursor.version)
      const head = locate(cursor.head, cursor.version)
      if (anchor === undefined || head === undefined) return []
      return [{ connection, name: nameHere(person), color, isAgent, anchor, head }]
    })
  }
}
