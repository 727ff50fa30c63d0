import { statSync } from 'node:fs'
import { removed } from '../../lib/disk.ts'
import { AppError } from '../../lib/errors.ts'

type Identity = { dev: number; ino: number }

/**
 * Whether the files that SQLite holds open are still those of their names. When the data folder is removed, or
 * another one put in its place, SQLite goes on writing into files that nobody will find again.
 */
export class Place {
  readonly #known: readonly { path: string; identity: Identity | undefined }[]
  #lost: AppError | undefined

  /** To be made once the store is open, and its log with it. */
  constructor(file: string) {
    this.#known = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }))
  }

  /** Looks: two calls of stat, about 5 µs together. Throws from the first time on that they are not the same. */
  requireSame(): void {
    const moved = this.#known.find(({ path, identity }) => !isSame(identity, identityOf(path)))
    if (moved !== undefined) {
      this.#lost ??= new AppError('STORE_UNUSABLE', removed(moved.path))
    }
    this.requireKnown()
  }

  /** Reads, unless a look has found them gone. Adds no promise: a request reads several times. */
  ifKnown<Result>(read: () => Promise<Result>): Promise<Result> {
    return this.#lost === undefined ? read() : Promise.reject(this.#lost)
  }

  /** Throws when a look has found them gone; does not look again. */
  requireKnown(): void {
    if (this.#lost !== undefined) throw this.#lost
  }
}

function identityOf(path: string): Identity | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function isSame(one: Identity | undefined, other: Identity | undefined): boolean {
  // A log that there was none of at the start is of no interest.
  return one === undefined || (one.ino === other?.ino && one.dev === other.dev)
}
