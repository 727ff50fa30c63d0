import { LRUCache } from 'lru-cache'
import type { Author } from '../../lib/live-messages.ts'
import { keys, type Reader, users } from '../../store/index.ts'

type Writer = { authorId: string; via: string | null; keyId: string | null }

const maxNames = 1000
/** A name that was changed is shown after this time. */
const maxAgeMs = 60_000

/** The names of those who write, cached because every batch needs them. */
export class Authors {
  readonly #reader: Reader
  readonly #known = new LRUCache<string, Promise<Author>>({ max: maxNames, ttl: maxAgeMs })

  constructor(reader: Reader) {
    this.#reader = reader
  }

  of({ authorId, via, keyId }: Writer): Promise<Author> {
    const key = `${authorId} ${via} ${keyId}`
    let author = this.#known.get(key)
    if (author === undefined) {
      author = this.#read({ authorId, via, keyId })
      this.#known.set(key, author)
      author.catch(() => this.#known.delete(key))
    }
    return author
  }

  async #read({ authorId: id, via, keyId }: Writer): Promise<Author> {
    const [user, key] = await Promise.all([
      users.byId(this.#reader, id),
      keyId === null ? undefined : keys.byId(this.#reader, keyId),
    ])
    const person = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim()
    const isAgent = keyId !== null || user?.kind === 'agent'
    const name = key === undefined ? person : `${key.name} (${person})`
    return isAgent ? { id, name, via, isAgent } : { id, name, via }
  }
}

/** Dark enough for white text, and distinct from each other. */
const colors = [
  '#b3261e',
  '#a63d00',
  '#7a5900',
  '#4d6600',
  '#1f6f3d',
  '#00696d',
  '#00639b',
  '#3f51b5',
  '#6a3fb5',
  '#8e24aa',
  '#ad1457',
  '#6d4c41',
] as const

/** The same for a person everywhere. */
export function colorOf(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
  return colors[sum % colors.length] ?? colors[0]
}
