import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { AppError } from '../../lib/errors.ts'

/** Digits of the number in the file: it is overwritten in place, so its length must not change. */
const digits = 16
/** SQLite stores `user_version` in 32 bits with a sign. */
const modulus = 2 ** 31

export function markPath(file: string): string {
  return `${file}-mark`
}

/** The number of the last commit in the file next to the store; undefined without such a file. */
export function readMark(file: string): number | undefined {
  try {
    const text = readFileSync(markPath(file), 'utf8').trim()
    return /^\d{1,16}$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}

/** The number of recorded commits that the store lacks; 0 when it has all of them. */
export function missingCommits(database: DatabaseSync, mark: number | undefined): number {
  if (mark === undefined) return 0
  const behind = (mark - commitOf(database) + modulus) % modulus
  // Slightly ahead: the last record was not written, or another process wrote it out of order.
  return behind < modulus / 2 ? behind : 0
}

export function refuseBehind(file: string, missing: number): void {
  if (missing === 0) return
  throw new AppError(
    'STORE_UNUSABLE',
    `The store ${file} lacks its last ${missing === 1 ? 'commit' : `${missing} commits`}: its log ${file}-wal was lost or damaged, or an older copy of the store was put in its place. Put back what is missing, or restore a backup. To go on with what is there, run \`quire check --accept-loss\`.`,
  )
}

/**
 * Counts commits inside the store (as `user_version`, in the transaction itself) and records the number in a small
 * file next to it after each one. That file is not flushed: it survives a killed process and the loss of the log.
 * After a power failure it may be older than the store, never newer.
 */
export class CommitMark {
  readonly #handle: number | undefined
  readonly #database: DatabaseSync
  readonly #version: StatementSync
  readonly #changes: StatementSync
  readonly #isBehind: boolean
  #seen: unknown
  #next: number | undefined

  constructor(file: string, database: DatabaseSync) {
    this.#database = database
    this.#version = database.prepare('pragma user_version')
    this.#changes = database.prepare('select total_changes() as n')
    this.#seen = this.#changes.get()?.['n']
    // A record of missing commits remains until someone accepts it.
    this.#isBehind = missingCommits(database, readMark(file)) > 0
    this.#handle = this.#isBehind ? undefined : openMark(markPath(file))
    if (!this.#isBehind) this.#write(commitOf(database))
  }

  /** In the transaction, before its commit. A transaction without changes does not count. */
  count(): void {
    this.#next = undefined
    const changes = this.#changes.get()?.['n']
    if (changes === this.#seen) return
    this.#seen = changes
    this.#next = (Number(this.#version.get()?.['user_version']) + 1) % modulus
    this.#database.exec(`pragma user_version = ${this.#next}`)
  }

  /** After the commit. */
  note(): void {
    if (this.#next !== undefined) this.#write(this.#next)
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
  }

  #write(commit: number): void {
    if (this.#handle === undefined) return
    try {
      writeSync(this.#handle, `${String(commit).padStart(digits, '0')}\n`, 0)
    } catch {
      // An outdated record detects less, but never reports an error that does not exist.
    }
  }
}

/** Records the present state of the store, replacing earlier records. */
export function acceptLoss(file: string, database: DatabaseSync): void {
  const handle = openMark(markPath(file))
  if (handle === undefined) return
  writeSync(handle, `${String(commitOf(database)).padStart(digits, '0')}\n`, 0)
  closeSync(handle)
}

function openMark(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o644)
  } catch {
    return undefined
  }
}

function commitOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version'])
}
