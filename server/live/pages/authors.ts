import { LRUCache } from 'lru-cache'
import type { Author } from '../../lib/live-messages.ts'
import { type Reader, runs, users } from '../../store/index.ts'

type Writer = {
  workspaceId: string
  authorId: string
  via: string | null
  keyId: string | null
  runId: string | null
}

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

  of(writer: Writer): Promise<Author> {
    const { authorId, via, keyId, runId } = writer
    const key = `${authorId} ${via} ${keyId} ${runId}`
    let author = this.#known.get(key)
    if (author === undefined) {
      author = this.#read(writer)
      this.#known.set(key, author)
      author.catch(() => this.#known.delete(key))
    }
    return author
  }

  async #read({ workspaceId, authorId: id, via, keyId, runId }: Writer): Promise<Author> {
    // In the app nobody writes with a key.
    const runIds = runId === null || via === 'web' ? [] : [runId]
    const [user, [run]] = await Promise.all([
      users.byId(this.#reader, id),
      runs.byIds(this.#reader, workspaceId, runIds),
    ])
    const name = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim()
    const isAgent = (run?.runKeyId ?? keyId) !== null || user?.kind === 'agent'
    if (!isAgent) return { id, name, via }
    const client = run?.runClient ?? ''
    return client === '' ? { id, name, via, isAgent } : { id, name, via, isAgent, client }
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
