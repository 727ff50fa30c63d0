import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type NamedValues, type Statement, valuesOf } from '../statement.ts'

const maxBytes = 4 * 1024 * 1024
const bytesPerCharacter = 2
/** Of a row without its values: the object, the entry, and the names of its columns. */
const overheadBytes = 600

/**
 * The rows of cached statements, until anybody commits. SQLite reports commits of other connections, so that
 * what another process revokes is refused by the next request here.
 */
export class RowCache {
  readonly #dataVersion: StatementSync
  readonly #rows = new LRUCache<string, object>({ maxSize: maxBytes })
  #version: unknown
  #isChecked = false

  /** `database` is the connection that reads: its `data_version` changes when another connection commits. */
  constructor(database: DatabaseSync) {
    this.#dataVersion = database.prepare('pragma data_version')
  }

  async get<Result>(
    statement: Statement<Result, unknown>,
    values: NamedValues | undefined,
    read: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (statement.cached === 'until commit' || !this.#isChecked) this.#check()
    const key = keyOf(statement, values)
    const known = this.#rows.get(key)
    // SAFETY: a key begins with the name of its statement, whose rows have one type.
    if (known !== undefined) return known as Result
    const version = this.#version
    const row = await read()
    if (typeof row !== 'object' || row === null || version !== this.#version) return row
    const characters = key.length + JSON.stringify(row).length
    this.#rows.set(key, Object.freeze(row), {
      size: overheadBytes + characters * bytesPerCharacter,
    })
    return row
  }

  /** To be called after a commit of this process: rows of the same turn may be outdated too. */
  expire(): void {
    this.#isChecked = false
  }

  #check(): void {
    const version = this.#dataVersion.get()?.['data_version']
    if (version !== this.#version) {
      this.#version = version
      this.#rows.clear()
    }
    if (this.#isChecked) return
    this.#isChecked = true
    setImmediate(() => this.expire())
  }
}

/** No value of a cached statement holds the separator: they are ids and hashes. */
function keyOf(statement: Statement<unknown, unknown>, values: NamedValues | undefined): string {
  let key = statement.name
  for (const value of valuesOf(statement, values)) key += `\0${String(value)}`
  return key
}
