import type { StatementSync } from 'node:sqlite'
import type { NamedValues, Statement } from '../statement.ts'
import type { Connection } from './connection.ts'

const maxBytes = 4 * 1024 * 1024
const bytesPerCharacter = 2
/** Bytes of a row without its values: the object, its promise, the entry, and the names of its columns. */
const overheadBytes = 700

/**
 * The rows of cached statements, until the next commit. SQLite reports commits of other connections, so that the
 * next request here sees what another process revoked.
 */
export class RowCache {
  readonly #connection: Connection
  readonly #dataVersion: StatementSync
  /** Promises, so that a row from memory creates none. Beyond the limit, all are dropped. */
  #rows = new Map<string, Promise<object>>()
  #bytes = 0
  #version: unknown
  /** Whether `data_version` was read in this callback of the event loop. */
  #isChecked = false
  #isShared = false

  /** `connection` is the reading one: its `data_version` changes when another connection commits. */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#dataVersion = connection.database.prepare('pragma data_version')
  }

  get<Result>(
    statement: Statement<Result, unknown>,
    values: NamedValues | undefined,
  ): Promise<Result | undefined> {
    const isEnough = this.#isChecked && (this.#isShared || statement.cached !== 'until commit')
    try {
      if (!isEnough) this.#check()
    } catch (error) {
      return Promise.reject(error)
    }
    const key = keyOf(statement, values)
    // SAFETY: a key begins with the name of its statement, whose rows have one type.
    const known = this.#rows.get(key) as Promise<Result> | undefined
    return known ?? this.#read(key, statement, values)
  }

  /**
   * Runs `work`, which must be synchronous, with one check for all that it reads. When the store cannot be read, such as
   * after it was closed, each read of the work fails by itself.
   */
  checkOnce(work: () => void): void {
    try {
      this.#check()
      this.#isShared = true
    } catch {
      this.#isShared = false
    }
    try {
      work()
    } finally {
      this.#isShared = false
    }
  }

  /** Called after a commit of this process: rows read earlier in the same callback may be outdated too. */
  expire(): void {
    this.#isChecked = false
  }

  async #read<Result>(
    key: string,
    statement: Statement<Result, unknown>,
    values: NamedValues | undefined,
  ): Promise<Result | undefined> {
    const version = this.#version
    const row = await this.#connection.get(statement, values)
    if (typeof row !== 'object' || row === null || version !== this.#version) return row
    this.#bytes += overheadBytes + (key.length + lengthOf(row)) * bytesPerCharacter
    if (this.#bytes > maxBytes) this.#clear()
    else this.#rows.set(key, Promise.resolve(Object.freeze(row)))
    return row
  }

  #check(): void {
    const version = this.#dataVersion.get()?.['data_version']
    if (version !== this.#version) {
      this.#version = version
      this.#clear()
    }
    if (this.#isChecked) return
    this.#isChecked = true
    process.nextTick(() => this.expire())
  }

  #clear(): void {
    this.#bytes = 0
    if (this.#rows.size > 0) this.#rows = new Map()
  }
}

function lengthOf(row: object): number {
  let length = 0
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 4
  return length
}

/** No value of a cached statement contains the separator: they are ids and hashes. */
function keyOf(statement: Statement<unknown, unknown>, values: NamedValues | undefined): string {
  let key = statement.name
  for (const { name } of statement.parameters) key += `\0${String(values?.[name])}`
  return key
}
